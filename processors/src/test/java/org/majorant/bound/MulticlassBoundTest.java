package org.majorant.bound;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.majorant.likelihood.JensenBound;

class MulticlassBoundTest {
  @ParameterizedTest
  @ValueSource(ints = {2, 3, 9, 45})
  void bound_at_any_change_is_never_below_log_partition(final int n) {
    final Random random = new Random(n);
    final MulticlassBound bound = new MulticlassBound(n);
    for (int trial = 0; trial < Trials.MANY; trial++) {
      final double[] scores = scores(random, n);
      final double[] delta = gaussian(random, n, Math.pow(10, 2 * random.nextDouble() - 1));
      bound.expand(scores);
      final double exact = logPartition(plus(scores, delta));
      assertThat(bound.value(delta))
          .as("seed %d trial %d", n, trial)
          .isGreaterThanOrEqualTo(exact - 1e-12 * (1 + Math.abs(exact)));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 9, 45})
  void bound_where_expanded_is_tight_and_gradient_is_right(final int n) {
    final Random random = new Random(100 + n);
    final MulticlassBound bound = new MulticlassBound(n);
    for (int trial = 0; trial < 1000; trial++) {
      final double[] scores = scores(random, n);
      bound.expand(scores);
      final double exact = logPartition(scores);
      assertThat(bound.logPartition()).isCloseTo(exact, within(1e-13 * (1 + Math.abs(exact))));
      assertThat(bound.value(new double[n])).isEqualTo(bound.logPartition());
      final double[] p = new double[n];
      bound.probabilities(p);
      for (int i = 0; i < n; i++) {
        assertThat(p[i]).isCloseTo(Math.exp(scores[i] - exact), within(1e-13));
      }
    }
  }

  @Test
  void bound_less_jensens_is_never_below_the_loss_of_hidden_states() {
    final int n = 6;
    final MulticlassBound bound = new MulticlassBound(n);
    final JensenBound numerator = new JensenBound(3, 2);
    for (int seed = 0; seed < 20_000; seed++) {
      final Random random = new Random(seed);
      numerator.admit(new boolean[] {random.nextBoolean(), true, random.nextBoolean()});
      final double[] scores = gaussian(random, n, 10);
      final double[] delta = gaussian(random, n, 10 * random.nextDouble());
      bound.expand(scores);
      numerator.expand(scores);
      final double[] after = plus(scores, delta);
      assertThat(bound.value(delta) - numerator.value(delta))
          .as("seed %d", seed)
          .isGreaterThanOrEqualTo(logPartition(after) - numerator.logMass(after) - 1e-11);
    }
  }

  @Test
  void curvature_products_and_diagonal_and_value_agree() {
    final Random random = new Random(3);
    final int n = 7;
    final MulticlassBound bound = new MulticlassBound(n);
    for (int trial = 0; trial < 500; trial++) {
      bound.expand(scores(random, n));
      final double[] p = new double[n];
      final double[] diagonal = new double[n];
      bound.probabilities(p);
      bound.diagonal(diagonal);
      final double[] delta = gaussian(random, n, 1);
      final double[] product = new double[n];
      bound.times(delta, product);
      final double quadratic = dot(delta, product);
      assertThat(bound.value(delta))
          .isCloseTo(bound.logPartition() + dot(p, delta) + 0.5 * quadratic, within(1e-12));
      for (int i = 0; i < n; i++) {
        final double[] unit = new double[n];
        unit[i] = 1;
        bound.times(unit, product);
        assertThat(diagonal[i]).isCloseTo(product[i], within(1e-14));
      }
    }
  }

  @Test
  void outcome_without_mass_adds_nothing() {
    final MulticlassBound with = new MulticlassBound(3);
    final MulticlassBound without = new MulticlassBound(2);
    with.expand(new double[] {0.3, Double.NEGATIVE_INFINITY, -1});
    without.expand(new double[] {0.3, -1});
    assertThat(with.logPartition()).isEqualTo(without.logPartition());
    assertThat(with.value(new double[] {1, 5, 2})).isEqualTo(without.value(new double[] {1, 2}));
  }

  @Test
  void curvature_is_that_of_tanh() {
    assertThat(MulticlassBound.curvature(0)).isEqualTo(0.25);
    assertThat(MulticlassBound.curvature(Double.NEGATIVE_INFINITY)).isZero();
    for (double r = 1e-6; r < 800; r *= 1.01) {
      final double w = Math.tanh(0.5 * r) / (2 * r);
      assertThat(MulticlassBound.curvature(-r)).isCloseTo(w, within(1e-14 * w));
    }
  }

  @Test
  void outcomes_are_taken_in_descending_order_which_is_the_tightest() {
    final Random random = new Random(5);
    final int n = 9;
    final MulticlassBound bound = new MulticlassBound(n);
    double descending = 0;
    double ascending = 0;
    for (int trial = 0; trial < 2000; trial++) {
      final double[] scores = gaussian(random, n, 5);
      final double[] diagonal = new double[n];
      bound.expand(scores);
      bound.diagonal(diagonal);
      Arrays.sort(scores);
      ascending += traceInOrder(scores);
      for (int i = 0; i < n / 2; i++) {
        final double swap = scores[i];
        scores[i] = scores[n - 1 - i];
        scores[n - 1 - i] = swap;
      }
      assertThat(Arrays.stream(diagonal).sum()).isCloseTo(traceInOrder(scores), within(1e-12));
      descending += traceInOrder(scores);
    }
    assertThat(descending).isLessThan(0.5 * ascending);
  }

  /** Algorithm 1 as printed, dense, with the outcomes as they come. */
  private static double traceInOrder(final double[] scores) {
    final double[] mean = new double[scores.length];
    mean[0] = 1;
    double sum = scores[0];
    double trace = 0;
    for (int i = 1; i < scores.length; i++) {
      final double r = scores[i] - sum;
      final double w = Math.tanh(r / 2) / (2 * r);
      final double total = Math.max(sum, scores[i]) + Math.log1p(Math.exp(-Math.abs(r)));
      final double rho = Math.exp(scores[i] - total);
      for (int k = 0; k < mean.length; k++) {
        final double l = (k == i ? 1 : 0) - mean[k];
        trace += w * l * l;
        mean[k] += rho * l;
      }
      sum = total;
    }
    return trace;
  }

  private static double[] scores(final Random random, final int n) {
    final double[] scores = gaussian(random, n, 10 * random.nextDouble());
    for (int i = 1; i < n; i++) {
      if (random.nextInt(20) == 0) {
        scores[i] = random.nextBoolean() ? scores[i - 1] : Double.NEGATIVE_INFINITY;
      }
    }
    return scores[0] == Double.NEGATIVE_INFINITY ? scores(random, n) : scores;
  }

  private static double[] gaussian(final Random random, final int n, final double scale) {
    return random.doubles(n).map(u -> scale * random.nextGaussian()).toArray();
  }

  private static double[] plus(final double[] a, final double[] b) {
    final double[] sum = a.clone();
    for (int i = 0; i < b.length; i++) {
      sum[i] += b[i];
    }
    return sum;
  }

  private static double dot(final double[] a, final double[] b) {
    double sum = 0;
    for (int i = 0; i < a.length; i++) {
      sum += a[i] * b[i];
    }
    return sum;
  }

  private static double logPartition(final double[] scores) {
    double max = Double.NEGATIVE_INFINITY;
    for (final double s : scores) {
      max = Math.max(max, s);
    }
    double sum = 0;
    for (final double s : scores) {
      sum += Math.exp(s - max);
    }
    return max + Math.log(sum);
  }
}
