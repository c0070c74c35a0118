package org.majorant.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.majorant.lineage.OffsetHash;
import org.majorant.majorize.Refusal;
import org.majorant.memory.Surrogate;
import org.majorant.schema.ModelHead;
import org.majorant.schema.PartitionOffset;
import org.majorant.schema.SurrogateHead;

/** A base of number 2⁵⁰ held the workers for ever, and what they learned on it was refused. */
class ForgedBaseTest {
  private static final long FORGED = 1L << 50;

  private final TopologyFixture learner = new TopologyFixture();

  @AfterEach
  void close() {
    learner.close();
  }

  /** What it says of the partition's lineage makes no difference, nor how much may be learned. */
  @ParameterizedTest
  @ValueSource(longs = {-1, 5, 1L << 60})
  void worker_goesBackToTheTrueBase_andLearnsAgainWhatWasRefused(final long lineage) {
    learnOnAForgedBase(lineage, 100);
    requireAllIsLearned(61);
  }

  @Test
  void worker_thatMayNotLearnOnIt_goesBackToo() {
    learnOnAForgedBase(-1, 0);
    requireAllIsLearned(61);
  }

  /** Nobody would write a second true base, so the majorizer does. */
  @Test
  void worker_thatShipsOnceOnIt_goesBackToo() {
    learner.examples(20);
    learner.settle();
    learner.forge(forged(-1, 100));
    learner.examples(10);
    learner.tick(40);
    requireAllIsLearned(30);
  }

  @Test
  void majorizer_startsFromItsOwnBase() {
    learner.examples(20);
    learner.settle();
    final long number = learner.newestBase().orElseThrow().head().getBase();
    learner.stop();
    learner.forge(forged(-1, 100));
    learner.start(20);
    learner.examples(20);
    learner.tick(40);

    assertThat(learner.newestBase().orElseThrow().head().getBase()).isBetween(number, FORGED - 1);
    learner.examples(21);
    learner.tick(40);
    requireAllIsLearned(61);
  }

  private void learnOnAForgedBase(final long lineage, final long quota) {
    learner.examples(20);
    learner.settle();
    learner.forge(forged(lineage, quota));
    learner.examples(10);
    learner.tick(1);
    learner.examples(10);
    learner.tick(40);
    learner.examples(21);
    learner.tick(40);
  }

  private static SurrogateHead forged(final long lineage, final long quota) {
    final SurrogateHead head = Given.firstBase(TopologyFixture.SPEC, List.of(), null);
    head.setBase(FORGED);
    head.setQuota(quota);
    head.setLineage(lineage < 0 ? List.of() : List.of(new PartitionOffset(0, lineage)));
    return head;
  }

  private void requireAllIsLearned(final int examples) {
    final ModelHead head = learner.lastVersion();
    long hash = 0;
    for (int offset = 0; offset < examples; offset++) {
      hash += OffsetHash.of(offset);
    }
    assertThat(head.getLineage()).containsExactly(new PartitionOffset(0, (long) examples));
    assertThat(head.getTally().getExamples()).isEqualTo(examples);
    assertThat(head.getTally().getOffsetHash()).isEqualTo(hash);
    assertThat(learner.refusals(Refusal.BASE)).isPositive();
    assertThat(learner.refusals(Refusal.GAP) + learner.refusals(Refusal.OVERLAP)).isZero();
    try (TopologyFixture undisturbed = new TopologyFixture()) {
      undisturbed.examples(examples);
      undisturbed.tick(40);
      assertThat(theta(learner)).containsExactly(theta(undisturbed), within(1e-9));
    }
  }

  private static double[] theta(final TopologyFixture of) {
    final Surrogate base = Surrogate.of(TopologyFixture.SPEC);
    base.add(of.newestBase().orElseThrow().base().state().site());
    return base.solve().theta();
  }
}
