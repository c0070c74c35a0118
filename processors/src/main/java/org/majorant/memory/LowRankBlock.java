package org.majorant.memory;

import java.util.Arrays;
import java.util.stream.Stream;
import org.majorant.bound.Absorption;
import org.majorant.bound.LowRankFold;
import org.majorant.decay.Clock;
import org.majorant.features.SparsePoint;
import org.majorant.matrix.Cholesky;

/**
 * One vector's (A, b) in a {@link LowRankMemory}, which has the formulas, with its M and q. A's
 * rows are kept feature-major with stride 2k: the worker's own k, then the base's. Hot: reading and
 * learning an example costs O(non-zeros × k²).
 */
final class LowRankBlock {
  private final int vector;
  private final int k;
  private final int stride; // 2k
  private final Clock clock;
  private final FeatureScale scale;
  private final double[] b;
  private final double[] deltaB;
  private final double[] d;
  private final double[] deltaD;
  private final double[] waiting; // diagonal of the mini-batch not folded yet
  private final double[] w;
  private final double[] q;
  private final double[] factor;
  private final double[] nu;
  private final double[] g;
  private final double[] h;
  private double[] matrix = {}; // M, active × active, lower triangle kept
  int active; // rows in use, the same in all blocks: 0, k (own) or 2k (own, then base)

  LowRankBlock(
      final int vector,
      final int k,
      final int features,
      final Clock clock,
      final FeatureScale scale) {
    this.vector = vector;
    this.k = k;
    this.clock = clock;
    this.scale = scale;
    stride = 2 * k;
    q = new double[stride];
    factor = new double[stride * stride];
    nu = new double[stride];
    g = new double[stride];
    h = new double[stride];
    b = new double[features];
    deltaB = new double[features];
    d = new double[features];
    deltaD = new double[features];
    waiting = new double[features];
    w = new double[Math.multiplyExact(stride, features)];
  }

  /** A's part of T. */
  double diagonal(final int i) {
    return d[i] + waiting[i];
  }

  private double total(final int i) {
    return d[i] + waiting[i] + clock.priorWeight() * scale.prior(i);
  }

  /** θᵀx; leaves the factor of M, and ν. */
  double score(final SparsePoint x) {
    solveNu();
    double score = 0;
    for (int j = 0; j < x.size; j++) {
      final int i = x.indices[j];
      if (scale.count[i] > 0) {
        score += x.values[j] * theta(i);
      }
    }
    return score;
  }

  /** xᵀ(A+P)⁻¹x, after {@link #score}; leaves h. */
  double variance(final SparsePoint x) {
    Arrays.fill(g, 0, active, 0);
    double variance = 0;
    for (int j = 0; j < x.size; j++) {
      final int i = x.indices[j];
      final double scaled = x.values[j] / total(i);
      variance += x.values[j] * scaled;
      for (int r = 0; r < active; r++) {
        g[r] += scaled * w[i * stride + r];
      }
    }
    System.arraycopy(g, 0, h, 0, active);
    Cholesky.solve(factor, active, h);
    double kept = 0;
    for (int r = 0; r < active; r++) {
      kept += g[r] * h[r];
    }
    return variance - kept;
  }

  /** θ ← θ + push·u; curvature gain·x² waits on the diagonal; b follows. */
  void learn(final SparsePoint x, final double push, final double gain) {
    for (int j = 0; j < x.size; j++) {
      final int i = x.indices[j];
      final double v = x.values[j];
      final double total = total(i);
      final double after = theta(i) + push * ((v - rowTimes(i, h)) / total);
      final double change = gain * v * v;
      changeDiagonal(i, total, change, push * v + change * after);
      waiting[i] += change;
    }
  }

  /** As {@link Memory.Joint#turn}, with C by its diagonal. */
  void turn(
      final int[] features,
      final int size,
      final double[] c,
      final double[] gradient,
      final double[] direction) {
    final double weight = clock.weight();
    System.arraycopy(matrix, 0, factor, 0, active * active);
    Arrays.fill(h, 0, active, 0);
    for (int j = 0; j < size; j++) {
      final double total = total(features[j]);
      final double after = 1 / (total + weight * c[j]);
      direction[j] = -weight * gradient[j] * after;
      addRow(features[j], direction[j], h, after - 1 / total, factor);
    }
    Cholesky.factor(factor, active);
    Cholesky.solve(factor, active, h);
    for (int j = 0; j < size; j++) {
      final double total = total(features[j]) + weight * c[j];
      direction[j] -= rowTimes(features[j], h) / total;
    }
  }

  /** Learns at one feature: b ← b + push; gain waits on the diagonal, but for what is resting. */
  void learn(final int i, final double push, final double gain, final double resting) {
    changeDiagonal(i, total(i), gain, push);
    waiting[i] += gain - resting;
    d[i] += resting;
    deltaD[i] += resting;
  }

  /** T and b of one feature change: M and q follow. */
  void changeDiagonal(
      final int i, final double total, final double change, final double changeOfB) {
    final double before = 1 / total;
    final double after = 1 / (total + change);
    final double step = (b[i] + changeOfB) * after - b[i] * before;
    b[i] += changeOfB;
    deltaB[i] += changeOfB;
    addRow(i, step, q, after - before, matrix);
  }

  /** v ← v + step·Wᵢ and M ← M + change·WᵢWᵢᵀ. */
  private void addRow(
      final int i, final double step, final double[] v, final double change, final double[] m) {
    final int o = i * stride;
    for (int r = 0; r < active; r++) {
      v[r] += w[o + r] * step;
      final double scaled = w[o + r] * change;
      for (int s = r; s < active; s++) {
        m[r * active + s] += scaled * w[o + s];
      }
    }
  }

  /** θ of a feature that was counted, after {@link #solveNu}. */
  double theta(final int i) {
    return (b[i] - rowTimes(i, nu)) / total(i);
  }

  private double rowTimes(final int i, final double[] vector) {
    double sum = 0;
    for (int r = 0; r < active; r++) {
      sum += w[i * stride + r] * vector[r];
    }
    return sum;
  }

  /** Folds the rows that wait into the own k and sets b = (A + P)θ; M and q are stale then. */
  void fold(final MiniBatch batch, final Absorption absorption, final int[] columns) {
    final int m = columns.length;
    solveNu();
    final double[] theta = Arrays.stream(columns).mapToDouble(this::theta).toArray();
    final double[] metric = Arrays.stream(columns).mapToDouble(i -> d[i]).toArray();
    final int own = Math.min(active, k);
    final double[] rows = new double[(own + batch.size()) * m];
    for (int r = 0; r < own; r++) {
      for (int j = 0; j < m; j++) {
        rows[r * m + j] = w[columns[j] * stride + r];
      }
    }
    batch.rows(vector, columns, rows, own);
    final double[] change = new double[m];
    LowRankFold.addGramTimes(rows, own, m, theta, -1, change);
    final double[] absorbed = new double[m];
    final double[] kept =
        LowRankFold.fold(rows, own + batch.size(), m, k, metric, absorption, absorbed);
    final int rank = kept.length / Math.max(1, m);
    LowRankFold.addGramTimes(kept, rank, m, theta, 1, change);
    for (int j = 0; j < m; j++) {
      final int i = columns[j];
      final double shift = change[j] + (absorbed[j] - waiting[i]) * theta[j];
      b[i] += shift;
      deltaB[i] += shift;
      d[i] += absorbed[j];
      deltaD[i] += absorbed[j];
      waiting[i] = 0;
      for (int r = 0; r < k; r++) {
        w[i * stride + r] = r < rank ? kept[r * m + j] : 0;
      }
    }
    active = Math.max(active, k);
  }

  /** Takes the factor of M, and ν. */
  void solveNu() {
    System.arraycopy(matrix, 0, factor, 0, active * active);
    Cholesky.factor(factor, active);
    System.arraycopy(q, 0, nu, 0, active);
    Cholesky.solve(factor, active, nu);
  }

  /** Computes M and q afresh from the features seen. */
  void rebuild(final int[] seen, final int seenSize) {
    matrix = new double[active * active];
    Arrays.fill(q, 0);
    for (int r = 0; r < active; r++) {
      matrix[r * active + r] = 1;
    }
    for (int j = 0; j < seenSize; j++) {
      final int i = seen[j];
      final int o = i * stride;
      final double inverse = 1 / total(i);
      for (int r = 0; r < active; r++) {
        final double scaled = w[o + r] * inverse;
        if (scaled != 0) {
          q[r] += scaled * b[i];
          for (int s = r; s < active; s++) {
            matrix[r * active + s] += scaled * w[o + s];
          }
        }
      }
    }
  }

  /** Moves what was learned since the last call to the site, at its features. */
  void ship(final LowRankSite site) {
    copyTo(site, true);
    for (final int i : site.features) {
      deltaB[i] = 0;
      deltaD[i] = 0;
      Arrays.fill(w, i * stride, i * stride + k, 0);
    }
  }

  /** Writes all that is known into the site, at its features, or only what was not shipped. */
  void copyTo(final LowRankSite site, final boolean own) {
    final double[] linear = own ? deltaB : b;
    final double[] diagonal = own ? deltaD : d;
    for (int j = 0; j < site.size; j++) {
      final int i = site.features[j];
      site.linear[j * site.vectors + vector] = linear[i];
      site.curvature[j * site.vectors + vector] = diagonal[i];
      for (int r = 0; r < site.rank; r++) {
        site.rows[(vector * site.rank + r) * site.size + j] = w[i * stride + r];
      }
    }
  }

  /** Puts the site under what was learned since the last {@link #ship}; M and q are stale then. */
  void start(final LowRankSite known) {
    System.arraycopy(deltaB, 0, b, 0, b.length);
    System.arraycopy(deltaD, 0, d, 0, d.length);
    for (int i = 0; i < b.length; i++) {
      Arrays.fill(w, i * stride + k, (i + 1) * stride, 0);
    }
    for (int j = 0; j < known.size; j++) {
      final int i = known.features[j];
      b[i] = deltaB[i] + known.linear[j * known.vectors + vector];
      d[i] = deltaD[i] + known.curvature[j * known.vectors + vector];
      for (int r = 0; r < known.rank; r++) {
        w[i * stride + k + r] = known.rows[(vector * known.rank + r) * known.size + j];
      }
    }
    active = 2 * k;
  }

  /** (A, b) times a factor; M and q are stale then. */
  void rescale(final double by) {
    Stream.of(b, deltaB, d, deltaD, waiting).forEach(part -> Site.scale(part, by));
    Site.scale(w, Math.sqrt(by));
  }
}
