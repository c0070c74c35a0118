package org.majorant.bound;

import org.majorant.matrix.SymmetricEigen;

/** A dense symmetric d×d matrix that grows by outer products and Loewner maxima. */
final class SymmetricMatrix {
  private final int d;
  private final double[] entries;

  SymmetricMatrix(final int d) {
    this.d = d;
    this.entries = new double[Math.multiplyExact(d, d)];
  }

  /** The d×d entries themselves. */
  double[] entries() {
    return entries;
  }

  /** M ← M + weight · l lᵀ. */
  void addOuter(final double weight, final double[] l) {
    for (int i = 0; i < d; i++) {
      final double scaled = weight * l[i];
      if (scaled != 0) {
        for (int j = 0; j < d; j++) {
          entries[i * d + j] += scaled * l[j];
        }
      }
    }
  }

  /** M ← M + A. */
  void add(final SymmetricMatrix a) {
    for (int i = 0; i < entries.length; i++) {
      entries[i] += a.entries[i];
    }
  }

  /** M ← M + (A − M)₊, the positive part: no smaller than M nor A in the Loewner order. */
  void raiseTo(final SymmetricMatrix a) {
    final double[] difference = new double[d * d];
    for (int i = 0; i < difference.length; i++) {
      difference[i] = a.entries[i] - entries[i];
    }
    final double[] vectors = new double[d * d];
    final double[] values = SymmetricEigen.top(difference, d, d, vectors);
    final double[] vector = new double[d];
    for (int k = 0; k < d; k++) {
      if (values[k] > 0) {
        System.arraycopy(vectors, k * d, vector, 0, d);
        addOuter(values[k], vector);
      }
    }
  }
}
