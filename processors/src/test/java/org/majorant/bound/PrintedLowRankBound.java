package org.majorant.bound;

import java.util.Arrays;
import org.majorant.matrix.SymmetricEigen;

/**
 * Algorithm 4 as JC12 prints it, to show that it is no bound. Where the print confuses the indices
 * k̃, j and k, all are read as k̃, the pair that goes: the kindest reading. V starts as the first k
 * unit vectors.
 */
final class PrintedLowRankBound {
  private final int k;
  private final int d;
  private final double[] s; // the diagonal of S
  private double[] v; // k×d, row-major
  private final double[] diagonal;

  PrintedLowRankBound(final int k, final double[] diagonal) {
    this.k = k;
    this.d = diagonal.length;
    this.diagonal = diagonal.clone();
    s = new double[k];
    v = new double[k * d];
    for (int i = 0; i < k; i++) {
      v[i * d + i] = 1;
    }
  }

  void add(final double[] row) {
    final double[] r = row.clone();
    final double[] p = new double[k];
    for (int i = 0; i < k; i++) {
      for (int j = 0; j < d; j++) {
        p[i] += r[j] * v[i * d + j];
      }
      for (int j = 0; j < d; j++) {
        r[j] -= p[i] * v[i * d + j];
      }
    }
    rotate(p);
    final double square = Arrays.stream(r).map(x -> x * x).sum();
    int least = k;
    for (int i = 0; i < k; i++) {
      if (s[i] < (least == k ? square : s[least])) {
        least = i;
      }
    }
    if (least == k) {
      absorb(r, 0, 1);
      return;
    }
    absorb(v, least * d, s[least]);
    s[least] = square;
    for (int j = 0; j < d; j++) {
      v[least * d + j] = r[j] / Math.sqrt(square);
    }
  }

  double[] rows() {
    final double[] rows = v.clone();
    for (int at = 0; at < rows.length; at++) {
      rows[at] *= Math.sqrt(s[at / d]);
    }
    return rows;
  }

  double[] diagonal() {
    return diagonal.clone();
  }

  /** S ← S + ppᵀ = QᵀAQ; S ← A; V ← QV. */
  private void rotate(final double[] p) {
    final double[] matrix = new double[k * k];
    for (int i = 0; i < k; i++) {
      for (int j = 0; j < k; j++) {
        matrix[i * k + j] = p[i] * p[j] + (i == j ? s[i] : 0);
      }
    }
    final double[] u = new double[k * k];
    final double[] values = SymmetricEigen.top(matrix, k, k, u);
    final double[] rotated = new double[k * d];
    for (int i = 0; i < k; i++) {
      s[i] = Math.max(0, values[i]);
      for (int from = 0; from < k; from++) {
        for (int j = 0; j < d; j++) {
          rotated[i * d + j] += u[i * k + from] * v[from * d + j];
        }
      }
    }
    v = rotated;
  }

  /** D ← D + weight ‖q‖₁ diag(|q|). */
  private void absorb(final double[] rows, final int at, final double weight) {
    double norm = 0;
    for (int j = 0; j < d; j++) {
      norm += Math.abs(rows[at + j]);
    }
    for (int j = 0; j < d; j++) {
      diagonal[j] += weight * norm * Math.abs(rows[at + j]);
    }
  }
}
