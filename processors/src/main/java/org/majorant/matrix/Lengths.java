package org.majorant.matrix;

/** Checks of what BLAS and LAPACK would not survive. */
final class Lengths {
  private Lengths() {}

  /**
   * @throws IllegalArgumentException where an array is too short for a matrix of this size
   */
  static void require(final double[] matrix, final int rows, final int columns) {
    if (rows < 0 || columns < 0 || matrix.length < (long) rows * columns) {
      throw new IllegalArgumentException(
          matrix.length + " numbers are too few for a " + rows + "×" + columns + " matrix");
    }
  }
}
