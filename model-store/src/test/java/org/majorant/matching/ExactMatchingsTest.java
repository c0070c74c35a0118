package org.majorant.matching;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.junit.jupiter.api.Test;

class ExactMatchingsTest {
  /** Sums over the permutations themselves. */
  @Test
  void logPartition_ofASquare_isTheLogOfThePermanent() {
    final Random random = new Random(1);
    for (int n = 1; n <= 6; n++) {
      final MatchingGraph graph = RandomMatchings.square(n);
      final double[] scores = RandomMatchings.scores(random, graph);
      final double most = 1000;
      final double[] shifted = scores.clone(); // no sum of exponentials overflows
      for (int j = 0; j < n; j++) {
        shifted[j] += most;
      }
      final double exact = new ExactMatchings(graph).logPartition(scores);
      assertThat(exact).isCloseTo(Math.log(permanent(n, scores, 0, 0)), within(1e-9 * n * n));
      assertThat(new ExactMatchings(graph).logPartition(shifted))
          .isCloseTo(exact + most, within(1e-9));
    }
  }

  private static double permanent(
      final int n, final double[] scores, final int row, final int taken) {
    double sum = row == n ? 1 : 0;
    for (int j = 0; row < n && j < n; j++) {
      if ((taken >> j & 1) == 0) {
        sum += Math.exp(scores[row * n + j]) * permanent(n, scores, row + 1, taken | 1 << j);
      }
    }
    return sum;
  }

  @Test
  void marginals_ofRandomGraphs_areTheGradient() {
    for (int seed = 0; seed < 200; seed++) {
      final Random random = new Random(seed);
      final MatchingGraph graph = RandomMatchings.any(random);
      final ExactMatchings exact = new ExactMatchings(graph);
      final double[] scores = random.doubles(graph.edges(), -2, 2).toArray();
      exact.logPartition(scores);
      final double[] marginals = exact.marginals().clone();
      for (int e = 0; e < graph.edges(); e++) {
        scores[e] += 1e-4;
        final double above = exact.logPartition(scores);
        scores[e] -= 2e-4;
        final double below = exact.logPartition(scores);
        scores[e] += 1e-4;
        assertThat(marginals[e])
            .as("seed %d, edge %d", seed, e)
            .isCloseTo((above - below) / 2e-4, within(1e-6));
      }
    }
  }

  @Test
  void draws_areMatchings_andAsOftenAsTheirMarginalsSay() {
    final int draws = 20_000;
    final Random random = new Random(1);
    for (final MatchingGraph graph :
        new MatchingGraph[] {RandomMatchings.square(4), RandomMatchings.complete(5, true)}) {
      final ExactMatchings exact = new ExactMatchings(graph);
      exact.logPartition(random.doubles(graph.edges(), -1, 1).toArray());
      final double[] shares = new double[graph.edges()];
      for (int i = 0; i < draws; i++) {
        final boolean[] chosen = exact.draw(random);
        int met = 0;
        for (int e = 0; e < chosen.length; e++) {
          if (chosen[e]) {
            shares[e] += 1.0 / draws;
            final int pair = 1 << graph.first(e) | 1 << graph.second(e);
            assertThat(met & pair).isZero();
            met |= pair;
          }
        }
        assertThat(met).isEqualTo((1 << graph.nodes()) - 1);
      }
      assertThat(shares).containsExactly(exact.marginals(), within(0.02));
    }
  }

  @Test
  void graph_ofTooManyNodes_isRefused() {
    final MatchingGraph graph = RandomMatchings.square(11);
    assertThatThrownBy(() -> new ExactMatchings(graph))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("22 nodes are too many for exact inference: the most are 20");
  }
}
