package org.majorant.bound;

import org.netlib.blas.Dgemm;
import org.netlib.blas.Dscal;
import org.netlib.blas.Dsyrk;
import org.netlib.lapack.Dsyevr;
import org.netlib.util.intW;

/**
 * The block fold: compresses r rows Y (curvature YᵀY) to their k principal rows plus a diagonal, by
 * one thin eigen-decomposition in a Jacobi metric (MATHS.md 2, <em>true diagonal</em>):
 *
 * <pre>
 *   t = colsum(Y∘Y);  s = √(D + t);  Z = Y / s;  Z Zᵀ = U diag(λ) Uᵀ, λ descending
 *   W = top k rows of (UᵀZ)·s;  D ← D + t − colsum(W∘W)
 * </pre>
 *
 * <p>The diagonal of WᵀW + D stays that of YᵀY + D exactly. What is dropped off the diagonal makes
 * this no bound (unlike l1 absorption, which is 35 times too loose): in Majorant the step is what
 * is certified, the memory need only be close.
 *
 * <p>All matrices are row-major over m columns, the union of the rows' supports.
 */
public final class LowRankFold {

  private LowRankFold() {}

  /**
   * @param rows Y, r×m
   * @param r number of rows
   * @param m number of columns
   * @param k rows to keep
   * @param metric D of the metric, length m, not negative; read only
   * @param absorbed length m, written: what the diagonal gains, not negative
   * @return W, min(k, r, m)×m
   */
  public static double[] fold(
      final double[] rows,
      final int r,
      final int m,
      final int k,
      final double[] metric,
      final double[] absorbed) {
    final int kept = Math.min(k, Math.min(r, m));
    columnSquares(rows, r, m, absorbed);
    final double[] scale = new double[m];
    for (int i = 0; i < m; i++) {
      final double s = Math.sqrt(metric[i] + absorbed[i]);
      scale[i] = s > 0 ? s : 1;
    }
    final double[] z = new double[r * m];
    for (int j = 0; j < r; j++) {
      for (int i = 0; i < m; i++) {
        z[j * m + i] = rows[j * m + i] / scale[i];
      }
    }
    final double[] w = principalRows(z, r, m, kept);
    for (int c = 0; c < kept; c++) {
      for (int i = 0; i < m; i++) {
        final double y = w[c * m + i] * scale[i];
        w[c * m + i] = y;
        absorbed[i] = Math.max(0, absorbed[i] - y * y);
      }
    }
    return w;
  }

  /**
   * out ← out + sign · Yᵀ(Yθ).
   *
   * @param rows Y, r×m
   * @param theta length m
   * @param out length m
   */
  public static void addGramTimes(
      final double[] rows,
      final int r,
      final int m,
      final double[] theta,
      final double sign,
      final double[] out) {
    for (int a = 0; a < r; a++) {
      double dot = 0;
      for (int j = 0; j < m; j++) {
        dot += rows[a * m + j] * theta[j];
      }
      for (int j = 0; j < m; j++) {
        out[j] += sign * dot * rows[a * m + j];
      }
    }
  }

  private static void columnSquares(
      final double[] rows, final int r, final int m, final double[] out) {
    for (int i = 0; i < m; i++) {
      out[i] = 0;
    }
    for (int j = 0; j < r; j++) {
      for (int i = 0; i < m; i++) {
        final double y = rows[j * m + i];
        out[i] += y * y;
      }
    }
  }

  /** The top rows of UᵀZ, by the smaller of the two Gram matrices; row-major, kept×m. */
  private static double[] principalRows(
      final double[] z, final int r, final int m, final int kept) {
    final int order = Math.min(r, m);
    final double[] gram = new double[order * order];
    Dsyrk.dsyrk("L", r <= m ? "T" : "N", order, Math.max(r, m), 1, z, 0, m, 0, gram, 0, order);
    final double[] vectors = new double[order * kept];
    final double[] values = topEigenpairs(gram, order, kept, vectors);
    if (r <= m) {
      final double[] w = new double[kept * m];
      Dgemm.dgemm("N", "N", m, kept, r, 1, z, 0, m, vectors, 0, r, 0, w, 0, m);
      return w;
    }
    for (int c = 0; c < kept; c++) {
      Dscal.dscal(m, Math.sqrt(Math.max(0, values[c])), vectors, c * m, 1);
    }
    return vectors;
  }

  /**
   * The largest eigenpairs of a symmetric matrix.
   *
   * @param vectors written: order×count, column-major, descending
   * @return eigenvalues, descending
   */
  private static double[] topEigenpairs(
      final double[] symmetric, final int order, final int count, final double[] vectors) {
    final double[] ascending = new double[order];
    final double[] z = new double[order * count];
    final int[] support = new int[2 * order];
    final double[] work = new double[26 * order];
    final int[] iwork = new int[10 * order];
    final intW found = new intW(0);
    final intW info = new intW(0);
    Dsyevr.dsyevr(
        "V",
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
    final double[] values = new double[count];
    for (int c = 0; c < count; c++) {
      values[c] = ascending[count - 1 - c];
      System.arraycopy(z, (count - 1 - c) * order, vectors, c * order, order);
    }
    return values;
  }
}
