package org.majorant.learn;

import org.netlib.lapack.Dpotrf;
import org.netlib.lapack.Dpotri;
import org.netlib.lapack.Dpotrs;
import org.netlib.util.intW;

/** Symmetric positive definite systems of order m, column-major, by LAPACK; A = L Lᵀ in place. */
final class Cholesky {
  private Cholesky() {}

  /**
   * Factors the lower triangle of a in place.
   *
   * @throws ArithmeticException where a is not positive definite
   */
  static void factor(final double[] a, final int m) {
    if (m == 0) {
      return;
    }
    final intW info = new intW(0);
    Dpotrf.dpotrf("L", m, a, 0, m, info);
    if (info.val != 0) {
      throw new ArithmeticException(
          "curvature is not positive definite at order " + info.val + " of " + m);
    }
  }

  /** Solves in place, given the factor. */
  static void solve(final double[] factor, final int m, final double[] b) {
    if (m > 0) {
      Dpotrs.dpotrs("L", m, 1, factor, 0, m, b, 0, m, new intW(0));
    }
  }

  /** The inverse from the factor, in place, both triangles. */
  static void invert(final double[] factor, final int m) {
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
