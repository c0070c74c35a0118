package org.majorant.solve;

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
import org.junit.jupiter.params.provider.ValueSource;

class LbfgsTest {
  private static final Lbfgs.Listener SILENT = (iteration, evaluations, value, norm) -> {};

  @ParameterizedTest
  @ValueSource(ints = {2, 10, 100})
  void minimise_rosenbrock_findsTheValley(final int d) {
    final double[] start = new double[d];
    Arrays.setAll(start, i -> i % 2 == 0 ? -1.2 : 1);

    final Lbfgs.Result result =
        Lbfgs.minimise(LbfgsTest::rosenbrock, start, StopRule.of(200, 1e-8), SILENT);

    assertThat(result.stop()).isEqualTo(StopRule.Reason.GRADIENT_NORM);
    assertThat(result.iterations()).isLessThan(41);
    final double[] ones = new double[d];
    Arrays.fill(ones, 1);
    assertThat(result.theta()).containsExactly(ones, within(1e-6));
  }

  @ParameterizedTest
  @CsvSource({"1, 0", "30, 1", "60, 2", "300, 3"})
  void minimise_logisticRegression_reachesItsStationaryPoint(final int d, final int seed) {
    final Objective objective = logistic(d, 400, new Random(seed));

    final Lbfgs.Result result =
        Lbfgs.minimise(objective, new double[d], StopRule.of(500, 1e-6), SILENT);

    assertThat(result.stop()).isEqualTo(StopRule.Reason.GRADIENT_NORM);
    final double[] gradient = new double[d];
    assertThat(objective.valueAndGradient(result.theta(), gradient)).isEqualTo(result.value());
    assertThat(Arrays.stream(gradient).map(Math::abs).max().orElseThrow()).isLessThan(1e-4);
    assertThat(result.iterations()).isLessThan(124);
    assertThat(result.evaluations()).isLessThan(2 * result.iterations() + 10);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3, 4})
  void minimise_quadratic_agreesWithTheDual(final int seed) {
    final Random random = new Random(seed);
    final RandomProblem problem = RandomProblem.of(RandomProblem.Kind.BOX, 50, 8, 0, random);
    final double[] matrix = Dense.matrix(problem.f());

    final Lbfgs.Result result =
        Lbfgs.minimise(
            (theta, gradient) -> quadratic(matrix, problem.f().b(), theta, gradient),
            new double[50],
            StopRule.of(1000, 1e-10),
            SILENT);

    final double[] expected =
        DualNewton.solve(problem.f(), new double[50], Regions.everywhere(50)).theta();
    assertThat(result.theta()).as("seed %d", seed).containsExactly(expected, within(1e-7));
  }

  @Test
  void minimise_knownOptimum_stopsAtTheGap() {
    final Objective objective = logistic(40, 300, new Random(5));
    final double optimum =
        Lbfgs.minimise(objective, new double[40], StopRule.of(500, 1e-9), SILENT).value();

    final Lbfgs.Result result =
        Lbfgs.minimise(objective, new double[40], new StopRule(500, 0, optimum, 1e-4), SILENT);

    assertThat(result.stop()).isEqualTo(StopRule.Reason.RELATIVE_GAP);
    assertThat(result.value()).isBetween(optimum, optimum * (1 + 1e-4));
    assertThat(result.iterations()).isBetween(2, 40);
  }

  @Test
  void minimise_everyIteration_isHeardAndLowersTheValue() {
    final List<double[]> heard = new ArrayList<>();

    final Lbfgs.Result result =
        Lbfgs.minimise(
            logistic(40, 300, new Random(6)),
            new double[40],
            StopRule.of(7, 0),
            (iteration, evaluations, value, norm) ->
                heard.add(new double[] {iteration, evaluations, value, norm}));

    assertThat(result.stop()).isEqualTo(StopRule.Reason.ITERATION_LIMIT);
    assertThat(heard).hasSize(8);
    for (int at = 1; at < heard.size(); at++) {
      assertThat(heard.get(at)[0]).isEqualTo(at);
      assertThat(heard.get(at)[1]).isGreaterThan(heard.get(at - 1)[1]);
      assertThat(heard.get(at)[2]).isLessThan(heard.get(at - 1)[2]);
    }
    assertThat(heard.get(7)[1]).isEqualTo(result.evaluations());
    assertThat(heard.get(7)[2]).isEqualTo(result.value());
  }

  @Test
  void minimise_valueOutsideItsDomain_stepsBack() {
    final Objective barrier =
        (theta, gradient) -> {
          gradient[0] = 1 - 1e-3 / theta[0];
          return theta[0] > 0 ? theta[0] - 1e-3 * Math.log(theta[0]) : Double.POSITIVE_INFINITY;
        };

    final Lbfgs.Result result =
        Lbfgs.minimise(barrier, new double[] {0.5}, StopRule.of(100, 1e-9), SILENT);

    assertThat(result.theta()[0]).isCloseTo(1e-3, within(1e-9));
  }

  @Test
  void minimise_wrongGradient_saysThatItCannotProgress() {
    final Objective wrong =
        (theta, gradient) -> {
          gradient[0] = -2 * theta[0];
          return theta[0] * theta[0];
        };

    assertThat(Lbfgs.minimise(wrong, new double[] {1}, StopRule.of(100, 0), SILENT).stop())
        .isEqualTo(StopRule.Reason.NO_PROGRESS);
  }

  @Test
  void minimise_startThatIsNotFinite_isRefused() {
    assertThatThrownBy(
            () ->
                Lbfgs.minimise(
                    (theta, gradient) -> Double.NaN, new double[1], StopRule.of(1, 0), SILENT))
        .isInstanceOf(ArithmeticException.class)
        .hasMessage("the objective is not finite at the start: NaN");
  }

  private static double rosenbrock(final double[] x, final double[] gradient) {
    Arrays.fill(gradient, 0);
    double sum = 0;
    for (int i = 0; i + 1 < x.length; i += 2) {
      final double bend = x[i + 1] - x[i] * x[i];
      sum += 100 * bend * bend + (1 - x[i]) * (1 - x[i]);
      gradient[i] = -400 * bend * x[i] - 2 * (1 - x[i]);
      gradient[i + 1] = 200 * bend;
    }
    return sum;
  }

  private static double quadratic(
      final double[] matrix, final double[] b, final double[] theta, final double[] gradient) {
    double sum = 0;
    for (int i = 0; i < b.length; i++) {
      double row = 0;
      for (int j = 0; j < b.length; j++) {
        row += matrix[i * b.length + j] * theta[j];
      }
      gradient[i] = row - b[i];
      sum += theta[i] * (0.5 * row - b[i]);
    }
    return sum;
  }

  /** Regularised logistic loss of examples with unequal scales. */
  private static Objective logistic(final int d, final int examples, final Random random) {
    final double[][] x = new double[examples][d];
    final double[] y = new double[examples];
    for (int t = 0; t < examples; t++) {
      double score = random.nextGaussian();
      for (int i = 0; i < d; i++) {
        x[t][i] = random.nextGaussian() * Math.pow(10, (i % 3 - 1) / 2.0);
        score += x[t][i] * (i % 2 == 0 ? 0.3 : -0.3);
      }
      y[t] = score > 0 ? 1 : -1;
    }
    return (theta, gradient) -> {
      double sum = 0;
      for (int i = 0; i < d; i++) {
        gradient[i] = theta[i];
        sum += 0.5 * theta[i] * theta[i];
      }
      for (int t = 0; t < examples; t++) {
        double margin = 0;
        for (int i = 0; i < d; i++) {
          margin += y[t] * x[t][i] * theta[i];
        }
        final double p = 1 / (1 + Math.exp(margin));
        sum += Math.max(0, -margin) + Math.log1p(Math.exp(-Math.abs(margin)));
        for (int i = 0; i < d; i++) {
          gradient[i] -= p * y[t] * x[t][i];
        }
      }
      return sum;
    };
  }
}
