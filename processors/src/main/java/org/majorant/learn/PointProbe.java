package org.majorant.learn;

import java.util.Arrays;
import java.util.function.IntToDoubleFunction;
import org.majorant.bound.JensenBound;
import org.majorant.clique.LogPartition;
import org.majorant.features.Dimensions;
import org.majorant.features.Example;
import org.majorant.features.SparsePoint;

/**
 * The slope of the loss of a point along the move is Σ (p(θ) − q(θ)) s over the outcomes, with s =
 * x·(θ' − θ) and q the label, or the responsibilities of what agrees with it.
 */
final class PointProbe extends SlopeProbe {
  private final int vectors;
  private final int first; // of two outcomes the second has the vector
  private final JensenBound numerator;
  private final double[] from;
  private final double[] to;
  private final double[] p;

  PointProbe(final Dimensions dimensions) {
    vectors = dimensions.vectors();
    first = dimensions.outcomes() - vectors;
    numerator = new JensenBound(dimensions.labels(), dimensions.states());
    from = new double[dimensions.outcomes()];
    to = new double[dimensions.outcomes()];
    p = new double[dimensions.outcomes()];
  }

  @Override
  boolean compare(
      final Example example,
      final IntToDoubleFunction thetaBefore,
      final IntToDoubleFunction thetaAfter) {
    final SparsePoint x = (SparsePoint) example;
    if (x.logPrior != null) {
      return false;
    }
    if (x.label == SparsePoint.PARTIAL) {
      numerator.admit(x.admissible);
    } else {
      numerator.admit(x.label);
    }
    score(x, thetaBefore, from);
    score(x, thetaAfter, to);
    before += slope(from);
    after += slope(to);
    return true;
  }

  private void score(final SparsePoint x, final IntToDoubleFunction theta, final double[] scores) {
    Arrays.fill(scores, 0);
    for (int j = 0; j < x.size; j++) {
      for (int c = 0; c < vectors; c++) {
        scores[first + c] += x.values[j] * theta.applyAsDouble(x.indices[j] * vectors + c);
      }
    }
  }

  private double slope(final double[] at) {
    LogPartition.probabilities(at, p);
    numerator.expand(at);
    final double[] q = numerator.responsibilities();
    double slope = 0;
    for (int o = 0; o < p.length; o++) {
      slope += (p[o] - q[o]) * (to[o] - from[o]);
    }
    return slope;
  }
}
