package org.majorant.bound;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class QuadraticBoundTest {
  private static final double NONE = Double.NEGATIVE_INFINITY;

  @ParameterizedTest
  @EnumSource
  void bound_at_any_theta_is_never_below_log_partition(final OutcomeOrder order) {
    for (int seed = 0; seed < Trials.MANY; seed++) {
      final Case c = Case.random(seed);
      final double[] theta = c.gaussian(2);
      final double[] delta = c.gaussian(1);
      final double scale = 30 * c.random.nextDouble() / Math.sqrt(dot(delta, delta));
      Arrays.setAll(delta, i -> scale * delta[i]);

      final QuadraticBound bound = QuadraticBound.at(theta, c.features, c.logPrior, order);

      final double exact = c.logPartition(plus(theta, delta));
      assertThat(bound.value(delta))
          .as("seed %d", seed)
          .isGreaterThanOrEqualTo(exact - 1e-12 * (1 + Math.abs(exact)));
    }
  }

  @ParameterizedTest
  @EnumSource
  void bound_where_expanded_is_tight(final OutcomeOrder order) {
    for (int seed = 0; seed < Trials.MANY; seed++) {
      final Case c = Case.random(seed);
      final double[] theta = c.gaussian(2);
      final QuadraticBound bound = QuadraticBound.at(theta, c.features, c.logPrior, order);
      final double exact = c.logPartition(theta);
      assertThat(bound.logPartition())
          .as("seed %d", seed)
          .isCloseTo(exact, within(1e-14 * (1 + Math.abs(exact))));
      assertThat(bound.value(new double[c.d])).isEqualTo(bound.logPartition());
    }
  }

  @ParameterizedTest
  @EnumSource
  void gradient_is_that_of_log_partition_by_finite_differences(final OutcomeOrder order) {
    final double h = 1e-5;
    for (int seed = 0; seed < 500; seed++) {
      final Case c = Case.random(seed);
      final double[] theta = c.gaussian(1);
      final double[] mu = gradient(QuadraticBound.at(theta, c.features, c.logPrior, order), c.d);
      for (int i = 0; i < c.d; i++) {
        final double[] up = theta.clone();
        final double[] down = theta.clone();
        up[i] += h;
        down[i] -= h;
        final double difference = (c.logPartition(up) - c.logPartition(down)) / (2 * h);
        assertThat(mu[i]).as("seed %d", seed).isCloseTo(difference, within(1e-7));
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void products_and_rows_are_those_of_the_printed_algorithm(final OutcomeOrder order) {
    for (int seed = 0; seed < 500; seed++) {
      final Case c = Case.random(seed);
      final double[] theta = c.gaussian(2);
      final double[] v = c.gaussian(3);
      final QuadraticBound bound = QuadraticBound.at(theta, c.features, c.logPrior, order);
      final double[] printed = c.printedCurvature(theta, order);
      final double[] dense = bound.dense();
      final double[] expected = new double[c.d];
      for (int i = 0; i < c.d; i++) {
        for (int j = 0; j < c.d; j++) {
          assertThat(dense[i * c.d + j])
              .as("seed %d", seed)
              .isCloseTo(printed[i * c.d + j], within(1e-12 * (1 + trace(printed, c.d))));
          expected[i] += printed[i * c.d + j] * v[j];
        }
      }
      final double value =
          bound.logPartition() + dot(gradient(bound, c.d), v) + 0.5 * dot(v, expected);
      final double size = 1e-12 * (1 + trace(printed, c.d)) * (1 + dot(v, v));
      assertThat(bound.value(v)).as("seed %d", seed).isCloseTo(value, within(size));
    }
  }

  /** With f(y) = e_y the curvature in feature space is the C of score space. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 9, 45})
  void multiclass_products_diagonal_and_probabilities_are_those_of_the_dense_form(final int n) {
    final Random random = new Random(n);
    final double[] identity = new double[n * n];
    for (int i = 0; i < n; i++) {
      identity[i * n + i] = 1;
    }
    final MulticlassBound multiclass = new MulticlassBound(n);
    for (int trial = 0; trial < 200; trial++) {
      final double[] scores = gaussian(random, n, 10 * random.nextDouble());
      final double[] v = gaussian(random, n, 1);
      multiclass.expand(scores);
      final QuadraticBound general =
          QuadraticBound.at(scores, Features.dense(identity, n), new double[n]);
      final double[] c = general.dense();
      final double[] product = new double[n];
      final double[] diagonal = new double[n];
      final double[] p = new double[n];
      multiclass.times(v, product);
      multiclass.diagonal(diagonal);
      multiclass.probabilities(p);
      for (int i = 0; i < n; i++) {
        double expected = 0;
        for (int j = 0; j < n; j++) {
          expected += c[i * n + j] * v[j];
        }
        assertThat(product[i]).as("trial %d", trial).isCloseTo(expected, within(1e-12));
        assertThat(diagonal[i]).as("trial %d", trial).isCloseTo(c[i * n + i], within(1e-12));
      }
      final double[] mu = gradient(general, n);
      for (int i = 0; i < n; i++) {
        assertThat(p[i]).as("trial %d", trial).isCloseTo(mu[i], within(1e-12));
      }
    }
  }

  /** f(y) = e_y ⊗ φ: μ = p ⊗ φ and Σ = C ⊗ φφᵀ. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 5, 20})
  void general_form_on_multiclass_features_is_the_multiclass_bound(final int n) {
    final Random random = new Random(n);
    final int m = 6;
    for (int trial = 0; trial < 100; trial++) {
      final double[] phi = gaussian(random, m, 1);
      phi[trial % m] = 0;
      final double[] values = new double[n * n * m];
      final double[] scores = new double[n];
      final double[] theta = gaussian(random, n * m, 2);
      final double[] v = gaussian(random, n * m, 1);
      final double[] changes = new double[n];
      for (int y = 0; y < n; y++) {
        System.arraycopy(phi, 0, values, y * n * m + y * m, m);
        for (int j = 0; j < m; j++) {
          scores[y] += theta[y * m + j] * phi[j];
          changes[y] += v[y * m + j] * phi[j];
        }
      }
      final MulticlassBound multiclass = new MulticlassBound(n);
      multiclass.expand(scores);
      final double[] p = new double[n];
      final double[] c = new double[n];
      multiclass.probabilities(p);
      multiclass.times(changes, c);

      final QuadraticBound general =
          QuadraticBound.at(theta, Features.dense(values, n * m), new double[n]);

      final double[] mu = gradient(general, n * m);
      final double[] sigma = general.dense();
      for (int at = 0; at < n * m; at++) {
        final double[] row = Arrays.copyOfRange(sigma, at * n * m, (at + 1) * n * m);
        assertThat(mu[at]).isCloseTo(p[at / m] * phi[at % m], within(1e-12));
        assertThat(dot(row, v)).isCloseTo(c[at / m] * phi[at % m], within(1e-12));
      }
      assertThat(general.logPartition()).isCloseTo(multiclass.logPartition(), within(1e-12));
      assertThat(general.value(v)).isCloseTo(multiclass.value(changes), within(1e-12));
    }
  }

  @Test
  void hessian_trace_is_that_of_second_differences_and_at_most_the_bounds() {
    for (int seed = 0; seed < 200; seed++) {
      final Case c = Case.random(seed);
      final double[] theta = c.gaussian(1);
      final QuadraticBound bound = QuadraticBound.at(theta, c.features, c.logPrior);
      final double step = 1e-3;
      double differences = 0;
      for (int i = 0; i < c.d; i++) {
        final double[] change = new double[c.d];
        change[i] = step;
        final double up = c.logPartition(plus(theta, change));
        change[i] = -step;
        final double down = c.logPartition(plus(theta, change));
        differences += (up - 2 * c.logPartition(theta) + down) / (step * step);
      }
      assertThat(bound.hessianTrace())
          .as("seed %d", seed)
          .isCloseTo(differences, within(1e-4 * (1 + differences)))
          .isLessThanOrEqualTo(trace(bound.dense(), c.d) + 1e-12);
    }
  }

  @Test
  void descending_order_is_tighter_than_random_and_ascending_is_loosest() {
    for (final int n : new int[] {9, 45}) {
      final Random random = new Random(n);
      final double[] traces = new double[3];
      final double[] identity = new double[n * n];
      for (int i = 0; i < n; i++) {
        identity[i * n + i] = 1;
      }
      for (int trial = 0; trial < 500; trial++) {
        final double[] peaked = gaussian(random, n, 5);
        for (final OutcomeOrder order : OutcomeOrder.values()) {
          final double[] sigma =
              QuadraticBound.at(peaked, Features.dense(identity, n), new double[n], order).dense();
          traces[order.ordinal()] += trace(sigma, n) / 500;
        }
      }
      final double descending = traces[OutcomeOrder.DESCENDING.ordinal()];
      final double given = traces[OutcomeOrder.GIVEN.ordinal()];
      final double ascending = traces[OutcomeOrder.ASCENDING.ordinal()];
      assertThat(given).as("n = %d", n).isGreaterThan(1.1 * descending);
      assertThat(ascending).as("n = %d", n).isGreaterThan(1.5 * given);
    }
  }

  @Test
  void outcomes_without_mass_met_first_change_nothing() {
    final Features features = Features.dense(new double[] {7e20, -3, 1, 2, 0, 5}, 1);
    final Features massive = Features.dense(new double[] {1, 0}, 1);
    final double[] theta = {0.4};
    for (final OutcomeOrder order : OutcomeOrder.values()) {
      final QuadraticBound with =
          QuadraticBound.at(theta, features, new double[] {NONE, NONE, 0.3, NONE, 1, NONE}, order);
      final QuadraticBound without =
          QuadraticBound.at(theta, massive, new double[] {0.3, 1}, order);
      assertThat(with.logPartition()).isEqualTo(without.logPartition());
      assertThat(gradient(with, 1)).isEqualTo(gradient(without, 1));
      assertThat(with.dense()).isEqualTo(without.dense());
      assertThat(with.value(new double[] {-4})).isEqualTo(without.value(new double[] {-4}));
    }
  }

  /** The bound's curvature decays like 1/(2|r|), long after the share of the mass is 0. */
  @Test
  void outcome_whose_share_underflows_keeps_its_curvature() {
    final Features features = Features.dense(new double[] {1, 0, 0, 1}, 2);
    final QuadraticBound bound = QuadraticBound.at(new double[] {0, -800}, features, new double[2]);
    assertThat(gradient(bound, 2)).containsExactly(1, 0);
    final double w = 1 / 1600.0;
    assertThat(bound.dense()).containsExactly(new double[] {w, -w, -w, w}, within(1e-18));
  }

  @Test
  void dense_features_are_their_non_zeros() {
    final Features dense = Features.dense(new double[] {0, 2, 0, 0, 0, 0, 1, 0, 4}, 3);
    assertThat(dense.starts()).containsExactly(0, 1, 1, 3);
    assertThat(dense.indices()).containsExactly(1, 0, 2);
    assertThat(dense.values()).containsExactly(2, 1, 4);
  }

  @Test
  void features_that_are_no_finite_matrix_are_refused() {
    final int[] starts = {0, 1, 2};
    final double[] values = {1, Double.POSITIVE_INFINITY};
    assertRefused(
        () -> new Features(starts, new int[] {0, 1}, values, 2),
        "outcome 1 has Infinity at feature 1 of 2");
    assertRefused(
        () -> new Features(starts, new int[] {2, 0}, new double[2], 2),
        "outcome 0 has 0.0 at feature 2 of 2");
    assertRefused(
        () -> new Features(starts, new int[2], new double[1], 2), "2 indices but 1 values");
    assertRefused(
        () -> new Features(new int[] {0, 3, 2}, new int[2], new double[2], 2),
        "outcome 1 ends before it starts");
    assertRefused(
        () -> new Features(new int[] {0}, new int[0], new double[0], 2),
        "row starts must run from 0 to 0, with at least one row");
    assertRefused(() -> Features.dense(new double[3], 2), "3 values are no rows of length 2");
  }

  @Test
  void models_without_mass_or_with_scores_out_of_range_are_refused() {
    final Features features = Features.dense(new double[] {1, 2}, 1);
    final double[] theta = new double[1];
    assertRefused(
        () -> QuadraticBound.at(theta, features, new double[] {NONE, NONE}),
        "none of 2 outcomes has mass");
    assertRefused(
        () -> QuadraticBound.at(new double[] {Double.NaN}, features, new double[2]),
        "score of outcome 0 is not finite: log-prior 0.0 + NaN");
    assertRefused(
        () -> QuadraticBound.at(new double[] {-1e308}, features, new double[] {0, NONE}),
        "score of outcome 1 is not finite: log-prior -Infinity + -Infinity");
    assertRefused(
        () -> QuadraticBound.at(theta, features, new double[] {0, Double.POSITIVE_INFINITY}),
        "score of outcome 1 is not finite: log-prior Infinity + 0.0");
    assertRefused(
        () -> QuadraticBound.at(theta, features, new double[3]),
        "θ of length 1 and 3 priors for 2 outcomes with 1 features");
  }

  private static void assertRefused(final ThrowingCallable call, final String message) {
    assertThatThrownBy(call).isInstanceOf(IllegalArgumentException.class).hasMessage(message);
  }

  /** A random log-linear model; every fourth prior has zeros, and some scores tie. */
  private record Case(Random random, int n, int d, Features features, double[] logPrior) {
    static Case random(final int seed) {
      final Random random = new Random(seed);
      final int n = 1 + random.nextInt(30);
      final int d = 1 + random.nextInt(8);
      final double[] values = QuadraticBoundTest.gaussian(random, n * d, 1);
      for (int at = seed % 3; at < values.length; at += 3) {
        values[at] = 0;
      }
      if (n > 2) {
        System.arraycopy(values, 0, values, d, d);
      }
      final double[] logPrior = QuadraticBoundTest.gaussian(random, n, 3 * random.nextInt(3));
      for (int y = 1; y < n && seed % 4 == 0; y++) {
        logPrior[random.nextInt(n)] = NONE;
      }
      logPrior[random.nextInt(n)] = 0;
      return new Case(random, n, d, Features.dense(values, d), logPrior);
    }

    double[] gaussian(final double scale) {
      return QuadraticBoundTest.gaussian(random, d, scale);
    }

    double score(final int y, final double[] theta) {
      return logPrior[y] + features.dot(y, theta);
    }

    double logPartition(final double[] theta) {
      double max = NONE;
      for (int y = 0; y < n; y++) {
        max = Math.max(max, score(y, theta));
      }
      double sum = 0;
      for (int y = 0; y < n; y++) {
        sum += Math.exp(score(y, theta) - max);
      }
      return max + Math.log(sum);
    }

    /** Algorithm 1 as JC12 prints it, with dense μ and Σ, in this order. */
    double[] printedCurvature(final double[] theta, final OutcomeOrder order) {
      final Integer[] outcomes = new Integer[n];
      Arrays.setAll(outcomes, y -> y);
      final int sign = order.ordinal() == 0 ? -1 : order.ordinal() == 1 ? 0 : 1;
      Arrays.sort(outcomes, (a, b) -> sign * Double.compare(score(a, theta), score(b, theta)));
      final double shift = logPartition(theta);
      final double[] mu = new double[d];
      final double[] sigma = new double[d * d];
      double z = 0;
      for (final int y : outcomes) {
        final double alpha = Math.exp(score(y, theta) - shift);
        if (alpha == 0) {
          continue;
        }
        final double ratio = Math.log(alpha / z);
        final double w = z == 0 ? 0 : ratio == 0 ? 0.25 : Math.tanh(0.5 * ratio) / (2 * ratio);
        final double[] l = new double[d];
        features.add(y, 1, l);
        for (int i = 0; i < d; i++) {
          l[i] -= mu[i];
        }
        for (int i = 0; i < d; i++) {
          for (int j = 0; j < d; j++) {
            sigma[i * d + j] += w * l[i] * l[j];
          }
          mu[i] += alpha / (z + alpha) * l[i];
        }
        z += alpha;
      }
      return sigma;
    }
  }

  private static double[] gradient(final QuadraticBound bound, final int d) {
    final double[] mu = new double[d];
    bound.addGradient(mu);
    return mu;
  }

  private static double trace(final double[] matrix, final int d) {
    double sum = 0;
    for (int i = 0; i < d; i++) {
      sum += matrix[i * d + i];
    }
    return sum;
  }

  private static double[] gaussian(final Random random, final int n, final double scale) {
    return random.doubles(n).map(u -> scale * random.nextGaussian()).toArray();
  }

  private static double[] plus(final double[] a, final double[] b) {
    final double[] sum = a.clone();
    Arrays.setAll(sum, i -> a[i] + b[i]);
    return sum;
  }

  private static double dot(final double[] a, final double[] b) {
    double sum = 0;
    for (int i = 0; i < a.length; i++) {
      sum += a[i] * b[i];
    }
    return sum;
  }
}
