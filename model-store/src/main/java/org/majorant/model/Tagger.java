package org.majorant.model;

import org.majorant.clique.Chain;
import org.majorant.clique.ChainPrior;
import org.majorant.clique.Observation;
import org.majorant.clique.ObservedChain;
import org.majorant.features.Dimensions;
import org.majorant.features.FeatureSpace;
import org.majorant.features.LabelOrder;
import org.majorant.features.SparseSequence;

/**
 * What a model says of sequences: the best labelling (Viterbi), the probabilities of each token's
 * labels, and the log-likelihood of the labels observed, log Z(observed) − log Z.
 *
 * <p>For one thread; reused from sequence to sequence. Arrays returned are its own.
 */
public final class Tagger {
  private final Model model;
  private final int m;
  private final double[] transitions;
  private final Chain chain;
  private final ObservedChain numerator;
  private double[] nodes = {};
  private int[] path = {};

  public Tagger(final Model model) {
    this.model = model;
    final Dimensions dimensions = Dimensions.of(model.spec());
    m = dimensions.labels();
    transitions = new double[m * m];
    System.arraycopy(
        model.weights(), dimensions.emissions() * m, transitions, 0, transitions.length);
    final ChainPrior prior = LabelOrder.prior(model.spec());
    chain = new Chain(prior);
    numerator = new ObservedChain(prior);
  }

  /**
   * Scores a sequence for what the other methods are asked.
   *
   * @param x mapped by the {@link FeatureSpace} of the same spec
   */
  public void score(final SparseSequence x) {
    final int size = x.length * m;
    if (nodes.length < size) {
      nodes = new double[size];
    }
    final double[] weights = model.weights();
    for (int t = 0; t < x.length; t++) {
      for (int c = t * m; c < (t + 1) * m; c++) {
        nodes[c] = 0;
      }
      for (int j = x.starts[t]; j < x.starts[t + 1]; j++) {
        final double value = x.values[j];
        final int row = x.indices[j] * m;
        for (int c = 0; c < m; c++) {
          nodes[t * m + c] += value * weights[row + c];
        }
      }
    }
    x.addLogPrior(nodes, m);
    chain.collect(nodes, x.length, transitions);
  }

  /**
   * Takes the labels observed in the sequence scored last as given: from now on the best labelling
   * is that of those that agree, and probabilities are under this condition.
   */
  public void condition(final SparseSequence x) {
    if (x.observed > 0) {
      Observation.observed(x.labels).clamp(nodes, x.length, m);
      chain.collect(nodes, x.length, transitions);
    }
  }

  /** The best labelling of the sequence scored last, T or longer. */
  public int[] labels() {
    if (path.length < chain.length()) {
      path = new int[2 * chain.length()];
    }
    chain.viterbi(nodes, chain.length(), transitions, path);
    return path;
  }

  /** Log-likelihood of the labels observed in the sequence scored last, nats. */
  public double logLikelihood(final SparseSequence x) {
    return numerator.collect(nodes, transitions, x.labels, x.length) - chain.logPartition();
  }

  /** p(y_t = u) of the sequence scored last, T×M or longer. */
  public double[] probabilities() {
    chain.distribute();
    return chain.marginals();
  }
}
