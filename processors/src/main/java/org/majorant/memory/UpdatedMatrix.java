package org.majorant.memory;

import java.util.Arrays;
import org.majorant.features.SparsePoint;

/**
 * A symmetric matrix, d×d, that changes by rank-one terms. Some of them are kept beside it and
 * added together, since reading and writing a matrix costs more than the arithmetic:
 *
 * <pre>    M = M₀ + Σ gₖ uₖuₖᵀ,   Mx = M₀x + Σ gₖ (uₖᵀx) uₖ</pre>
 *
 * <p>A row is an array of its own, since a loop over a part of a longer one would not be compiled
 * to vector instructions.
 */
final class UpdatedMatrix {
  /** Terms that are kept: all of them are read at each product. */
  private static final int MOST_KEPT = 8;

  /** Of fewer features than one in so many a term is added at once, since most of it is zero. */
  private static final int DENSE = 3;

  private final int d;
  private final boolean upper; // only the upper triangle is there
  private final double[][] rows; // M₀
  private final double[][] keptU; // made when they are needed
  private final double[] keptG; // zero where no term is kept
  private int kept;

  private UpdatedMatrix(final int d, final boolean upper) {
    this.d = d;
    this.upper = upper;
    rows = new double[d][d];
    keptU = new double[MOST_KEPT][];
    keptG = new double[MOST_KEPT];
  }

  /** Zero, d×d. */
  static UpdatedMatrix zero(final int d) {
    return new UpdatedMatrix(d, false);
  }

  /** Zero, of which only the upper triangle is kept; it cannot be multiplied. */
  static UpdatedMatrix upperTriangle(final int d) {
    return new UpdatedMatrix(d, true);
  }

  /** M₀, which is M from then on; of an upper triangle, row i is valid from i on. */
  double[][] rows() {
    if (kept > 0) {
      settle();
    }
    return rows;
  }

  /** M₀ to be written anew, without the terms that were kept. */
  double[][] rowsAnew() {
    forget();
    return rows;
  }

  /** An entry of the diagonal in whose row no term has anything. */
  void setDiagonal(final int i, final double value) {
    rows[i][i] = value;
  }

  /** M_ii. */
  double diagonal(final int i) {
    double sum = rows[i][i];
    for (int k = 0; k < kept; k++) {
      sum += keptG[k] * keptU[k][i] * keptU[k][i];
    }
    return sum;
  }

  /** out = M·i, a column. */
  void column(final int i, final double[] out) {
    System.arraycopy(rows[i], 0, out, 0, d);
    for (int k = 0; k < kept; k++) {
      final double f = keptG[k] * keptU[k][i];
      for (int j = 0; j < d; j++) {
        out[j] += f * keptU[k][j];
      }
    }
  }

  /** out = Mx. Hot: O(features of x × d). */
  void times(final SparsePoint x, final double[] out) {
    Arrays.fill(out, 0);
    int j = 0;
    for (; j + 4 <= x.size; j += 4) {
      final double[] values = x.values;
      final int[] at = x.indices;
      addFour(
          out,
          0,
          values[j],
          rows[at[j]],
          values[j + 1],
          rows[at[j + 1]],
          values[j + 2],
          rows[at[j + 2]],
          values[j + 3],
          rows[at[j + 3]]);
    }
    for (; j < x.size; j++) {
      addOne(out, x.values[j], rows[x.indices[j]]);
    }
    for (int k = 0; k < kept; k++) {
      addOne(out, keptG[k] * dot(x, keptU[k]), keptU[k]);
    }
  }

  /** M ← M + g uuᵀ. */
  void add(final double g, final double[] u) {
    if (g != 0) {
      System.arraycopy(u, 0, room(), 0, d);
      keep(g);
    }
  }

  /** M ← M + g xxᵀ, of an upper triangle. */
  void add(final double g, final SparsePoint x) {
    if (g == 0) {
      return;
    }
    if (x.size * DENSE >= d) {
      final double[] u = room();
      Arrays.fill(u, 0);
      for (int j = 0; j < x.size; j++) {
        u[x.indices[j]] = x.values[j];
      }
      keep(g);
      return;
    }
    for (int j = 0; j < x.size; j++) {
      final double[] row = rows[x.indices[j]];
      final double f = g * x.values[j];
      for (int k = j; k < x.size; k++) {
        row[x.indices[k]] += f * x.values[k];
      }
    }
  }

  void scale(final double factor) {
    for (final double[] row : rows()) {
      Site.scale(row, factor);
    }
  }

  private double[] room() {
    if (keptU[kept] == null) {
      keptU[kept] = new double[d];
    }
    return keptU[kept];
  }

  private void keep(final double g) {
    keptG[kept++] = g;
    if (kept == MOST_KEPT) {
      settle();
    }
  }

  private void forget() {
    Arrays.fill(keptG, 0);
    kept = 0;
  }

  /** M₀ ← M. Hot: O(d²) for the terms that were kept, four of them in one pass. */
  private void settle() {
    for (int k = 0; k < kept; k += 4) {
      final double[] u0 = keptU[k];
      final double[] u1 =
          keptU[Math.min(k + 1, kept - 1)]; // times a g of zero, where there is none
      final double[] u2 = keptU[Math.min(k + 2, kept - 1)];
      final double[] u3 = keptU[Math.min(k + 3, kept - 1)];
      for (int i = 0; i < d; i++) {
        final double f0 = keptG[k] * u0[i];
        final double f1 = keptG[k + 1] * u1[i];
        final double f2 = keptG[k + 2] * u2[i];
        final double f3 = keptG[k + 3] * u3[i];
        if (f0 != 0 || f1 != 0 || f2 != 0 || f3 != 0) {
          addFour(rows[i], upper ? i : 0, f0, u0, f1, u1, f2, u2, f3, u3);
        }
      }
    }
    forget();
  }

  /** sum ← sum + Σ fₖ uₖ, from an index on. */
  private static void addFour(
      final double[] sum,
      final int from,
      final double f0,
      final double[] u0,
      final double f1,
      final double[] u1,
      final double f2,
      final double[] u2,
      final double f3,
      final double[] u3) {
    for (int j = from; j < sum.length; j++) {
      sum[j] += f0 * u0[j] + f1 * u1[j] + f2 * u2[j] + f3 * u3[j];
    }
  }

  private static void addOne(final double[] sum, final double f, final double[] u) {
    for (int j = 0; j < sum.length; j++) {
      sum[j] += f * u[j];
    }
  }

  /** xᵀu. Four sums do not wait for each other. */
  static double dot(final SparsePoint x, final double[] u) {
    final double[] values = x.values;
    final int[] at = x.indices;
    double s0 = 0;
    double s1 = 0;
    double s2 = 0;
    double s3 = 0;
    int j = 0;
    for (; j + 4 <= x.size; j += 4) {
      s0 += values[j] * u[at[j]];
      s1 += values[j + 1] * u[at[j + 1]];
      s2 += values[j + 2] * u[at[j + 2]];
      s3 += values[j + 3] * u[at[j + 3]];
    }
    for (; j < x.size; j++) {
      s0 += values[j] * u[at[j]];
    }
    return s0 + s1 + (s2 + s3);
  }
}
