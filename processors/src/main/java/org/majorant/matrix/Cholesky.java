package org.majorant.matrix;

import java.util.Arrays;

/**
 * Symmetric positive definite systems of order m ≥ 0, column-major: A = L Lᵀ in place, in the lower
 * triangle; the upper one is neither read nor written, but by {@link #invert}.
 *
 * <p>Each column of L lies in one piece, so every step is a sum of columns. A block of columns is
 * finished first, while it is in the processor's cache, and is then taken from all columns behind
 * it. EJML's factors take as long from order 600 on and longer below, and its inverses two to three
 * times as long, in an array of their own.
 */
public final class Cholesky {
  /** Columns that are finished before those behind them are touched. */
  private static final int BLOCK = 32;

  /** Columns that {@link Columns} takes at a time. */
  private static final int WIDTH = 4;

  private Cholesky() {}

  /**
   * Factors the lower triangle of a in place.
   *
   * @param a m×m
   * @throws ArithmeticException where a is not positive definite
   */
  public static void factor(final double[] a, final int m) {
    final int order = failedOrder(a, m);
    if (order != 0) {
      throw new ArithmeticException(
          "curvature is not positive definite at order " + order + " of " + m);
    }
  }

  /** Factors like {@link #factor}; false where a is not positive definite. */
  public static boolean tryFactor(final double[] a, final int m) {
    return failedOrder(a, m) == 0;
  }

  /**
   * Order of the first leading minor that is not positive; 0 where all are. A minor that is not a
   * number is no reason to stop: what follows from it is none, either, and is found out there.
   */
  private static int failedOrder(final double[] a, final int m) {
    Lengths.require(a, m, m);
    for (int block = 0; block < m; block += BLOCK) {
      final int end = Math.min(m, block + BLOCK);
      for (int j = block; j < end; j++) {
        subtract(a, m, block, j, j);
        final int diagonal = j + j * m;
        if (a[diagonal] <= 0) {
          return j + 1;
        }
        a[diagonal] = Math.sqrt(a[diagonal]);
        divide(a, diagonal + 1, m - j - 1, a[diagonal]);
      }
      for (int j = end; j < m; j++) {
        subtract(a, m, block, end, j);
      }
    }
    return 0;
  }

  /** Takes the multiples L_jk of columns k in [from, to) from column j, from its diagonal on. */
  private static void subtract(
      final double[] a, final int m, final int from, final int to, final int j) {
    final int row = j + from * m;
    Columns.add(-1, a, row, m, a, row, m, to - from, a, j + j * m, m - j);
  }

  private static void divide(
      final double[] numbers, final int from, final int length, final double divisor) {
    final double inverse = 1 / divisor;
    for (int t = 0; t < length; t++) {
      numbers[from + t] *= inverse;
    }
  }

  /**
   * Solves Ax = b in place.
   *
   * @param factor m×m, from {@link #factor}
   * @param b at least m long, becomes x
   */
  public static void solve(final double[] factor, final int m, final double[] b) {
    Lengths.require(factor, m, m);
    Lengths.require(b, m, 1);
    for (int j = 0; j < m; j++) {
      b[j] /= factor[j + j * m];
      for (int i = j + 1; i < m; i++) {
        b[i] -= b[j] * factor[i + j * m];
      }
    }
    for (int j = m - 1; j >= 0; j--) {
      double sum = b[j];
      for (int i = j + 1; i < m; i++) {
        sum -= factor[i + j * m] * b[i];
      }
      b[j] = sum / factor[j + j * m];
    }
  }

  /**
   * The diagonal of the inverse from the factor, which is overwritten: of L⁻¹ the squares of each
   * column, at half of the cost of {@link #invert}.
   */
  public static double[] inverseDiagonal(final double[] factor, final int m) {
    invertTriangle(factor, m);
    final double[] diagonal = new double[m];
    for (int j = 0; j < m; j++) {
      for (int i = j; i < m; i++) {
        diagonal[j] += factor[i + j * m] * factor[i + j * m];
      }
    }
    return diagonal;
  }

  /**
   * Y ← L⁻¹Y.
   *
   * @param factor m×m, from {@link #factor}
   * @param rows Y, m×columns, row-major, in place
   */
  public static void divideRows(
      final double[] factor, final int m, final int columns, final double[] rows) {
    Lengths.require(factor, m, m);
    Lengths.require(rows, m, columns);
    for (int i = 0; i < m; i++) {
      Columns.add(-1, factor, i, m, rows, 0, columns, i, rows, i * columns, columns);
      divide(rows, i * columns, columns, factor[i + i * m]);
    }
  }

  /** The inverse L⁻ᵀL⁻¹ from the factor, in place, both triangles. */
  public static void invert(final double[] factor, final int m) {
    invertTriangle(factor, m);
    final double[] products = new double[m];
    for (int j = 0; j < m; j++) {
      Arrays.fill(products, 0);
      for (int k = j; k < m; k += WIDTH) {
        final int count = Math.min(WIDTH, m - k);
        Columns.addProducts(factor, k + k * m, m, count, factor, k + j * m, m - k, products, k, 1);
      }
      // what is right of column j does not depend on it
      for (int i = j; i < m; i++) {
        factor[i + j * m] = products[i];
        factor[j + i * m] = products[i];
      }
    }
  }

  /**
   * L⁻¹ from L, in place, and zeros above its diagonal, so that {@link #WIDTH} columns at a time
   * may be taken from the first one's diagonal on.
   */
  private static void invertTriangle(final double[] factor, final int m) {
    Lengths.require(factor, m, m);
    final double[] column = new double[m];
    for (int j = m - 1; j >= 0; j--) {
      final double inverse = 1 / factor[j + j * m];
      for (int i = j + 1; i < m; i++) {
        column[i] = -inverse * factor[i + j * m];
      }
      Arrays.fill(factor, j * m, (j + 1) * m, 0);
      factor[j + j * m] = inverse;
      for (int k = j + 1; k < m; k += WIDTH) {
        final int count = Math.min(WIDTH, m - k);
        Columns.add(1, column, k, 1, factor, k + k * m, m, count, factor, k + j * m, m - k);
      }
    }
  }
}
