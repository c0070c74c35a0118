package org.majorant.train;

import org.majorant.likelihood.MatchingLikelihood;
import org.majorant.train.Loss.Curve;

/**
 * The loss of matchings (MATHS.md 13). It is convex, and no quadratic bounds it: where κ is 1 its
 * curvature is infinite in places.
 */
final class MatchingLoss extends ExampleLoss {
  /** Nats a node; what is left of it is noise in the loss. */
  private static final double TOLERANCE = 1e-9;

  private static final int MOST_SWEEPS = 5000;

  MatchingLoss(final TrainingSet data) {
    super(data, new MatchingLikelihood(TOLERANCE, MOST_SWEEPS));
  }

  /** Never said: the solvers of matchings do not ask. */
  @Override
  double agreeing(final int i) {
    return Double.POSITIVE_INFINITY;
  }

  @Override
  void expand(final Curve curve, final int i, final double[] s) {
    throw new UnsupportedOperationException("no quadratic bounds the loss of matchings");
  }

  @Override
  void times(final double[] g, final double[] out) {
    throw new IllegalStateException();
  }

  @Override
  double along(final double[] g) {
    throw new IllegalStateException();
  }

  @Override
  void addDiagonal(final int i, final double scale, final double[] out) {
    throw new IllegalStateException();
  }
}
