package org.majorant.train;

import org.majorant.bound.MulticlassBound;
import org.majorant.clique.LogPartition;
import org.majorant.features.Dimensions;
import org.majorant.features.SparsePoint;
import org.majorant.likelihood.Likelihood;
import org.majorant.matrix.Vectors;
import org.majorant.train.Loss.Curve;

/**
 * The loss of points, multinomial logistic regression with hidden states (JC12 section 4): C is
 * that of Algorithm 1, or diag(p) − ppᵀ. Where two outcomes have one vector, it is one number.
 */
final class PointLoss extends ExampleLoss {
  private final int states;
  private final int vectors;
  private final MulticlassBound bound; // null where two outcomes have one vector
  private final double[] p; // of the Hessian
  private final double[] u;
  private double only; // C where it is one number
  private Curve curve;

  PointLoss(final TrainingSet data, final Dimensions sizes, final Likelihood likelihood) {
    super(data, likelihood);
    states = sizes.states();
    vectors = sizes.vectors();
    bound = vectors == 1 ? null : new MulticlassBound(vectors);
    p = new double[vectors];
    u = new double[vectors];
  }

  @Override
  boolean isBounded() {
    return true;
  }

  @Override
  double agreeing(final int i) {
    final SparsePoint x = (SparsePoint) data.examples[i];
    int labels = x.isWhole() ? 1 : 0;
    for (final boolean may : x.admissible) {
      labels += may ? 1 : 0;
    }
    return x.logPrior == null ? labels * states : Double.POSITIVE_INFINITY;
  }

  @Override
  void expand(final Curve curve, final int i, final double[] s) {
    this.curve = curve;
    if (bound == null) {
      only =
          curve == Curve.BOUND
              ? MulticlassBound.curvature(s[0])
              : LogPartition.sigmoid(s[0]) * LogPartition.sigmoid(-s[0]);
      return;
    }
    bound.expand(s);
    if (curve == Curve.HESSIAN) {
      bound.probabilities(p);
    }
  }

  @Override
  void times(final double[] g, final double[] out) {
    if (bound == null) {
      out[0] = only * g[0];
    } else if (curve == Curve.BOUND) {
      bound.times(g, out);
    } else {
      final double mean = Vectors.dot(p, g);
      for (int y = 0; y < vectors; y++) {
        out[y] = p[y] * (g[y] - mean);
      }
    }
  }

  @Override
  double along(final double[] g) {
    times(g, u);
    return Vectors.dot(u, g);
  }

  @Override
  void addDiagonal(final int i, final double scale, final double[] out) {
    if (bound == null) {
      u[0] = only;
    } else if (curve == Curve.BOUND) {
      bound.diagonal(u);
    } else {
      for (int y = 0; y < vectors; y++) {
        u[y] = p[y] * (1 - p[y]);
      }
    }
    data.addSquares(i, scale, u, vectors, out);
  }
}
