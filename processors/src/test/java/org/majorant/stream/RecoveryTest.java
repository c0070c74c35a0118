package org.majorant.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.majorant.stream.Given.state;
import static org.majorant.stream.Given.summary;

import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.majorant.lineage.OffsetHash;
import org.majorant.majorize.Refusal;
import org.majorant.memory.Surrogate;
import org.majorant.schema.BoundSummary;
import org.majorant.schema.ModelHead;
import org.majorant.schema.PartitionOffset;
import org.majorant.schema.Tally;
import org.majorant.store.Topics;
import org.majorant.stream.RecordedLog.Replay;
import org.majorant.summarize.UnshippedRange;

/** What a restart finds again in the stores and the topics, and what it does not do twice. */
class RecoveryTest {
  private final TopologyFixture learner = new TopologyFixture();

  @AfterEach
  void close() {
    learner.close();
  }

  @ParameterizedTest
  @ValueSource(longs = {20, 24, 30})
  void worker_restarted_afterItShipped20Of30_readsExactlyTheGapAgain(final long delivered) {
    learner.examples(20);
    learner.settle();
    learner.examples(10);

    learner.restart(delivered);
    for (long offset = delivered; offset < 30; offset++) {
      learner.deliverAgain(offset);
    }
    learner.examples(10);
    learner.settle();

    final List<Replay> gap = List.of(new Replay(Topics.EXAMPLES, 20, delivered));
    assertThat(learner.log().replays()).isEqualTo(delivered == 20 ? List.of() : gap);
    assertTiled(40);
    assertLearnedOnce(learner.lastVersion(), 40);
  }

  @Test
  void worker_restarted_withoutNewRecords_readsUpToWhatIsCommitted() {
    learner.examples(20);
    learner.settle();
    learner.examples(10);
    learner.log().commit(Topics.EXAMPLES, 30);

    learner.restart();
    learner.settle();

    assertThat(learner.log().replays()).containsExactly(new Replay(Topics.EXAMPLES, 20, 30));
    assertTiled(30);
    assertLearnedOnce(learner.lastVersion(), 30);
  }

  @Test
  void worker_restarted_beforeItsFirstSummary_beginsWhereItBegan() {
    learner.examples(10);

    learner.restart();
    learner.examples(1);
    learner.settle();

    assertThat(learner.log().replays()).containsExactly(new Replay(Topics.EXAMPLES, 0, 10));
    assertLearnedOnce(learner.lastVersion(), 11);
  }

  @Test
  void worker_restarted_onNothingNew_shipsNothing() {
    learner.examples(20);
    learner.settle();
    final int shipped = learner.summaries().size();

    learner.restart();
    learner.tick(30);

    assertThat(learner.summaries()).hasSize(shipped);
  }

  @Test
  void worker_restarted_rejectsAgainInTheGapWithoutASecondDeadLetter() {
    learner.examples(5);
    learner.settle();
    learner.example(new byte[] {7});
    assertThat(learner.output(Topics.DEAD_LETTERS)).hasSize(1);

    learner.restart();
    learner.examples(1);
    learner.settle();

    assertThat(learner.output(Topics.DEAD_LETTERS)).isEmpty();
    assertThat(learner.lastVersion().getTally().getRejected()).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(longs = {24, 30})
  void worker_restarted_afterRetentionDeletedSomeOfTheGap_saysWhatIsLost(final long begin) {
    learner.examples(20);
    learner.settle();
    learner.examples(10);
    learner.log().deleteBefore(Topics.EXAMPLES, begin);

    final List<String> warnings;
    try (LogRecorder log = new LogRecorder(UnshippedRange.class)) {
      learner.restart();
      learner.examples(5);
      warnings = log.messages();
    }
    learner.settle();

    assertThat(warnings)
        .containsExactly(
            "examples-0: retention deleted %d offsets from 20 on".formatted(begin - 20));
    assertTiled(35);
    final Tally tally = learner.lastVersion().getTally();
    assertThat(tally.getLost()).isEqualTo(begin - 20);
    assertThat(tally.getRecords()).isEqualTo(35 - (begin - 20));
  }

  /** The group's offsets are gone, so that all is delivered again from the log's start. */
  @Test
  void recordDeliveredAgain_rejectedBeforeItsSummary_isNoSecondDeadLetter() {
    learner.examples(3);
    learner.settle();
    learner.example(new byte[] {1});
    assertThat(learner.output(Topics.DEAD_LETTERS)).hasSize(1);

    learner.restart(0);
    for (long offset = 0; offset < 4; offset++) {
      learner.deliverAgain(offset);
    }
    learner.example(new byte[] {2});
    learner.settle();

    assertThat(learner.output(Topics.DEAD_LETTERS)).hasSize(1);
    assertThat(learner.lastVersion().getTally().getRejected()).isEqualTo(2);
  }

  @Test
  void majorizer_restarted_replaysWhatNoBaseContainsAndGoesOnCounting() {
    learner.examples(20);
    learner.settle();
    final long version = learner.lastVersion().getVersion();
    final long base = learner.newestBase().orElseThrow().number();
    final long contained = learner.summaries().size();
    learner.summary(summary(1, 0, 7, state(0.5, 0.1)));
    learner.summary(summary(1, 7, 9, state(0.5, 0.1)));

    learner.restart();
    learner.summary(summary(1, 9, 10, state(0.5, 0.1)));
    learner.tick(1);

    assertThat(learner.log().replays())
        .containsExactly(new Replay(Topics.SUMMARIES, contained, contained + 2));
    assertThat(learner.newestBase().orElseThrow().number()).isEqualTo(base + 1);
    final ModelHead head = learner.lastVersion();
    assertThat(head.getVersion()).isEqualTo(version + 1);
    assertThat(head.getParent()).isEqualTo(version);
    assertThat(head.getLineage())
        .containsExactly(new PartitionOffset(0, 20L), new PartitionOffset(1, 10L));
    assertThat(head.getTally().getExamples()).isEqualTo(30);
  }

  @Test
  void majorizer_restarted_givesTheBaseOfTheOneThatRanThrough() {
    final double[] through;
    try (TopologyFixture other = new TopologyFixture()) {
      other.examples(20);
      other.settle();
      other.summary(summary(1, 0, 7, state(0.5, 0.1)));
      other.tick(1);
      through = weights(other);
    }
    learner.examples(20);
    learner.settle();
    learner.summary(summary(1, 0, 7, state(0.5, 0.1)));
    learner.log().commit(Topics.SUMMARIES, learner.log().end(Topics.SUMMARIES));

    learner.restart();
    learner.tick(2);

    assertThat(weights(learner)).containsExactly(through);
  }

  @Test
  void majorizer_restarted_onNothingNew_publishesNothing() {
    learner.examples(20);
    learner.settle();
    learner.versions();

    learner.restart();
    learner.tick(30);

    assertThat(learner.versions()).isEmpty();
  }

  @Test
  void majorizer_restartedOnABaseThatOnlySaysWhoHasData_publishesNothing() {
    final BoundSummary announcement = summary(1, 5, 5);
    announcement.setHeld(3);
    learner.summary(announcement);
    learner.tick(1);
    assertThat(learner.newestBase()).isPresent();

    learner.restart();
    learner.tick(30);

    assertThat(learner.versions()).isEmpty();
  }

  /** The majorizer once dropped what a replay says of deleted ranges. */
  @Test
  void majorizer_restarted_afterRetentionDeletedSummaries_saysSo() {
    learner.examples(20);
    learner.settle();
    final long contained = learner.summaries().size();
    learner.summary(summary(1, 0, 7, state(0.5, 0.1)));
    learner.summary(summary(1, 7, 9, state(0.5, 0.1)));
    learner.log().deleteBefore(Topics.SUMMARIES, contained + 2);

    final List<String> errors;
    try (LogRecorder log = new LogRecorder(ModelMajorizer.class)) {
      learner.restart();
      learner.summary(summary(1, 9, 10, state(0.5, 0.1)));
      errors = log.messages();
    }

    assertThat(errors).hasSize(1);
    assertThat(errors.get(0)).contains("retention deleted the summaries", "accept-loss");
    assertThat(learner.counter("majorant.summaries.deleted")).isEqualTo(2);
  }

  @Test
  void summary_knownAlready_isDropped() {
    learner.summary(summary(1, 0, 7, state(0.5, 0.1)));
    learner.tick(1);
    learner.restart();
    learner.summary(summary(1, 0, 7, state(0.5, 0.1)));
    learner.summary(summary(1, 7, 8, state(0.5, 0.1)));
    learner.tick(20);

    assertThat(learner.lastVersion().getTally().getRecords()).isEqualTo(8);
    for (final Refusal reason : Refusal.values()) {
      assertThat(learner.refusals(reason)).as(reason.name()).isZero();
    }
  }

  /** The ranges of the summaries join from 0 to the end, each once. */
  private void assertTiled(final long end) {
    long next = 0;
    for (final BoundSummary summary : learner.summaries()) {
      assertThat(summary.getFrom()).isEqualTo(next);
      next = summary.getTo();
    }
    assertThat(next).isEqualTo(end);
  }

  private static void assertLearnedOnce(final ModelHead head, final long examples) {
    long hash = 0;
    for (long offset = 0; offset < examples; offset++) {
      hash += OffsetHash.of(offset);
    }
    assertThat(head.getTally().getExamples()).isEqualTo(examples);
    assertThat(head.getTally().getOffsetHash()).isEqualTo(hash);
    assertThat(head.getLineage()).containsExactly(new PartitionOffset(0, examples));
  }

  private static double[] weights(final TopologyFixture of) {
    final Surrogate surrogate = Surrogate.of(TopologyFixture.SPEC);
    surrogate.add(of.newestBase().orElseThrow().state().site());
    return surrogate.solve().theta();
  }
}
