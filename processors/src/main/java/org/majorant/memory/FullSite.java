package org.majorant.memory;

import org.majorant.matrix.Cholesky;
import org.majorant.schema.Curvature;

/**
 * A is a matrix a vector: its upper triangle by rows, V×m(m+1)/2. It adds soundly, and so says no
 * pull, but the mean square that the worker's prior stands at, m; 0: unknown.
 */
final class FullSite extends Site {
  private static final double ROUNDING = 1e-9;

  final double[] priorSquare;

  FullSite(final int vectors, final int size, final double time) {
    super(Curvature.FULL, vectors, size, vectors * triangle(size), time);
    priorSquare = new double[size];
  }

  /** Entries of an upper triangle with the diagonal. */
  static long triangle(final long size) {
    return size * (size + 1) / 2;
  }

  @Override
  double[][] parts() {
    return new double[][] {count, square, priorSquare, linear, curvature, pull};
  }

  @Override
  int diagonal(final int j, final int vector) {
    return vector * (int) triangle(size) + j * size - j * (j - 1) / 2;
  }

  @Override
  void takeCurvature(final Site from, final int vector, final int source) {
    System.arraycopy(((FullSite) from).priorSquare, 0, priorSquare, 0, size);
    System.arraycopy(
        from.curvature,
        from.diagonal(0, source),
        curvature,
        diagonal(0, vector),
        (int) triangle(size));
  }

  @Override
  boolean isPossible(final int j) {
    return super.isPossible(j) && priorSquare[j] >= 0;
  }

  /**
   * Every block of A must have a Cholesky factor, too, once it is scaled to a diagonal of one and
   * raised by what rounding may have taken from it. What has decayed to nothing has no digits left,
   * and is measured against {@link #NOTHING}.
   */
  @Override
  void requirePositive() {
    super.requirePositive();
    for (int c = 0; c < vectors; c++) {
      final double[] scale = new double[size];
      for (int i = 0; i < size; i++) {
        scale[i] = 1 / Math.sqrt(Math.max(NOTHING, curvature[diagonal(i, c)]));
      }
      final double[] block = new double[size * size];
      for (int i = 0; i < size; i++) {
        for (int j = i, at = diagonal(i, c); j < size; j++, at++) {
          block[i * size + j] = i == j ? 1 + ROUNDING : curvature[at] * scale[i] * scale[j];
        }
      }
      if (!Cholesky.tryFactor(block, size)) {
        throw new IllegalArgumentException("impossible curvature: a matrix that is not positive");
      }
    }
  }

  @Override
  public double absorbedMassRatio() {
    return 0;
  }
}
