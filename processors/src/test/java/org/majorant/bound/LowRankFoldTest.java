package org.majorant.bound;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LowRankFoldTest {
  @ParameterizedTest
  @CsvSource({"5, 40, 3", "40, 12, 4", "7, 7, 7", "1, 9, 4", "30, 30, 1"})
  void fold_keeps_the_diagonal_exactly(final int r, final int m, final int k) {
    final Random random = new Random(r * 1000L + m);
    final double[] rows = random.doubles(r * m).map(u -> random.nextGaussian()).toArray();
    final double[] metric = random.doubles(m).toArray();
    final double[] absorbed = new double[m];

    final double[] w = LowRankFold.fold(rows, r, m, k, metric, Absorption.TRUE_DIAGONAL, absorbed);

    assertThat(w).hasSize(Math.min(k, Math.min(r, m)) * m);
    for (int i = 0; i < m; i++) {
      assertThat(absorbed[i]).isNotNegative();
      assertThat(columnSquare(w, m, i) + absorbed[i])
          .isCloseTo(columnSquare(rows, m, i), within(1e-10));
    }
  }

  @ParameterizedTest
  @CsvSource({
    "TRUE_DIAGONAL, 5, 40, 5",
    "TRUE_DIAGONAL, 40, 12, 12",
    "TRUE_DIAGONAL, 3, 9, 6",
    "GUARANTEED, 5, 40, 5",
    "GUARANTEED, 40, 12, 12",
    "GUARANTEED, 3, 9, 6"
  })
  void fold_with_rank_enough_loses_nothing(
      final Absorption absorption, final int r, final int m, final int k) {
    final Random random = new Random(r * 1000L + m);
    final double[] rows = random.doubles(r * m).map(u -> random.nextGaussian()).toArray();
    final double[] absorbed = new double[m];

    final double[] w = LowRankFold.fold(rows, r, m, k, new double[m], absorption, absorbed);

    for (int trial = 0; trial < 10; trial++) {
      final double[] x = random.doubles(m).map(u -> random.nextGaussian()).toArray();
      final double[] before = new double[m];
      final double[] after = new double[m];
      LowRankFold.addGramTimes(rows, r, m, x, 1, before);
      LowRankFold.addGramTimes(w, w.length / m, m, x, 1, after);
      for (int i = 0; i < m; i++) {
        assertThat(after[i] + absorbed[i] * x[i]).isCloseTo(before[i], within(1e-8));
      }
    }
  }

  @Test
  void guaranteed_folds_dominate_the_curvature_at_every_step() {
    for (int seed = 0; seed < Trials.MANY / 50; seed++) {
      final Folds folds = new Folds(seed);
      for (int step = 0; step < 10; step++) {
        folds.step(Absorption.GUARANTEED);
        assertThat(folds.slack()).as("seed %d step %d", seed, step).isGreaterThanOrEqualTo(-1e-9);
      }
    }
  }

  @Test
  void true_diagonal_folds_keep_the_diagonal_at_every_step_and_are_no_bound() {
    double worst = 0;
    for (int seed = 0; seed < 100; seed++) {
      final Folds folds = new Folds(seed);
      for (int step = 0; step < 10; step++) {
        folds.step(Absorption.TRUE_DIAGONAL);
        for (int i = 0; i < folds.m; i++) {
          final double truth = folds.truth.diagonal(i);
          assertThat(columnSquare(folds.w, folds.m, i) + folds.d[i])
              .as("seed %d step %d", seed, step)
              .isCloseTo(truth, within(1e-12 * truth));
        }
        worst = Math.min(worst, folds.slack());
      }
    }
    assertThat(worst).isLessThan(-0.1);
  }

  /** A memory WᵀW + D that takes examples in blocks, beside the truth. */
  private static final class Folds {
    private final Random random;
    private final int m;
    private final int k;
    private final Curvature truth;
    private final double[] d;
    private double[] w = {};

    Folds(final int seed) {
      random = new Random(seed);
      m = 2 + random.nextInt(14);
      k = 1 + random.nextInt(5);
      d = random.doubles(m).map(u -> seed % 2 * u).toArray();
      truth = new Curvature(m);
      truth.addDiagonal(d);
    }

    /** Adds the rows of some examples, more or fewer than there are columns. */
    void step(final Absorption absorption) {
      double[] y = w;
      for (int example = random.nextInt(5); example >= 0; example--) {
        final double[] rows = Curvature.rowsOfExample(random, 2 + random.nextInt(6), m);
        truth.add(rows);
        y = concat(y, rows);
      }
      final double[] absorbed = new double[m];
      w = LowRankFold.fold(y, y.length / m, m, k, d, absorption, absorbed);
      for (int i = 0; i < m; i++) {
        assertThat(absorbed[i]).isNotNegative();
        d[i] += absorbed[i];
      }
    }

    double slack() {
      return truth.slackOf(w, d);
    }

    private static double[] concat(final double[] a, final double[] b) {
      final double[] both = Arrays.copyOf(a, a.length + b.length);
      System.arraycopy(b, 0, both, a.length, b.length);
      return both;
    }
  }

  private static double columnSquare(final double[] rows, final int m, final int column) {
    double sum = 0;
    for (int at = column; at < rows.length; at += m) {
      sum += rows[at] * rows[at];
    }
    return sum;
  }
}
