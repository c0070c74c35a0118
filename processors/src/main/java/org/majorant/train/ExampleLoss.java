package org.majorant.train;

import org.majorant.features.Dimensions;
import org.majorant.likelihood.ChainLikelihood;
import org.majorant.likelihood.GraphLikelihood;
import org.majorant.likelihood.Likelihood;
import org.majorant.likelihood.PointLikelihood;
import org.majorant.train.Loss.Curve;

/**
 * The loss of an example, by its {@link Likelihood}. A structure whose log Z a quadratic bounds
 * adds the curvature C of log Z in the scores; without one, solvers that need none are left. The
 * curvature of what was observed is never added: it is linear, or Jensen's inequality bounds it by
 * a linear function.
 */
class ExampleLoss {
  final TrainingSet data;
  private final Likelihood likelihood;

  /** The loss by a likelihood, with the curvature of its structure if that has one. */
  static ExampleLoss of(
      final TrainingSet data, final Dimensions sizes, final Likelihood likelihood) {
    if (likelihood instanceof PointLikelihood) {
      return new PointLoss(data, sizes, likelihood);
    }
    if (likelihood instanceof ChainLikelihood chains) {
      return new SequenceLoss(data, sizes, chains);
    }
    if (likelihood instanceof GraphLikelihood graphs) {
      return new GraphLoss(data, graphs);
    }
    return new ExampleLoss(data, likelihood);
  }

  ExampleLoss(final TrainingSet data, final Likelihood likelihood) {
    this.data = data;
    this.likelihood = likelihood;
  }

  /** The likelihood, which has taken example i. */
  Likelihood open(final int i) {
    likelihood.open(data.examples[i]);
    return likelihood;
  }

  /**
   * How many labellings agree with what was observed of example i: 0 where there are no others, ∞
   * where so many that it is not said, or where a log-prior may have decided what weights did not.
   */
  double agreeing(final int i) {
    return Double.POSITIVE_INFINITY;
  }

  /** Whether there is a curvature. */
  boolean isBounded() {
    return false;
  }

  /** The scores of all examples are others from now on. */
  void move() {}

  /**
   * Takes the curvature of example i.
   *
   * @param s its scores, which have not changed since the last {@link #move}
   * @throws UnsupportedOperationException where there is none
   */
  void expand(final Curve curve, final int i, final double[] s) {
    throw new UnsupportedOperationException("no quadratic bounds this loss");
  }

  /**
   * C g.
   *
   * @param g a change of the scores
   * @param out written, one a score
   */
  void times(final double[] g, final double[] out) {
    throw new IllegalStateException();
  }

  /** gᵀCg of the bound, or less as long as that bounds log Z along g. */
  double along(final double[] g) {
    throw new IllegalStateException();
  }

  /** out ← out + scale · diag(Xᵀ C X) of example i, or what comes near it. */
  void addDiagonal(final int i, final double scale, final double[] out) {
    throw new IllegalStateException();
  }
}
