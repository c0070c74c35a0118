package org.majorant.learn;

import java.util.function.IntToDoubleFunction;
import org.majorant.features.Example;
import org.majorant.features.SparseMatching;
import org.majorant.matching.MatchingInference;

/**
 * The slope of the loss of a matching along the move is Σ (μ(θ) − M) s over its edges, with s =
 * φ·(θ' − θ), μ the marginals and M the matching that was observed.
 */
final class MatchingProbe extends SlopeProbe {
  private final MatchingInference inference = new MatchingInference(MatchingLearner.MOST_SWEEPS);
  private double[] from = {};
  private double[] to = {};

  @Override
  boolean compare(
      final Example example,
      final IntToDoubleFunction thetaBefore,
      final IntToDoubleFunction thetaAfter) {
    final SparseMatching x = (SparseMatching) example;
    if (from.length < x.length) {
      from = new double[2 * x.length];
      to = new double[2 * x.length];
    }
    x.score(thetaBefore, from);
    x.score(thetaAfter, to);
    inference.open(x.graph);
    try {
      final double slopeBefore = slope(x, from);
      after += slope(x, to);
      before += slopeBefore;
      return true;
    } catch (final ArithmeticException e) {
      return false; // scores that are too large tell nothing
    }
  }

  private double slope(final SparseMatching x, final double[] scores) {
    inference.solve(scores, MatchingLearner.TOLERANCE * x.graph.nodes());
    double slope = 0;
    for (int e = 0; e < x.length; e++) {
      slope += (inference.marginal(e) - (x.chosen[e] ? 1 : 0)) * (to[e] - from[e]);
    }
    return slope;
  }
}
