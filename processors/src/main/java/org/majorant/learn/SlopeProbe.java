package org.majorant.learn;

import java.util.Arrays;
import org.majorant.model.LogPartition;
import org.majorant.model.SparseExample;
import org.majorant.schema.Evidence;

/**
 * Looks, on the first examples after each new base, whether the merge moved too far:
 *
 * <pre>    s = x·(θ' − θ);   before += Σ (p(θ) − y) s;   after += Σ (p(θ') − y) s</pre>
 */
final class SlopeProbe {
  private static final int EXAMPLES_PER_BASE = 64;

  private final int vectors;
  private final double[] from;
  private final double[] to;
  private final double[] p;
  private double[] thetaBefore;
  private double[] thetaAfter;
  private int left;
  private long examples;
  private double before;
  private double after;

  SlopeProbe(final int vectors) {
    this.vectors = vectors;
    from = new double[vectors];
    to = new double[vectors];
    p = new double[vectors];
  }

  /**
   * A new base.
   *
   * @param theta features × vectors weights, feature-major; null where nobody asks
   */
  void move(final double[] theta) {
    thetaBefore = thetaAfter;
    thetaAfter = theta;
    left = thetaBefore == null || thetaAfter == null ? 0 : EXAMPLES_PER_BASE;
  }

  /** One labeled example, clipped; those with a log-prior of their own tell nothing. */
  void look(final SparseExample x) {
    if (left == 0 || x.logPrior != null) {
      return;
    }
    left--;
    score(x, thetaBefore, from);
    score(x, thetaAfter, to);
    before += slope(from, x.label);
    after += slope(to, x.label);
    examples++;
  }

  /** Takes out what was seen. */
  Evidence take() {
    final Evidence evidence = new Evidence(examples, before, after);
    examples = 0;
    before = 0;
    after = 0;
    return evidence;
  }

  private void score(final SparseExample x, final double[] theta, final double[] scores) {
    Arrays.fill(scores, 0);
    for (int j = 0; j < x.size; j++) {
      for (int c = 0; c < vectors; c++) {
        scores[c] += x.values[j] * theta[x.indices[j] * vectors + c];
      }
    }
  }

  private double slope(final double[] at, final int label) {
    if (vectors == 1) {
      return (LogPartition.sigmoid(at[0]) - label) * (to[0] - from[0]);
    }
    LogPartition.probabilities(at, p);
    double slope = 0;
    for (int c = 0; c < vectors; c++) {
      slope += (p[c] - (c == label ? 1 : 0)) * (to[c] - from[c]);
    }
    return slope;
  }
}
