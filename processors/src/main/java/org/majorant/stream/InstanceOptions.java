package org.majorant.stream;

import java.nio.file.Path;
import org.majorant.json.ValueFormat;
import org.majorant.log.HoldLimits;

/**
 * How an instance runs.
 *
 * @param stateDir where its process identity is kept
 * @param instanceId static membership, so that a process that soon starts again moves no task
 * @param threads stream threads
 * @param examples how they stand on their topic
 * @param maxExampleBytes longer ones are rejected
 * @param outputBytesPerSecond see {@link TopologySettings}
 * @param hold how much workers hold back
 * @param joinMemory bytes of heap for the events that wait for late labels; more of them lie in the
 *     state directory
 * @param exactlyOnce false only to measure what it costs: it promises nothing after a crash
 */
public record InstanceOptions(
    Path stateDir,
    String instanceId,
    int threads,
    ValueFormat examples,
    int maxExampleBytes,
    long outputBytesPerSecond,
    HoldLimits hold,
    long joinMemory,
    boolean exactlyOnce) {
  /** One thread, examples in Avro up to 1 MB, output up to 5 MB/s. */
  public static InstanceOptions of(final Path dir, final String instanceId) {
    return new InstanceOptions(
        dir,
        instanceId,
        1,
        ValueFormat.AVRO,
        1_000_000,
        5_000_000,
        HoldLimits.DEFAULT,
        joinMemory(Runtime.getRuntime().maxMemory()),
        true);
  }

  /**
   * What events that wait have of the heap where nobody says more. Kafka's clients and the model
   * need the rest, and the young generation has a third.
   *
   * @param heap bytes
   */
  public static long joinMemory(final long heap) {
    return heap / 4;
  }
}
