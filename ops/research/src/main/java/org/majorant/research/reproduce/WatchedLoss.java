package org.majorant.research.reproduce;

import org.majorant.train.Loss;

/**
 * A loss that, wherever training takes it, looks at the loss of other data too, and keeps the θ
 * that was best there: early stopping without stopping.
 */
final class WatchedLoss implements Loss {
  private final Loss loss;
  private final Loss watched;
  private final double[] unused;
  private double watchedLoss;
  private double bestLoss = Double.POSITIVE_INFINITY;
  private double[] best;

  WatchedLoss(final Loss loss, final Loss watched) {
    this.loss = loss;
    this.watched = watched;
    unused = new double[watched.parameters()];
  }

  @Override
  public double at(final double[] theta, final double[] gradient) {
    watchedLoss = watched.at(theta, unused);
    if (watchedLoss < bestLoss) {
      bestLoss = watchedLoss;
      best = theta.clone();
    }
    return loss.at(theta, gradient);
  }

  /** The other data's loss at the last θ, nats. */
  double watchedLoss() {
    return watchedLoss;
  }

  /** The least that it ever was. */
  double bestLoss() {
    return bestLoss;
  }

  /** The θ of that. */
  double[] best() {
    return best;
  }

  @Override
  public int parameters() {
    return loss.parameters();
  }

  @Override
  public void addTimes(
      final Curve curve, final double scale, final double[] v, final double[] out) {
    loss.addTimes(curve, scale, v, out);
  }

  @Override
  public void addDiagonal(final Curve curve, final double[] out) {
    loss.addDiagonal(curve, out);
  }

  @Override
  public boolean isConvex() {
    return loss.isConvex();
  }

  @Override
  public Line along(final double[] direction) {
    return loss.along(direction);
  }

  /** Never: that it has no optimum is for the other data to tell. */
  @Override
  public double separated() {
    return 0;
  }

  @Override
  public long passes() {
    return loss.passes();
  }
}
