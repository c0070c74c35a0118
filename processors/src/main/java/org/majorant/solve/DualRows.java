package org.majorant.solve;

import java.util.Arrays;
import org.majorant.matrix.Products;
import org.majorant.matrix.Vectors;

/** M: the k rows of W, then equalities, then inequalities, one dual unknown each. */
final class DualRows {
  private static final int BLOCK = 512;

  /** Times the tolerance of 1e-10: some forty roundings. */
  private static final double ROUNDING = 1e-4;

  final int rank;
  final int size;

  /** From here on multipliers are not negative. */
  final int firstInequality;

  private final int d;
  private final double[] w;
  private final double[] units;
  private final int[] source;
  private final ScaledRow[] linear;
  private final double[] column;

  DualRows(final Quadratic quadratic, final Constraints constraints) {
    d = quadratic.dimension();
    w = quadratic.w();
    rank = quadratic.rank();
    units = units(quadratic);
    source = Feasibility.independentRows(constraints);
    size = rank + source.length;
    linear = new ScaledRow[source.length];
    column = new double[d];
    int equalities = 0;
    for (int j = 0; j < linear.length; j++) {
      final LinearRow row = constraints.rows().get(source[j]);
      equalities += row.equality() ? 1 : 0;
      linear[j] = ScaledRow.of(row, quadratic);
    }
    firstInequality = rank + equalities;
  }

  /** At most 1, and less for a row so long that Wᵀν reaches b with ν far below 1. */
  private static double[] units(final Quadratic quadratic) {
    final double[] out = new double[quadratic.rank()];
    final double b = square(quadratic.b(), 0, quadratic.diagonal());
    for (int a = 0; a < out.length; a++) {
      final int row = a * quadratic.dimension();
      final double square = square(quadratic.w(), row, quadratic.diagonal());
      out[a] = Math.max(Double.MIN_NORMAL, b < square ? Math.sqrt(b / square) : 1);
    }
    return out;
  }

  private static double square(final double[] x, final int from, final double[] diagonal) {
    double sum = 0;
    for (int i = 0; i < diagonal.length; i++) {
      sum += x[from + i] * x[from + i] / diagonal[i];
    }
    return sum;
  }

  /** A former dual point, in the units and the order of M. */
  double[] start(final double[] former) {
    final double[] nu = Arrays.copyOf(former, size);
    for (int j = 0; j < linear.length; j++) {
      final double multiplier = former[rank + source[j]] / linear[j].scale();
      nu[rank + j] = rank + j < firstInequality ? multiplier : Math.max(0, multiplier);
    }
    return nu;
  }

  /** ν in the units and the order of the rows as they were given; 0 for a row left out. */
  double[] asGiven(final double[] nu, final int rows) {
    final double[] out = new double[rank + rows];
    System.arraycopy(nu, 0, out, 0, rank);
    for (int j = 0; j < linear.length; j++) {
      out[rank + source[j]] = nu[rank + j] * linear[j].scale();
    }
    return out;
  }

  /** out ← out + factor · Mᵀp. */
  void addTransposeTimes(final double[] p, final double factor, final double[] out) {
    for (int a = 0; a < rank; a++) {
      final double x = factor * p[a];
      final int row = a * d;
      for (int i = 0; i < d; i++) {
        out[i] += x * w[row + i];
      }
    }
    for (int j = 0; j < linear.length; j++) {
      linear[j].addTo(out, factor * p[rank + j]);
    }
  }

  /** The dual's gradient: Wθ − ν, and for linear rows aᵀθ − c. */
  void gradient(final double[] theta, final double[] nu, final double[] out) {
    for (int a = 0; a < rank; a++) {
      final int row = a * d;
      double sum = 0;
      for (int i = 0; i < d; i++) {
        sum += w[row + i] * theta[i];
      }
      out[a] = sum - nu[a];
    }
    for (int j = 0; j < linear.length; j++) {
      out[rank + j] = linear[j].times(theta) - linear[j].bound();
    }
  }

  /**
   * What θᵀMᵀp loses in the dual's slope at ν + αp: νᵀp over the rows of W, cᵀp over the others.
   */
  double offset(final double[] nu, final double[] p, final double alpha) {
    double sum = 0;
    for (int a = 0; a < rank; a++) {
      sum += (nu[a] + alpha * p[a]) * p[a];
    }
    for (int j = 0; j < linear.length; j++) {
      sum += linear[j].bound() * p[rank + j];
    }
    return sum;
  }

  /**
   * What is left of the optimality conditions, each relative to its own terms: Wθ − ν to 1 + |ν|,
   * aᵀθ − c to |c| + Σ|aᵢθᵢ|, and of an inequality that holds, the lesser of slack and multiplier.
   *
   * @param resolution what roundings of θ are relative to; rounding alone counts as nothing
   */
  double residual(
      final double[] theta, final double[] resolution, final double[] nu, final double[] g) {
    final double norm = Vectors.norm(Arrays.copyOf(nu, rank));
    double worst = 0;
    for (int a = 0; a < rank; a++) {
      final double unit = norm + units[a] + ROUNDING * terms(a, resolution);
      worst = Math.max(worst, Math.abs(g[a]) / unit);
    }
    for (int a = rank; a < size; a++) {
      final ScaledRow row = linear[a - rank];
      final double left = Math.abs(g[a]) / (row.terms(theta) + ROUNDING * row.terms(resolution));
      final boolean holds = a >= firstInequality && g[a] <= 0;
      worst = Math.max(worst, holds ? Math.min(left, nu[a] / (1 + norm)) : left);
    }
    return worst;
  }

  /** Σ|wᵢxᵢ|. */
  private double terms(final int a, final double[] x) {
    final int row = a * d;
    double sum = 0;
    for (int i = 0; i < d; i++) {
      sum += Math.abs(w[row + i] * x[i]);
    }
    return sum;
  }

  /**
   * The dual's negative Hessian, I over the rows of W + M diag(s) Mᵀ.
   *
   * @param s dθ/dv, length d
   * @param h size×size, column-major, lower triangle and diagonal written
   */
  void curvature(final double[] s, final double[] h) {
    Arrays.fill(h, 0);
    lowRankCurvature(s, h);
    for (int j = 0; j < linear.length; j++) {
      linearCurvature(s, j, h);
    }
  }

  private void lowRankCurvature(final double[] s, final double[] h) {
    if (rank == 0) {
      return;
    }
    for (int a = 0; a < rank; a++) {
      h[a + a * size] = 1;
    }
    final double[] packed = new double[rank * BLOCK];
    final int[] active = new int[BLOCK];
    int count = 0;
    for (int i = 0; i < d; i++) {
      if (s[i] > 0) {
        active[count++] = i;
      }
      if (count == BLOCK || i == d - 1) {
        pack(s, active, count, packed);
        Products.addRowGram(packed, BLOCK, rank, count, h, size);
        count = 0;
      }
    }
  }

  private void pack(final double[] s, final int[] active, final int count, final double[] packed) {
    for (int t = 0; t < count; t++) {
      final double root = Math.sqrt(s[active[t]]);
      for (int a = 0; a < rank; a++) {
        packed[a * BLOCK + t] = root * w[a * d + active[t]];
      }
    }
  }

  /** Row k + j of M diag(s) Mᵀ, up to the diagonal, at the cost of the row's non-zeros. */
  private void linearCurvature(final double[] s, final int j, final double[] h) {
    final int row = rank + j;
    final int[] support = linear[j].indices();
    for (int at = 0; at < support.length; at++) {
      column[support[at]] = linear[j].coefficients()[at] * s[support[at]];
    }
    for (int a = 0; a < rank; a++) {
      double sum = 0;
      for (final int i : support) {
        sum += w[a * d + i] * column[i];
      }
      h[row + a * size] = sum;
    }
    for (int other = 0; other <= j; other++) {
      h[row + (rank + other) * size] = linear[other].times(column);
    }
    for (final int i : support) {
      column[i] = 0;
    }
  }

  /**
   * Whether ν certifies that no θ in the box meets the linear rows: Σ νⱼ aⱼᵀθ, least over the box,
   * exceeds Σ νⱼcⱼ (Farkas). What cancels to 1e-10 of its terms counts as 0.
   */
  boolean certifiesInfeasibility(final double[] nu, final double[] lower, final double[] upper) {
    final double[] sum = new double[d];
    final double[] terms = new double[d];
    double gap = 0;
    double scale = 0;
    for (int j = 0; j < linear.length; j++) {
      final ScaledRow row = linear[j];
      row.addTo(sum, nu[rank + j]);
      for (int at = 0; at < row.indices().length; at++) {
        terms[row.indices()[at]] += Math.abs(nu[rank + j] * row.coefficients()[at]);
      }
      gap -= nu[rank + j] * row.bound();
      scale += Math.abs(nu[rank + j] * row.bound());
    }
    for (int i = 0; i < d; i++) {
      if (Math.abs(sum[i]) > 1e-10 * terms[i]) {
        final double least = sum[i] * (sum[i] > 0 ? lower[i] : upper[i]);
        gap += least;
        scale += Math.abs(least);
      }
    }
    return gap > 1e-6 * scale;
  }
}
