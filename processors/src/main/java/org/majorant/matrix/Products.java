package org.majorant.matrix;

import java.util.Arrays;

/** Products of dense matrices; Y is r×m, row-major, r ≥ 0, m ≥ 0. */
public final class Products {
  private Products() {}

  /**
   * G ← G + Y Yᵀ, lower triangle.
   *
   * @param rows Y, its rows {@code stride} apart
   * @param gram G, r×r in the leading corner of a column-major matrix of order {@code order}
   */
  public static void addRowGram(
      final double[] rows,
      final int stride,
      final int r,
      final int m,
      final double[] gram,
      final int order) {
    Lengths.require(gram, order, order);
    if (r > order || m > stride || r > 0 && rows.length < (r - 1L) * stride + m) {
      throw new IllegalArgumentException("a " + r + "×" + m + " matrix does not fit");
    }
    for (int j = 0; j < r; j++) {
      final int row = j * stride;
      Columns.addProducts(rows, row, stride, r - j, rows, row, m, gram, j + j * order, 1);
    }
  }

  /** Y Yᵀ, r×r, lower triangle of a column-major matrix. */
  public static double[] rowGram(final double[] rows, final int r, final int m) {
    final double[] gram = new double[r * r];
    addRowGram(rows, m, r, m, gram, r);
    return gram;
  }

  /** Yᵀ Y, m×m, lower triangle of a column-major matrix. */
  public static double[] columnGram(final double[] rows, final int r, final int m) {
    Lengths.require(rows, r, m);
    final double[] gram = new double[m * m];
    for (int j = 0; j < m; j++) {
      Columns.add(1, rows, j, m, rows, j, m, r, gram, j + j * m, m - j);
    }
    return gram;
  }

  /**
   * UᵀY: sums of rows.
   *
   * @param u U, r×count, column-major
   * @param out written: count×m, row-major
   */
  public static void combineRows(
      final double[] rows,
      final int r,
      final int m,
      final double[] u,
      final int count,
      final double[] out) {
    Lengths.require(rows, r, m);
    Lengths.require(u, r, count);
    Lengths.require(out, count, m);
    Arrays.fill(out, 0, count * m, 0);
    for (int c = 0; c < count; c++) {
      Columns.add(1, u, c * r, 1, rows, 0, m, r, out, c * m, m);
    }
  }
}
