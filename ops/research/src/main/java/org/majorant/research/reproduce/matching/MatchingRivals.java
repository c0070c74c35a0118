package org.majorant.research.reproduce.matching;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.majorant.demo.KnownMatching;
import org.majorant.matching.MatchingGraph;
import org.majorant.matching.MatchingInference;

/**
 * What else learns matchings, from the best matching alone: the averaged perceptron, and the
 * support vector machine of structures. Both ask the same oracle, for the best matching.
 */
public final class MatchingRivals {
  private final List<KnownMatching> data;
  private final int width;
  private final MatchingInference oracle = new MatchingInference(0); // no marginals are wanted

  /**
   * @param data to learn from, with the same edges
   */
  public MatchingRivals(final List<KnownMatching> data) {
    this.data = data;
    width = data.get(0).width();
    oracle.open(data.get(0).graph());
  }

  /** The share of nodes that some weights match wrongly. */
  public double error(final double[] weights) {
    double wrong = 0;
    for (final KnownMatching matching : data) {
      wrong += share(matching, best(matching.scores(weights)));
    }
    return wrong / data.size();
  }

  /** Weights of the perceptron, their mean over all steps. */
  public double[] perceptron(final int passes) {
    final double[] weights = new double[width];
    final double[] sum = new double[width];
    for (int pass = 0; pass < passes; pass++) {
      for (final KnownMatching matching : data) {
        add(weights, 1, lack(matching, best(matching.scores(weights))));
        add(sum, 1, weights);
      }
    }
    return Arrays.stream(sum).map(w -> w / passes / data.size()).toArray();
  }

  /**
   * Weights of the support vector machine, by block-coordinate Frank-Wolfe (Lacoste-Julien et al.
   * 2013): of w = Σ wₘ each wₘ in turn goes as far as is best towards the example's worst matching.
   *
   * <pre>
   *   min λ/2 ‖w‖² + mean of max over M of [ share wrong in M − wᵀ(φ(Mₘ) − φ(M)) ]
   * </pre>
   */
  public double[] maxMargin(final double lambda, final int passes) {
    final double[] weights = new double[width];
    final double[][] parts = new double[data.size()][width];
    final double[] losses = new double[data.size()];
    for (int pass = 0; pass < passes; pass++) {
      for (int m = 0; m < data.size(); m++) {
        final KnownMatching matching = data.get(m);
        final int[] worst = best(augmented(matching, weights));
        final double[] move = lack(matching, worst);
        for (int b = 0; b < width; b++) {
          move[b] = move[b] / (lambda * data.size()) - parts[m][b];
        }
        final double loss = share(matching, worst) / data.size() - losses[m];
        final double square = lambda * KnownMatching.dot(move, move);
        final double step =
            square > 0 ? (loss - lambda * KnownMatching.dot(move, weights)) / square : 0;
        final double taken = Math.max(0, Math.min(1, step));
        add(parts[m], taken, move);
        add(weights, taken, move);
        losses[m] += taken * loss;
      }
    }
    return weights;
  }

  private static double[] augmented(final KnownMatching matching, final double[] weights) {
    final double[] scores = matching.scores(weights);
    for (int e = 0; e < scores.length; e++) {
      scores[e] += matching.chosen()[e] ? 0 : 1.0 / matching.pairs();
    }
    return scores;
  }

  /** The edges of the best matching. */
  private int[] best(final double[] scores) {
    oracle.solve(scores, 0);
    final MatchingGraph graph = oracle.graph();
    return IntStream.range(0, graph.nodes())
        .filter(v -> graph.first(oracle.best(v)) == v)
        .map(oracle::best)
        .toArray();
  }

  private static double share(final KnownMatching matching, final int[] edges) {
    double wrong = 0;
    for (final int e : edges) {
      wrong += matching.chosen()[e] ? 0 : 1;
    }
    return wrong / edges.length;
  }

  /** φ of the right matching less φ of another. */
  private static double[] lack(final KnownMatching matching, final int[] edges) {
    final double[] lack = new double[matching.width()];
    int next = 0;
    for (int e = 0; e < matching.chosen().length; e++) {
      if (matching.chosen()[e]) {
        add(lack, 1, matching.features()[e]);
        add(lack, -1, matching.features()[edges[next++]]);
      }
    }
    return lack;
  }

  private static void add(final double[] to, final double factor, final double[] what) {
    for (int b = 0; b < to.length; b++) {
      to[b] += factor * what[b];
    }
  }
}
