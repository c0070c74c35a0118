package org.majorant.memory;

import java.util.Arrays;
import java.util.List;
import org.majorant.features.Dimensions;
import org.majorant.features.SparsePoint;
import org.majorant.model.Mixture;
import org.majorant.schema.Curvature;
import org.majorant.schema.Directional;
import org.majorant.schema.HalfLives;
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
 * <p>Where the spec has {@link HalfLives}, there are memories beside the first, each with its own
 * (A, b), Q and {@link Clock}. They share the feature scale, and the prior inside all Q stands at
 * the same Sᵢ. Only the first is told of joint examples, and only it forgets along directions.
 *
 * <p>A <em>joint</em> example has a curvature of as many directions as it has features, perhaps. So
 * Q is left alone then, and each system is factored by itself, in O(m³) over the m features seen.
 *
 * <p>The class is longer than others, because both kinds of example change the same (A, b), of
 * which there may be several.
 */
public final class FullMemory implements Memory.Joint, PointMemory {
  private final int d;
  private final int vectors;
  private final double keep; // f of directional forgetting; 1: none
  private final boolean priorMayShrink;
  private final FeatureScale scale;
  private final Blocks[] memories;
  private final Blocks first;
  private boolean solved; // for joint examples: θ is that of (A, b) and the prior as they are

  FullMemory(final ModelSpec spec) {
    final Dimensions dimensions = Dimensions.of(spec);
    d = dimensions.features();
    vectors = dimensions.vectors();
    keep =
        spec.getForgetting() instanceof Directional directional
            ? Math.exp(-1 / directional.getTau())
            : 1;
    priorMayShrink = keep == 1 && !Decay.of(spec).active();
    scale = new FeatureScale(spec);
    final List<Decay> others = Decay.others(spec);
    memories = new Blocks[1 + others.size()];
    first = new Blocks(0, d, vectors, Clock.onGrid(spec), keep, scale, Mixture.of(spec).priors());
    memories[0] = first;
    for (int m = 1; m < memories.length; m++) {
      final Clock clock = Clock.onWideGrid(others.get(m - 1));
      memories[m] = new Blocks(m, d, vectors, clock, 1, scale, Mixture.FORGETFUL_PRIOR);
    }
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
      first.posterior.solve(first.a[0], first.b[0]);
      solved = true;
    }
    for (int j = 0; j < size; j++) {
      theta[j] = scale.count[features[j]] > 0 ? first.posterior.theta(features[j]) : 0;
    }
  }

  @Override
  public void turn(
      final int[] features,
      final int size,
      final double[] curvature,
      final double[] gradient,
      final double[] direction) {
    first.posterior.turn(
        first.a[0], features, size, curvature, gradient, first.clock.weight(), direction);
  }

  @Override
  public void write(
      final int[] features, final int size, final double[] curvature, final double[] push) {
    final double weight = first.clock.weight();
    for (int j = 0; j < size; j++) {
      final int row = features[j];
      first.b[0][row] += weight * push[j];
      first.deltaB[0][row] += weight * push[j];
      for (int k = 0; k < size; k++) {
        if (features[k] >= row) {
          final int cell = row * d + features[k];
          first.a[0][cell] += weight * curvature[j * size + k];
          first.deltaA[0][cell] += weight * curvature[j * size + k];
        }
      }
    }
    solved = false;
  }

  @Override
  public void advance(final double time) {
    for (final Blocks each : memories) {
      if (each.advance(time)) {
        solved = false;
        if (!priorMayShrink) {
          each.forgetPrior();
        }
        each.invert();
      }
    }
  }

  @Override
  public void read(
      final SparsePoint x, final double[] before, final double[] scores, final double[] variance) {
    scale.clip(x);
    int from = 0;
    for (final Blocks each : memories) {
      each.score(x, before, from);
      from += each.readings() * vectors;
    }
    for (int j = 0; j < x.size; j++) {
      scale.count(x.indices[j], x.values[j]);
      for (final Blocks each : memories) {
        each.rescalePrior(x.indices[j], priorMayShrink);
      }
    }
    for (final Blocks each : memories) {
      each.read(x, scores, variance);
    }
  }

  @Override
  public double meanSquare(final int feature) {
    return scale.meanSquare(feature);
  }

  @Override
  public void write(final SparsePoint x, final double[] beta, final double[] curvature) {
    for (final Blocks each : memories) {
      each.write(x, beta, curvature);
    }
  }

  @Override
  public Site ship(final boolean pull) {
    final double newest = memories[memories.length - 1].clock.newest();
    final Site site =
        new Site(Curvature.FULL, memories.length * vectors, scale.touched().size(), 0, newest);
    scale.ship(site);
    first.posterior.shipPrior(site);
    for (final Blocks each : memories) {
      each.ship(site);
    }
    return site;
  }

  @Override
  public long shipBytes() {
    final long m = scale.touched().size();
    final long blocks = (long) memories.length * vectors;
    return m * (20 + 8 * blocks) + 4 * blocks * m * (m + 1);
  }

  @Override
  public void adopt(final Surrogate.State base, final List<Site> own) {
    if (keep == 1) {
      for (final Blocks each : memories) {
        each.forgetPrior();
      }
    }
    start(base.site(), own, keep < 1);
  }

  @Override
  public void resume(final Surrogate.State base, final List<Site> own) {
    start(base.site(), own, true);
  }

  private void start(final Site base, final List<Site> own, final boolean samePrior) {
    scale.reset();
    scale.add(base);
    own.forEach(scale::add);
    for (final Blocks each : memories) {
      each.start(base, own);
      if (samePrior) {
        each.takePrior(base);
        own.forEach(each::takePrior);
      }
      each.invert();
    }
    solved = false;
  }

  /**
   * What one of the memories knows by its own clock: A, a d×d block a vector, and b, with the
   * posteriors that read them.
   */
  private static final class Blocks {
    private static final double MAX_FORGETTING_VARIANCE = 10;

    final Clock clock;
    final FullPosterior posterior; // the first, by which it learns
    final double[][] a; // upper triangle, d×d
    final double[][] b;
    final double[][] deltaA;
    final double[][] deltaB;
    private final int d;
    private final int vectors;
    private final int first; // of its vectors among those of a site
    private final double keep; // f of directional forgetting; 1: none
    private final FullPosterior[] posteriors;
    private final double[] scores;
    private final double[] variance;
    private final double[] forgotten;

    /**
     * @param number of the memory, from 0
     * @param priors those that it is read with, in units of the spec's
     */
    Blocks(
        final int number,
        final int features,
        final int vectors,
        final Clock clock,
        final double keep,
        final FeatureScale scale,
        final double... priors) {
      d = features;
      this.vectors = vectors;
      first = number * vectors;
      this.clock = clock;
      this.keep = keep;
      posteriors =
          Arrays.stream(priors)
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

    /** How many posteriors read it. */
    int readings() {
      return posteriors.length;
    }

    /** Scores a point by each posterior, from a place on. */
    void score(final SparsePoint x, final double[] before, final int from) {
      for (int k = 0; k < posteriors.length * vectors; k++) {
        before[from + k] = posteriors[k / vectors].score(k % vectors, x);
      }
    }

    void rescalePrior(final int feature, final boolean mayShrink) {
      for (final FullPosterior each : posteriors) {
        each.rescalePrior(feature, mayShrink);
      }
    }

    /** As {@link PointMemory#read}, for its vectors among all. */
    void read(final SparsePoint x, final double[] scores, final double[] variance) {
      for (int c = 0; c < vectors; c++) {
        this.scores[c] = posterior.score(c, x);
        this.variance[c] = clock.weight() * posterior.variance(c, x);
        if (keep < 1) {
          forgetAlong(c);
        }
      }
      System.arraycopy(this.scores, 0, scores, first, vectors);
      System.arraycopy(this.variance, 0, variance, first, vectors);
    }

    private void forgetAlong(final int c) {
      final double v = variance[c];
      if (v > 0 && v / keep <= MAX_FORGETTING_VARIANCE) {
        posterior.forgetAlong(c, keep, v);
        variance[c] = v / keep;
        forgotten[c] = (1 - keep) / v;
      }
    }

    /** As {@link PointMemory#write}, for its vectors among all. */
    void write(final SparsePoint x, final double[] beta, final double[] curvature) {
      final double weight = clock.weight();
      for (int c = 0; c < vectors; c++) {
        final double push = weight * beta[first + c];
        final double gain = weight * curvature[first + c];
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

    /** Takes out what was learned since the last call, into a site with its features. */
    void ship(final Site site) {
      final double factor = clock.toNewest();
      for (int c = 0; c < vectors; c++) {
        int at = SiteLayout.FULL.diagonal(0, first + c, site.vectors, site.size);
        for (int i = 0; i < site.size; i++) {
          final int row = site.features[i];
          site.linear[i * site.vectors + first + c] = factor * deltaB[c][row];
          deltaB[c][row] = 0;
          for (int j = i; j < site.size; j++) {
            final int cell = row * d + site.features[j];
            site.curvature[at++] = factor * deltaA[c][cell];
            deltaA[c][cell] = 0;
          }
        }
      }
    }

    /** Moves on; whether (A, b) are in other units than before, so that it has to invert. */
    boolean advance(final double time) {
      final double factor = clock.advance(time);
      rescale(factor);
      return factor != 1;
    }

    /** Goes on from a base and the worker's own sites, with what was not shipped on top. */
    void start(final Site base, final List<Site> own) {
      rescale(clock.admit(base.time));
      own.forEach(site -> rescale(clock.admit(site.time)));
      for (int c = 0; c < vectors; c++) {
        System.arraycopy(deltaA[c], 0, a[c], 0, a[c].length);
        System.arraycopy(deltaB[c], 0, b[c], 0, d);
      }
      add(base);
      own.forEach(this::add);
    }

    private void add(final Site site) {
      FullSurrogate.add(site, clock.factor(site.time), first, d, a, b);
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

    void forgetPrior() {
      for (final FullPosterior each : posteriors) {
        each.forgetPrior();
      }
    }

    void takePrior(final Site site) {
      for (final FullPosterior each : posteriors) {
        each.takePrior(site);
      }
    }

    void invert() {
      for (final FullPosterior each : posteriors) {
        each.invert(a, b);
      }
    }
  }
}
