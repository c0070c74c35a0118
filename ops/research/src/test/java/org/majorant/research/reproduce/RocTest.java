package org.majorant.research.reproduce;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.junit.jupiter.api.Test;

class RocTest {
  @Test
  void curve_goesThroughEachThreshold_andEqualScoresAreOne() {
    final Roc roc =
        Roc.of(
            new double[] {0.1, 0.9, 0.5, 0.5, 0.7, 0.2},
            new boolean[] {false, true, true, false, false, false});
    assertThat(roc.falsePositives()).containsExactly(0, 0, 0.25, 0.5, 0.75, 1);
    assertThat(roc.truePositives()).containsExactly(0, 0.5, 0.5, 1, 1, 1);
    assertThat(roc.area()).isEqualTo(0.8125);
    assertThat(roc.at(0)).isEqualTo(0.5);
    assertThat(roc.at(0.375)).isEqualTo(0.75);
    assertThat(roc.at(1)).isEqualTo(1);
  }

  /** The rank statistic of Mann and Whitney. */
  @Test
  void area_isHowOftenWhatIsRightScoresHigher() {
    final Random random = new Random(1);
    final double[] scores = random.ints(200, 0, 30).asDoubleStream().toArray();
    final boolean[] right = new boolean[200];
    double pairs = 0;
    double higher = 0;
    for (int i = 0; i < right.length; i++) {
      right[i] = random.nextDouble() < 0.3;
    }
    for (int i = 0; i < right.length; i++) {
      for (int j = 0; j < right.length; j++) {
        if (right[i] && !right[j]) {
          pairs++;
          higher += scores[i] > scores[j] ? 1 : scores[i] == scores[j] ? 0.5 : 0;
        }
      }
    }
    assertThat(Roc.of(scores, right).area()).isCloseTo(higher / pairs, within(1e-12));
  }
}
