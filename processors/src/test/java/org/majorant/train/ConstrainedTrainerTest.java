package org.majorant.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.majorant.matrix.Vectors;
import org.majorant.solve.Constraints;
import org.majorant.solve.LinearRow;
import org.majorant.solve.Regions;
import org.majorant.solve.StopRule;

class ConstrainedTrainerTest {
  private static final StopRule TIGHT = StopRule.of(500, 1e-13);

  @Test
  void without_constraints_it_finds_what_newton_finds() {
    for (int seed = 0; seed < 8; seed++) {
      final Loss loss = RandomData.loss(seed, 60, 2 + seed % 3, 1, true);
      final double[] zero = new double[loss.parameters()];
      final Training free = Trainer.train(loss, zero, 0.5, Solver.NEWTON, TIGHT, i -> {});
      final Training same = train(loss, 0.5, 0, Regions.everywhere(zero.length));
      requireCertified(same, seed);
      assertThat(same.objective())
          .as("seed %d", seed)
          .isCloseTo(free.objective(), within(1e-8 * free.objective()));
    }
  }

  /** θ = 0 where |∇|≤ λ₁, else ∇ = −λ₁ sign θ: checked by the loss alone. */
  @Test
  void l1_solution_satisfies_its_optimality_conditions() {
    for (int seed = 0; seed < 8; seed++) {
      final Loss loss = RandomData.loss(seed, 60, 3, 1, false);
      final Training training = train(loss, 0.1, 4, Regions.everywhere(loss.parameters()));
      requireCertified(training, seed);
      final double[] gradient = gradient(loss, training.theta(), 0.1);
      int zeros = 0;
      for (int i = 0; i < gradient.length; i++) {
        final double theta = training.theta()[i];
        zeros += theta == 0 ? 1 : 0;
        final double fault =
            theta == 0
                ? Math.max(0, Math.abs(gradient[i]) - 4)
                : gradient[i] + 4 * Math.signum(theta);
        assertThat(fault).as("seed %d, coordinate %d", seed, i).isCloseTo(0, within(1e-4));
      }
      assertThat(zeros).isPositive();
    }
  }

  @Test
  void nonnegative_solution_satisfies_its_optimality_conditions() {
    for (int seed = 0; seed < 8; seed++) {
      final Loss loss = RandomData.loss(seed, 60, 2, 1, true);
      final Training training = train(loss, 0.1, 0, Regions.nonNegative(loss.parameters()));
      requireCertified(training, seed);
      final double[] gradient = gradient(loss, training.theta(), 0.1);
      for (int i = 0; i < gradient.length; i++) {
        assertThat(training.theta()[i]).isGreaterThanOrEqualTo(0);
        final double fault = training.theta()[i] > 0 ? gradient[i] : Math.min(0, gradient[i]);
        assertThat(fault).as("seed %d, coordinate %d", seed, i).isCloseTo(0, within(1e-4));
      }
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void linear_row_holds(final boolean equality) {
    for (int seed = 0; seed < 5; seed++) {
      final Loss loss = RandomData.loss(seed, 60, 2, 1, true);
      final int[] at = {0, 2, 5};
      final double[] a = {1, 2, -1};
      final LinearRow row =
          equality ? LinearRow.equal("sum", at, a, 0.3) : Regions.atMost("sum", at, a, -1);
      final Training training = train(loss, 0.1, 0, Regions.everywhere(loss.parameters()).and(row));
      requireCertified(training, seed);
      final double[] theta = training.theta();
      final double sum = theta[0] + 2 * theta[2] - theta[5];
      if (equality) {
        assertThat(sum).isCloseTo(0.3, within(1e-9));
      } else {
        assertThat(sum).isLessThanOrEqualTo(-1 + 1e-9);
      }
    }
  }

  private static Training train(
      final Loss loss, final double l2, final double l1, final Constraints constraints) {
    final double[] start = RandomData.vector(new Random(1), loss.parameters(), 0.5);
    return ConstrainedTrainer.train(loss, start, l2, l1, constraints, TIGHT, i -> {});
  }

  private static double[] gradient(final Loss loss, final double[] theta, final double l2) {
    final double[] gradient = new double[theta.length];
    loss.at(theta, gradient);
    Vectors.add(l2, theta, gradient);
    return gradient;
  }

  private static void requireCertified(final Training training, final int seed) {
    assertThat(training.stop()).isNotEqualTo(StopRule.Reason.ITERATION_LIMIT);
    for (final Iteration i : training.iterations()) {
      if (i.iteration() > 0) {
        assertThat(i.slack())
            .as("seed %d, iteration %s", seed, i)
            .isGreaterThanOrEqualTo(-1e-9 * i.objective());
      }
    }
  }
}
