package org.majorant.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.majorant.stream.Given.state;
import static org.majorant.stream.Given.summary;

import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.majorant.log.HoldLimits;
import org.majorant.schema.BoundSummary;
import org.majorant.schema.PartitionOffset;
import org.majorant.schema.Tally;
import org.majorant.store.Topics;
import org.majorant.summarize.UnshippedRange;

/**
 * Retention overtakes a learner that runs: its consumer goes on at the log's start. Nobody once
 * compared a delivered offset with the next one expected, so the offsets between were in nobody's
 * count.
 */
class OvertakenTest {
  private final TopologyFixture learner =
      new TopologyFixture(TopologyFixture.ALONE, HoldLimits.DEFAULT);

  @AfterEach
  void close() {
    learner.close();
  }

  @Test
  void offsetsDeletedBeforeTheyWereDelivered_areDeclaredLost() {
    learner.examples(20);
    learner.settle();
    learner.examples(4);
    learner.lose(7);
    final List<String> warnings;
    try (LogRecorder log = new LogRecorder(UnshippedRange.class)) {
      learner.examples(5);
      learner.tick(20);
      warnings = log.messages();
    }

    assertThat(warnings).containsExactly("examples-0: retention deleted 7 offsets from 24 on");
    assertCounted(29, 7);
    assertThat(learner.counter("majorant.lost")).isEqualTo(7);
  }

  @Test
  void offsetsThatAreOnlyMarkers_areNoLoss_andAreAskedForOnceASummary() {
    learner.examples(1);
    learner.tick(1);
    final int begins = learner.log().starts(); // of both topics
    for (int i = 0; i < 30; i++) {
      learner.hide(1);
      learner.examples(1);
    }
    learner.tick(20);

    assertCounted(31, 0);
    assertThat(learner.log().starts() - begins).isBetween(1, learner.summaries().size());
  }

  @Test
  void recordsDeletedAfterTheyWereLearned_areNoLoss() {
    learner.examples(20);
    learner.settle();
    learner.log().deleteBefore(Topics.EXAMPLES, 20);
    learner.examples(5);
    learner.tick(20);

    assertCounted(25, 0);
  }

  /** A loss that is told too early is told again after a restart from where the summary ends. */
  @Test
  void lossBehindHeldExamples_isInTheSummaryThatCoversIt() {
    learner.examples(10);
    learner.lose(100);
    learner.examples(10);
    learner.tick(1);

    assertThat(learner.gauge("majorant.held.examples")).isEqualTo(20);
    assertThat(learner.summaries()).hasSize(1).allSatisfy(OvertakenTest::assertRoom);
    learner.tick(20);
    assertCounted(20, 100);
  }

  @Test
  void lossInARangeThatIsLearnedAgain_isCountedOnce() {
    learner.summary(summary(1, 0, 7, state(1e307, 0.1)));
    learner.tick(40);
    learner.examples(30);
    learner.lose(10);
    learner.examples(30);
    learner.tick(200);

    assertThat(learner.counter("majorant.relearned")).isPositive();
    final Tally tally = learner.lastVersion().getTally();
    assertThat(tally.getRecords() + tally.getLost()).isEqualTo(77);
    assertThat(learner.summaries()).allSatisfy(OvertakenTest::assertRoom);
  }

  @Test
  void summariesDeletedBeforeTheyWereDelivered_areCounted() {
    learner.summary(summary(1, 0, 7, state(0.5, 0.1)));
    learner.tick(1);
    learner.loseSummaries(3);
    final List<String> errors;
    try (LogRecorder log = new LogRecorder(ModelMajorizer.class)) {
      learner.summary(summary(1, 7, 9, state(0.5, 0.1)));
      learner.tick(1);
      errors = log.messages();
    }

    assertThat(errors).hasSize(1);
    assertThat(errors.get(0)).contains("retention deleted the summaries", "accept-loss");
    assertThat(learner.counter("majorant.summaries.deleted")).isEqualTo(3);
  }

  private static void assertRoom(final BoundSummary summary) {
    assertThat(summary.getTally().getRecords() + summary.getTally().getLost())
        .as("[%d, %d)", summary.getFrom(), summary.getTo())
        .isLessThanOrEqualTo(summary.getTo() - summary.getFrom());
  }

  /** All offsets are in the lineage, and so many examples and losses in the tally. */
  private void assertCounted(final long examples, final long lost) {
    final var head = learner.lastVersion();
    assertThat(head.getTally().getExamples()).isEqualTo(examples);
    assertThat(head.getTally().getLost()).isEqualTo(lost);
    assertThat(head.getLineage())
        .containsExactly(new PartitionOffset(0, learner.log().end(Topics.EXAMPLES)));
    assertThat(learner.summaries()).allSatisfy(OvertakenTest::assertRoom);
  }
}
