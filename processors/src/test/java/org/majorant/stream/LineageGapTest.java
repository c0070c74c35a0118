package org.majorant.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.majorant.stream.Given.state;
import static org.majorant.stream.Given.summary;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.majorant.lineage.LineageGap;
import org.majorant.majorize.Refusal;
import org.majorant.schema.BoundSummary;
import org.majorant.schema.ModelHead;
import org.majorant.schema.PartitionOffset;
import org.majorant.schema.SurrogateHead;
import org.majorant.store.Topics;

/** A partition whose summaries are gone was refused for ever, and no command mended that. */
class LineageGapTest {
  private static final List<PartitionOffset> LINEAGE = List.of(new PartitionOffset(1, 7L));

  @Test
  void summariesThatJoin_leaveNoGap() {
    assertThat(
            LineageGap.find(
                LINEAGE, List.of(summary(1, 0, 7), summary(1, 7, 9), summary(2, 50, 60)), 1))
        .isEmpty();
  }

  @Test
  void gap_goesFromTheLineageToWhereTheWorkerIsNow() {
    final List<BoundSummary> summaries =
        List.of(summary(1, 0, 7), summary(1, 9, 12), summary(1, 12, 20));
    final List<LineageGap> gaps = LineageGap.find(LINEAGE, summaries, 1);
    assertThat(gaps).containsExactly(new LineageGap(1, 7, 20));
    assertThat(gaps.get(0).offsets()).isEqualTo(13);
  }

  /**
   * Accepting a loss makes no gap of what had been refused before look as if it could be merged.
   */
  @Test
  void summariesThatWereRefusedBeforeTheBase_neverJoinIt() {
    final List<BoundSummary> summaries =
        List.of(summary(1, 0, 5), summary(1, 7, 9), summary(1, 9, 12), summary(1, 12, 20));
    assertThat(LineageGap.find(LINEAGE, summaries, 4)).containsExactly(new LineageGap(1, 7, 20));
    assertThat(LineageGap.find(LINEAGE, summaries, 1)).isEmpty();
  }

  @Test
  void declaredLoss_isCountedAndThePartitionGoesOn() {
    try (TopologyFixture learner = new TopologyFixture()) {
      learner.summary(summary(1, 0, 7, state(0.5, 0.1)));
      learner.tick(2);
      learner.summary(summary(1, 9, 12, state(0.5, 0.1)));
      learner.tick(2);
      assertThat(learner.refusals(Refusal.GAP)).isEqualTo(1);

      final SurrogateHead newest = learner.newestBase().orElseThrow().head();
      final LineageGap gap = LineageGap.find(newest.getLineage(), learner.summaries(), 1).get(0);
      learner.summary(
          "m".getBytes(StandardCharsets.UTF_8), gap.declaration(newest, TopologyFixture.SPEC));
      learner.summary(summary(1, 12, 15, state(0.5, 0.1)));
      learner.tick(30);

      final ModelHead head = learner.lastVersion();
      assertThat(head.getLineage()).containsExactly(new PartitionOffset(1, 15L));
      assertThat(head.getTally().getLost()).isEqualTo(5);
      assertThat(head.getTally().getExamples()).isEqualTo(10);
      assertThat(learner.refusals(Refusal.GAP)).isEqualTo(1);
    }
  }

  /**
   * It was merged as if its partition began there, and nobody was told of the offsets before it.
   */
  @Test
  void firstSummaryOfAPartition_isMissedWhereItIsLost() {
    final BoundSummary second = summary(1, 9, 12, state(0.5, 0.1));
    second.setBegin(2);
    try (TopologyFixture learner = new TopologyFixture()) {
      learner.examples(20);
      learner.settle();
      learner.summary(second);
      learner.settle();
      assertThat(learner.refusals(Refusal.GAP)).isEqualTo(1);

      final SurrogateHead newest = learner.newestBase().orElseThrow().head();
      final int taken = Math.toIntExact(newest.getSummaries().getNext());
      final List<LineageGap> gaps =
          LineageGap.find(newest.getLineage(), learner.summaries(), taken);
      assertThat(gaps).containsExactly(new LineageGap(1, 2, 12));
      learner.summary(
          "m".getBytes(StandardCharsets.UTF_8),
          gaps.get(0).declaration(newest, TopologyFixture.SPEC));
      learner.tick(30);

      final ModelHead head = learner.lastVersion();
      assertThat(head.getLineage())
          .containsExactly(new PartitionOffset(0, 20L), new PartitionOffset(1, 12L));
      assertThat(head.getTally().getLost()).isEqualTo(10);
    }
  }

  @Test
  void workersSay_whereTheirPartitionBegan() {
    try (TopologyFixture learner = new TopologyFixture()) {
      learner.examples(20);
      learner.settle();
      learner.examples(20);
      learner.settle();
      assertThat(learner.summaries()).hasSizeGreaterThan(1).allMatch(s -> s.getBegin() == 0);
    }
  }

  @Test
  void workerWhoseSummariesWereRefused_goesOnAfterTheLossIsAccepted() {
    try (TopologyFixture learner = new TopologyFixture()) {
      learner.examples(20);
      learner.settle();
      learner.examples(10);
      learner.summary(summary(0, 20, 25, state(0.5, 0.1))); // a forged one: the worker's overlap
      learner.tick(2);
      for (int i = 0; i < 7; i++) {
        learner.examples(10);
        learner.tick(2);
      }
      final SurrogateHead stuck = learner.newestBase().orElseThrow().head();
      final LineageGap gap = LineageGap.find(stuck.getLineage(), learner.summaries(), 0).get(0);
      assertThat(gap.from()).isEqualTo(25);
      learner.summary(
          "m".getBytes(StandardCharsets.UTF_8), gap.declaration(stuck, TopologyFixture.SPEC));
      learner.tick(30);

      final ModelHead head = learner.lastVersion();
      assertThat(head.getLineage()).containsExactly(new PartitionOffset(0, 100L));
      assertThat(head.getTally().getLost()).isEqualTo(gap.offsets());
      assertThat(learner.log().end(Topics.EXAMPLES)).isEqualTo(100);
    }
  }
}
