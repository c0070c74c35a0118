package org.majorant.memory;

import org.majorant.schema.Curvature;

/** A = WᵀW + diagonal: beside the diagonal, m×V, it has the rows W, V×r×m. */
final class LowRankSite extends DiagonalSite {
  final int rank;
  final double[] rows;

  LowRankSite(final int vectors, final int size, final int rank, final double time) {
    super(Curvature.LOW_RANK, vectors, size, time);
    this.rank = rank;
    rows = new double[vectors * rank * size];
  }

  @Override
  int rank() {
    return rank;
  }

  @Override
  double[][] parts() {
    return new double[][] {count, square, linear, curvature, rows, pull};
  }

  @Override
  void takeCurvature(final Site from, final int vector, final int source) {
    super.takeCurvature(from, vector, source);
    final int length = rank * size;
    System.arraycopy(((LowRankSite) from).rows, source * length, rows, vector * length, length);
  }

  @Override
  void multiply(final double factor) {
    super.multiply(factor);
    scale(rows, Math.sqrt(factor));
  }

  @Override
  double[] times(final double[] theta) {
    final double[] product = super.times(theta);
    for (int row = 0; row < vectors * rank; row++) {
      final int c = row / rank;
      final int o = row * size;
      double dot = 0;
      for (int j = 0; j < size; j++) {
        dot += rows[o + j] * theta[j * vectors + c];
      }
      for (int j = 0; j < size; j++) {
        product[j * vectors + c] += rows[o + j] * dot;
      }
    }
    return product;
  }

  /**
   * Aθ.
   *
   * @param theta of all features, feature-major
   * @return at the site's features, m×V
   */
  double[] timesAll(final double[] theta) {
    final double[] local = new double[size * vectors];
    for (int j = 0; j < size; j++) {
      System.arraycopy(theta, features[j] * vectors, local, j * vectors, vectors);
    }
    return times(local);
  }

  @Override
  double kept() {
    double kept = 0;
    for (final double entry : rows) {
      kept += entry * entry;
    }
    return kept;
  }
}
