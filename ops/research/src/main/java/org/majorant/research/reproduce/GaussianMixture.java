package org.majorant.research.reproduce;

import java.util.Random;
import org.majorant.clique.LogPartition;

/**
 * A mixture of Gaussians in the plane, fitted to points by expectation and maximisation: the
 * generative model of one class, which knows nothing of the other.
 */
final class GaussianMixture {
  private static final int MOST_ITERATIONS = 1000;
  private static final double GAIN = 1e-9;
  private static final double LEAST_VARIANCE = 1e-6;

  private final boolean diagonal;
  private final Gaussian[] components;
  private double logLikelihood = Double.NEGATIVE_INFINITY;

  /** One component, with its share of the points as log π. */
  private record Gaussian(double logShare, double x, double y, double xx, double xy, double yy) {
    /** log π + log N(point), nats. */
    double logDensity(final double[] point) {
      final double u = point[0] - x;
      final double v = point[1] - y;
      final double determinant = xx * yy - xy * xy;
      final double square = (yy * u * u - 2 * xy * u * v + xx * v * v) / determinant;
      return logShare - Math.log(2 * Math.PI) - 0.5 * Math.log(determinant) - 0.5 * square;
    }
  }

  private GaussianMixture(final int size, final boolean diagonal) {
    this.diagonal = diagonal;
    components = new Gaussian[size];
  }

  /**
   * The likeliest of several descents.
   *
   * @param points rows of two
   * @param diagonal whether covariances are 0
   */
  static GaussianMixture fit(
      final double[][] points,
      final int size,
      final boolean diagonal,
      final int starts,
      final Random random) {
    GaussianMixture best = null;
    for (int s = 0; s < starts; s++) {
      final GaussianMixture mixture = new GaussianMixture(size, diagonal);
      mixture.climb(points, random);
      if (best == null || mixture.logLikelihood > best.logLikelihood) {
        best = mixture;
      }
    }
    return best;
  }

  /** log p(point), nats. */
  double logDensity(final double... point) {
    return LogPartition.of(scores(point));
  }

  /** From responsibilities at random. */
  private void climb(final double[][] points, final Random random) {
    final double[][] shares = new double[points.length][components.length];
    final double[][] centres = new double[components.length][];
    for (int c = 0; c < centres.length; c++) {
      centres[c] = points[random.nextInt(points.length)];
    }
    for (int i = 0; i < points.length; i++) {
      for (int c = 0; c < centres.length; c++) {
        shares[i][c] = -Math.hypot(points[i][0] - centres[c][0], points[i][1] - centres[c][1]);
      }
      LogPartition.probabilities(shares[i], shares[i]);
    }
    for (int iteration = 0; iteration < MOST_ITERATIONS; iteration++) {
      for (int c = 0; c < components.length; c++) {
        components[c] = component(points, shares, c);
      }
      double sum = 0;
      for (int i = 0; i < points.length; i++) {
        sum += LogPartition.probabilities(scores(points[i]), shares[i]);
      }
      final boolean ended = sum - logLikelihood < GAIN * Math.abs(sum);
      logLikelihood = sum;
      if (ended) {
        return;
      }
    }
  }

  private double[] scores(final double[] point) {
    final double[] scores = new double[components.length];
    for (int c = 0; c < scores.length; c++) {
      scores[c] = components[c].logDensity(point);
    }
    return scores;
  }

  private Gaussian component(final double[][] points, final double[][] shares, final int c) {
    double mass = 0;
    double x = 0;
    double y = 0;
    for (int i = 0; i < points.length; i++) {
      mass += shares[i][c];
      x += shares[i][c] * points[i][0];
      y += shares[i][c] * points[i][1];
    }
    x /= mass;
    y /= mass;
    double xx = LEAST_VARIANCE;
    double xy = 0;
    double yy = LEAST_VARIANCE;
    for (int i = 0; i < points.length; i++) {
      final double u = points[i][0] - x;
      final double v = points[i][1] - y;
      xx += shares[i][c] / mass * u * u;
      xy += shares[i][c] / mass * u * v;
      yy += shares[i][c] / mass * v * v;
    }
    return new Gaussian(Math.log(mass / points.length), x, y, xx, diagonal ? 0 : xy, yy);
  }
}
