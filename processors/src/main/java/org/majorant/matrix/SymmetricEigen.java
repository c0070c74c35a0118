package org.majorant.matrix;

import org.netlib.lapack.Dsyev;
import org.netlib.lapack.Dsyevr;
import org.netlib.util.intW;

/**
 * The largest eigenpairs of a symmetric matrix of order ≥ 0, column-major, lower triangle read, by
 * LAPACK.
 */
public final class SymmetricEigen {
  private SymmetricEigen() {}

  /**
   * @param symmetric order×order, destroyed
   * @param count how many, at most order
   * @param vectors written: order×count, column-major, by descending eigenvalue
   * @return the count largest eigenvalues, descending
   * @throws ArithmeticException where a number of the matrix is not finite
   */
  public static double[] top(
      final double[] symmetric, final int order, final int count, final double[] vectors) {
    Lengths.require(vectors, order, count);
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
   * @param symmetric order×order with order ≥ 1, destroyed
   * @throws ArithmeticException where a number of the matrix is not finite
   */
  public static double largest(final double[] symmetric, final int order) {
    return solve("N", symmetric, order, 1, new double[order])[0];
  }

  private static double[] solve(
      final String job,
      final double[] symmetric,
      final int order,
      final int count,
      final double[] z) {
    Lengths.require(symmetric, order, order);
    if (count < 0 || count > order) {
      throw new IllegalArgumentException(count + " eigenpairs of a matrix of order " + order);
    }
    if (count == 0) {
      return new double[0];
    }
    requireFinite(symmetric, order);
    final double[] ascending = new double[order];
    final double[] copy = symmetric.clone();
    if (!decompose(job, symmetric, order, count, ascending, z)
        && !decomposeSlowly(job, copy, order, count, ascending, z)) {
      throw new ArithmeticException("eigen-decomposition of order " + order + " failed");
    }
    return ascending;
  }

  /**
   * All eigenpairs by the QR algorithm, for the few matrices, most of all of numbers near the least
   * that there are, that the quick algorithm gives up on.
   */
  private static boolean decomposeSlowly(
      final String job,
      final double[] symmetric,
      final int order,
      final int count,
      final double[] ascending,
      final double[] z) {
    final double[] values = new double[order];
    final double[] work = new double[34 * order];
    final intW info = new intW(0);
    Dsyev.dsyev(job, "L", order, symmetric, 0, order, values, 0, work, 0, work.length, info);
    System.arraycopy(values, order - count, ascending, 0, count);
    if (job.equals("V")) {
      System.arraycopy(symmetric, (order - count) * order, z, 0, count * order);
    }
    return info.val == 0;
  }

  /** The call alone, which is long because the formatter gives each of its arguments a line. */
  private static boolean decompose(
      final String job,
      final double[] symmetric,
      final int order,
      final int count,
      final double[] ascending,
      final double[] z) {
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
        new int[2 * order],
        0,
        new double[26 * order],
        0,
        26 * order,
        new int[10 * order],
        0,
        10 * order,
        info);
    return info.val == 0 && found.val == count;
  }

  /** LAPACK's iterations may not end on NaN. */
  private static void requireFinite(final double[] symmetric, final int order) {
    for (int j = 0; j < order; j++) {
      for (int i = j; i < order; i++) {
        if (!Double.isFinite(symmetric[i + j * order])) {
          throw new ArithmeticException("a matrix of curvature is not finite");
        }
      }
    }
  }
}
