package org.majorant.learn;

import java.util.Arrays;
import org.majorant.model.Dimensions;
import org.majorant.model.Example;
import org.majorant.model.LogPartition;
import org.majorant.model.SparseExample;
import org.majorant.schema.ModelSpec;

/** Of a point: Σ (p(θ) − y) s over the classes, with s = x·(θ' − θ). */
final class MulticlassProbe extends SlopeProbe {
  private final int vectors;
  private final double[] from;
  private final double[] to;
  private final double[] p;

  MulticlassProbe(final ModelSpec spec) {
    vectors = Dimensions.of(spec).vectors();
    from = new double[vectors];
    to = new double[vectors];
    p = new double[vectors];
  }

  @Override
  boolean compare(final Example example, final double[] thetaBefore, final double[] thetaAfter) {
    final SparseExample x = (SparseExample) example;
    if (x.logPrior != null) {
      return false;
    }
    score(x, thetaBefore, from);
    score(x, thetaAfter, to);
    before += slope(from, x.label);
    after += slope(to, x.label);
    return true;
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
