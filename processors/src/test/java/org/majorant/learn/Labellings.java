package org.majorant.learn;

import java.util.function.Consumer;
import org.majorant.features.SparseSequence;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.Transition;

/** All labellings of a short sequence that its spec allows, by brute force. */
final class Labellings {
  private final SparseSequence x;
  private final ModelSpec spec;
  private final int labels;
  private final int emissions;

  /**
   * @param emissions index of the first transition
   */
  Labellings(final SparseSequence x, final ModelSpec spec, final int emissions) {
    this.x = x;
    this.spec = spec;
    this.labels = spec.getLabels().size();
    this.emissions = emissions;
  }

  /** log Z, of the labellings that agree with the observed labels only or of all. */
  double logPartition(final double[] theta, final boolean observed) {
    final double[] sum = new double[1];
    each(observed, path -> sum[0] += Math.exp(score(theta, path)));
    return Math.log(sum[0]);
  }

  /** p(y_t = u), T×M. */
  double[] marginals(final double[] theta, final boolean observed) {
    final double logPartition = logPartition(theta, observed);
    final double[] p = new double[x.length * labels];
    each(
        observed,
        path -> {
          for (int t = 0; t < x.length; t++) {
            p[t * labels + path[t]] += Math.exp(score(theta, path) - logPartition);
          }
        });
    return p;
  }

  /** p(y_{t−1} = v, y_t = u), T×M×M, t from 1. */
  double[] edges(final double[] theta, final boolean observed) {
    final double logPartition = logPartition(theta, observed);
    final double[] p = new double[x.length * labels * labels];
    each(
        observed,
        path -> {
          for (int t = 1; t < x.length; t++) {
            final int at = (t * labels + path[t - 1]) * labels + path[t];
            p[at] += Math.exp(score(theta, path) - logPartition);
          }
        });
    return p;
  }

  private double score(final double[] theta, final int[] path) {
    double score = 0;
    for (int t = 0; t < x.length; t++) {
      for (int j = x.starts[t]; j < x.starts[t + 1]; j++) {
        score += x.values[j] * theta[x.indices[j] * labels + path[t]];
      }
      score += x.logPrior == null ? 0 : x.logPrior[t * labels + path[t]];
      score += t == 0 ? 0 : theta[(emissions + path[t - 1]) * labels + path[t]];
    }
    return score;
  }

  private boolean isPossible(final int[] path) {
    boolean possible = true;
    for (int t = 0; t < x.length; t++) {
      final String before = t == 0 ? null : spec.getLabels().get(path[t - 1]);
      possible &=
          !spec.getForbidden().contains(new Transition(before, spec.getLabels().get(path[t])));
    }
    return possible;
  }

  private void each(final boolean observed, final Consumer<int[]> visit) {
    final int[] path = new int[x.length];
    final int all = (int) Math.pow(labels, x.length);
    for (int n = 0; n < all; n++) {
      boolean agrees = true;
      for (int t = 0, rest = n; t < x.length; t++, rest /= labels) {
        path[t] = rest % labels;
        agrees &= !observed || x.labels[t] < 0 || x.labels[t] == path[t];
      }
      if (agrees && isPossible(path)) {
        visit.accept(path);
      }
    }
  }
}
