package org.majorant.solve;

import java.util.Arrays;
import org.netlib.blas.Dsyrk;

/**
 * M: the k rows of W, then equalities, then inequalities, one dual unknown each. A linear row is
 * divided by |a| in the metric D⁻¹, so that like W's it measures θ in units of √nats, whatever
 * units it came in.
 */
final class DualRows {
  private static final int BLOCK = 512;

  final int rank;
  final int size;

  /** From here on multipliers are not negative. */
  final int firstInequality;

  private final int d;
  private final double[] w;
  private final int[] source;
  private final int[][] indices;
  private final double[][] coefficients;
  private final double[] bounds;
  private final double[] scales;
  private final double[] reach;
  private final double[] column;

  DualRows(final Quadratic quadratic, final Constraints constraints) {
    d = quadratic.dimension();
    rank = quadratic.rank();
    w = quadratic.w();
    source = Feasibility.independentRows(constraints);
    size = rank + source.length;
    indices = new int[source.length][];
    coefficients = new double[source.length][];
    bounds = new double[source.length];
    scales = new double[source.length];
    reach = new double[source.length];
    column = new double[d];
    int equalities = 0;
    for (int j = 0; j < source.length; j++) {
      final LinearRow row = constraints.rows().get(source[j]);
      equalities += row.equality() ? 1 : 0;
      scale(j, row, quadratic);
    }
    firstInequality = rank + equalities;
  }

  private void scale(final int j, final LinearRow row, final Quadratic quadratic) {
    double square = 0;
    for (int at = 0; at < row.indices().length; at++) {
      final int i = row.indices()[at];
      final double a = row.coefficients()[at];
      square += a * a / quadratic.diagonal()[i];
      reach[j] += Math.abs(a * quadratic.b()[i]) / quadratic.diagonal()[i];
    }
    scales[j] = 1 / Math.sqrt(square);
    reach[j] *= scales[j];
    bounds[j] = row.bound() * scales[j];
    indices[j] = row.indices();
    coefficients[j] = row.coefficients().clone();
    for (int at = 0; at < coefficients[j].length; at++) {
      coefficients[j][at] *= scales[j];
    }
  }

  /** The dual point of a former solution, or 0. */
  double[] start(final double[] former) {
    final double[] nu = new double[size];
    System.arraycopy(former, 0, nu, 0, rank);
    for (int j = 0; j < source.length; j++) {
      final double multiplier = former[rank + source[j]] / scales[j];
      nu[rank + j] = rank + j < firstInequality ? multiplier : Math.max(0, multiplier);
    }
    return nu;
  }

  /** ν in the units and the order of the rows as they were given; 0 for a row left out. */
  double[] asGiven(final double[] nu, final int rows) {
    final double[] out = new double[rank + rows];
    System.arraycopy(nu, 0, out, 0, rank);
    for (int j = 0; j < source.length; j++) {
      out[rank + source[j]] = nu[rank + j] * scales[j];
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
    for (int j = 0; j < source.length; j++) {
      final double x = factor * p[rank + j];
      for (int at = 0; at < indices[j].length; at++) {
        out[indices[j][at]] += x * coefficients[j][at];
      }
    }
  }

  /** The dual's gradient: Wθ − ν, and for linear rows aᵀθ − c. */
  void gradient(final double[] theta, final double[] nu, final double[] out) {
    for (int a = 0; a < rank; a++) {
      out[a] = dot(a, theta) - nu[a];
    }
    for (int j = 0; j < source.length; j++) {
      double sum = -bounds[j];
      for (int at = 0; at < indices[j].length; at++) {
        sum += coefficients[j][at] * theta[indices[j][at]];
      }
      out[rank + j] = sum;
    }
  }

  private double dot(final int a, final double[] theta) {
    final int row = a * d;
    double sum = 0;
    for (int i = 0; i < d; i++) {
      sum += w[row + i] * theta[i];
    }
    return sum;
  }

  /** νᵀp over the rows of W and cᵀp over the linear rows: what θᵀMᵀp loses in the dual's slope. */
  double offset(final double[] nu, final double[] p, final double alpha) {
    double sum = 0;
    for (int a = 0; a < rank; a++) {
      sum += (nu[a] + alpha * p[a]) * p[a];
    }
    for (int j = 0; j < source.length; j++) {
      sum += bounds[j] * p[rank + j];
    }
    return sum;
  }

  /**
   * What is left of the optimality conditions: |Wθ − ν|, |aᵀθ − c| and |min(multiplier, c − aᵀθ)|,
   * relative to 1 + |ν|, and a violated linear row also relative to its own terms.
   */
  double residual(final double[] theta, final double[] nu, final double[] g) {
    final double scale = 1 + norm(nu);
    double worst = 0;
    for (int a = 0; a < size; a++) {
      final boolean signed = a >= firstInequality;
      final double left = signed ? Math.max(g[a], -nu[a]) : g[a];
      if (left != 0) {
        final boolean violated = a >= rank && (left > 0 || !signed);
        final double unit = violated ? Math.min(scale, terms(a - rank, theta)) : scale;
        worst = Math.max(worst, Math.abs(left) / unit);
      }
    }
    return worst;
  }

  /** |c| + Σ|aᵢθᵢ|, and what rounding leaves of the terms that cancelled in θ. */
  private double terms(final int j, final double[] theta) {
    double sum = Math.abs(bounds[j]) + 1e-5 * reach[j];
    for (int at = 0; at < indices[j].length; at++) {
      sum += Math.abs(coefficients[j][at] * theta[indices[j][at]]);
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
    for (int j = 0; j < source.length; j++) {
      linearCurvature(s, j, h);
    }
  }

  private void lowRankCurvature(final double[] s, final double[] h) {
    for (int a = 0; a < rank; a++) {
      h[a + a * size] = 1;
    }
    if (rank == 0) {
      return;
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
        Dsyrk.dsyrk("L", "T", rank, count, 1, packed, 0, BLOCK, 1, h, 0, size);
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

  /** Row rank + j of M diag(s) Mᵀ, up to the diagonal, at the cost of the row's non-zeros. */
  private void linearCurvature(final double[] s, final int j, final double[] h) {
    final int row = rank + j;
    final int[] support = indices[j];
    for (int at = 0; at < support.length; at++) {
      column[support[at]] = coefficients[j][at] * s[support[at]];
    }
    for (int a = 0; a < rank; a++) {
      double sum = 0;
      for (final int i : support) {
        sum += w[a * d + i] * column[i];
      }
      h[row + a * size] = sum;
    }
    for (int other = 0; other <= j; other++) {
      double sum = 0;
      for (int at = 0; at < indices[other].length; at++) {
        sum += coefficients[other][at] * column[indices[other][at]];
      }
      h[row + (rank + other) * size] = sum;
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
    for (int j = 0; j < source.length; j++) {
      for (int at = 0; at < indices[j].length; at++) {
        final double x = nu[rank + j] * coefficients[j][at];
        sum[indices[j][at]] += x;
        terms[indices[j][at]] += Math.abs(x);
      }
      gap -= nu[rank + j] * bounds[j];
      scale += Math.abs(nu[rank + j] * bounds[j]);
    }
    for (int i = 0; i < d; i++) {
      if (Math.abs(sum[i]) > 1e-10 * terms[i]) {
        final double least = sum[i] > 0 ? sum[i] * lower[i] : sum[i] * upper[i];
        gap += least;
        scale += Math.abs(least);
      }
    }
    return gap > 1e-6 * scale;
  }

  static double norm(final double[] x) {
    double sum = 0;
    for (final double value : x) {
      sum += value * value;
    }
    return Math.sqrt(sum);
  }
}
