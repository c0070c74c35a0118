package org.majorant.model;

import org.majorant.clique.Chain;
import org.majorant.clique.ChainPrior;
import org.majorant.clique.Observation;
import org.majorant.clique.ObservedChain;
import org.majorant.features.SparseSequence;

/**
 * A member's reading of a sequence (MATHS.md 15): the chain whose node scores are a s + log h and
 * whose transition scores are a τ, of the scores s and τ by the member's prior and its temperature
 * a.
 *
 * <p>For one thread; reused from sequence to sequence, and allocates nothing once its buffers have
 * grown. Arrays returned are its own.
 */
public final class ChainMember {
  private final int m;
  private final double temperature;
  private final Chain chain;
  private final ObservedChain numerator;
  private final double[] transitions;
  private double[] nodes = {};

  /**
   * @param prior of the labellings
   * @param temperature a
   */
  public ChainMember(final ChainPrior prior, final double temperature) {
    m = prior.labels();
    this.temperature = temperature;
    chain = new Chain(prior);
    numerator = new ObservedChain(prior);
    transitions = new double[m * m];
  }

  /**
   * The forward pass.
   *
   * @param scores s without log h, T×M
   * @param ofTransitions τ, M×M, row: the label before
   */
  public void collect(final SparseSequence x, final double[] scores, final double[] ofTransitions) {
    final int size = x.length * m;
    if (nodes.length < size) {
      nodes = new double[2 * size];
    }
    for (int at = 0; at < size; at++) {
      nodes[at] = temperature * scores[at];
    }
    x.addLogPrior(nodes, m);
    for (int at = 0; at < transitions.length; at++) {
      transitions[at] = temperature * ofTransitions[at];
    }
    chain.collect(nodes, x.length, transitions);
  }

  /** The same again, of the labellings that agree with the labels observed. */
  void condition(final SparseSequence x) {
    Observation.observed(x.labels).clamp(nodes, x.length, m);
    chain.collect(nodes, x.length, transitions);
  }

  /** log Z − log Z(observed) of the last forward pass, nats. */
  public double loss(final SparseSequence x) {
    return chain.logPartition() - numerator.collect(nodes, transitions, x.labels, x.length);
  }

  /** The best labelling, into T or more. */
  public void labels(final int[] path) {
    chain.viterbi(nodes, chain.length(), transitions, path);
  }

  /** After the forward pass. */
  public Chain chain() {
    return chain;
  }

  /** After {@link #loss}. */
  public ObservedChain numerator() {
    return numerator;
  }

  /** a s + log h, T×M or longer. */
  public double[] nodes() {
    return nodes;
  }
}
