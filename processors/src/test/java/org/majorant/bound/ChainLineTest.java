package org.majorant.bound;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.majorant.clique.Chain;
import org.majorant.clique.ChainPrior;

class ChainLineTest {
  @Test
  void line_isNeverAboveItsBound_tightToThirdOrder_andTheSafeStepIsSafe() {
    for (long seed = 0; seed < 2000; seed++) {
      final SplittableRandom random = new SplittableRandom(seed);
      final int m = 2 + random.nextInt(4);
      final int length = 1 + random.nextInt(7);
      final double scale = Math.exp(random.nextDouble(-3, 3));
      final double[] nodes = numbers(random, length * m, 3);
      final double[] transitions = numbers(random, m * m, 3);
      final double[] g = numbers(random, length * m, scale);
      final double[] e = numbers(random, m * m, scale);
      final ChainPrior prior = seed % 2 == 0 ? ChainPrior.uniform(m) : Forbidden.some(random, m);
      final Chain chain = new Chain(prior);
      chain.collect(nodes, length, transitions);
      chain.distribute();
      final ChainLine line = new ChainLine(m);
      line.expand(chain, g, e);

      for (int i = 0; i < 20; i++) {
        final double step = random.nextDouble() * Math.exp(random.nextDouble(-6, 3));
        final double exact = moved(prior, length, nodes, transitions, g, e, step);
        final double bound = line.value(step);
        assertThat(bound - exact)
            .as("seed %d, step %s", seed, step)
            .isGreaterThan(-1e-11 * (1 + Math.abs(exact)));
      }
      final double small = 1e-3 / scale;
      final double change = moved(prior, length, nodes, transitions, g, e, small) - line.value(0);
      assertThat(line.value(small) - line.value(0))
          .as("seed %d", seed)
          .isCloseTo(change, within(1e-6));

      // w log Z(η) − (slope + m) η + ½Qη², whose slope at 0 is −m
      final double slope = slope(line);
      final double descent = random.nextDouble() * 5;
      final double quadratic = random.nextDouble() * 3 + 1e-3;
      final double step = line.safeStep(descent, line.variance() + quadratic);
      for (int i = 1; i <= 10; i++) {
        final double at = step * i / 10;
        final double objective =
            moved(prior, length, nodes, transitions, g, e, at)
                - (slope + descent) * at
                + 0.5 * quadratic * at * at;
        assertThat(objective)
            .as("seed %d", seed)
            .isLessThanOrEqualTo(line.value(0) + 1e-6 * (1 + Math.abs(slope) * at));
      }
    }
  }

  /** From the bound itself, by a difference that is exact for what is linear. */
  private static double slope(final ChainLine line) {
    final double h = 1e-7;
    return (line.value(h) - line.value(0)) / h - 0.5 * h * line.variance();
  }

  private static double moved(
      final ChainPrior prior,
      final int length,
      final double[] nodes,
      final double[] transitions,
      final double[] g,
      final double[] e,
      final double step) {
    final double[] movedNodes = nodes.clone();
    for (int i = 0; i < movedNodes.length; i++) {
      movedNodes[i] += step * g[i];
    }
    final double[] movedTransitions = transitions.clone();
    for (int i = 0; i < movedTransitions.length; i++) {
      movedTransitions[i] += step * e[i];
    }
    return new Chain(prior).collect(movedNodes, length, movedTransitions);
  }

  private static double[] numbers(
      final SplittableRandom random, final int size, final double scale) {
    final double[] numbers = new double[size];
    for (int i = 0; i < size; i++) {
      numbers[i] = scale * (2 * random.nextDouble() - 1);
    }
    return numbers;
  }
}
