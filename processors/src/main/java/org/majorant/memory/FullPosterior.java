package org.majorant.memory;

import java.util.Arrays;
import org.majorant.features.SparsePoint;
import org.majorant.matrix.Cholesky;

/**
 * What a {@link FullMemory}, which has the formulas, knows in the form that examples are read in:
 * the mean θ = Qb and the inverse Q = (A+P)⁻¹ of each vector, over the features seen so far. Each
 * change of one direction u is a rank-one update of Q. Some of them are kept beside it and added
 * together, since reading and writing Q costs more than the arithmetic:
 *
 * <pre>    Q = Q₀ + Σ gₖ uₖuₖᵀ,   Qx = Q₀x + Σ gₖ (uₖᵀx) uₖ</pre>
 *
 * <p>With another prior l, P is lP everywhere. The prior inside Q stands at the mean square Sᵢ that
 * a feature had when it was last rescaled.
 *
 * <p>It is longer than others, because reading, learning and inverting share its arrays.
 */
final class FullPosterior {
  /** Updates that are kept: all of them are read at each example. */
  private static final int MOST_KEPT = 8;

  /** So many updates are added in one pass over a row. */
  private static final int TOGETHER = 4;

  private final int d;
  private final FeatureScale scale;
  private final double strength; // lλ
  private final double[] priorSquare; // Sᵢ; 0 where never seen
  private final int[] seen;
  private int seenSize;
  private final double[][][] inverse; // Q₀, d rows of d, symmetric
  private final double[][][] keptU; // uₖ a vector
  private final double[][] keptG; // gₖ a vector
  private final int[] kept; // how many, a vector
  private final double[][] theta;
  private final double[][] u;

  /** With a prior l times as strong as the spec's. */
  FullPosterior(final int features, final int vectors, final FeatureScale scale, final double l) {
    d = features;
    this.scale = scale;
    strength = l * scale.l2;
    priorSquare = new double[d];
    seen = new int[d];
    inverse = new double[vectors][d][d];
    keptU = new double[vectors][MOST_KEPT][d];
    keptG = new double[vectors][MOST_KEPT];
    kept = new int[vectors];
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
      add(u[c], x.values[j], inverse[c][x.indices[j]]);
    }
    for (int k = 0; k < kept[c]; k++) {
      add(u[c], keptG[c][k] * dot(x, keptU[c][k]), keptU[c][k]);
    }
    return dot(x, u[c]);
  }

  /** Σ Q_jj x_j² of a vector: the variance of its score if no features went together. */
  double marginalVariance(final int c, final SparsePoint x) {
    double sum = 0;
    for (int j = 0; j < x.size; j++) {
      final int i = x.indices[j];
      double own = inverse[c][i][i];
      for (int k = 0; k < kept[c]; k++) {
        own += keptG[c][k] * keptU[c][k][i] * keptU[c][k][i];
      }
      sum += own * x.values[j] * x.values[j];
    }
    return sum;
  }

  /** θ ← θ + push·u and Q ← (Q⁻¹ + gain xxᵀ)⁻¹, after {@link #variance} gave v. */
  void learn(final int c, final double push, final double gain, final double v) {
    for (int s = 0; s < seenSize; s++) {
      theta[c][seen[s]] += push * u[c][seen[s]];
    }
    rankOne(c, -gain / (1 + gain * v));
  }

  /** Learns x: A ← A + da xxᵀ and b ← b + db x. */
  void learn(final int c, final SparsePoint x, final double da, final double db) {
    final double v = variance(c, x);
    learn(c, (db - da * score(c, x)) / (1 + da * v), da, v);
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
      for (final double[][] q : inverse) {
        q[i][i] = 1 / (strength * square);
      }
    } else if (square > 2 * old || square < old / 2 && mayShrink) {
      priorSquare[i] = square;
      for (int c = 0; c < u.length; c++) {
        addToPrior(c, i, strength * (square - old));
      }
    }
  }

  private void addToPrior(final int c, final int i, final double delta) {
    System.arraycopy(inverse[c][i], 0, u[c], 0, d);
    for (int k = 0; k < kept[c]; k++) {
      add(u[c], keptG[c][k] * keptU[c][k][i], keptU[c][k]);
    }
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
  void takePrior(final FullSite site) {
    for (int i = 0; i < site.size; i++) {
      if (site.priorSquare[i] > 0) {
        priorSquare[site.features[i]] = site.priorSquare[i];
      }
    }
  }

  /** Writes where the prior stands into a site, at its features. */
  void shipPrior(final FullSite site) {
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
    see();
    Arrays.fill(kept, 0);
    final int m = seenSize;
    for (int c = 0; c < u.length; c++) {
      final double[] dense = withPrior(a[c]);
      Cholesky.factor(dense, m);
      Cholesky.invert(dense, m);
      for (int i = 0; i < m; i++) {
        double t = 0;
        for (int j = 0; j < m; j++) {
          inverse[c][seen[i]][seen[j]] = dense[i * m + j];
          t += dense[i * m + j] * b[c][seen[j]];
        }
        theta[c][seen[i]] = t;
      }
    }
  }

  /** Takes the features seen, ascending, and the prior of those where it has none yet. */
  private void see() {
    seenSize = 0;
    for (int i = 0; i < d; i++) {
      if (scale.count[i] > 0) {
        seen[seenSize++] = i;
        priorSquare[i] = priorSquare[i] == 0 ? scale.priorSquare(i) : priorSquare[i];
      }
    }
  }

  /** A + P over the features seen: the upper triangle by rows, which is Cholesky's lower one. */
  private double[] withPrior(final double[] a) {
    final int m = seenSize;
    final double[] dense = new double[m * m];
    for (int i = 0; i < m; i++) {
      for (int j = i; j < m; j++) {
        dense[i * m + j] = a[seen[i] * d + seen[j]];
      }
      dense[i * m + i] += strength * priorSquare[seen[i]];
    }
    return dense;
  }

  /** θ = (A + P)⁻¹b of the only vector, with the prior at today's mean squares; Q is stale then. */
  void solve(final double[] a, final double[] b) {
    forgetPrior();
    see();
    final double[] x = Arrays.stream(seen, 0, seenSize).mapToDouble(i -> b[i]).toArray();
    final double[] dense = withPrior(a);
    Cholesky.factor(dense, seenSize);
    Cholesky.solve(dense, seenSize, x);
    for (int i = 0; i < seenSize; i++) {
      theta[0][seen[i]] = x[i];
    }
  }

  double theta(final int feature) {
    return theta[0][feature];
  }

  /** As {@link Memory.Joint#turn}, with C and g times a weight; after {@link #solve}. */
  void turn(
      final double[] a,
      final int[] features,
      final int size,
      final double[] c,
      final double[] g,
      final double weight,
      final double[] direction) {
    final int m = seenSize;
    final double[] dense = withPrior(a);
    final double[] x = new double[m];
    final int[] places = new int[size];
    for (int j = 0; j < size; j++) {
      places[j] = Arrays.binarySearch(seen, 0, m, features[j]);
      x[places[j]] = -weight * g[j];
    }
    for (int j = 0; j < size; j++) {
      for (int k = 0; k < size; k++) {
        if (places[k] >= places[j]) {
          dense[places[j] * m + places[k]] += weight * c[j * size + k];
        }
      }
    }
    Cholesky.factor(dense, m);
    Cholesky.solve(dense, m, x);
    for (int j = 0; j < size; j++) {
      direction[j] = x[places[j]];
    }
  }

  /** Q ← Q + g uuᵀ. */
  private void rankOne(final int c, final double g) {
    if (g == 0) {
      return;
    }
    System.arraycopy(u[c], 0, keptU[c][kept[c]], 0, d);
    keptG[c][kept[c]++] = g;
    if (kept[c] == MOST_KEPT) {
      addKept(c);
    }
  }

  /** Q₀ ← Q. Hot: O(features seen × d) for each update that was kept. */
  private void addKept(final int c) {
    for (int k = 0; k < MOST_KEPT; k += TOGETHER) {
      for (int s = 0; s < seenSize; s++) {
        addToRow(inverse[c][seen[s]], seen[s], keptU[c], keptG[c], k);
      }
    }
    kept[c] = 0;
  }

  /**
   * Row i of Q₀ ← Q₀ + Σ gₖ uₖuₖᵀ over four of them, from k on. A row is an array of its own, since
   * a loop over a part of a longer one would not be compiled to vector instructions.
   */
  private void addToRow(
      final double[] row, final int i, final double[][] us, final double[] g, final int k) {
    final double[] u0 = us[k];
    final double[] u1 = us[k + 1];
    final double[] u2 = us[k + 2];
    final double[] u3 = us[k + 3];
    final double f0 = g[k] * u0[i];
    final double f1 = g[k + 1] * u1[i];
    final double f2 = g[k + 2] * u2[i];
    final double f3 = g[k + 3] * u3[i];
    for (int j = 0; j < d; j++) {
      row[j] += f0 * u0[j] + f1 * u1[j] + f2 * u2[j] + f3 * u3[j];
    }
  }

  /** sum ← sum + factor·row. */
  private void add(final double[] sum, final double factor, final double[] row) {
    for (int k = 0; k < d; k++) {
      sum[k] += factor * row[k];
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
