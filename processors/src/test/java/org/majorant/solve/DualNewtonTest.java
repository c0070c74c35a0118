package org.majorant.solve;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class DualNewtonTest {
  @ParameterizedTest
  @EnumSource
  void solve_randomProblems_satisfiesTheOptimalityConditions(final RandomProblem.Kind kind) {
    int worstIt = 0;
    double sum = 0;
    double worst = 0;
    for (int seed = 0; seed < 60; seed++) {
      final Random random = new Random(seed);
      final int d = 1 + random.nextInt(seed % 10 == 0 ? 2000 : 60);
      final int k = random.nextInt(21);
      final double scale = seed % 3;
      final RandomProblem problem = RandomProblem.of(kind, d, k, scale, random);
      final Solution solution;
      try {
        solution = DualNewton.solve(problem.f(), problem.l1(), problem.constraints());
      } catch (RuntimeException e) {
        System.out.println("FAIL " + kind + " seed " + seed + " d " + d + " k " + k + " " + e);
        continue;
      }
      final double[] multipliers =
          java.util.Arrays.copyOfRange(solution.nu(), k, solution.nu().length);
      final double violation =
          new Kkt(problem.f(), problem.l1(), problem.constraints())
              .violation(solution.theta(), multipliers);
      worst = Math.max(worst, violation);
      worstIt = Math.max(worstIt, solution.iterations());
      sum += solution.iterations();
      if (violation > 1e-10)
        System.out.println(
            "  "
                + kind
                + " seed "
                + seed
                + " "
                + violation
                + " it "
                + solution.iterations()
                + " res "
                + solution.residual());
    }
    System.out.println(kind + " worst " + worst + " it max " + worstIt + " mean " + sum / 60);
    assertThat(worst).isLessThanOrEqualTo(1e-8);
  }
}
