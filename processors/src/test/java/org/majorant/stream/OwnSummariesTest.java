package org.majorant.stream;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.majorant.stream.Given.bytes;
import static org.majorant.stream.Given.firstBase;
import static org.majorant.stream.Given.state;
import static org.majorant.stream.Given.summary;
import static org.majorant.stream.TopologyFixture.SPEC;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.majorant.growth.SpecHistory;
import org.majorant.learn.Worker;
import org.majorant.schema.PartitionOffset;
import org.majorant.schema.SurrogateHead;
import org.majorant.store.Topics;
import org.majorant.tally.Baselines;

/** What a worker has shipped is recalled, whatever others wrote in its name. */
class OwnSummariesTest {
  private final RecordedLog log = new RecordedLog();
  private final Worker worker = new Worker(SPEC, 0, new Baselines(2));

  /** It ended the worker's thread at every start, until the majorizer had passed it. */
  @Test
  void forgedSummary_isPassedOver_andTheTrueOneIsRecalled() {
    append(summaryBytes(new byte[] {1, 2, 3}));
    append(summaryBytes(state(0.5, -10)));
    append(summaryBytes(state(0.5, 0.1)));

    new OwnSummaries(log, SPEC, SpecHistory.of(SPEC), 0).recall(base(), 0, 7, worker);
    assertThat(worker.inFlight()).isEqualTo(7);
  }

  /** It waited for half a minute, or without end for the answer of a broker. */
  @ParameterizedTest
  @CsvSource({"7,0", "-1,0", "0,1000"})
  @Timeout(20)
  void placeOfAForgedBase_isNotReadFrom(final int topicPartition, final long next) {
    append(summaryBytes(state(0.5, 0.1)));
    final SurrogateHead forged =
        firstBase(SPEC, List.of(0), new PartitionOffset(topicPartition, next));

    new OwnSummaries(log, SPEC, SpecHistory.of(SPEC), 0).recall(forged, 0, 7, worker);
    assertThat(worker.inFlight()).isZero();
  }

  /** It waited for half a minute at every start. */
  @Test
  @Timeout(20)
  void summaryThatWasRefused_isNotWaitedFor() {
    append(summaryBytes(state(0.5, 0.1)));
    final SurrogateHead base = firstBase(SPEC, List.of(0), new PartitionOffset(0, 1L));

    new OwnSummaries(log, SPEC, SpecHistory.of(SPEC), 0).recall(base, 0, 7, worker);
    assertThat(worker.inFlight()).isZero();
  }

  private static byte[] summaryBytes(final byte[] state) {
    return bytes(summary(0, 0, 7, state));
  }

  private void append(final byte[] value) {
    log.append(Topics.SUMMARIES, "m".getBytes(UTF_8), value, 0);
  }

  private static SurrogateHead base() {
    return firstBase(SPEC, List.of(0), new PartitionOffset(0, 0L));
  }
}
