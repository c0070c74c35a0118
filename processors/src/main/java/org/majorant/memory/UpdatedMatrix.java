package org.majorant.memory;

import java.util.Arrays;
import org.majorant.features.SparsePoint;

/**
 * A symmetric matrix, d×d, that changes by rank-one terms. Some of them are kept beside it and
 * added together, to the upper half, since reading and writing a matrix costs more than the
 * arithmetic:
 *
 * <pre>    M = M₀ + Σ gₖ uₖuₖᵀ,   Mx = M₀x + Σ gₖ (uₖᵀx) uₖ</pre>
 *
 * <p>A row is an array of its own, since a loop over a part of a longer one would not be compiled
 * to vector instructions.
 */
final class UpdatedMatrix {
  /**
   * Terms that are kept, one for so many features: each takes its time of every product, and the
   * more there are, the less often the lower half is written.
   */
  private static final int FEATURES_A_TERM = 8;

  private static final int MOST_KEPT = 32;

  /** Of fewer features than one in so many a term is added at once, since most of it is zero. */
  private static final int DENSE = 3;

  private final int d;
  private final boolean upper; // only the upper triangle is there
  private final double[][] rows; // M₀
  private final double[][] keptU; // made when they are needed
  private final double[] keptG; // zero where no term is kept
  private final double[] along; // gₖ uₖᵀx; likewise
  private int kept;

  private UpdatedMatrix(final int d, final boolean upper) {
    this.d = d;
    this.upper = upper;
    rows = new double[d][d];
    keptU = new double[Math.min(MOST_KEPT, (d / FEATURES_A_TERM / 4 + 1) * 4)][]; // in fours
    keptG = new double[keptU.length];
    along = new double[keptU.length];
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
      along[k] = keptG[k] * keptU[k][i];
    }
    addKept(out);
  }

  /** out = Mx. Hot: O(features of x × d). */
  void times(final SparsePoint x, final double[] out) {
    Arrays.fill(out, 0);
    final double[] values = x.values;
    final int[] at = x.indices;
    int j = 0;
    for (; j + 4 <= x.size; j += 4) {
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
      addOne(out, values[j], rows[at[j]]);
    }
    for (int k = 0; k < kept; k++) {
      along[k] = keptG[k] * dot(x, keptU[k]);
    }
    addKept(out);
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
    if (kept == keptU.length) {
      settle();
    }
  }

  private void forget() {
    Arrays.fill(keptG, 0);
    Arrays.fill(along, 0);
    kept = 0;
  }

  /** M₀ ← M. Hot: the upper half, O(d²/2) for each term that was kept; the lower one is copied. */
  private void settle() {
    for (int k = 0; k < kept; k += 4) {
      final double[] u0 = keptU[k];
      final double[] u1 = orLast(k + 1);
      final double[] u2 = orLast(k + 2);
      final double[] u3 = orLast(k + 3);
      for (int i = 0; i < d; i++) {
        final double f0 = keptG[k] * u0[i];
        final double f1 = keptG[k + 1] * u1[i];
        final double f2 = keptG[k + 2] * u2[i];
        final double f3 = keptG[k + 3] * u3[i];
        if (f0 != 0 || f1 != 0 || f2 != 0 || f3 != 0) {
          addFour(rows[i], i, f0, u0, f1, u1, f2, u2, f3, u3);
        }
      }
    }
    forget();
    if (!upper) {
      mirror();
    }
  }

  /** A term that is kept; the last one, for a factor of zero, where there are fewer. */
  private double[] orLast(final int k) {
    return keptU[Math.min(k, kept - 1)];
  }

  /** Copies the upper half into the lower one, four rows in one pass. */
  private void mirror() {
    int i = 0;
    for (; i + 4 <= d; i += 4) {
      final double[] r0 = rows[i];
      final double[] r1 = rows[i + 1];
      final double[] r2 = rows[i + 2];
      final double[] r3 = rows[i + 3];
      r1[i] = r0[i + 1];
      r2[i] = r0[i + 2];
      r2[i + 1] = r1[i + 2];
      for (int j = i + 3; j < d; j++) {
        final double[] row = rows[j];
        row[i] = r0[j];
        row[i + 1] = r1[j];
        row[i + 2] = r2[j];
        row[i + 3] = r3[j];
      }
    }
    for (; i < d; i++) {
      for (int j = i + 1; j < d; j++) {
        rows[j][i] = rows[i][j];
      }
    }
  }

  /** sum ← sum + Σ gₖ (uₖᵀx) uₖ over the terms that are kept, once {@link #along} has gₖ uₖᵀx. */
  private void addKept(final double[] sum) {
    final double[] f = along;
    for (int k = 0; k < kept; k += 4) {
      addFour(
          sum,
          0,
          f[k],
          keptU[k],
          f[k + 1],
          orLast(k + 1),
          f[k + 2],
          orLast(k + 2),
          f[k + 3],
          orLast(k + 3));
    }
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

  /** sum ← sum + f u. */
  static void addOne(final double[] sum, final double f, final double[] u) {
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
