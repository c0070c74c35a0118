package org.majorant.research.bench;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;
import org.majorant.demo.broker.TemporaryDirectory;
import org.majorant.ops.operate.ExampleProducer;
import org.majorant.ops.terminal.CommandFailed;
import org.majorant.schema.AvroSerde;
import org.majorant.schema.LabeledExample;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.PartitionOffset;
import org.majorant.store.ModelSubscriber;
import org.majorant.store.Topics;
import org.majorant.stream.InstanceOptions;
import org.majorant.stream.LearnerApplication;

/**
 * How long an example takes at half the rate that the learner can do: from when it is sent until it
 * is learned, that is, counted in a summary, and until a subscriber has a version that learned it.
 * The full rate is measured first, on the same learner, which then is warm.
 */
public final class LatencyBench {
  private static final double LOAD = 0.5;
  private static final int LOOK_MILLIS = 1;

  /** Without a single example more. */
  private static final Duration PATIENCE = Duration.ofMinutes(3);

  private final BenchData data;
  private final int examples;
  private final double seconds;

  /**
   * @param examples by which the full rate is measured
   * @param seconds of half load
   */
  public LatencyBench(final BenchData data, final int examples, final double seconds) {
    this.data = data;
    this.examples = examples;
    this.seconds = seconds;
  }

  /**
   * Milliseconds from sending.
   *
   * @param rate examples a second that were sent
   * @param examples that were sent at that rate
   * @param learned until an example is counted in a summary
   * @param visible until a subscriber has a version that learned it
   * @param publishMillis the least time between two versions, which is part of the latter
   */
  public record Result(
      double rate, int examples, Percentiles learned, Percentiles visible, long publishMillis) {}

  /** Of milliseconds. */
  public record Percentiles(double p50, double p99) {
    static Percentiles of(final Collection<Double> millis) {
      final double[] sorted = millis.stream().mapToDouble(Double::doubleValue).sorted().toArray();
      return new Percentiles(sorted[sorted.length / 2], sorted[(int) (0.99 * sorted.length)]);
    }
  }

  /** Measures. */
  public Result run() throws Exception {
    return TemporaryDirectory.use(this::run);
  }

  private Result run(final Path dir) throws Exception {
    try (BenchBroker broker = new BenchBroker(dir, 1)) {
      final Map<String, Object> client = broker.client();
      final ModelSpec spec = data.spec("bench", "diagonal");
      final SimpleMeterRegistry meters = new SimpleMeterRegistry();
      final var options = InstanceOptions.of(dir.resolve("state"), "bench");
      try (LearnerApplication learner = LearnerApplication.start(client, spec, options, meters);
          ModelSubscriber subscriber = ModelSubscriber.start(client, spec.getModel())) {
        while (!learner.isRunning()) {
          Thread.sleep(LOOK_MILLIS);
        }
        final LongSupplier learned = () -> (long) meters.get("majorant.examples").counter().count();
        return measure(client, learned, () -> visible(subscriber), spec);
      }
    }
  }

  private Result measure(
      final Map<String, Object> client,
      final LongSupplier learned,
      final LongSupplier visible,
      final ModelSpec spec)
      throws Exception {
    final ExecutorService watchers = Executors.newFixedThreadPool(2);
    try {
      final List<Delays> full = send(client, watchers, 0, examples, 0, List.of(learned, visible));
      final double rate = LOAD * full.get(0).rate();
      final int count = (int) Math.max(1, rate * seconds);
      final List<Delays> half =
          send(client, watchers, examples, count, rate, List.of(learned, visible));
      return new Result(
          rate,
          count,
          half.get(0).percentiles(),
          half.get(1).percentiles(),
          spec.getPublishIntervalMillis());
    } finally {
      watchers.shutdownNow();
    }
  }

  /**
   * Sends examples, and waits until all have arrived.
   *
   * @param from the place of the first
   * @param rate examples a second; 0: as fast as it goes
   * @param counts how many have arrived, wherever that is of interest
   * @return for each count when they arrived
   */
  private List<Delays> send(
      final Map<String, Object> client,
      final ExecutorService watchers,
      final int from,
      final int count,
      final double rate,
      final List<LongSupplier> counts)
      throws Exception {
    final AtomicLongArray sent = new AtomicLongArray(count);
    final List<Future<Delays>> watched = new ArrayList<>();
    for (final LongSupplier arrived : counts) {
      watched.add(watchers.submit(() -> new Delays(sent, from).follow(arrived)));
    }
    final AvroSerde<LabeledExample> serde = AvroSerde.of(LabeledExample.class);
    try (ExampleProducer producer = new ExampleProducer(client, Topics.EXAMPLES, rate)) {
      for (int i = 0; i < count; i++) {
        final byte[] example = serde.encode(data.examples().apply(from + i));
        producer.send(example);
        sent.set(i, System.nanoTime());
      }
      producer.flush();
    }
    final List<Delays> delays = new ArrayList<>();
    for (final Future<Delays> each : watched) {
      delays.add(each.get());
    }
    return delays;
  }

  /** Examples in the newest version; the topic has one partition. */
  private static long visible(final ModelSubscriber subscriber) {
    return subscriber
        .current()
        .map(
            version ->
                version.head().getLineage().stream().mapToLong(PartitionOffset::getNext).sum())
        .orElse(0L);
  }

  /** When examples got somewhere, by looking again and again how many are there. */
  private static final class Delays {
    private final AtomicLongArray sent;
    private final long before;
    private final long[] arrived;
    private int reached;

    /**
     * @param sent when each was sent, nanoseconds
     * @param before examples that came earlier
     */
    Delays(final AtomicLongArray sent, final long before) {
      this.sent = sent;
      this.before = before;
      arrived = new long[sent.length()];
    }

    Delays follow(final LongSupplier count) throws InterruptedException {
      long news = System.nanoTime();
      while (reached < arrived.length) {
        Thread.sleep(LOOK_MILLIS);
        final long there = count.getAsLong() - before;
        final long now = System.nanoTime();
        if (there > reached) {
          news = now;
        } else if (now - news > PATIENCE.toNanos()) {
          throw new CommandFailed(
              "no example more has arrived for %d min: look for the reason with --verbose"
                  .formatted(PATIENCE.toMinutes()));
        }
        while (reached < Math.min(there, arrived.length)) {
          arrived[reached++] = now;
        }
      }
      return this;
    }

    /** Arrivals a second, of the last nine tenths; of all where these came at once. */
    double rate() {
      final int first = arrived.length / 10;
      final int last = arrived.length - 1;
      return arrived[first] < arrived[last]
          ? (last - first) / ((arrived[last] - arrived[first]) / 1e9)
          : arrived.length / ((arrived[last] - sent.get(0)) / 1e9);
    }

    Percentiles percentiles() {
      return Percentiles.of(
          IntStream.range(0, arrived.length)
              .mapToObj(i -> (arrived[i] - sent.get(i)) / 1e6)
              .toList());
    }
  }
}
