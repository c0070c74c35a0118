package org.majorant.bound;

import org.netlib.lapack.Dsyevr;
import org.netlib.util.intW;

/** The largest eigenpairs of a symmetric matrix, column-major, lower triangle read, by LAPACK. */
final class SymmetricEigen {
  private SymmetricEigen() {}

  /**
   * @param symmetric order×order, destroyed
   * @param vectors written: order×count, column-major, by descending eigenvalue
   * @return the count largest eigenvalues, descending
   */
  static double[] top(
      final double[] symmetric, final int order, final int count, final double[] vectors) {
    final double[] z = new double[order * count];
    final double[] ascending = solve("V", symmetric, order, count, z);
    final double[] values = new double[count];
    for (int c = 0; c < count; c++) {
      values[c] = ascending[count - 1 - c];
      System.arraycopy(z, (count - 1 - c) * order, vectors, c * order, order);
    }
    return values;
  }

  /**
   * The largest eigenvalue.
   *
   * @param symmetric order×order, destroyed
   */
  static double largest(final double[] symmetric, final int order) {
    return solve("N", symmetric, order, 1, new double[order])[0];
  }

  private static double[] solve(
      final String job,
      final double[] symmetric,
      final int order,
      final int count,
      final double[] z) {
    final double[] ascending = new double[order];
    final int[] support = new int[2 * order];
    final double[] work = new double[26 * order];
    final int[] iwork = new int[10 * order];
    final intW found = new intW(0);
    final intW info = new intW(0);
    Dsyevr.dsyevr(
        job,
        "I",
        "L",
        order,
        symmetric,
        0,
        order,
        0,
        0,
        order - count + 1,
        order,
        0,
        found,
        ascending,
        0,
        z,
        0,
        order,
        support,
        0,
        work,
        0,
        work.length,
        iwork,
        0,
        iwork.length,
        info);
    if (info.val != 0 || found.val != count) {
      throw new ArithmeticException(
          "eigen-decomposition of order " + order + " failed, dsyevr info " + info.val);
    }
    return ascending;
  }
}
