package org.majorant.likelihood;

import org.majorant.clique.LogPartition;

/**
 * Jensen's inequality on the numerator of a latent conditional likelihood (JC12 section 4): the
 * score of the outcomes S that agree with what was observed, which are all hidden states of the
 * label, or of the labels that it may be. At scores s, and for any change δ of them,
 *
 * <pre>    log Σ_S e^(s+δ) ≥ N + qᵀδ,    N = log Σ_S e^s,    q_o = e^(s_o − N) in S, else 0.</pre>
 *
 * <p>The responsibilities q sum to one; where S is a single outcome the bound is exact. As it is
 * linear, the curvature of a bound on −log p is that of the log-partition alone. Reused from
 * example to example; nothing is allocated after construction.
 */
public final class JensenBound {
  private final int states;
  private final int[] admissible; // outcomes in S, ascending
  private final double[] q;
  private int size;
  private double logMass;

  /**
   * @param labels number of labels
   * @param states hidden states a label; those of a label follow one another
   */
  public JensenBound(final int labels, final int states) {
    this.states = states;
    admissible = new int[labels * states];
    q = new double[labels * states];
  }

  /** S is the states of this label. */
  public void admit(final int label) {
    clear();
    add(label);
  }

  /**
   * S is the states of these labels.
   *
   * @param labels whether each label is one; at least one is
   */
  public void admit(final boolean[] labels) {
    clear();
    for (int label = 0; label < labels.length; label++) {
      if (labels[label]) {
        add(label);
      }
    }
  }

  /** S is all outcomes. */
  void admitAll() {
    clear();
    for (int label = 0; label * states < q.length; label++) {
      add(label);
    }
  }

  private void clear() {
    for (int i = 0; i < size; i++) {
      q[admissible[i]] = 0;
    }
    size = 0;
  }

  private void add(final int label) {
    for (int h = 0; h < states; h++) {
      admissible[size++] = label * states + h;
    }
  }

  /** Number of outcomes in S. */
  public int size() {
    return size;
  }

  /**
   * log Σ_S e^s, nats; the bound stays where it is.
   *
   * @param scores one an outcome
   */
  public double logMass(final double[] scores) {
    double sum = scores[admissible[0]];
    for (int i = 1; i < size; i++) {
      sum = LogPartition.add(scores[admissible[i]], sum);
    }
    return sum;
  }

  /**
   * Expands the bound at these scores.
   *
   * @param scores one an outcome, finite
   * @return N
   */
  public double expand(final double[] scores) {
    logMass = logMass(scores);
    if (size == 1) {
      q[admissible[0]] = 1; // the usual case takes no exponential
      return logMass;
    }
    for (int i = 0; i < size; i++) {
      q[admissible[i]] = Math.exp(scores[admissible[i]] - logMass);
    }
    return logMass;
  }

  /** q, one an outcome; the bound's own array. */
  public double[] responsibilities() {
    return q;
  }

  /**
   * N + qᵀδ.
   *
   * @param delta one an outcome
   */
  public double value(final double[] delta) {
    double value = logMass;
    for (int i = 0; i < size; i++) {
      value += q[admissible[i]] * delta[admissible[i]];
    }
    return value;
  }
}
