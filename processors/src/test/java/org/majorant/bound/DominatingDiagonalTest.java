package org.majorant.bound;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.junit.jupiter.api.Test;

class DominatingDiagonalTest {
  @Test
  void diagonal_dominates_at_no_more_than_the_cost_of_the_l1_rule() {
    for (int seed = 0; seed < Trials.MANY / 10; seed++) {
      final Random random = new Random(seed);
      final int r = 1 + random.nextInt(8);
      final int m = 1 + random.nextInt(12);
      final double[] q = gaussian(random, r * m);
      for (int j = 0; j < r; j++) {
        q[j * m + random.nextInt(m)] = 0;
      }
      final double[] whole = whole(random, q, m);
      final Curvature truth = new Curvature(m);
      truth.add(q);

      final double[] c = DominatingDiagonal.of(q, r, m, whole);

      assertThat(truth.slackOf(new double[0], c))
          .as("seed %d", seed)
          .isGreaterThanOrEqualTo(-1e-12);
      double cost = 0;
      double l1 = 0;
      for (int i = 0; i < m; i++) {
        cost += c[i] / whole[i];
        for (int at = 0; at < q.length; at++) {
          l1 += Math.abs(q[at] * q[at / m * m + i]) / whole[i];
        }
      }
      assertThat(cost).as("seed %d", seed).isLessThanOrEqualTo(l1 * (1 + 1e-12));
    }
  }

  /** Least Σ cᵢ/tᵢ subject to Σ qᵢ²/cᵢ ≤ 1: cᵢ = |qᵢ|√tᵢ Σ |qⱼ|/√tⱼ. */
  @Test
  void diagonal_of_one_row_is_the_best_there_is() {
    for (int seed = 0; seed < 100; seed++) {
      final Random random = new Random(seed);
      final int m = 1 + random.nextInt(12);
      final double[] q = gaussian(random, m);
      final double[] whole = whole(random, q, m);
      double sum = 0;
      for (int i = 0; i < m; i++) {
        sum += Math.abs(q[i]) / Math.sqrt(whole[i]);
      }
      final double[] c = DominatingDiagonal.of(q, 1, m, whole);
      for (int i = 0; i < m; i++) {
        final double best = Math.abs(q[i]) * Math.sqrt(whole[i]) * sum;
        assertThat(c[i]).as("seed %d", seed).isCloseTo(best, within(1e-12 * best));
      }
    }
  }

  @Test
  void nothing_is_dominated_by_nothing() {
    assertThat(DominatingDiagonal.of(new double[6], 2, 3, new double[3])).containsOnly(0);
    assertThat(DominatingDiagonal.of(new double[0], 0, 3, new double[3])).containsOnly(0);
  }

  private static double[] whole(final Random random, final double[] q, final int m) {
    final double[] whole = random.doubles(m).map(u -> 10 * u * u).toArray();
    for (int at = 0; at < q.length; at++) {
      whole[at % m] += q[at] * q[at];
    }
    return whole;
  }

  private static double[] gaussian(final Random random, final int n) {
    return random.doubles(n).map(u -> random.nextGaussian()).toArray();
  }
}
