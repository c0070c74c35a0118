package org.majorant.memory;

import java.util.Arrays;
import java.util.stream.Stream;
import org.majorant.features.SparsePoint;
import org.majorant.matrix.Cholesky;

/**
 * What a {@link FullMemory}, which has the formulas, knows in the form that examples are read in:
 * the mean θ = Qb and the inverse Q = (A+P)⁻¹ of each vector, over the features seen so far. Each
 * change of one direction u is a rank-one update of Q ({@link UpdatedMatrix}).
 *
 * <p>With another prior l, P is lP everywhere. The prior inside Q stands at the mean square Sᵢ that
 * a feature had when it was last rescaled.
 *
 * <p>It is longer than others, because reading, learning and inverting share its arrays.
 */
final class FullPosterior {
  private final int d;
  private final FeatureScale scale;
  private final double strength; // lλ
  private final double[] priorSquare; // Sᵢ; 0 where never seen
  private final int[] seen;
  private int seenSize;
  private final UpdatedMatrix[] inverse; // Q
  private final double[][] theta;
  private final double[][] u;

  /** With a prior l times as strong as the spec's. */
  FullPosterior(final int features, final int vectors, final FeatureScale scale, final double l) {
    d = features;
    this.scale = scale;
    strength = l * scale.l2;
    priorSquare = new double[d];
    seen = new int[d];
    inverse =
        Stream.generate(() -> UpdatedMatrix.zero(d)).limit(vectors).toArray(UpdatedMatrix[]::new);
    theta = new double[vectors][d];
    u = new double[vectors][d];
  }

  /** θᵀx of a vector. */
  double score(final int c, final SparsePoint x) {
    return UpdatedMatrix.dot(x, theta[c]);
  }

  /** xᵀQx of a vector; leaves u = Qx. */
  double variance(final int c, final SparsePoint x) {
    inverse[c].times(x, u[c]);
    return UpdatedMatrix.dot(x, u[c]);
  }

  /** Σ Q_jj x_j² of a vector: the variance of its score if no features went together. */
  double marginalVariance(final int c, final SparsePoint x) {
    double sum = 0;
    for (int j = 0; j < x.size; j++) {
      sum += inverse[c].diagonal(x.indices[j]) * x.values[j] * x.values[j];
    }
    return sum;
  }

  /** θ ← θ + push·u and Q ← (Q⁻¹ + gain xxᵀ)⁻¹, after {@link #variance} gave v. */
  void learn(final int c, final double push, final double gain, final double v) {
    UpdatedMatrix.addOne(theta[c], push, u[c]);
    inverse[c].add(-gain / (1 + gain * v), u[c]);
  }

  /** Learns x: A ← A + da xxᵀ and b ← b + db x. */
  void learn(final int c, final SparsePoint x, final double da, final double db) {
    final double v = variance(c, x);
    learn(c, (db - da * score(c, x)) / (1 + da * v), da, v);
  }

  /** Divides what is known along x by 1/keep, and u with it, after {@link #variance} gave v. */
  void forgetAlong(final int c, final double keep, final double v) {
    inverse[c].add((1 / keep - 1) / v, u[c]);
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
      for (final UpdatedMatrix q : inverse) {
        q.setDiagonal(i, 1 / (strength * square));
      }
    } else if (square > 2 * old || square < old / 2 && mayShrink) {
      priorSquare[i] = square;
      for (int c = 0; c < u.length; c++) {
        addToPrior(c, i, strength * (square - old));
      }
    }
  }

  private void addToPrior(final int c, final int i, final double delta) {
    inverse[c].column(i, u[c]);
    final double f = delta / (1 + delta * u[c][i]);
    UpdatedMatrix.addOne(theta[c], -f * theta[c][i], u[c]);
    inverse[c].add(-f, u[c]);
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
   * @param known A and b, in parts that are to be added
   */
  void invert(final FullSums... known) {
    see();
    final int m = seenSize;
    for (int c = 0; c < u.length; c++) {
      final double[] dense = withPrior(c, known);
      Cholesky.factor(dense, m);
      Cholesky.invert(dense, m);
      final double[] b = linear(c, known);
      final double[][] q = inverse[c].rowsAnew();
      for (int i = 0; i < m; i++) {
        double t = 0;
        for (int j = 0; j < m; j++) {
          q[seen[i]][seen[j]] = dense[i * m + j];
          t += dense[i * m + j] * b[j];
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
  private double[] withPrior(final int c, final FullSums... known) {
    final int m = seenSize;
    final double[] dense = new double[m * m];
    for (final FullSums part : known) {
      final double[][] a = part.curvature(c);
      for (int i = 0; i < m; i++) {
        for (int j = i; j < m; j++) {
          dense[i * m + j] += a[seen[i]][seen[j]];
        }
      }
    }
    for (int i = 0; i < m; i++) {
      dense[i * m + i] += strength * priorSquare[seen[i]];
    }
    return dense;
  }

  /** b over the features seen. */
  private double[] linear(final int c, final FullSums... known) {
    return Arrays.stream(seen, 0, seenSize)
        .mapToDouble(i -> Arrays.stream(known).mapToDouble(part -> part.b[c][i]).sum())
        .toArray();
  }

  /** θ = (A + P)⁻¹b of the only vector, with the prior at today's mean squares; Q is stale then. */
  void solve(final FullSums... known) {
    forgetPrior();
    see();
    final double[] x = linear(0, known);
    final double[] dense = withPrior(0, known);
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
      final int[] features,
      final int size,
      final double[] c,
      final double[] g,
      final double weight,
      final double[] direction,
      final FullSums... known) {
    final int m = seenSize;
    final double[] dense = withPrior(0, known);
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
}
