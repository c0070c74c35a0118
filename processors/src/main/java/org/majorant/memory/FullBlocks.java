package org.majorant.memory;

import java.util.Arrays;
import java.util.List;
import org.majorant.decay.Clock;
import org.majorant.features.SparsePoint;

/**
 * What one full memory knows by its own clock: A, a d×d block a vector, and b, with the posteriors
 * that read them. What is written to it is also added to what the next site ships.
 */
final class FullBlocks {
  private static final double MAX_FORGETTING_VARIANCE = 10;

  private final Clock clock;
  private final FullPosterior posterior; // the first, by which it learns
  private final double[][] a; // upper triangle, d×d
  private final double[][] b;
  private final double[][] deltaA;
  private final double[][] deltaB;
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
  FullBlocks(
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

  /** θ of the only vector is that of (A, b) and the prior as they are now. */
  void solve() {
    posterior.solve(a[0], b[0]);
  }

  /** A weight of the only vector, as last {@link #solve}d. */
  double theta(final int feature) {
    return posterior.theta(feature);
  }

  /** As {@link Memory.Joint#turn}. */
  void turn(
      final int[] features,
      final int size,
      final double[] curvature,
      final double[] gradient,
      final double[] direction) {
    posterior.turn(a[0], features, size, curvature, gradient, clock.weight(), direction);
  }

  /** As {@link Memory.Joint#write}. */
  void write(final int[] features, final int size, final double[] curvature, final double[] push) {
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
  }

  /** The newest time seen. */
  double newest() {
    return clock.newest();
  }

  /** Ships at which scales the prior inside Q stands. */
  void shipPrior(final Site site) {
    posterior.shipPrior(site);
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
