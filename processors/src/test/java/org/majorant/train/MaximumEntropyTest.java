package org.majorant.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.majorant.spec.ExpectationsFile;
import org.majorant.spec.ExpectationsFile.Targets;

class MaximumEntropyTest {
  private static final String DIE =
      "outcomes: {one: {points: 1}, two: {points: 2, even: 1}, three: {points: 3},"
          + " four: {points: 4, even: 1}, five: {points: 5}, six: {points: 6, even: 1}}\n";

  /** Jaynes' die: p_k ∝ e^(.37105 k). */
  @Test
  void die_with_mean_four_and_a_half_is_the_known_one() {
    final MaximumEntropy e = of("moments: {points: {equals: 4.5}}");
    assertThat(e.probabilities())
        .containsExactly(
            new double[] {0.05435, 0.07877, 0.11416, 0.16545, 0.23977, 0.34749}, within(5e-6));
    assertThat(e.theta()[0]).isCloseTo(0.37105, within(5e-6));
    assertThat(e.reached()[0]).isCloseTo(4.5, within(1e-8));
    assertThat(e.entropy()).isCloseTo(1.61358, within(5e-6));
    assertThat(e.divergence()).isCloseTo(Math.log(6) - e.entropy(), within(1e-12));
  }

  @Test
  void bound_that_holds_already_is_inactive() {
    final MaximumEntropy e = of("moments: {points: {at-least: 3}, even: {at-least: 0.5}}");
    assertThat(e.theta()).containsExactly(0, 0);
    assertThat(e.probabilities()).containsExactly(filled(6, 1 / 6.0), within(1e-12));
    assertThat(e.divergence()).isCloseTo(0, within(1e-12));
  }

  @Test
  void bound_that_does_not_hold_yet_is_active_as_an_equality() {
    final MaximumEntropy least = of("moments: {points: {at-least: 4.5}}");
    final MaximumEntropy equal = of("moments: {points: {equals: 4.5}}");
    assertThat(least.probabilities()).containsExactly(equal.probabilities(), within(1e-8));
    assertThat(least.theta()[0]).isPositive();
  }

  @Test
  void prior_is_kept_where_the_moments_allow_it() {
    final MaximumEntropy e =
        of("prior: {one: 3, five: 0, six: 0.5}\nmoments: {even: {equals: 0.6}}");
    // minimum relative entropy under one event's probability: h within each side, rescaled
    assertThat(e.probabilities())
        .containsExactly(
            new double[] {0.3, 0.6 / 2.5, 0.1, 0.6 / 2.5, 0, 0.6 * 0.5 / 2.5}, within(1e-8));
    assertThat(e.divergence())
        .isCloseTo(
            0.4 * Math.log(0.4 / (4 / 6.5)) + 0.6 * Math.log(0.6 / (2.5 / 6.5)), within(1e-8));
  }

  @Test
  void any_feasible_moments_are_reached_with_multipliers_of_the_right_sign() {
    for (int seed = 0; seed < 200; seed++) {
      final Random random = new Random(seed);
      final Targets problem = problem(random, 3 + random.nextInt(20), 1 + random.nextInt(4));
      final MaximumEntropy e = MaximumEntropy.of(problem);
      assertThat(Arrays.stream(e.probabilities()).sum()).isCloseTo(1, within(1e-12));
      double dual = 0;
      for (int m = 0; m < e.theta().length; m++) {
        final Targets.Moment moment = problem.moments().get(m);
        final double excess = e.reached()[m] - moment.target();
        final double scale =
            1e-6 * (1 + Arrays.stream(moment.values()).map(Math::abs).max().orElse(0));
        if (moment.equality()) {
          assertThat(excess).as("seed %d", seed).isCloseTo(0, within(scale));
        } else {
          assertThat(excess).as("seed %d", seed).isGreaterThan(-scale);
          assertThat(e.theta()[m]).as("seed %d", seed).isGreaterThanOrEqualTo(0);
          assertThat(e.theta()[m] * excess).as("seed %d", seed).isCloseTo(0, within(1e-5));
        }
        dual += e.theta()[m] * moment.target();
      }
      // strong duality: KL = θᵀc − log Z + log Σh
      double z = 0;
      for (int y = 0; y < e.probabilities().length; y++) {
        double score = 0;
        for (int m = 0; m < e.theta().length; m++) {
          score += e.theta()[m] * problem.moments().get(m).values()[y];
        }
        z += problem.prior()[y] * Math.exp(score);
      }
      dual += Math.log(Arrays.stream(problem.prior()).sum()) - Math.log(z);
      assertThat(e.divergence()).as("seed %d", seed).isCloseTo(dual, within(1e-5));
      for (final Iteration i : e.training().iterations()) {
        if (i.slack() != null) {
          assertThat(i.slack()).as("seed %d", seed).isGreaterThanOrEqualTo(-1e-12);
        }
      }
    }
  }

  @Test
  void moments_that_only_one_outcome_has_are_approached() {
    final MaximumEntropy e = of("moments: {points: {equals: 6}}");
    assertThat(e.probabilities()[5]).isCloseTo(1, within(1e-6));
    assertThat(e.probabilities()).doesNotContain(Double.NaN);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "moments: {points: {equals: 7}}    | points cannot be 7.0: it is 1.0 to 6.0 in the outcomes",
        "moments: {points: {at-least: 6.1}} | points cannot be at least 6.1: it is 1.0 to 6.0",
        "prior: {six: 0}; moments: {points: {equals: 6}} | points cannot be 6.0: it is 1.0 to 5.0",
        "moments: {points: {equals: 6}, even: {equals: 0.5}} | no distribution has all of these moments",
        "moments: {points: {at-least: 5.5}, even: {equals: 0}} | no distribution has all of these moments",
      })
  void infeasible_moments_are_refused_in_one_line(final String yaml, final String message) {
    assertThatThrownBy(() -> of(yaml.replace("; ", "\n")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith(message);
  }

  private static MaximumEntropy of(final String yaml) {
    return MaximumEntropy.of(ExpectationsFile.read(DIE + yaml));
  }

  /** MomentTargets that some distribution has: those of a random one, or less of it. */
  private static Targets problem(final Random random, final int n, final int d) {
    final double[] p = new double[n];
    final double[] prior = new double[n];
    double mass = 0;
    for (int y = 0; y < n; y++) {
      prior[y] = random.nextInt(5) == 0 ? 0 : 0.1 + random.nextDouble();
      p[y] = prior[y] == 0 ? 0 : 0.1 + random.nextDouble();
      mass += p[y];
    }
    if (mass == 0) {
      return problem(random, n, d);
    }
    final List<String> outcomes = new ArrayList<>();
    for (int y = 0; y < n; y++) {
      outcomes.add("o" + y);
    }
    final List<Targets.Moment> moments = new ArrayList<>();
    for (int m = 0; m < d; m++) {
      final double[] values = RandomData.vector(random, n, Math.pow(10, random.nextInt(5) - 2));
      double target = 0;
      for (int y = 0; y < n; y++) {
        target += p[y] / mass * values[y];
      }
      final boolean equality = random.nextBoolean();
      moments.add(
          new Targets.Moment(
              "f" + m, values, equality, equality ? target : target - Math.abs(0.3 * target)));
    }
    return new Targets(outcomes, prior, moments);
  }

  private static double[] filled(final int n, final double value) {
    final double[] filled = new double[n];
    Arrays.fill(filled, value);
    return filled;
  }
}
