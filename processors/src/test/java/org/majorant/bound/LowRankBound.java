package org.majorant.bound;

import java.util.Arrays;
import org.majorant.matrix.Products;
import org.majorant.matrix.SymmetricEigen;

/**
 * A bound VᵀSV + D on a growing curvature Σ r rᵀ, row at a time: Algorithm 4 of JC12, corrected
 * (MATHS.md 2). V holds at most k rows; with p = Vr, ρ = |r − Vᵀp| and e = (r − Vᵀp)/ρ,
 *
 * <pre>
 *   VᵀSV + rrᵀ = [V; e]ᵀ K [V; e],   K = diag(S, 0) + [p; ρ][p; ρ]ᵀ = U diag(λ) Uᵀ
 *   [V; e] ← Uᵀ[V; e];  S ← λ;  while there are more than k pairs, the smallest goes into D
 * </pre>
 *
 * <p>The printed algorithm drops the cross terms ρ p of K, and is no bound. Nothing here asks that
 * V is orthonormal to the last digit: the first line holds for any V, so rounding can make the
 * bound looser but not false.
 */
final class LowRankBound {
  private final int k;
  private final int d;
  private final double[] diagonal;
  private final double[] s;
  private final double[] p;
  private double[] basis; // (k+1)×d, row-major: V, then e
  private double[] rotated;
  private int rank;

  /**
   * @param k rows to keep, at least 0
   * @param diagonal D at the start, length d, not negative; copied
   */
  LowRankBound(final int k, final double[] diagonal) {
    this.k = k;
    this.d = diagonal.length;
    this.diagonal = diagonal.clone();
    s = new double[k + 1];
    p = new double[k + 1];
    basis = new double[Math.multiplyExact(k + 1, d)];
    rotated = new double[basis.length];
  }

  /**
   * Adds rrᵀ; costs O(k²d + k³).
   *
   * @param r length d
   * @throws IllegalArgumentException where r is not finite; the bound is then as it was
   */
  void add(final double[] r) {
    final double rho = project(r);
    if (!Double.isFinite(rho)) {
      throw new IllegalArgumentException("a row of curvature is not finite");
    }
    final int order = rho > 0 ? rank + 1 : rank;
    if (order == 0) {
      return;
    }
    final double[] kernel = new double[order * order];
    for (int j = 0; j < order; j++) {
      for (int i = j; i < order; i++) {
        kernel[j * order + i] = p[i] * p[j];
      }
      kernel[j * order + j] += j < rank ? s[j] : 0;
    }
    final double[] u = new double[order * order];
    final double[] lambda = SymmetricEigen.top(kernel, order, order, u);
    Products.combineRows(basis, order, d, u, order, rotated);
    final double[] old = basis;
    basis = rotated;
    rotated = old;
    for (int i = 0; i < order; i++) {
      s[i] = Math.max(0, lambda[i]);
    }
    rank = order;
    if (rank > k) {
      absorbLast();
    }
  }

  /** The number of rows in use, at most k. */
  int rank() {
    return rank;
  }

  /** W = √S V, rank×d, row-major: the bound is WᵀW + D. */
  double[] rows() {
    final double[] rows = Arrays.copyOf(basis, rank * d);
    for (int at = 0; at < rows.length; at++) {
      rows[at] *= Math.sqrt(s[at / d]);
    }
    return rows;
  }

  /** D, length d. */
  double[] diagonal() {
    return diagonal.clone();
  }

  /** Sets p and e; ρ, or 0 where r lies in the span of V. By Gram and Schmidt, twice. */
  private double project(final double[] r) {
    final int e = rank * d;
    System.arraycopy(r, 0, basis, e, d);
    Arrays.fill(p, 0);
    subtractSpan(e);
    final double once = norm(e);
    subtractSpan(e);
    final double twice = norm(e);
    if (twice == 0 || twice < 0.5 * once) {
      return 0; // what the first pass left was rounding
    }
    for (int i = 0; i < d; i++) {
      basis[e + i] /= twice;
    }
    p[rank] = twice;
    return twice;
  }

  private void subtractSpan(final int e) {
    for (int j = 0; j < rank; j++) {
      double dot = 0;
      for (int i = 0; i < d; i++) {
        dot += basis[j * d + i] * basis[e + i];
      }
      p[j] += dot;
      for (int i = 0; i < d; i++) {
        basis[e + i] -= dot * basis[j * d + i];
      }
    }
  }

  private double norm(final int e) {
    double sum = 0;
    for (int i = 0; i < d; i++) {
      sum += basis[e + i] * basis[e + i];
    }
    return Math.sqrt(sum);
  }

  private void absorbLast() {
    final double[] whole = diagonal.clone();
    for (int at = 0; at < rank * d; at++) {
      whole[at % d] += s[at / d] * basis[at] * basis[at];
    }
    rank--;
    final double[] q = new double[d];
    for (int i = 0; i < d; i++) {
      q[i] = Math.sqrt(s[rank]) * basis[rank * d + i];
    }
    final double[] c = DominatingDiagonal.of(q, 1, d, whole);
    for (int i = 0; i < d; i++) {
      diagonal[i] += c[i];
    }
  }
}
