package org.majorant.learn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.majorant.clique.LogPartition;

class ImplicitStepTest {
  @ParameterizedTest
  @ValueSource(ints = {1, 3, 20})
  void step_solves_its_fixed_point(final int vectors) {
    final Random random = new Random(vectors);
    final ImplicitStep step = new ImplicitStep(vectors);
    final double[] beta = new double[vectors];
    for (int trial = 0; trial < 20_000; trial++) {
      final double[] s = gaussian(random, vectors, 20 * random.nextDouble());
      final double[] v = random.doubles(vectors).map(u -> Math.pow(10, 6 * u - 4)).toArray();
      final double[] q = target(random, vectors);
      step.solve(s, v, q, beta);
      final double[] after = new double[vectors];
      for (int c = 0; c < vectors; c++) {
        after[c] = s[c] + v[c] * beta[c];
      }
      if (vectors == 1) {
        assertThat(beta[0])
            .as("trial %d", trial)
            .isCloseTo(q[0] - LogPartition.sigmoid(after[0]), within(1e-12));
      } else {
        LogPartition.probabilities(after, after);
        for (int c = 0; c < vectors; c++) {
          assertThat(beta[c])
              .as("trial %d vector %d", trial, c)
              .isCloseTo(q[c] - after[c], within(1e-8));
        }
      }
    }
  }

  /** The search for a step length once had no end where no length lowers what is not a number. */
  @Test
  @Timeout(30)
  void numbersThatAreNotFinite_endTheSolveToo() {
    final double[] beta = new double[3];
    final double[] target = {1, 0, 0};
    for (final double bad : new double[] {Double.NaN, Double.POSITIVE_INFINITY}) {
      new ImplicitStep(3).solve(new double[] {0, bad, 0}, new double[] {1, 1, 1}, target, beta);
      new ImplicitStep(3).solve(new double[] {0, 1, 0}, new double[] {1, bad, 1}, target, beta);
      new ImplicitStep(1).solve(new double[] {bad}, new double[] {1}, new double[] {1}, beta);
    }
  }

  /** One outcome, or a share of each. */
  private static double[] target(final Random random, final int vectors) {
    final double[] q = new double[vectors];
    if (vectors == 1) {
      q[0] = random.nextInt(2);
    } else if (random.nextBoolean()) {
      q[random.nextInt(vectors)] = 1;
    } else {
      LogPartition.probabilities(gaussian(random, vectors, 5), q);
    }
    return q;
  }

  private static double[] gaussian(final Random random, final int n, final double scale) {
    return random.doubles(n).map(u -> scale * random.nextGaussian()).toArray();
  }
}
