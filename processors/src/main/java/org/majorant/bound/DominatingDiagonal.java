package org.majorant.bound;

import org.majorant.matrix.Products;
import org.majorant.matrix.SymmetricEigen;

/**
 * A diagonal c with diag(c) ≽ QᵀQ, for r rows Q of length m: of these, the one with the least Σᵢ
 * cᵢ/tᵢ, where t is the diagonal of what Q belongs to (MATHS.md 2).
 *
 * <pre>
 *   c = λmax(Q M⁻¹ Qᵀ) M   for M in q, √q, √(q∘t), t, 1 on the support;   q = colsum(Q∘Q)
 *   c = Σⱼ ‖Qⱼ‖₁ |Qⱼ|                                                      (JC12's rule)
 * </pre>
 *
 * <p>For a single row M = √(q∘t) is the best of all diagonals, by Cauchy and Schwarz.
 */
final class DominatingDiagonal {
  private final double[] q;
  private final int r;
  private final int m;
  private final double[] whole;
  private double[] best;
  private double least;

  private DominatingDiagonal(final double[] q, final int r, final int m, final double[] whole) {
    this.q = q;
    this.r = r;
    this.m = m;
    this.whole = whole;
    best = absoluteSums();
    least = cost(best);
  }

  /**
   * @param q Q, r×m, row-major
   * @param whole t, length m, positive on the support of Q
   * @return c, length m
   */
  static double[] of(final double[] q, final int r, final int m, final double[] whole) {
    final DominatingDiagonal diagonal = new DominatingDiagonal(q, r, m, whole);
    if (diagonal.least > 0) {
      diagonal.tryMetrics();
    }
    return diagonal.best;
  }

  private void tryMetrics() {
    final double[][] metrics = new double[5][m];
    for (int i = 0; i < m; i++) {
      double square = 0;
      for (int j = 0; j < r; j++) {
        square += q[j * m + i] * q[j * m + i];
      }
      if (square > 0) {
        metrics[0][i] = square;
        metrics[1][i] = Math.sqrt(square);
        metrics[2][i] = Math.sqrt(square) * Math.sqrt(whole[i]);
        metrics[3][i] = whole[i];
        metrics[4][i] = 1;
      }
    }
    for (final double[] metric : metrics) {
      final double lambda = largest(metric);
      for (int i = 0; i < m; i++) {
        metric[i] *= lambda;
      }
      final double cost = cost(metric);
      if (cost < least) {
        least = cost;
        best = metric;
      }
    }
  }

  /** λmax(Q M⁻¹ Qᵀ). */
  private double largest(final double[] metric) {
    final double[] z = new double[r * m];
    for (int at = 0; at < z.length; at++) {
      final double entry = metric[at % m];
      z[at] = entry > 0 ? q[at] / Math.sqrt(entry) : 0;
    }
    return SymmetricEigen.largest(Products.rowGram(z, r, m), r);
  }

  private double[] absoluteSums() {
    final double[] c = new double[m];
    for (int j = 0; j < r; j++) {
      double norm = 0;
      for (int i = 0; i < m; i++) {
        norm += Math.abs(q[j * m + i]);
      }
      for (int i = 0; i < m; i++) {
        c[i] += norm * Math.abs(q[j * m + i]);
      }
    }
    return c;
  }

  private double cost(final double[] c) {
    double sum = 0;
    for (int i = 0; i < m; i++) {
      sum += c[i] > 0 ? c[i] / whole[i] : 0;
    }
    return sum;
  }
}
