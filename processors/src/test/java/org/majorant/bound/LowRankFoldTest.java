package org.majorant.bound;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
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

    final double[] w = LowRankFold.fold(rows, r, m, k, metric, absorbed);

    assertThat(w).hasSize(Math.min(k, Math.min(r, m)) * m);
    for (int i = 0; i < m; i++) {
      assertThat(absorbed[i]).isNotNegative();
      assertThat(columnSquare(w, m, i) + absorbed[i])
          .isCloseTo(columnSquare(rows, m, i), within(1e-10));
    }
  }

  @ParameterizedTest
  @CsvSource({"5, 40, 5", "40, 12, 12", "3, 9, 6"})
  void fold_with_rank_enough_loses_nothing(final int r, final int m, final int k) {
    final Random random = new Random(r * 1000L + m);
    final double[] rows = random.doubles(r * m).map(u -> random.nextGaussian()).toArray();
    final double[] absorbed = new double[m];

    final double[] w = LowRankFold.fold(rows, r, m, k, new double[m], absorbed);

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

  private static double columnSquare(final double[] rows, final int m, final int column) {
    double sum = 0;
    for (int at = column; at < rows.length; at += m) {
      sum += rows[at] * rows[at];
    }
    return sum;
  }
}
