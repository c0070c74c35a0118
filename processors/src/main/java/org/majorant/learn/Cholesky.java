package org.majorant.learn;

import dev.ludovic.netlib.lapack.LAPACK;
import org.netlib.util.intW;

/** Symmetric positive definite systems of order m, column-major, by LAPACK; A = L Lᵀ in place. */
final class Cholesky {
  private static final LAPACK LAPACK_ = LAPACK.getInstance();

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
    LAPACK_.dpotrf("L", m, a, m, info);
    if (info.val != 0) {
      throw new ArithmeticException(
          "curvature is not positive definite at order " + info.val + " of " + m);
    }
  }

  /** Solves in place, given the factor. */
  static void solve(final double[] factor, final int m, final double[] b) {
    if (m > 0) {
      LAPACK_.dpotrs("L", m, 1, factor, m, b, m, new intW(0));
    }
  }

  /** The inverse from the factor, in place, both triangles. */
  static void invert(final double[] factor, final int m) {
    if (m == 0) {
      return;
    }
    LAPACK_.dpotri("L", m, factor, m, new intW(0));
    for (int j = 0; j < m; j++) {
      for (int i = j + 1; i < m; i++) {
        factor[j + i * m] = factor[i + j * m];
      }
    }
  }
}
