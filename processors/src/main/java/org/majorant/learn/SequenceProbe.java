package org.majorant.learn;

import java.util.Arrays;
import java.util.function.IntToDoubleFunction;
import org.majorant.clique.Chain;
import org.majorant.clique.ChainPrior;
import org.majorant.clique.ObservedChain;
import org.majorant.features.Example;
import org.majorant.features.SparseSequence;

/**
 * The slope of the loss of a sequence along the move is Σ_t (p_t − q_t)·(s'_t − s_t) + Σ_t (p_edge
 * − q_edge)·(τ' − τ).
 */
final class SequenceProbe extends SlopeProbe {
  private final int m;
  private final int emissions;
  private final Chain chain;
  private final ObservedChain numerator;
  private final double[] transitionsFrom;
  private final double[] transitionsTo;
  private double[] from = {};
  private double[] to = {};
  private double[] scores = {};

  /**
   * @param prior of the labellings
   * @param emissions feature of the first transition
   */
  SequenceProbe(final ChainPrior prior, final int emissions) {
    m = prior.labels();
    this.emissions = emissions;
    chain = new Chain(prior);
    numerator = new ObservedChain(prior);
    transitionsFrom = new double[m * m];
    transitionsTo = new double[m * m];
  }

  @Override
  boolean compare(
      final Example example,
      final IntToDoubleFunction thetaBefore,
      final IntToDoubleFunction thetaAfter) {
    final SparseSequence x = (SparseSequence) example;
    if (from.length < x.length * m) {
      from = new double[2 * x.length * m];
      to = new double[2 * x.length * m];
      scores = new double[2 * x.length * m];
    }
    score(x, thetaBefore, from, transitionsFrom);
    score(x, thetaAfter, to, transitionsTo);
    before += slope(x, from, transitionsFrom);
    after += slope(x, to, transitionsTo);
    return true;
  }

  private void score(
      final SparseSequence x,
      final IntToDoubleFunction theta,
      final double[] nodes,
      final double[] transitions) {
    Arrays.setAll(transitions, at -> theta.applyAsDouble(emissions * m + at));
    Arrays.fill(nodes, 0, x.length * m, 0);
    for (int t = 0; t < x.length; t++) {
      for (int j = x.starts[t]; j < x.starts[t + 1]; j++) {
        for (int c = 0; c < m; c++) {
          nodes[t * m + c] += x.values[j] * theta.applyAsDouble(x.indices[j] * m + c);
        }
      }
    }
  }

  private double slope(final SparseSequence x, final double[] nodes, final double[] transitions) {
    System.arraycopy(nodes, 0, scores, 0, x.length * m);
    x.addLogPrior(scores, m);
    chain.collect(scores, x.length, transitions);
    chain.distribute();
    numerator.collect(scores, transitions, x.labels, x.length);
    numerator.distribute();
    double slope = 0;
    for (int t = 0; t < x.length; t++) {
      for (int u = 0; u < m; u++) {
        final int at = t * m + u;
        slope += (chain.marginals()[at] - numerator.marginal(t, u)) * (to[at] - from[at]);
      }
      if (t > 0) {
        final double[] p = chain.edgeMarginals(t);
        final double[] q = numerator.edgeMarginals(t);
        for (int at = 0; at < m * m; at++) {
          slope += (p[at] - q[at]) * (transitionsTo[at] - transitionsFrom[at]);
        }
      }
    }
    return slope;
  }
}
