package org.majorant.model;

import java.util.Arrays;
import java.util.List;
import org.majorant.clique.ChainPrior;
import org.majorant.clique.LogPartition;
import org.majorant.features.Dimensions;
import org.majorant.features.FeatureSpace;
import org.majorant.features.LabelOrder;
import org.majorant.features.SparseSequence;
import org.majorant.schema.Member;

/**
 * What a model says of sequences: the best labelling (Viterbi), the probabilities of each token's
 * labels, and the log-likelihood of the labels observed, log p(observed).
 *
 * <p>Where a {@link Mixture} predicts, probabilities are those of the mixture, Σ w_k p_k. What is
 * given weighs members anew, by w_k p_k(given). The best labelling is that of the member of the
 * greatest weight, since the mixture's own takes more than a pass over the chain.
 *
 * <p>For one thread; reused from sequence to sequence. Arrays returned are its own.
 */
public final class Tagger {
  private static final List<Member> ALONE = List.of(new Member(1.0, 1.0, 1.0, null, 0.0));

  private final Model model;
  private final int m;
  private final List<Member> members;
  private final double emission; // P of its weights
  private final double[][] transitions; // τ by the prior of each member
  private double[] scores = {}; // s by the prior of one
  private final ChainMember[] chains; // a member
  private final double[] logWeights; // likewise, in the sequence scored last
  private final double[] logMass;
  private double[] probabilities = {};
  private int[] path = {};

  public Tagger(final Model model) {
    this.model = model;
    final Dimensions dimensions = Dimensions.of(model.spec());
    m = dimensions.labels();
    members = model.members().isEmpty() ? ALONE : model.members();
    emission = model.prior(0);
    final double transition = model.prior(dimensions.emissions());
    transitions = new double[members.size()][m * m];
    for (int k = 0; k < transitions.length; k++) {
      for (int at = 0; at < m * m; at++) {
        final double l = members.get(k).getPrior();
        transitions[k][at] = weight(dimensions.emissions() * m + at, l, transition);
      }
    }
    final ChainPrior prior = LabelOrder.prior(model.spec());
    chains =
        members.stream()
            .map(member -> new ChainMember(prior, member.getTemperature()))
            .toArray(ChainMember[]::new);
    logWeights = new double[chains.length];
    logMass = new double[chains.length];
  }

  /**
   * Scores a sequence for what the other methods are asked.
   *
   * @param x mapped by the {@link FeatureSpace} of the same spec
   */
  public void score(final SparseSequence x) {
    if (scores.length < x.length * m) {
      scores = new double[2 * x.length * m];
    }
    double scored = Double.NaN; // by which prior
    for (int k = 0; k < chains.length; k++) {
      final Member member = members.get(k);
      if (member.getPrior() != scored) {
        scored = member.getPrior();
        score(x, scored);
      }
      chains[k].collect(x, scores, transitions[k]);
      logWeights[k] = Math.log(member.getWeight());
    }
  }

  /** s by one prior. */
  private void score(final SparseSequence x, final double l) {
    Arrays.fill(scores, 0, x.length * m, 0);
    for (int t = 0; t < x.length; t++) {
      for (int j = x.starts[t]; j < x.starts[t + 1]; j++) {
        final double value = x.values[j];
        final int row = x.indices[j] * m;
        for (int c = 0; c < m; c++) {
          scores[t * m + c] += value * weight(row + c, l, emission);
        }
      }
    }
  }

  private double weight(final int at, final double l, final double prior) {
    return l == 1 ? model.weights()[at] : model.weight(at, l, prior);
  }

  /**
   * Takes the labels observed in the sequence scored last as given: from now on the best labelling
   * is that of those that agree, and probabilities are under this condition.
   */
  public void condition(final SparseSequence x) {
    if (x.observed > 0) {
      addLikelihoods(x, logWeights);
      final double given = LogPartition.of(logWeights);
      for (int k = 0; k < chains.length; k++) {
        logWeights[k] -= given;
        chains[k].condition(x);
      }
    }
  }

  private void addLikelihoods(final SparseSequence x, final double[] logs) {
    for (int k = 0; k < chains.length; k++) {
      logs[k] -= chains[k].loss(x);
    }
  }

  /** The best labelling of the sequence scored last, T or longer. */
  public int[] labels() {
    final int length = chains[0].chain().length();
    if (path.length < length) {
      path = new int[2 * length];
    }
    int heaviest = 0;
    for (int k = 1; k < chains.length; k++) {
      heaviest = logWeights[k] > logWeights[heaviest] ? k : heaviest;
    }
    chains[heaviest].labels(path);
    return path;
  }

  /** Log-likelihood of the labels observed in the sequence scored last, nats. */
  public double logLikelihood(final SparseSequence x) {
    System.arraycopy(logWeights, 0, logMass, 0, logMass.length);
    addLikelihoods(x, logMass);
    return LogPartition.of(logMass);
  }

  /** p(y_t = u) of the sequence scored last, T×M or longer. */
  public double[] probabilities() {
    final int size = chains[0].chain().length() * m;
    if (probabilities.length < size) {
      probabilities = new double[2 * size];
    }
    Arrays.fill(probabilities, 0, size, 0);
    for (int k = 0; k < chains.length; k++) {
      final double weight = Math.exp(logWeights[k]);
      chains[k].chain().distribute();
      final double[] marginals = chains[k].chain().marginals();
      for (int at = 0; at < size; at++) {
        probabilities[at] += weight * marginals[at];
      }
    }
    return probabilities;
  }
}
