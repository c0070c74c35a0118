package org.majorant.tally;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.majorant.features.SparsePoint;
import org.majorant.schema.Tally;

class ServedTallyTest {
  private final ServedTally served = new ServedTally(3);
  private final Tally tally = Tallies.empty();

  @Test
  void answer_losesByTheLabelThatCame_timesTheWeight() {
    add(2, 1, 0.2, 0.3, 0.5);
    add(0.5, 2, 0.2, 0.3, 0.5);

    assertThat(tally.getServedWeight()).isEqualTo(2.5);
    assertThat(tally.getServedLogLoss())
        .isCloseTo(-2 * Math.log(0.3) - 0.5 * Math.log(0.5), within(1e-12));
    assertThat(tally.getServedCorrect()).isEqualTo(0.5);
    tally.setRecords(2L);
    tally.setExamples(2L);
    served.take(tally);
    final int bin = ReliabilityBins.of(0.5);
    assertThat(tally.getServedReliability().subList(2 * bin, 2 * bin + 2)).containsExactly(1L, 1L);
    assertThat(tally.getServedProbability().get(bin)).isEqualTo(1);
    assertThat(Tallies.isPossible(tally, 2, 3)).isTrue();
  }

  /** So that a weight, or a label that came against all odds, is no drift. */
  @Test
  void lossesForTheTestsOfDrift_areCutOff_andWithoutWeights() {
    add(2, 1, 0.2, 0.3, 0.5);
    add(7, 0, 0, 0, 1);
    final double loss = -Math.log(0.3);
    final double clip = DriftDetector.clip(3);
    assertThat(tally.getServedExamples()).isEqualTo(2);
    assertThat(tally.getServedClippedLoss()).isCloseTo(loss + clip, within(1e-12));
    assertThat(tally.getServedClippedSquare()).isCloseTo(loss * loss + clip * clip, within(1e-12));
    tally.setExamples(2L);
    assertThat(DriftDetector.arePossible(tally, 3)).isTrue();
  }

  /** So that no worker goes back for it, and no summary is refused. */
  @Test
  void labelThatWasServedAsImpossible_leavesTheSumFinite() {
    add(1, 0, 0, 0, 1);
    assertThat(tally.getServedLogLoss()).isBetween(700.0, 710.0);
    assertThat(Tallies.isFinite(tally)).isTrue();
  }

  @Test
  void labelThatIsOneOfSome_losesBySumOfTheirs() {
    final SparsePoint x = new SparsePoint();
    x.weight = 1;
    x.label = SparsePoint.PARTIAL;
    x.admissible = new boolean[] {true, false, true};
    x.served = new double[] {0.25, 0.5, 0.25};
    served.add(x, tally);
    served.take(tally);
    assertThat(tally.getServedLogLoss()).isCloseTo(Math.log(2), within(1e-12));
    assertThat(tally.getServedCorrect()).isZero();
    assertThat(tally.getServedReliability()).isEmpty();
  }

  private void add(final double weight, final int label, final double... p) {
    final SparsePoint x = new SparsePoint();
    x.weight = weight;
    x.label = label;
    x.served = p;
    served.add(x, tally);
  }
}
