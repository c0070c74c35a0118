package org.majorant.likelihood;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.junit.jupiter.api.Test;

class JensenBoundTest {
  @Test
  void bound_isValidEverywhereAndTightWhereExpanded() {
    for (int seed = 0; seed < 20_000; seed++) {
      final Random random = new Random(seed);
      final int labels = 2 + random.nextInt(4);
      final int states = 1 + random.nextInt(4);
      final int n = labels * states;
      final boolean[] admissible = admissible(random, labels);
      final JensenBound numerator = new JensenBound(labels, states);
      numerator.admit(random.nextInt(labels)); // is forgotten
      numerator.expand(new double[n]);
      numerator.admit(admissible);
      final double[] s = vector(random, n, 10);
      final double[] delta = vector(random, n, 10 * random.nextDouble());
      final double[] after = new double[n];
      for (int o = 0; o < n; o++) {
        after[o] = s[o] + delta[o];
      }
      final double mass = numerator.expand(s);
      assertThat(mass).as("seed %d", seed).isCloseTo(logMass(s, admissible, states), within(1e-12));
      assertThat(numerator.value(new double[n])).isEqualTo(mass);
      final double exact = logMass(after, admissible, states);
      assertThat(numerator.logMass(after)).as("seed %d", seed).isCloseTo(exact, within(1e-12));
      assertThat(numerator.value(delta)).as("seed %d", seed).isLessThanOrEqualTo(exact + 1e-11);
    }
  }

  @Test
  void responsibilities_areTheGradient() {
    final double h = 1e-5;
    for (int seed = 0; seed < 500; seed++) {
      final Random random = new Random(seed);
      final boolean[] admissible = admissible(random, 3);
      final JensenBound numerator = new JensenBound(3, 2);
      numerator.admit(admissible);
      final double[] s = vector(random, 6, 3);
      numerator.expand(s);
      for (int o = 0; o < 6; o++) {
        final double[] up = s.clone();
        final double[] down = s.clone();
        up[o] += h;
        down[o] -= h;
        final double slope = (logMass(up, admissible, 2) - logMass(down, admissible, 2)) / (2 * h);
        assertThat(numerator.responsibilities()[o])
            .as("seed %d, outcome %d", seed, o)
            .isCloseTo(slope, within(1e-8));
      }
    }
  }

  @Test
  void oneOutcome_isExact() {
    final JensenBound numerator = new JensenBound(3, 1);
    numerator.admit(1);
    assertThat(numerator.expand(new double[] {5, -700, 3})).isEqualTo(-700);
    assertThat(numerator.responsibilities()).containsExactly(0, 1, 0);
    assertThat(numerator.value(new double[] {9, 4, 9})).isEqualTo(-696);
  }

  private static double logMass(final double[] s, final boolean[] admissible, final int states) {
    double max = Double.NEGATIVE_INFINITY;
    for (int o = 0; o < s.length; o++) {
      max = admissible[o / states] ? Math.max(max, s[o]) : max;
    }
    double sum = 0;
    for (int o = 0; o < s.length; o++) {
      sum += admissible[o / states] ? Math.exp(s[o] - max) : 0;
    }
    return max + Math.log(sum);
  }

  private static boolean[] admissible(final Random random, final int labels) {
    final boolean[] admissible = new boolean[labels];
    for (int y = 0; y < labels; y++) {
      admissible[y] = random.nextBoolean();
    }
    admissible[random.nextInt(labels)] = true;
    return admissible;
  }

  private static double[] vector(final Random random, final int n, final double scale) {
    return random.doubles(n).map(u -> scale * random.nextGaussian()).toArray();
  }
}
