package org.majorant.matrix;

import org.netlib.blas.Dgemm;
import org.netlib.blas.Dsyrk;

/** Products of dense matrices by BLAS; Y is r×m, row-major, r ≥ 0, m ≥ 0. */
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
    if (r > 0 && m > 0) {
      Dsyrk.dsyrk("L", "T", r, m, 1, rows, 0, stride, 1, gram, 0, order);
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
    if (r > 0 && m > 0) {
      Dsyrk.dsyrk("L", "N", m, r, 1, rows, 0, m, 0, gram, 0, m);
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
    if (r > 0 && m > 0 && count > 0) {
      Dgemm.dgemm("N", "N", m, count, r, 1, rows, 0, m, u, 0, r, 0, out, 0, m);
    }
  }
}
