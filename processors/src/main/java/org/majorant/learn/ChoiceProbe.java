package org.majorant.learn;

import org.majorant.model.Example;
import org.majorant.model.LogPartition;
import org.majorant.model.SparseChoice;

/** Of a choice: Σ (p(θ) − chosen) s over the alternatives, with s = x·(θ' − θ). */
final class ChoiceProbe extends SlopeProbe {
  @Override
  boolean compare(final Example example, final double[] thetaBefore, final double[] thetaAfter) {
    final SparseChoice x = (SparseChoice) example;
    final double[] from = new double[x.length];
    final double[] to = new double[x.length];
    x.score(thetaBefore, from);
    x.score(thetaAfter, to);
    final double[] moves = new double[x.length];
    for (int a = 0; a < x.length; a++) {
      moves[a] = from[a] > Double.NEGATIVE_INFINITY ? to[a] - from[a] : 0;
    }
    before += slope(from, x.chosen, moves);
    after += slope(to, x.chosen, moves);
    return true;
  }

  private static double slope(final double[] scores, final int chosen, final double[] moves) {
    final double[] p = new double[scores.length];
    LogPartition.probabilities(scores, p);
    double slope = -moves[chosen];
    for (int a = 0; a < p.length; a++) {
      slope += p[a] * moves[a];
    }
    return slope;
  }
}
