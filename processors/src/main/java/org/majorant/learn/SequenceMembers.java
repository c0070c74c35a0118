package org.majorant.learn;

import java.util.Arrays;
import org.majorant.clique.ChainPrior;
import org.majorant.features.Dimensions;
import org.majorant.features.SparseSequence;
import org.majorant.likelihood.ChainLikelihood;
import org.majorant.memory.Memory;
import org.majorant.model.Mixture;
import org.majorant.schema.ModelSpec;

/**
 * What the members of a {@link Mixture} make of sequences, and which labelling it predicts: that of
 * the member of the greatest weight. The first member is θ itself; where there is no mixture it is
 * the only one.
 *
 * <p>Allocates nothing for a sequence once its buffers have grown.
 */
final class SequenceMembers {
  private final int m;
  private final MixtureWeights mixture;
  private final double[] priors;
  private final double[] temperatures;
  private final ChainLikelihood[] members; // one prior after the other
  private final double[][] scores; // of each member, the transitions last
  private final double[] losses;
  private final double[] transitions; // τ by one prior
  private double[] ofTokens = {}; // s by one prior

  SequenceMembers(final ModelSpec spec, final ChainPrior prior, final MixtureWeights mixture) {
    m = prior.labels();
    this.mixture = mixture;
    priors = Mixture.of(spec).priors();
    temperatures = mixture.isNone() ? new double[] {1} : Mixture.of(spec).temperatures();
    members = new ChainLikelihood[priors.length * temperatures.length];
    Arrays.setAll(members, k -> new ChainLikelihood(Dimensions.of(spec), prior));
    scores = new double[members.length][0];
    losses = new double[members.length];
    transitions = new double[m * m];
  }

  /** θ itself. */
  ChainLikelihood own() {
    return members[0];
  }

  /** s + log h of θ itself, T×M, and then τ, M×M. */
  double[] scores() {
    return scores[0];
  }

  /**
   * Has each member read a sequence.
   *
   * @param ofRows the scores of θ itself without log h, T×M
   * @return what θ itself loses on it, nats
   */
  double collect(
      final SparseSequence x,
      final double[] ofRows,
      final RowWeights emissions,
      final TransitionWeights ofLabels,
      final Memory.Rows memory) {
    collect(0, x, ofRows, ofLabels.theta);
    if (priors.length > 1 && ofTokens.length < ofRows.length) {
      ofTokens = new double[ofRows.length];
    }
    for (int l = 1; l < priors.length; l++) {
      emissions.score(memory, priors[l], ofTokens, 0);
      ofLabels.score(memory, priors[l], transitions);
      collect(l, x, ofTokens, transitions);
    }
    return losses[0];
  }

  private void collect(
      final int l, final SparseSequence x, final double[] s, final double[] ofTransitions) {
    final int size = x.length * m;
    for (int k = l * temperatures.length; k < (l + 1) * temperatures.length; k++) {
      final int n = members[k].open(x);
      if (scores[k].length < n) {
        scores[k] = new double[2 * n];
      }
      final double temperature = temperatures[k % temperatures.length];
      for (int at = 0; at < size; at++) {
        scores[k][at] = temperature * s[at];
      }
      for (int at = size; at < n; at++) {
        scores[k][at] = temperature * ofTransitions[at - size];
      }
      members[k].addLogPrior(scores[k]);
      losses[k] = members[k].loss(scores[k]);
    }
  }

  /** The labelling predicted, T or longer. */
  int[] labels() {
    return members[mixture.isNone() ? 0 : mixture.heaviest()].labels();
  }

  /** The backward pass of each, before which no probability is known. */
  void distribute() {
    for (final ChainLikelihood member : members) {
      member.chain().distribute();
    }
  }

  /** How probable a token's label is: the mixture's marginal, Σ w_k p_k. */
  double probability(final int token, final int label) {
    final int at = token * m + label;
    double sum = 0;
    for (int k = 0; k < members.length; k++) {
      final double weight = mixture.isNone() ? 1 : mixture.weight(k);
      sum += weight * members[k].chain().marginals()[at];
    }
    return sum;
  }

  /**
   * Scores the sequence, and learns from it which members predict well.
   *
   * @return the mixture's loss, nats, for weight one
   */
  double score(final SparseSequence x) {
    return mixture.isNone() ? losses[0] : mixture.score(losses, x.weight / Math.max(1, x.observed));
  }
}
