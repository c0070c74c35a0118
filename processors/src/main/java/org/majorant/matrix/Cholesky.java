package org.majorant.matrix;

import org.netlib.blas.Dtrsm;
import org.netlib.lapack.Dpotrf;
import org.netlib.lapack.Dpotri;
import org.netlib.lapack.Dpotrs;
import org.netlib.lapack.Dtrtri;
import org.netlib.util.intW;

/**
 * Symmetric positive definite systems of order m ≥ 0, column-major, by LAPACK: A = L Lᵀ in place,
 * in the lower triangle.
 */
public final class Cholesky {
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

  /** Order of the first leading minor that is not positive; 0 where all are. */
  private static int failedOrder(final double[] a, final int m) {
    Lengths.require(a, m, m);
    if (m == 0) {
      return 0;
    }
    final intW info = new intW(0);
    Dpotrf.dpotrf("L", m, a, 0, m, info);
    return info.val;
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
    if (m > 0) {
      Dpotrs.dpotrs("L", m, 1, factor, 0, m, b, 0, m, new intW(0));
    }
  }

  /**
   * The diagonal of the inverse from the factor, which is overwritten: of L⁻¹ the squares of each
   * column, at half of the cost of {@link #invert}.
   */
  public static double[] inverseDiagonal(final double[] factor, final int m) {
    Lengths.require(factor, m, m);
    final double[] diagonal = new double[m];
    if (m > 0) {
      Dtrtri.dtrtri("L", "N", m, factor, 0, m, new intW(0));
    }
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
    if (m > 0 && columns > 0) {
      Dtrsm.dtrsm("R", "L", "T", "N", columns, m, 1, factor, 0, m, rows, 0, columns);
    }
  }

  /** The inverse from the factor, in place, both triangles. */
  public static void invert(final double[] factor, final int m) {
    Lengths.require(factor, m, m);
    if (m == 0) {
      return;
    }
    Dpotri.dpotri("L", m, factor, 0, m, new intW(0));
    for (int j = 0; j < m; j++) {
      for (int i = j + 1; i < m; i++) {
        factor[j + i * m] = factor[i + j * m];
      }
    }
  }
}
