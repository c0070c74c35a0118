package org.majorant.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.majorant.features.SparseMatching;
import org.majorant.learn.RandomMatchings;
import org.majorant.matching.MatchingGraph;
import org.majorant.matching.MatchingInference;

class MatchingEntropyTest {
  private static final int MANY = 1000;

  private final MatchingEntropy entropy = new MatchingEntropy();

  /** log Z_κ is what the marginals score, and their entropy. */
  @Test
  void at_theMarginals_isLogZLessTheirScore() {
    final MatchingInference inference = new MatchingInference(2000);
    int solved = 0;
    for (int seed = 0; seed < MANY; seed++) {
      final SplittableRandom random = new SplittableRandom(seed);
      final SparseMatching x = RandomMatchings.any(random, 2);
      final MatchingGraph graph = x.graph;
      final double[] scores = new double[graph.edges()];
      x.score(random.doubles(RandomMatchings.FEATURES, -2, 2).toArray(), scores);
      inference.open(graph);
      if (inference.solve(scores, 1e-9)) {
        final double[] marginals = new double[graph.edges()];
        Arrays.setAll(marginals, inference::marginal);
        double score = 0;
        for (int e = 0; e < graph.edges(); e++) {
          score += scores[e] * marginals[e];
        }
        entropy.open(graph);
        assertThat(score + entropy.at(marginals))
            .as("seed %d", seed)
            .isCloseTo(inference.upper(), within(1e-7));
        solved++;
      }
    }
    assertThat(solved).isGreaterThan(MANY / 2);
  }

  @Test
  void gradient_isThatOfTheEntropy() {
    for (int seed = 0; seed < 100; seed++) {
      final SplittableRandom random = new SplittableRandom(seed);
      final MatchingGraph graph = RandomMatchings.any(random, 2).graph;
      final double[] marginals = new double[graph.edges()];
      Arrays.setAll(marginals, e -> 0.05 + 0.9 * random.nextDouble());
      final double[] gradient = new double[graph.edges()];
      entropy.open(graph);
      entropy.gradient(marginals, gradient);
      for (int e = 0; e < graph.edges(); e++) {
        final double at = marginals[e];
        marginals[e] = at + 1e-5;
        final double above = entropy.at(marginals);
        marginals[e] = at - 1e-5;
        final double below = entropy.at(marginals);
        marginals[e] = at;
        assertThat((above - below) / 2e-5)
            .as("seed %d, edge %d", seed, e)
            .isCloseTo(gradient[e], within(1e-6));
      }
    }
  }
}
