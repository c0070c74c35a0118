package org.majorant.bound;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LowRankBoundTest {
  @Test
  void bound_at_every_step_dominates_the_curvature() {
    for (int seed = 0; seed < Trials.MANY / 20; seed++) {
      final Random random = new Random(seed);
      final int d = 1 + random.nextInt(15);
      final double[] prior = random.doubles(d).toArray();
      final LowRankBound bound = new LowRankBound(random.nextInt(6), prior);
      final Curvature truth = new Curvature(d);
      truth.addDiagonal(prior);
      final double[] again = row(random, d);
      for (int step = 0; step < 20; step++) {
        final double[] r = random.nextInt(4) == 0 ? again : row(random, d);
        bound.add(r);
        truth.add(r);
        assertThat(truth.slackOf(bound.rows(), bound.diagonal()))
            .as("seed %d step %d", seed, step)
            .isGreaterThanOrEqualTo(-1e-9);
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"12, 12, 30", "12, 20, 30", "40, 6, 6"})
  void bound_of_rank_enough_is_exact(final int d, final int k, final int steps) {
    final Random random = new Random(d + k);
    final LowRankBound bound = new LowRankBound(k, new double[d]);
    final Curvature truth = new Curvature(d);
    for (int step = 0; step < steps; step++) {
      final double[] r = row(random, d);
      bound.add(r);
      bound.add(r);
      truth.add(r);
      truth.add(r);
    }
    assertThat(bound.rank()).isEqualTo(Math.min(d, steps));
    final Curvature found = new Curvature(d);
    found.add(bound.rows());
    assertThat(truth.slackOf(bound.rows(), bound.diagonal())).isCloseTo(0, within(1e-13));
    for (int i = 0; i < d; i++) {
      final double rounding = 1e-12 * truth.diagonal(i);
      assertThat(bound.diagonal()[i]).isCloseTo(0, within(rounding));
      assertThat(found.diagonal(i)).isCloseTo(truth.diagonal(i), within(rounding));
    }
  }

  /** Few rows, or rows of low rank: with many, JC12's loose absorption hides what is dropped. */
  @ParameterizedTest
  @CsvSource({"20, 2, 1", "20, 2, 3", "50, 5, 2", "50, 10, 6"})
  void algorithm_as_printed_is_no_bound_where_the_corrected_one_is(
      final int d, final int k, final int examples) {
    final int n = 4;
    for (int seed = 0; seed < 50; seed++) {
      final Random random = new Random(seed);
      final PrintedLowRankBound printed = new PrintedLowRankBound(k, new double[d]);
      final LowRankBound corrected = new LowRankBound(k, new double[d]);
      final Curvature truth = new Curvature(d);
      double worstPrinted = 0;
      for (int example = 0; example < examples; example++) {
        final double[] rows = Curvature.rowsOfExample(random, n, d);
        for (int i = 0; i < n - 1; i++) {
          final double[] r = Arrays.copyOfRange(rows, i * d, (i + 1) * d);
          printed.add(r);
          corrected.add(r);
          truth.add(r);
          worstPrinted = Math.min(worstPrinted, truth.slackOf(printed.rows(), printed.diagonal()));
          assertThat(truth.slackOf(corrected.rows(), corrected.diagonal()))
              .as("seed %d", seed)
              .isGreaterThanOrEqualTo(-1e-9);
        }
      }
      assertThat(worstPrinted).as("seed %d", seed).isLessThan(-0.1);
    }
  }

  @Test
  void row_that_is_not_finite_is_refused_and_changes_nothing() {
    final LowRankBound bound = new LowRankBound(1, new double[2]);
    bound.add(new double[] {3, 4});
    final double[] rows = bound.rows();
    assertThatThrownBy(() -> bound.add(new double[] {1, Double.NaN}))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("a row of curvature is not finite");
    assertThatThrownBy(() -> bound.add(new double[] {Double.NEGATIVE_INFINITY, 0}))
        .isInstanceOf(IllegalArgumentException.class);
    assertThat(bound.rows()).isEqualTo(rows);
    assertThat(bound.diagonal()).containsOnly(0);
  }

  /** Dense, sparse, tiny, huge, or zero. */
  private static double[] row(final Random random, final int d) {
    final double scale = Math.pow(10, random.nextInt(7) - 3) * (random.nextInt(10) == 0 ? 0 : 1);
    final boolean sparse = random.nextBoolean();
    final double[] row = new double[d];
    Arrays.setAll(row, i -> sparse && random.nextInt(3) > 0 ? 0 : scale * random.nextGaussian());
    return row;
  }
}
