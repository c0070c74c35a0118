package org.majorant.learn;

import java.util.Arrays;
import org.majorant.clique.ChainPrior;
import org.majorant.features.SparseSequence;
import org.majorant.memory.RowMemory;
import org.majorant.model.ChainMember;
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
  private final ChainMember[] members; // one prior after the other
  private final double[] losses;
  private final double[] transitions; // τ by one prior
  private double[] scores = {}; // s by one prior

  SequenceMembers(final ModelSpec spec, final ChainPrior prior, final MixtureWeights mixture) {
    m = prior.labels();
    this.mixture = mixture;
    priors = Mixture.of(spec).priors();
    final double[] temperatures =
        mixture.isNone() ? new double[] {1} : Mixture.of(spec).temperatures();
    members = new ChainMember[priors.length * temperatures.length];
    Arrays.setAll(members, k -> new ChainMember(prior, temperatures[k % temperatures.length]));
    losses = new double[members.length];
    transitions = new double[m * m];
  }

  /** θ itself. */
  ChainMember own() {
    return members[0];
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
      final RowMemory memory) {
    collect(0, x, ofRows, ofLabels.theta);
    if (priors.length > 1 && scores.length < ofRows.length) {
      scores = new double[ofRows.length];
    }
    for (int l = 1; l < priors.length; l++) {
      emissions.score(memory, priors[l], scores, 0);
      ofLabels.score(memory, priors[l], transitions);
      collect(l, x, scores, transitions);
    }
    return losses[0];
  }

  private void collect(
      final int l, final SparseSequence x, final double[] s, final double[] ofTransitions) {
    final int temperatures = members.length / priors.length;
    for (int k = l * temperatures; k < (l + 1) * temperatures; k++) {
      members[k].collect(x, s, ofTransitions);
      losses[k] = members[k].loss(x);
    }
  }

  /** The labelling predicted, into T or more. */
  void labels(final int[] path) {
    members[mixture.isNone() ? 0 : mixture.heaviest()].labels(path);
  }

  /** The backward pass of each, before which no probability is known. */
  void distribute() {
    for (final ChainMember member : members) {
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
