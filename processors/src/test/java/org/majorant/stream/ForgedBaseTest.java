package org.majorant.stream;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.majorant.lineage.LineageGap;
import org.majorant.majorize.Refusal;
import org.majorant.schema.ModelHead;
import org.majorant.schema.PartitionOffset;
import org.majorant.schema.SurrogateHead;

/**
 * Who may write to the bases' topic may replace the model, so rights are the wall. Within it a base
 * that no majorizer has made hides nothing that is written after it, and what workers learned on it
 * is refused aloud: nobody loses it silently, and an operator may declare it lost.
 */
class ForgedBaseTest {
  private static final long FORGED = 1L << 50;

  private final TopologyFixture learner = new TopologyFixture();

  @AfterEach
  void close() {
    learner.close();
  }

  /** What it says of the partition's lineage makes no difference, nor how much may be learned. */
  @ParameterizedTest
  @CsvSource({"-1, 100", "5, 100", "1152921504606846976, 100", "-1, 0"})
  void nextBase_isTaken_andWhatWasLearnedOnTheForgedOneIsAGap(
      final long lineage, final long quota) {
    learner.examples(20);
    learner.settle();
    final long number = learner.newestBase().orElseThrow().head().getBase();
    learner.forge(forged(lineage, quota));
    learner.examples(5);
    learner.tick(40);
    learner.examples(5);
    learner.tick(40);

    final SurrogateHead stuck = learner.newestBase().orElseThrow().head();
    assertThat(stuck.getBase()).isBetween(number, FORGED - 1);
    final int taken = Math.toIntExact(stuck.getSummaries().getNext());
    final List<LineageGap> gaps = LineageGap.find(stuck.getLineage(), learner.summaries(), taken);
    if (quota == 0) {
      assertThat(gaps).as("nothing was learned on it").isEmpty();
    } else {
      assertThat(learner.refusals(Refusal.BASE)).isPositive();
      assertThat(gaps).hasSize(1);
      learner.summary(
          "m".getBytes(StandardCharsets.UTF_8),
          gaps.get(0).declaration(stuck, TopologyFixture.SPEC));
    }
    learner.examples(21);
    learner.tick(40);

    final ModelHead head = learner.lastVersion();
    assertThat(head.getLineage()).containsExactly(new PartitionOffset(0, 51L));
    assertThat(head.getTally().getExamples() + head.getTally().getLost()).isEqualTo(51);
    assertThat(head.getTally().getLost()).isEqualTo(gaps.isEmpty() ? 0 : gaps.get(0).offsets());
  }

  private static SurrogateHead forged(final long lineage, final long quota) {
    final SurrogateHead head = Given.firstBase(TopologyFixture.SPEC, List.of(), null);
    head.setBase(FORGED);
    head.setQuota(quota);
    head.setLineage(lineage < 0 ? List.of() : List.of(new PartitionOffset(0, lineage)));
    return head;
  }
}
