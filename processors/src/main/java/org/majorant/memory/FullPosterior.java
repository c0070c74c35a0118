package org.majorant.memory;

import java.util.Arrays;
import org.majorant.features.SparsePoint;
import org.majorant.matrix.Cholesky;

/**
 * What a {@link FullMemory}, which has the formulas, knows in the form that examples are read in:
 * the mean θ = Qb and the inverse Q = (A+P)⁻¹ of each vector, over the features seen so far. Each
 * change of one direction u is a rank-one update of Q, at O(features seen × d).
 *
 * <p>The prior inside Q stands at the mean square Sᵢ that a feature had when it was last rescaled.
 */
final class FullPosterior {
  private final int d;
  private final FeatureScale scale;
  private final double[] priorSquare; // Sᵢ; 0 where never seen
  private final int[] seen;
  private int seenSize;
  private final double[][] inverse; // Q, d×d, symmetric
  private final double[][] theta;
  private final double[][] u;

  FullPosterior(final int features, final int vectors, final FeatureScale scale) {
    d = features;
    this.scale = scale;
    priorSquare = new double[d];
    seen = new int[d];
    inverse = new double[vectors][Math.multiplyExact(d, d)];
    theta = new double[vectors][d];
    u = new double[vectors][d];
  }

  /** θᵀx of a vector. */
  double score(final int c, final SparsePoint x) {
    return dot(x, theta[c]);
  }

  /** xᵀQx of a vector; leaves u = Qx. */
  double variance(final int c, final SparsePoint x) {
    Arrays.fill(u[c], 0);
    for (int j = 0; j < x.size; j++) {
      addRow(u[c], x.values[j], inverse[c], x.indices[j]);
    }
    return dot(x, u[c]);
  }

  /** θ ← θ + push·u and Q ← (Q⁻¹ + gain xxᵀ)⁻¹, after {@link #variance} gave v. */
  void learn(final int c, final double push, final double gain, final double v) {
    for (int s = 0; s < seenSize; s++) {
      theta[c][seen[s]] += push * u[c][seen[s]];
    }
    rankOne(c, -gain / (1 + gain * v));
  }

  /** Divides what is known along x by 1/keep, and u with it, after {@link #variance} gave v. */
  void forgetAlong(final int c, final double keep, final double v) {
    rankOne(c, (1 / keep - 1) / v);
    for (int s = 0; s < seenSize; s++) {
      u[c][seen[s]] /= keep;
    }
  }

  /**
   * Brings the prior of a feature that was just counted up to its mean square.
   *
   * @param mayShrink whether the prior may become less, and so A + P
   */
  void rescalePrior(final int i, final boolean mayShrink) {
    final double square = scale.priorSquare(i);
    final double old = priorSquare[i];
    if (old == 0) {
      priorSquare[i] = square;
      seen[seenSize++] = i;
      for (final double[] q : inverse) {
        q[i * d + i] = 1 / (scale.l2 * square);
      }
    } else if (square > 2 * old || square < old / 2 && mayShrink) {
      priorSquare[i] = square;
      for (int c = 0; c < u.length; c++) {
        addToPrior(c, i, scale.l2 * (square - old));
      }
    }
  }

  private void addToPrior(final int c, final int i, final double delta) {
    System.arraycopy(inverse[c], i * d, u[c], 0, d);
    final double f = delta / (1 + delta * u[c][i]);
    final double step = f * theta[c][i];
    for (int s = 0; s < seenSize; s++) {
      theta[c][seen[s]] -= step * u[c][seen[s]];
    }
    rankOne(c, -f);
  }

  /** Lets the next {@link #invert} take the prior at the mean squares as they are then. */
  void forgetPrior() {
    Arrays.fill(priorSquare, 0);
  }

  /** Takes the prior at the mean squares that a site's worker had it at. */
  void takePrior(final Site site) {
    for (int i = 0; i < site.size; i++) {
      if (site.priorSquare[i] > 0) {
        priorSquare[site.features[i]] = site.priorSquare[i];
      }
    }
  }

  /** Writes where the prior stands into a site, at its features. */
  void shipPrior(final Site site) {
    for (int i = 0; i < site.size; i++) {
      site.priorSquare[i] = priorSquare[site.features[i]];
    }
  }

  /**
   * Q = (A + P)⁻¹ and θ = Qb over the features seen, by Cholesky.
   *
   * @param a upper triangle a vector, d×d
   * @param b length d a vector
   */
  void invert(final double[][] a, final double[][] b) {
    seenSize = 0;
    for (int i = 0; i < d; i++) {
      if (scale.count[i] > 0) {
        seen[seenSize++] = i;
        if (priorSquare[i] == 0) {
          priorSquare[i] = scale.priorSquare(i);
        }
      }
    }
    final int m = seenSize;
    final double[] dense = new double[m * m];
    for (int c = 0; c < u.length; c++) {
      for (int i = 0; i < m; i++) {
        for (int j = i; j < m; j++) {
          dense[i * m + j] = a[c][seen[i] * d + seen[j]];
        }
        dense[i * m + i] += scale.l2 * priorSquare[seen[i]];
      }
      Cholesky.factor(dense, m);
      Cholesky.invert(dense, m);
      for (int i = 0; i < m; i++) {
        double t = 0;
        for (int j = 0; j < m; j++) {
          inverse[c][seen[i] * d + seen[j]] = dense[i * m + j];
          t += dense[i * m + j] * b[c][seen[j]];
        }
        theta[c][seen[i]] = t;
      }
    }
  }

  /** Q ← Q + g uuᵀ. Hot: O(features seen × d). */
  private void rankOne(final int c, final double g) {
    final double[] q = inverse[c];
    final double[] uc = u[c];
    for (int s = 0; s < seenSize; s++) {
      final int i = seen[s];
      final double gu = g * uc[i];
      if (gu != 0) {
        final int o = i * d;
        for (int k = 0; k < d; k++) {
          q[o + k] += gu * uc[k];
        }
      }
    }
  }

  private void addRow(final double[] sum, final double factor, final double[] q, final int row) {
    final int o = row * d;
    for (int k = 0; k < d; k++) {
      sum[k] += factor * q[o + k];
    }
  }

  private static double dot(final SparsePoint x, final double[] dense) {
    double sum = 0;
    for (int j = 0; j < x.size; j++) {
      sum += x.values[j] * dense[x.indices[j]];
    }
    return sum;
  }
}
