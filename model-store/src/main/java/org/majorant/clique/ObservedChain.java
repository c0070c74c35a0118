package org.majorant.clique;

/**
 * The numerator of a chain's likelihood: log Z of the labellings that agree with the labels
 * observed, and their marginals q. Where all are observed that is one labelling, and no inference.
 */
public final class ObservedChain {
  private final int m;
  private final ChainPrior prior;
  private final Chain chain;
  private final double[] pairs; // of one token, where all labels are observed
  private int pair; // the only one in them that is not 0
  private double[] clamped = {};
  private int[] labels;
  private int length;
  private boolean whole;
  private double logPartition;

  /**
   * @param prior of the labellings
   */
  public ObservedChain(final ChainPrior prior) {
    this.prior = prior;
    m = prior.labels();
    chain = new Chain(prior);
    pairs = new double[m * m];
  }

  /**
   * The log-partition of the labellings that agree.
   *
   * @param nodes T×M or longer
   * @param transitions M×M, row: the label before
   * @param observed a label a token, negative where not observed; T or longer; read again by the
   *     other methods
   */
  public double collect(
      final double[] nodes, final double[] transitions, final int[] observed, final int length) {
    this.labels = observed;
    this.length = length;
    whole = true;
    for (int t = 0; t < length; t++) {
      whole &= observed[t] >= 0;
    }
    logPartition =
        whole ? score(nodes, transitions) : chain.collect(clamp(nodes), length, transitions);
    return logPartition;
  }

  /** What {@link #collect} gave. */
  public double logPartition() {
    return logPartition;
  }

  /** After {@link #collect}: the marginals. */
  public void distribute() {
    if (!whole) {
      chain.distribute();
    }
  }

  /** q(y_t = u). */
  public double marginal(final int t, final int u) {
    return whole ? labels[t] == u ? 1 : 0 : chain.marginals()[t * m + u];
  }

  /**
   * q(y_{t−1} = v, y_t = u) of a token.
   *
   * @param t from 1
   * @return M×M, row: the label before; its own, overwritten by the next call
   */
  public double[] edgeMarginals(final int t) {
    if (!whole) {
      return chain.edgeMarginals(t);
    }
    pairs[pair] = 0;
    pair = labels[t - 1] * m + labels[t];
    pairs[pair] = 1;
    return pairs;
  }

  private double score(final double[] nodes, final double[] transitions) {
    double score = nodes[labels[0]] + prior.first(labels[0]);
    for (int t = 1; t < length; t++) {
      final int v = labels[t - 1];
      final int u = labels[t];
      score += nodes[t * m + u] + transitions[v * m + u] + prior.transition(v, u);
    }
    return score;
  }

  private double[] clamp(final double[] nodes) {
    if (clamped.length < length * m) {
      clamped = new double[length * m];
    }
    for (int t = 0; t < length; t++) {
      for (int u = 0; u < m; u++) {
        final boolean agrees = labels[t] < 0 || labels[t] == u;
        clamped[t * m + u] = agrees ? nodes[t * m + u] : Double.NEGATIVE_INFINITY;
      }
    }
    return clamped;
  }
}
