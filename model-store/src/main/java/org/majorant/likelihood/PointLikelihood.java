package org.majorant.likelihood;

import org.majorant.clique.LogPartition;
import org.majorant.features.Dimensions;
import org.majorant.features.Example;
import org.majorant.features.SparsePoint;

/**
 * The likelihood of a point's label, or that it is one of some, with m hidden states a label:
 *
 * <pre>    loss(s) = log Σ_o e^(s_o) − log Σ_{o agrees} e^(s_o)</pre>
 *
 * <p>Of two outcomes with one weight vector the score is the second one's, and the first one's is
 * 0.
 */
public final class PointLikelihood extends Likelihood {
  private final int labels;
  private final int states;
  private final int vectors;
  private final int first; // outcome of the first vector
  private final JensenBound numerator;
  private final int[] starts = new int[2];
  private final double[] outcomes; // a score an outcome
  private double logPartition;
  private SparsePoint x;

  public PointLikelihood(final Dimensions dimensions) {
    super(dimensions.vectors(), 0, 0);
    labels = dimensions.labels();
    states = dimensions.states();
    vectors = dimensions.vectors();
    first = dimensions.outcomes() - vectors;
    numerator = new JensenBound(labels, states);
    outcomes = new double[dimensions.outcomes()];
  }

  @Override
  public int open(final Example example) {
    x = (SparsePoint) example;
    if (x.label == SparsePoint.PARTIAL) {
      numerator.admit(x.admissible);
    } else if (x.label == SparsePoint.UNLABELED) {
      numerator.admitAll();
    } else {
      numerator.admit(x.label);
    }
    starts[1] = x.size;
    return take(1, starts, x.indices, x.values);
  }

  @Override
  public void addLogPrior(final double[] s) {
    if (x.logPrior != null) {
      final double origin = first == 1 ? x.logPrior[0] : 0;
      for (int c = 0; c < vectors; c++) {
        s[c] += x.logPrior[(first + c) / states] - origin;
      }
    }
  }

  @Override
  public double logPartition(final double[] s) {
    spread(s);
    logPartition = first == 1 ? LogPartition.softplus(s[0]) : LogPartition.of(outcomes);
    return logPartition;
  }

  @Override
  public double observed(final double[] s) {
    spread(s);
    return numerator.logMass(outcomes);
  }

  /** Of two outcomes without the difference of two sums, which would lose what is small. */
  @Override
  public double loss(final double[] s) {
    if (first == 0 || numerator.size() != 1) {
      return super.loss(s);
    }
    spread(s);
    return LogPartition.softplus(x.label == 1 ? -s[0] : s[0]);
  }

  @Override
  public void marginals(final double[] p) {
    for (int c = 0; c < vectors; c++) {
      p[c] = probability(first + c);
    }
  }

  @Override
  public void observedMarginals(final double[] q) {
    numerator.expand(outcomes);
    System.arraycopy(numerator.responsibilities(), first, q, 0, vectors);
  }

  @Override
  public int outcomes() {
    return labels;
  }

  @Override
  public void probabilities(final double[] p) {
    if (first == 1) {
      final int likely = outcomes[1] > 0 ? 1 : 0;
      final double odds = Math.exp(-Math.abs(outcomes[1]));
      p[likely] = 1 / (1 + odds);
      p[1 - likely] = odds / (1 + odds);
      return;
    }
    int o = 0;
    for (int y = 0; y < labels; y++) {
      double sum = 0;
      for (int h = 0; h < states; h++) {
        sum += probability(o++);
      }
      p[y] = sum;
    }
  }

  @Override
  public void decide(final double[] p, final Decisions out) {
    final int predicted = largest(p, 0, labels);
    if (x.label == SparsePoint.PARTIAL) {
      out.countPartial(x.admissible, x.admits(predicted));
    } else {
      out.count(x.label, predicted, p[predicted]);
    }
  }

  private double probability(final int outcome) {
    if (first == 1) {
      return LogPartition.sigmoid(outcome == 1 ? outcomes[1] : -outcomes[1]);
    }
    return Math.exp(outcomes[outcome] - logPartition);
  }

  private void spread(final double[] s) {
    System.arraycopy(s, 0, outcomes, first, vectors);
  }
}
