package org.majorant.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.majorant.stream.Given.state;
import static org.majorant.stream.Given.summary;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.majorant.majorize.Refusal;
import org.majorant.majorize.RefusalLog;
import org.majorant.schema.BoundSummary;
import org.majorant.schema.ModelHead;
import org.majorant.schema.PartitionOffset;

/** A learner goes on after a forged summary, and so does the partition that it names. */
class ForgedSummaryTest {
  private static final double HUGE = 1e308;

  private final TopologyFixture learner = new TopologyFixture();

  @AfterEach
  void close() {
    learner.close();
  }

  /** Each would have been merged, or have ended the majorizer's thread. */
  static List<Map.Entry<Refusal, BoundSummary>> forgeries() {
    final BoundSummary held = summary(0, 20, 20);
    held.setHeld(Long.MAX_VALUE);
    final BoundSummary confused = summary(0, 20, 20);
    confused.getTally().setConfusion(List.of(1L));
    final BoundSummary absurd = summary(0, 20, 20, state(0.5, HUGE));
    final BoundSummary endless = summary(0, 20, 1L << 60);
    endless.getTally().setRecords(0L);
    endless.getTally().setExamples(0L);
    return List.of(
        Map.entry(Refusal.RANGE, endless),
        Map.entry(Refusal.RANGE, summary(0, 20, 21)),
        Map.entry(Refusal.RANGE, summary(7, 0, 5)),
        Map.entry(Refusal.RANGE, summary(-1, 0, 5)),
        Map.entry(Refusal.RANGE, held),
        Map.entry(Refusal.TALLY, confused),
        Map.entry(Refusal.UNSOLVABLE, absurd));
  }

  @ParameterizedTest
  @MethodSource("forgeries")
  void learner_goesOn(final Map.Entry<Refusal, BoundSummary> forgery) {
    learner.examples(20);
    learner.tick(20);
    if (forgery.getKey() == Refusal.UNSOLVABLE) {
      learner.summary(summary(1, 0, 7, state(0.5, HUGE)));
    }
    final List<String> told;
    try (LogRecorder log = new LogRecorder(RefusalLog.class)) {
      learner.summary(forgery.getValue());
      learner.tick(2);
      told = log.messages();
    }
    learner.examples(10);
    learner.tick(20);

    assertThat(learner.refusals(forgery.getKey())).isEqualTo(1);
    assertThat(told).hasSize(1);
    final ModelHead head = learner.lastVersion();
    assertThat(head.getLineage()).contains(new PartitionOffset(0, 30L));
    assertThat(head.getLineage()).noneMatch(offset -> offset.getPartition() > 1);
    for (final Refusal reason : Refusal.values()) {
      final int expected = reason == forgery.getKey() ? 1 : 0;
      assertThat(learner.refusals(reason)).as(reason.name()).isEqualTo(expected);
    }
  }

  /** It once ended the majorizer's thread, and again after each restart. */
  @Test
  void summaryWithoutAValue_isRefused() {
    learner.examples(20);
    learner.tick(20);
    learner.summary("m".getBytes(StandardCharsets.UTF_8), null);
    learner.examples(10);
    learner.tick(20);

    assertThat(learner.refusals(Refusal.STATE)).isEqualTo(1);
    assertThat(learner.lastVersion().getLineage()).containsExactly(new PartitionOffset(0, 30L));
  }

  /** What is refused stays so after a restart, and what came with it is merged all the same. */
  @Test
  void summaryThatCannotBeSolved_isTakenOutAgain() {
    learner.summary(summary(1, 0, 7, state(0.5, HUGE)));
    learner.tick(2);
    learner.summary(summary(2, 0, 5, state(0.5, 0.1)));
    learner.summary(summary(3, 0, 4, state(0.5, HUGE)));
    learner.summary(summary(4, 0, 3, state(0.5, 0.1)));
    learner.tick(20);

    assertThat(learner.lastVersion().getLineage())
        .containsExactly(
            new PartitionOffset(1, 7L), new PartitionOffset(2, 5L), new PartitionOffset(4, 3L));
    assertThat(learner.refusals(Refusal.UNSOLVABLE)).isEqualTo(1);
    assertThat(learner.counter("majorant.publish.failures")).isEqualTo(1);

    learner.restart();
    learner.summary(summary(3, 0, 4, state(0.5, 0.1)));
    learner.tick(20);
    assertThat(learner.lastVersion().getLineage()).contains(new PartitionOffset(3, 4L));
  }
}
