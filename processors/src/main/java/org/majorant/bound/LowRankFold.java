package org.majorant.bound;

import java.util.Arrays;
import org.majorant.matrix.Products;
import org.majorant.matrix.SymmetricEigen;

/**
 * The block fold: compresses r rows Y (curvature YᵀY) to their k principal rows plus a diagonal, by
 * one thin eigen-decomposition in a Jacobi metric (MATHS.md 2):
 *
 * <pre>
 *   t = colsum(Y∘Y);  s = √(D + t);  Z = Y / s;  Z Zᵀ = U diag(λ) Uᵀ, λ descending
 *   W = top k rows of (UᵀZ)·s;  Q = the others;  D ← D + c,  c from Q by {@link Absorption}
 * </pre>
 *
 * <p>YᵀY = WᵀW + QᵀQ, so what the diagonal keeps of Q is all that the fold changes.
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
   * @param absorbed length m, written: c, what the diagonal gains, not negative
   * @return W, min(k, r, m)×m
   */
  public static double[] fold(
      final double[] rows,
      final int r,
      final int m,
      final int k,
      final double[] metric,
      final Absorption absorption,
      final double[] absorbed) {
    final int all = Math.min(r, m);
    final int kept = Math.min(k, all);
    columnSquares(rows, r, m, absorbed);
    final double[] scale = new double[m];
    for (int i = 0; i < m; i++) {
      scale[i] = Math.sqrt(metric[i] + absorbed[i]);
    }
    if (absorption == Absorption.TRUE_DIAGONAL) {
      final double[] w = principalRows(rows, r, m, kept, scale);
      for (int c = 0; c < kept; c++) {
        for (int i = 0; i < m; i++) { // colsum(Q∘Q) is what W leaves of t: no need of Q
          absorbed[i] = Math.max(0, absorbed[i] - w[c * m + i] * w[c * m + i]);
        }
      }
      return w;
    }
    final double[] y = principalRows(rows, r, m, all, scale);
    final double[] q = Arrays.copyOfRange(y, kept * m, all * m);
    for (int i = 0; i < m; i++) {
      absorbed[i] += metric[i];
    }
    System.arraycopy(DominatingDiagonal.of(q, all - kept, m, absorbed), 0, absorbed, 0, m);
    return Arrays.copyOf(y, kept * m);
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

  /**
   * The top rows of (UᵀZ)·s, by the smaller of the two Gram matrices of Z = Y / s.
   *
   * @param count at most min(r, m)
   * @return count×m, row-major, by descending eigenvalue
   */
  private static double[] principalRows(
      final double[] rows, final int r, final int m, final int count, final double[] scale) {
    final double[] z = new double[r * m];
    for (int j = 0; j < r; j++) {
      for (int i = 0; i < m; i++) {
        z[j * m + i] = scale[i] > 0 ? rows[j * m + i] / scale[i] : 0;
      }
    }
    final int order = Math.min(r, m);
    final double[] gram = r <= m ? Products.rowGram(z, r, m) : Products.columnGram(z, r, m);
    final double[] vectors = new double[order * count];
    final double[] values = SymmetricEigen.top(gram, order, count, vectors);
    double[] top = vectors;
    if (r <= m) {
      top = new double[count * m];
      Products.combineRows(z, r, m, vectors, count, top);
    }
    for (int c = 0; c < count; c++) {
      final double root = r <= m ? 1 : Math.sqrt(Math.max(0, values[c]));
      for (int i = 0; i < m; i++) {
        top[c * m + i] *= root * scale[i];
      }
    }
    return top;
  }
}
