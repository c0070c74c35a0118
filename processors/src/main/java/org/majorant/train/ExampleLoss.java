package org.majorant.train;

import org.majorant.likelihood.Likelihood;
import org.majorant.train.Loss.Curve;

/**
 * What the loss of a structure's examples has beside their {@link Likelihood}: the curvature C of
 * an example's log Z in its scores. That of what was observed is never added: it is linear, or
 * Jensen's inequality bounds it by a linear function.
 */
abstract class ExampleLoss {
  final TrainingSet data;
  private final Likelihood likelihood;

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
  abstract double agreeing(int i);

  /** The scores of all examples are others from now on. */
  void move() {}

  /**
   * Takes the curvature of example i.
   *
   * @param s its scores, which have not changed since the last {@link #move}
   */
  abstract void expand(Curve curve, int i, double[] s);

  /**
   * C g.
   *
   * @param g a change of the scores
   * @param out written, one a score
   */
  abstract void times(double[] g, double[] out);

  /** gᵀCg of the bound, or less as long as that bounds log Z along g. */
  abstract double along(double[] g);

  /** out ← out + scale · diag(Xᵀ C X) of example i, or what comes near it. */
  abstract void addDiagonal(int i, double scale, double[] out);
}
