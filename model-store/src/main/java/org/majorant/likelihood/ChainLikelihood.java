package org.majorant.likelihood;

import java.util.Arrays;
import org.majorant.clique.Chain;
import org.majorant.clique.ChainPrior;
import org.majorant.clique.ObservedChain;
import org.majorant.clique.Viterbi;
import org.majorant.features.Dimensions;
import org.majorant.features.Example;
import org.majorant.features.SparsePoint;
import org.majorant.features.SparseSequence;

/**
 * The likelihood of the labels of a sequence that were observed, by a chain. Its scores are those
 * of the tokens' labels, T×M, and then those of the transitions, M×M, row: the label before. The
 * marginals of the latter are how often each transition is expected.
 */
public final class ChainLikelihood extends Likelihood {
  private final int m;
  private final Chain chain;
  private final Viterbi viterbi;
  private final ObservedChain numerator;
  private final double[] transitions; // of the last sum over all labellings
  private final double[] observedTransitions; // of the last one over those that agree
  private double[] scores; // of the last sum over all
  private int[] path = {};
  private SparseSequence x;

  /**
   * @param prior of the labellings
   */
  public ChainLikelihood(final Dimensions dimensions, final ChainPrior prior) {
    super(dimensions.vectors(), dimensions.emissions(), dimensions.transitions());
    m = prior.labels();
    chain = new Chain(prior);
    viterbi = new Viterbi(prior);
    numerator = new ObservedChain(prior);
    transitions = new double[m * m];
    observedTransitions = new double[m * m];
  }

  @Override
  public int open(final Example example) {
    x = (SparseSequence) example;
    return take(x.length, x.starts, x.indices, x.values);
  }

  @Override
  public void addLogPrior(final double[] s) {
    x.addLogPrior(s, m);
  }

  @Override
  public double logPartition(final double[] s) {
    scores = s;
    System.arraycopy(s, x.length * m, transitions, 0, m * m);
    return chain.collect(s, x.length, transitions);
  }

  @Override
  public double observed(final double[] s) {
    System.arraycopy(s, x.length * m, observedTransitions, 0, m * m);
    return numerator.collect(s, observedTransitions, x.labels, x.length);
  }

  @Override
  public void marginals(final double[] p) {
    chain.distribute();
    System.arraycopy(chain.marginals(), 0, p, 0, x.length * m);
    Arrays.fill(p, x.length * m, (x.length + m) * m, 0);
    for (int t = 1; t < x.length; t++) {
      add(chain.edgeMarginals(t), p);
    }
  }

  @Override
  public void observedMarginals(final double[] q) {
    numerator.distribute();
    Arrays.fill(q, x.length * m, (x.length + m) * m, 0);
    for (int t = 0; t < x.length; t++) {
      for (int u = 0; u < m; u++) {
        q[t * m + u] = numerator.marginal(t, u);
      }
      if (t > 0) {
        add(numerator.edgeMarginals(t), q);
      }
    }
  }

  /** Each pair's p − q by itself, so that what is certain cancels before it is added up. */
  @Override
  public void residuals(final double[] r) {
    chain.distribute();
    numerator.distribute();
    final int first = x.length * m;
    Arrays.fill(r, first, first + m * m, 0);
    for (int t = 0; t < x.length; t++) {
      for (int u = 0; u < m; u++) {
        r[t * m + u] = chain.marginals()[t * m + u] - numerator.marginal(t, u);
      }
    }
    for (int t = 1; t < x.length; t++) {
      final double[] p = chain.edgeMarginals(t);
      final double[] q = numerator.edgeMarginals(t);
      for (int at = 0; at < m * m; at++) {
        r[first + at] += p[at] - q[at];
      }
    }
  }

  /** Adds the pairs of a token to the transitions. */
  private void add(final double[] pairs, final double[] out) {
    for (int at = 0; at < m * m; at++) {
      out[x.length * m + at] += pairs[at];
    }
  }

  @Override
  public int outcomes() {
    return x.length * m;
  }

  @Override
  public void probabilities(final double[] p) {
    chain.distribute();
    System.arraycopy(chain.marginals(), 0, p, 0, x.length * m);
  }

  @Override
  public void decide(final double[] p, final Decisions out) {
    final int[] best = labels();
    for (int t = 0; t < x.length; t++) {
      if (x.labels[t] != SparsePoint.UNLABELED) {
        out.count(x.labels[t], best[t], p[t * m + best[t]]);
      }
    }
    if (x.isWhole()) {
      out.countWhole(x.labels, best, x.length);
    }
  }

  /** Rules out, by −∞, the scores of all labels that do not agree with those observed. */
  public void clamp(final double[] s) {
    for (int at = 0; at < x.length * m; at++) {
      if (x.labels[at / m] >= 0 && x.labels[at / m] != at % m) {
        s[at] = Double.NEGATIVE_INFINITY;
      }
    }
  }

  /** The best labelling, after {@link #logPartition}; T or longer. */
  public int[] labels() {
    if (path.length < x.length) {
      path = new int[2 * x.length];
    }
    viterbi.best(scores, x.length, transitions, path);
    return path;
  }

  /** All labellings, after {@link #logPartition}. */
  public Chain chain() {
    return chain;
  }

  /** Those that agree, after {@link #observed}. */
  public ObservedChain numerator() {
    return numerator;
  }
}
