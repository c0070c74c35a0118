package org.majorant.solve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class DualNewtonTest {
  @ParameterizedTest
  @EnumSource
  void solve_randomProblems_areOptimal(final RandomProblem.Kind kind) {
    for (int seed = 0; seed < 90; seed++) {
      final Random random = new Random(seed);
      final int d = 1 + random.nextInt(seed % 10 == 0 ? 2000 : 60);
      final RandomProblem problem = RandomProblem.of(kind, d, random.nextInt(21), seed % 4, random);

      final Solution solution = solve(problem);

      assertThat(violation(problem, solution)).as("%s, seed %d", kind, seed).isLessThan(1e-8);
      assertThat(solution.residual()).isLessThanOrEqualTo(1e-10);
    }
  }

  @ParameterizedTest
  @EnumSource
  void solve_longRows_areOptimal(final RandomProblem.Kind kind) {
    for (int seed = 0; seed < 20; seed++) {
      final Random random = new Random(seed);
      final RandomProblem like =
          RandomProblem.of(kind, 1 + random.nextInt(100), random.nextInt(21), 1, random);
      final double[] w = Arrays.stream(like.f().w()).map(x -> 100 * x).toArray();
      final Quadratic f = new Quadratic(w, like.f().diagonal(), like.f().b());
      final RandomProblem problem = new RandomProblem(f, like.l1(), like.constraints());

      assertThat(violation(problem, solve(problem))).as("%s, seed %d", kind, seed).isLessThan(1e-8);
    }
  }

  @Test
  void violation_movedSolution_isSeen() {
    final RandomProblem problem =
        RandomProblem.of(RandomProblem.Kind.MIXTURE, 40, 5, 0, new Random(3));
    final Solution solution = solve(problem);
    int seen = 0;
    for (int i = 0; i < 40; i++) {
      final double[] moved = solution.theta().clone();
      moved[i] += 1e-5;
      final Solution wrong = new Solution(moved, solution.nu(), 0, 0);
      seen += violation(problem, wrong) > 1e-8 ? 1 : 0;
    }
    assertThat(seen).isEqualTo(40);
  }

  @ParameterizedTest
  @EnumSource
  void solve_tinyProblems_agreeWithBruteForce(final RandomProblem.Kind kind) {
    for (int seed = 0; seed < 12; seed++) {
      final Random random = new Random(seed);
      final int d = seed == 0 ? 6 : 1 + random.nextInt(4);
      final RandomProblem problem = RandomProblem.of(kind, d, random.nextInt(4), 0, random);

      final double[] expected = BruteForce.minimise(problem);

      assertThat(solve(problem).theta())
          .as("%s, seed %d", kind, seed)
          .containsExactly(expected, within(1e-6));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 7, 20})
  void solve_unconstrained_equalsTheLinearSystem(final int k) {
    final Quadratic f = quadratic(40, k, new Random(k));

    final Solution solution = DualNewton.solve(f, new double[40], Regions.everywhere(40));

    final double[] expected = Dense.solve(Dense.matrix(f), f.b());
    assertThat(solution.theta()).containsExactly(expected, within(1e-10));
  }

  @Test
  void solve_diagonalOnly_isTheClosedForm() {
    final Quadratic f =
        new Quadratic(new double[0], new double[] {2, 2, 2, 2}, new double[] {5, 0.5, -9, 3});
    final double[] lower = {-1, -1, -1, -1};
    final double[] upper = {9, 9, 9, 0.25};

    final Solution solution =
        DualNewton.solve(f, new double[] {1, 1, 1, 1}, Constraints.box(lower, upper));

    assertThat(solution.theta()).containsExactly(2, 0, -1, 0.25);
    assertThat(solution.iterations()).isZero();
  }

  @Test
  void solve_fullCurvature_takesItsCholeskyFactor() {
    final int d = 30;
    final Quadratic half = quadratic(d, 8, new Random(1));
    final double[] a = Dense.matrix(half);
    for (int i = 0; i < d; i++) {
      a[i * d + i] -= half.diagonal()[i];
    }
    final double[] l1 = new double[d];
    Arrays.fill(l1, 0.3);

    final Quadratic full = Quadratic.full(a, half.diagonal(), half.b());

    assertThat(DualNewton.solve(full, l1, Regions.nonNegative(d)).theta())
        .containsExactly(DualNewton.solve(half, l1, Regions.nonNegative(d)).theta(), within(1e-9));
  }

  @Test
  void solve_twentyThousandCoordinates_inFewIterations() {
    final int d = 20_000;
    final Quadratic f = quadratic(d, 20, new Random(7));
    final double[] l1 = new double[d];
    Arrays.fill(l1, 0.2);
    final int[] all = new int[d];
    final double[] ones = new double[d];
    Arrays.setAll(all, i -> i);
    Arrays.fill(ones, 1);
    final Constraints simplex = Regions.nonNegative(d).and(LinearRow.equal("sum", all, ones, 1));

    for (final Constraints in : new Constraints[] {Regions.everywhere(d), simplex}) {
      final RandomProblem problem = new RandomProblem(f, l1, in);
      final Solution solution = solve(problem);
      assertThat(solution.iterations()).isLessThanOrEqualTo(40);
      assertThat(violation(problem, solution)).isLessThan(1e-8);
    }
  }

  @ParameterizedTest
  @EnumSource
  void solve_fromItsOwnSolution_needsNoMoreIterations(final RandomProblem.Kind kind) {
    final RandomProblem problem = RandomProblem.of(kind, 200, 10, 0, new Random(11));
    final Solution cold = solve(problem);

    final Solution warm =
        DualNewton.solve(problem.f(), problem.l1(), problem.constraints(), cold.nu());

    assertThat(warm.iterations()).isLessThanOrEqualTo(1);
    assertThat(warm.theta()).containsExactly(cold.theta(), within(1e-8));
  }

  @ParameterizedTest
  @EnumSource
  void solve_fromFarAway_isAsPrecise(final RandomProblem.Kind kind) {
    final RandomProblem problem = RandomProblem.of(kind, 200, 10, 0, new Random(12));
    final double[] far = new double[10 + problem.constraints().rows().size()];
    Arrays.setAll(far, j -> 1e12 * (j % 3 - 1));

    final Solution solution =
        DualNewton.solve(problem.f(), problem.l1(), problem.constraints(), far);

    assertThat(violation(problem, solution)).isLessThan(1e-8);
  }

  @Test
  void solve_impliedEquality_isLeftOut() {
    final Constraints twice =
        Regions.everywhere(2)
            .and(LinearRow.equal("sum", new int[] {0, 1}, new double[] {1, 1}, 1))
            .and(LinearRow.equal("twice the sum", new int[] {0, 1}, new double[] {2, 2}, 2));

    final Solution solution =
        DualNewton.solve(quadratic(2, 1, new Random(1)), new double[2], twice);

    assertThat(solution.theta()[0] + solution.theta()[1]).isCloseTo(1, within(1e-10));
    assertThat(solution.nu()[2]).isZero();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "3 | 0 | sum: the box keeps it at 2.0 or less, not 3.0",
        "-1 | 0 | sum: the box keeps it at 0.0 or more, not -1.0",
        "1 | 2 | again: the equalities before it make it 1.0, not 2.0",
      })
  void solve_infeasibleEqualities_areNamed(
      final double sum, final double again, final String message) {
    final Constraints in =
        Constraints.box(new double[2], new double[] {1, 1})
            .and(LinearRow.equal("sum", new int[] {0, 1}, new double[] {1, 1}, sum))
            .and(LinearRow.equal("again", new int[] {0, 1}, new double[] {1, 1}, again));

    assertThatThrownBy(() -> DualNewton.solve(quadratic(2, 1, new Random(1)), new double[2], in))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(message);
  }

  @Test
  void solve_inequalityThatTheBoxExcludes_isNamed() {
    final Constraints in =
        Regions.nonNegative(2)
            .and(Regions.atMost("budget", new int[] {0, 1}, new double[] {2, 1}, -1));

    assertThatThrownBy(() -> DualNewton.solve(quadratic(2, 1, new Random(1)), new double[2], in))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("budget: the box keeps it at 0.0 or more, not -1.0");
  }

  @Test
  void solve_constraintsThatExcludeEachOther_unboundTheDual() {
    final int[] both = {0, 1};
    final Constraints apart =
        Regions.everywhere(2)
            .and(Regions.atMost("below", both, new double[] {1, 1}, 0))
            .and(Regions.atMost("above", both, new double[] {-1, -1}, -1));
    final Constraints corner =
        Constraints.box(new double[2], new double[] {1, 1})
            .and(LinearRow.equal("sum", both, new double[] {1, 1}, 2))
            .and(LinearRow.equal("difference", both, new double[] {1, -1}, 0.5));

    for (final Constraints in : new Constraints[] {apart, corner}) {
      assertThatThrownBy(() -> DualNewton.solve(quadratic(2, 1, new Random(1)), new double[2], in))
          .isInstanceOf(ArithmeticException.class)
          .hasMessageStartingWith("the constraints together cannot hold: the dual is unbounded");
    }
  }

  @Test
  void constraints_emptyBox_isRefused() {
    assertThatThrownBy(() -> Constraints.box(new double[] {0, 2}, new double[] {0, 1}))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("no number lies in [2.0, 1.0] at coordinate 1");
  }

  @ParameterizedTest
  @ValueSource(doubles = {Double.NaN, Double.POSITIVE_INFINITY, 0, -1})
  void quadratic_unusableDiagonal_isRefused(final double entry) {
    assertThatThrownBy(() -> new Quadratic(new double[0], new double[] {1, entry}, new double[2]))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("D is " + entry);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1})
  void solve_overflow_isAnErrorAndNotNaN(final int k) {
    final double[] w = new double[k];
    Arrays.fill(w, 1e200);
    final Quadratic f = new Quadratic(w, new double[] {1e-200}, new double[] {1e200});
    assertThatThrownBy(() -> DualNewton.solve(f, new double[1], Regions.everywhere(1)))
        .isInstanceOf(ArithmeticException.class);
  }

  private static Quadratic quadratic(final int d, final int k, final Random random) {
    final double[] diagonal = random.doubles(d).map(u -> 0.1 + u).toArray();
    final double[] b = random.doubles(d).map(u -> random.nextGaussian()).toArray();
    return new Quadratic(
        random.doubles((long) k * d).map(u -> random.nextGaussian()).toArray(), diagonal, b);
  }

  private static Solution solve(final RandomProblem problem) {
    return DualNewton.solve(problem.f(), problem.l1(), problem.constraints());
  }

  private static double violation(final RandomProblem problem, final Solution solution) {
    final double[] multipliers =
        Arrays.copyOfRange(solution.nu(), problem.f().rank(), solution.nu().length);
    return new Kkt(problem.f(), problem.l1(), problem.constraints())
        .violation(solution.theta(), multipliers);
  }
}
