package org.majorant.bound;

import java.util.Random;
import org.majorant.matrix.SymmetricEigen;

/** A dense curvature, d×d, that grows row by row: the truth that low-rank memory is held to. */
final class Curvature {
  private final int d;
  private final double[] matrix;

  Curvature(final int d) {
    this.d = d;
    this.matrix = new double[d * d];
  }

  /** Adds RᵀR; rows r×d. */
  void add(final double[] rows) {
    for (int row = 0; row < rows.length; row += d) {
      for (int i = 0; i < d; i++) {
        for (int j = 0; j < d; j++) {
          matrix[i * d + j] += rows[row + i] * rows[row + j];
        }
      }
    }
  }

  void addDiagonal(final double[] diagonal) {
    for (int i = 0; i < d; i++) {
      matrix[i * d + i] += diagonal[i];
    }
  }

  double diagonal(final int i) {
    return matrix[i * d + i];
  }

  /** The smallest eigenvalue of WᵀW + D − this, relative to the largest of this; ≥ 0: a bound. */
  double slackOf(final double[] w, final double[] diagonal) {
    final Curvature bound = new Curvature(d);
    bound.add(w);
    bound.addDiagonal(diagonal);
    final double[] shortfall = new double[d * d];
    for (int at = 0; at < shortfall.length; at++) {
      shortfall[at] = matrix[at] - bound.matrix[at];
    }
    final double largest = SymmetricEigen.largest(matrix.clone(), d);
    return -SymmetricEigen.largest(shortfall, d) / Math.max(largest, Double.MIN_NORMAL);
  }

  /** The square-root rows of Algorithm 1 for one random example of n outcomes: (n − 1)×d. */
  static double[] rowsOfExample(final Random random, final int n, final int d) {
    final double[] values = new double[n * d];
    for (int at = 0; at < values.length; at++) {
      values[at] = random.nextInt(4) == 0 ? 0 : random.nextGaussian();
    }
    final double[] theta = random.doubles(d).map(u -> random.nextGaussian()).toArray();
    return QuadraticBound.at(theta, Features.dense(values, d), new double[n]).rows();
  }
}
