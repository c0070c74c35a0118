package org.majorant.research.reproduce;

import org.majorant.clique.LogPartition;

/** A classifier of two classes of points in the plane. */
@FunctionalInterface
interface Classifier {
  /** log p(1|x, y) − log p(0|x, y). */
  double logOdds(double x, double y);

  /** log p(label|x, y), summed over rows of two columns, nats. */
  default double logLikelihood(final Table points) {
    double sum = 0;
    for (int i = 0; i < points.size(); i++) {
      final double odds = logOdds(points.rows()[i][0], points.rows()[i][1]);
      sum -= LogPartition.softplus(points.labels()[i] == 1 ? -odds : odds);
    }
    return sum;
  }

  /** Share of rows whose label is the likelier one. */
  default double accuracy(final Table points) {
    int right = 0;
    for (int i = 0; i < points.size(); i++) {
      final boolean one = logOdds(points.rows()[i][0], points.rows()[i][1]) > 0;
      right += one == (points.labels()[i] == 1) ? 1 : 0;
    }
    return (double) right / points.size();
  }
}
