package org.majorant.memory;

import java.util.Arrays;
import java.util.List;
import org.majorant.features.Dimensions;
import org.majorant.features.SparsePoint;
import org.majorant.model.Mixture;
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
 * <p>Where the {@link Mixture} has other priors l, each has its own Q_l, which takes the same A and
 * b:
 *
 * <pre>
 *    s = θ_lᵀx before;   θ_l ← θ_l + (db − cs)/(1 + cv) u;   Q_l as above,   with its own u and v
 * </pre>
 *
 * <p><em>Directional</em> forgetting divides, before the solve, what is known along x by 1/f, f =
 * e^(−1/τ): Q ← Q + (1/f − 1)/v uuᵀ, which is A ← A − (1−f)/v xxᵀ; skipped where v/f > 10. Decay by
 * time renormalises (A, b) whenever it has come to 2 % ({@link Clock}), and inverts afresh.
 *
 * <p>A <em>joint</em> example has a curvature of as many directions as it has features, perhaps. So
 * Q is left alone then, and each system is factored by itself, in O(m³) over the m features seen.
 *
 * <p>The class is longer than others, because both kinds of example change the same (A, b).
 */
public final class FullMemory implements Memory.Joint, PointMemory {
  private static final double MAX_FORGETTING_VARIANCE = 10;

  private final int d;
  private final int vectors;
  private final Clock clock;
  private final double keep; // f of directional forgetting; 1: none
  private final boolean priorMayShrink;
  private final FeatureScale scale;
  private final FullPosterior[] posteriors; // one a prior of the mixture
  private final FullPosterior posterior; // the first: with the spec's own
  private final double[][] a; // upper triangle, d×d
  private final double[][] b;
  private final double[][] deltaA;
  private final double[][] deltaB;
  private final double[] scores;
  private final double[] variance;
  private final double[] forgotten;
  private boolean solved; // for joint examples: θ is that of (A, b) and the prior as they are

  FullMemory(final ModelSpec spec) {
    final Dimensions dimensions = Dimensions.of(spec);
    d = dimensions.features();
    vectors = dimensions.vectors();
    clock = Clock.onGrid(spec);
    keep =
        spec.getForgetting() instanceof Directional directional
            ? Math.exp(-1 / directional.getTau())
            : 1;
    priorMayShrink = keep == 1 && !Decay.of(spec).active();
    scale = new FeatureScale(spec);
    posteriors =
        Arrays.stream(Mixture.of(spec).priors())
            .mapToObj(l -> new FullPosterior(d, vectors, scale, l))
            .toArray(FullPosterior[]::new);
    posterior = posteriors[0];
    a = new double[vectors][d * d];
    deltaA = new double[vectors][d * d];
    b = new double[vectors][d];
    deltaB = new double[vectors][d];
    scores = new double[vectors];
    variance = new double[vectors];
    forgotten = new double[vectors];
  }

  @Override
  public boolean isDense() {
    return true;
  }

  @Override
  public void count(final int feature, final double deviation) {
    scale.count(feature, deviation);
    solved = false;
  }

  @Override
  public void read(final int[] features, final int size, final double[] theta) {
    if (!solved) {
      posterior.solve(a[0], b[0]);
      solved = true;
    }
    for (int j = 0; j < size; j++) {
      theta[j] = scale.count[features[j]] > 0 ? posterior.theta(features[j]) : 0;
    }
  }

  @Override
  public void turn(
      final int[] features,
      final int size,
      final double[] curvature,
      final double[] gradient,
      final double[] direction) {
    posterior.turn(a[0], features, size, curvature, gradient, clock.weight(), direction);
  }

  @Override
  public void write(
      final int[] features, final int size, final double[] curvature, final double[] push) {
    final double weight = clock.weight();
    for (int j = 0; j < size; j++) {
      final int row = features[j];
      b[0][row] += weight * push[j];
      deltaB[0][row] += weight * push[j];
      for (int k = 0; k < size; k++) {
        if (features[k] >= row) {
          final int cell = row * d + features[k];
          a[0][cell] += weight * curvature[j * size + k];
          deltaA[0][cell] += weight * curvature[j * size + k];
        }
      }
    }
    solved = false;
  }

  @Override
  public void advance(final double time) {
    final double factor = clock.advance(time);
    if (factor != 1) {
      solved = false;
      rescale(factor);
      forgetPrior();
      invert();
    }
  }

  private void forgetPrior() {
    for (final FullPosterior each : posteriors) {
      each.forgetPrior();
    }
  }

  private void invert() {
    for (final FullPosterior each : posteriors) {
      each.invert(a, b);
    }
  }

  @Override
  public void read(
      final SparsePoint x, final double[] before, final double[] scores, final double[] variance) {
    scale.clip(x);
    for (int k = 0; k < before.length; k++) {
      before[k] = posteriors[k / vectors].score(k % vectors, x);
    }
    for (int j = 0; j < x.size; j++) {
      scale.count(x.indices[j], x.values[j]);
      for (final FullPosterior each : posteriors) {
        each.rescalePrior(x.indices[j], priorMayShrink);
      }
    }
    for (int c = 0; c < vectors; c++) {
      scores[c] = posterior.score(c, x);
      variance[c] = clock.weight() * posterior.variance(c, x);
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
  public void write(final SparsePoint x, final double[] beta, final double[] curvature) {
    final double weight = clock.weight();
    for (int c = 0; c < vectors; c++) {
      final double push = weight * beta[c];
      final double gain = weight * curvature[c];
      final double v = variance[c] / weight;
      final double after = scores[c] + push * v;
      posterior.learn(c, push, gain, v);
      final double da = gain - forgotten[c];
      final double db = push + gain * after - forgotten[c] * scores[c];
      add(x, c, da, db);
      forgotten[c] = 0;
      for (int l = 1; l < posteriors.length; l++) {
        posteriors[l].learn(c, x, da, db);
      }
    }
  }

  @Override
  public Site ship(final boolean pull) {
    final int m = scale.touched().size();
    final Site site = new Site(Curvature.FULL, vectors, m, 0, clock.newest());
    scale.ship(site);
    posterior.shipPrior(site);
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
    final long m = scale.touched().size();
    return m * (20 + 8L * vectors) + 4 * vectors * m * (m + 1);
  }

  @Override
  public void adopt(final Surrogate.State base, final List<Site> own) {
    if (keep == 1) {
      forgetPrior();
    }
    start(base.site(), own, keep < 1);
  }

  @Override
  public void resume(final Surrogate.State base, final List<Site> own) {
    start(base.site(), own, true);
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
      for (final FullPosterior each : posteriors) {
        each.takePrior(base);
        own.forEach(each::takePrior);
      }
    }
    invert();
    solved = false;
  }

  private void add(final Site site) {
    scale.add(site);
    FullSurrogate.add(site, clock.factor(site.time), d, a, b);
  }

  private void forgetAlong(final int c, final double[] variance) {
    final double v = variance[c];
    if (v > 0 && v / keep <= MAX_FORGETTING_VARIANCE) {
      posterior.forgetAlong(c, keep, v);
      variance[c] = v / keep;
      forgotten[c] = (1 - keep) / v;
    }
  }

  /** A ← A + da xxᵀ and b ← b + db x. */
  private void add(final SparsePoint x, final int c, final double da, final double db) {
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
}
