package org.majorant.memory;

import java.util.Arrays;
import java.util.List;
import org.majorant.features.Dimensions;
import org.majorant.features.SparseExample;
import org.majorant.matrix.Cholesky;
import org.majorant.schema.Curvature;
import org.majorant.schema.Directional;
import org.majorant.schema.ModelSpec;

/**
 * Full A, one d×d block a vector, held as its inverse Q = (A+P)⁻¹ beside A itself (MATHS.md 5).
 *
 * <p>The prior inside Q is rescaled lazily: at a feature's first non-zero value Sᵢ = RMSᵢ², Qᵢᵢ =
 * 1/(λSᵢ); when RMSᵢ² has left [Sᵢ/2, 2Sᵢ],
 *
 * <pre>
 *   δ = λ(RMSᵢ² − Sᵢ);  f = δ/(1 + δQᵢᵢ);  θ ← θ − f Q·ᵢ θᵢ;  Q ← Q − f Q·ᵢ Q·ᵢᵀ
 * </pre>
 *
 * <p>(with forgetting only when it grew: a decrease could make A indefinite). Sᵢ is shipped with
 * the site, so that a memory that starts again from what was shipped learns as one that ran
 * through. An example is
 *
 * <pre>
 *   u = Qx;  v = xᵀu;   learned:  θ ← θ + βu;  Q ← Q − c/(1 + cv) uuᵀ;  A ← A + c xxᵀ
 * </pre>
 *
 * <p><em>Directional</em> forgetting divides, before the solve, what is known along x by 1/f, f =
 * e^(−1/τ): Q ← Q + (1/f − 1)/v uuᵀ, which is A ← A − (1−f)/v xxᵀ; skipped where v/f > 10. Decay by
 * time renormalises (A, b) whenever it has come to 2 % ({@link Clock}), and inverts afresh.
 */
public final class FullMemory implements PointMemory {
  private static final double MAX_FORGETTING_VARIANCE = 10;

  private final int d;
  private final int vectors;
  private final Clock clock;
  private final boolean fading; // old examples count less as time goes by
  private final double keep; // f of directional forgetting; 1: none
  private final FeatureScale scale;
  private final double[] priorSquare; // Sᵢ; 0 where never seen
  private final int[] seen;
  private int seenSize;
  private final double[][] inverse; // Q, d×d, symmetric
  private final double[][] theta;
  private final double[][] a; // upper triangle, d×d
  private final double[][] b;
  private final double[][] deltaA;
  private final double[][] deltaB;
  private final double[][] u;
  private final double[] scores;
  private final double[] variance;
  private final double[] forgotten;

  FullMemory(final ModelSpec spec) {
    final Dimensions dimensions = Dimensions.of(spec);
    d = dimensions.features();
    vectors = dimensions.vectors();
    clock = Clock.onGrid(spec);
    fading = Decay.of(spec).active();
    keep =
        spec.getForgetting() instanceof Directional directional
            ? Math.exp(-1 / directional.getTau())
            : 1;
    scale = new FeatureScale(spec);
    priorSquare = new double[d];
    seen = new int[d];
    inverse = new double[vectors][d * d];
    a = new double[vectors][d * d];
    deltaA = new double[vectors][d * d];
    theta = new double[vectors][d];
    b = new double[vectors][d];
    deltaB = new double[vectors][d];
    u = new double[vectors][d];
    scores = new double[vectors];
    variance = new double[vectors];
    forgotten = new double[vectors];
  }

  @Override
  public void advance(final double time) {
    final double factor = clock.advance(time);
    if (factor != 1) {
      rescale(factor);
      for (int s = 0; s < seenSize; s++) {
        priorSquare[seen[s]] = scale.meanSquare(seen[s]);
      }
      invert();
    }
  }

  @Override
  public void read(
      final SparseExample x,
      final double[] before,
      final double[] scores,
      final double[] variance) {
    scale.clip(x);
    for (int c = 0; c < vectors; c++) {
      before[c] = dot(x, theta[c]);
    }
    for (int j = 0; j < x.size; j++) {
      scale.count(x.indices[j], x.values[j]);
      rescalePrior(x.indices[j]);
    }
    for (int c = 0; c < vectors; c++) {
      Arrays.fill(u[c], 0);
      for (int j = 0; j < x.size; j++) {
        addRow(u[c], x.values[j], inverse[c], x.indices[j]);
      }
      scores[c] = dot(x, theta[c]);
      variance[c] = clock.weight() * dot(x, u[c]);
      if (keep < 1) {
        forgetAlong(c, variance);
      }
    }
    System.arraycopy(scores, 0, this.scores, 0, vectors);
    System.arraycopy(variance, 0, this.variance, 0, vectors);
  }

  @Override
  public double meanSquare(final int feature) {
    return scale.meanSquare(feature);
  }

  @Override
  public void write(final SparseExample x, final double[] beta, final double[] curvature) {
    final double weight = clock.weight();
    for (int c = 0; c < vectors; c++) {
      final double push = weight * beta[c];
      final double gain = weight * curvature[c];
      final double v = variance[c] / weight;
      final double after = scores[c] + push * v;
      for (int s = 0; s < seenSize; s++) {
        theta[c][seen[s]] += push * u[c][seen[s]];
      }
      rankOne(c, -gain / (1 + gain * v));
      final double da = gain - forgotten[c];
      final double db = push + gain * after - forgotten[c] * scores[c];
      addSite(x, c, da, db);
      forgotten[c] = 0;
    }
  }

  @Override
  public Site ship(final boolean pull) {
    final int m = scale.touched();
    final Site site = new Site(Curvature.FULL, vectors, m, 0, clock.newest());
    System.arraycopy(scale.sortedTouched(), 0, site.features, 0, m);
    scale.ship(site);
    for (int i = 0; i < m; i++) {
      site.priorSquare[i] = priorSquare[site.features[i]];
    }
    int at = 0;
    for (int c = 0; c < vectors; c++) {
      for (int i = 0; i < m; i++) {
        final int row = site.features[i];
        site.linear[i * vectors + c] = deltaB[c][row];
        deltaB[c][row] = 0;
        for (int j = i; j < m; j++) {
          final int cell = row * d + site.features[j];
          site.curvature[at++] = deltaA[c][cell];
          deltaA[c][cell] = 0;
        }
      }
    }
    site.multiply(clock.toNewest());
    return site;
  }

  @Override
  public long shipBytes() {
    final long m = scale.touched();
    return m * (20 + 8L * vectors) + 4 * vectors * m * (m + 1);
  }

  @Override
  public void adopt(final Site base, final List<Site> own) {
    if (keep == 1) {
      Arrays.fill(priorSquare, 0); // so that it is the mean square as it is now
    }
    start(base, own, keep < 1);
  }

  @Override
  public void resume(final Site base, final List<Site> own) {
    start(base, own, true);
  }

  private void start(final Site base, final List<Site> own, final boolean samePrior) {
    rescale(clock.admit(base.time));
    own.forEach(site -> rescale(clock.admit(site.time)));
    scale.reset();
    for (int c = 0; c < vectors; c++) {
      System.arraycopy(deltaA[c], 0, a[c], 0, a[c].length);
      System.arraycopy(deltaB[c], 0, b[c], 0, d);
    }
    add(base);
    own.forEach(this::add);
    if (samePrior) {
      takePrior(base);
      own.forEach(this::takePrior);
    }
    invert();
  }

  private void takePrior(final Site site) {
    for (int i = 0; i < site.size; i++) {
      if (site.priorSquare[i] > 0) {
        priorSquare[site.features[i]] = site.priorSquare[i];
      }
    }
  }

  private void add(final Site site) {
    scale.add(site);
    final double factor = clock.factor(site.time);
    int at = 0;
    for (int c = 0; c < vectors; c++) {
      for (int i = 0; i < site.size; i++) {
        final int row = site.features[i];
        b[c][row] += factor * site.linear[i * vectors + c];
        for (int j = i; j < site.size; j++) {
          a[c][row * d + site.features[j]] += factor * site.curvature[at++];
        }
      }
    }
  }

  /** Q = (A + P)⁻¹ and θ = Qb over the features seen, by Cholesky. */
  private void invert() {
    seenSize = 0;
    for (int i = 0; i < d; i++) {
      if (scale.count[i] > 0) {
        seen[seenSize++] = i;
        if (priorSquare[i] == 0) {
          priorSquare[i] = scale.meanSquare(i);
        }
      }
    }
    final int m = seenSize;
    final double[] dense = new double[m * m];
    for (int c = 0; c < vectors; c++) {
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

  private void rescalePrior(final int i) {
    final double square = scale.meanSquare(i);
    final double old = priorSquare[i];
    if (old == 0) {
      priorSquare[i] = square;
      seen[seenSize++] = i;
      for (int c = 0; c < vectors; c++) {
        inverse[c][i * d + i] = 1 / (scale.l2 * square);
      }
    } else if (square > 2 * old || square < old / 2 && keep == 1 && !fading) {
      priorSquare[i] = square;
      final double delta = scale.l2 * (square - old);
      for (int c = 0; c < vectors; c++) {
        System.arraycopy(inverse[c], i * d, u[c], 0, d);
        final double f = delta / (1 + delta * u[c][i]);
        final double step = f * theta[c][i];
        for (int s = 0; s < seenSize; s++) {
          theta[c][seen[s]] -= step * u[c][seen[s]];
        }
        rankOne(c, -f);
      }
    }
  }

  private void forgetAlong(final int c, final double[] variance) {
    final double v = variance[c];
    if (v > 0 && v / keep <= MAX_FORGETTING_VARIANCE) {
      rankOne(c, (1 / keep - 1) / v);
      for (int s = 0; s < seenSize; s++) {
        u[c][seen[s]] /= keep;
      }
      variance[c] = v / keep;
      forgotten[c] = (1 - keep) / v;
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

  private void addSite(final SparseExample x, final int c, final double da, final double db) {
    for (int j = 0; j < x.size; j++) {
      final int row = x.indices[j];
      final double v = x.values[j];
      b[c][row] += db * v;
      deltaB[c][row] += db * v;
      for (int k = j; k < x.size; k++) {
        final double cell = da * v * x.values[k];
        a[c][row * d + x.indices[k]] += cell;
        deltaA[c][row * d + x.indices[k]] += cell;
      }
    }
  }

  private void rescale(final double factor) {
    if (factor != 1) {
      for (final double[][] parts : new double[][][] {a, b, deltaA, deltaB}) {
        for (final double[] part : parts) {
          for (int i = 0; i < part.length; i++) {
            part[i] *= factor;
          }
        }
      }
    }
  }

  private static double dot(final SparseExample x, final double[] dense) {
    double sum = 0;
    for (int j = 0; j < x.size; j++) {
      sum += x.values[j] * dense[x.indices[j]];
    }
    return sum;
  }
}
