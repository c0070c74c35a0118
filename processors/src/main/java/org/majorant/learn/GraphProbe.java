package org.majorant.learn;

import java.util.function.IntToDoubleFunction;
import org.majorant.clique.GraphInference;
import org.majorant.features.Example;
import org.majorant.features.SparseGraph;

/**
 * The slope of the loss of a graph along the move is Σ (p(θ) − q(θ)) s over the configurations of
 * its factors, with s = x·(θ' − θ), p the model's marginals and q those of what agrees with the
 * states observed.
 */
final class GraphProbe extends SlopeProbe {
  private final GraphInference all = new GraphInference();
  private final GraphInference agreeing = new GraphInference();
  private double[] from = {};
  private double[] to = {};
  private double[] moves = {};
  private double[] p = {};
  private double[] q = {};

  @Override
  boolean compare(
      final Example example,
      final IntToDoubleFunction thetaBefore,
      final IntToDoubleFunction thetaAfter) {
    final SparseGraph x = (SparseGraph) example;
    if (from.length < x.length) {
      from = new double[2 * x.length];
      to = new double[2 * x.length];
      moves = new double[2 * x.length];
      p = new double[2 * x.length];
      q = new double[2 * x.length];
    }
    x.score(thetaBefore, from);
    x.score(thetaAfter, to);
    for (int w = 0; w < x.length; w++) {
      moves[w] = from[w] > Double.NEGATIVE_INFINITY ? to[w] - from[w] : 0;
    }
    before += slope(x, from);
    after += slope(x, to);
    return true;
  }

  private double slope(final SparseGraph x, final double[] scores) {
    all.collect(x.graph, scores);
    all.marginals(p);
    agreeing.collect(x.graph, scores, x.states);
    agreeing.marginals(q);
    double slope = 0;
    for (int w = 0; w < x.length; w++) {
      slope += (p[w] - q[w]) * moves[w];
    }
    return slope;
  }
}
