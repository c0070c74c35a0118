package org.majorant.ops.reproduce;

import java.util.List;
import org.majorant.matching.MatchingInference;

/**
 * What else learns matchings, from the best matching alone: the averaged perceptron, and the
 * support vector machine of structures. Both ask the same oracle, the Hungarian method.
 */
final class MatchingRivals {
  private final List<MatchedFrames> data;
  private final int bins;
  private final MatchingInference oracle = new MatchingInference(0); // no marginals are wanted

  /**
   * @param data to learn from, with one number of landmarks
   */
  MatchingRivals(final List<MatchedFrames> data) {
    this.data = data;
    bins = data.get(0).features()[0].length;
    oracle.open(data.get(0).graph());
  }

  /** The share of landmarks that some weights match wrongly. */
  double error(final double[] weights) {
    double wrong = 0;
    for (final MatchedFrames frames : data) {
      wrong += share(frames, best(frames, frames.scores(weights)));
    }
    return wrong / data.size();
  }

  /** Weights of the perceptron, their mean over all steps. */
  double[] perceptron(final int passes) {
    final double[] weights = new double[bins];
    final double[] sum = new double[bins];
    for (int pass = 0; pass < passes; pass++) {
      for (final MatchedFrames frames : data) {
        add(weights, 1, lack(frames, best(frames, frames.scores(weights))));
        add(sum, 1, weights);
      }
    }
    return sum;
  }

  /**
   * Weights of the support vector machine, by block-coordinate Frank-Wolfe (Lacoste-Julien et al.
   * 2013): of w = Σ wₘ each wₘ in turn goes as far as is best towards the example's worst matching.
   *
   * <pre>
   *   min λ/2 ‖w‖² + mean of max over M of [ share wrong in M − wᵀ(φ(Mₘ) − φ(M)) ]
   * </pre>
   */
  double[] maxMargin(final double lambda, final int passes) {
    final double[] weights = new double[bins];
    final double[][] parts = new double[data.size()][bins];
    final double[] losses = new double[data.size()];
    for (int pass = 0; pass < passes; pass++) {
      for (int m = 0; m < data.size(); m++) {
        final MatchedFrames frames = data.get(m);
        final int[] worst = best(frames, augmented(frames, weights));
        final double[] move = lack(frames, worst);
        for (int b = 0; b < bins; b++) {
          move[b] = move[b] / (lambda * data.size()) - parts[m][b];
        }
        final double loss = share(frames, worst) / data.size() - losses[m];
        final double square = lambda * dot(move, move);
        final double step = square > 0 ? (loss - lambda * dot(move, weights)) / square : 0;
        final double taken = Math.max(0, Math.min(1, step));
        add(parts[m], taken, move);
        add(weights, taken, move);
        losses[m] += taken * loss;
      }
    }
    return weights;
  }

  private static double[] augmented(final MatchedFrames frames, final double[] weights) {
    final double[] scores = frames.scores(weights);
    for (int e = 0; e < scores.length; e++) {
      scores[e] += frames.isRight(e) ? 0 : 1.0 / frames.size();
    }
    return scores;
  }

  /** The edge of each landmark in the best matching. */
  private int[] best(final MatchedFrames frames, final double[] scores) {
    oracle.solve(scores, 0);
    final int[] edges = new int[frames.size()];
    for (int i = 0; i < edges.length; i++) {
      edges[i] = oracle.best(i);
    }
    return edges;
  }

  private static double share(final MatchedFrames frames, final int[] edges) {
    double wrong = 0;
    for (final int e : edges) {
      wrong += frames.isRight(e) ? 0 : 1;
    }
    return wrong / edges.length;
  }

  /** φ of the right matching less φ of another. */
  private static double[] lack(final MatchedFrames frames, final int[] edges) {
    final double[] lack = new double[frames.features()[0].length];
    for (int i = 0; i < edges.length; i++) {
      add(lack, 1, frames.features()[i * frames.size() + frames.columns()[i]]);
      add(lack, -1, frames.features()[edges[i]]);
    }
    return lack;
  }

  private static void add(final double[] to, final double factor, final double[] what) {
    for (int b = 0; b < to.length; b++) {
      to[b] += factor * what[b];
    }
  }

  private static double dot(final double[] x, final double[] y) {
    double sum = 0;
    for (int b = 0; b < x.length; b++) {
      sum += x[b] * y[b];
    }
    return sum;
  }
}
