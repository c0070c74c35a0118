package org.majorant.memory;

import java.util.Arrays;
import java.util.List;
import org.majorant.decay.Clock;
import org.majorant.features.SparsePoint;

/**
 * What one full memory knows by its own clock, with the posteriors that read it: the sum of what is
 * shipped and of what the next site ships, to which examples are added.
 */
final class FullBlocks {
  private static final double MAX_FORGETTING_VARIANCE = 10;

  private final Clock clock;
  private final FullPosterior posterior; // the first, by which it learns
  private final FullSums shipped; // what a base and the sites since then have
  private final FullSums delta; // what the next site ships
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
    this.vectors = vectors;
    first = number * vectors;
    this.clock = clock;
    this.keep = keep;
    posteriors =
        Arrays.stream(priors)
            .mapToObj(l -> new FullPosterior(features, vectors, scale, l))
            .toArray(FullPosterior[]::new);
    posterior = posteriors[0];
    shipped = new FullSums(number, vectors, features);
    delta = new FullSums(number, vectors, features);
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

  /** As {@link Memory.Points#read}, for its vectors among all. */
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

  /** As {@link Memory.Points#readMarginals}. */
  void readMarginals(final SparsePoint x, final double[] variance) {
    for (int c = 0; c < vectors; c++) {
      variance[c] = clock.weight() * posterior.marginalVariance(c, x);
    }
  }

  private void forgetAlong(final int c) {
    final double v = variance[c];
    if (v > 0 && v / keep <= MAX_FORGETTING_VARIANCE) {
      posterior.forgetAlong(c, keep, v);
      variance[c] = v / keep;
      forgotten[c] = (1 - keep) / v;
    }
  }

  /** As {@link Memory.Points#write}, for its vectors among all. */
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
      delta.learn(c, x, da, db);
      forgotten[c] = 0;
      for (int l = 1; l < posteriors.length; l++) {
        posteriors[l].learn(c, x, da, db);
      }
    }
  }

  /** As {@link Memory.Points#revise}. */
  void revise(final SparsePoint x, final double[] push) {
    for (int c = 0; c < vectors; c++) {
      final double db = clock.weight() * push[c];
      for (final FullPosterior each : posteriors) {
        each.learn(c, x, 0, db);
      }
      delta.learn(c, x, 0, db);
    }
  }

  /** θ of the only vector is that of (A, b) and the prior as they are now. */
  void solve() {
    posterior.solve(shipped, delta);
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
    posterior.turn(features, size, curvature, gradient, clock.weight(), direction, shipped, delta);
  }

  /** As {@link Memory.Joint#write}. */
  void write(final int[] features, final int size, final double[] curvature, final double[] push) {
    final double weight = clock.weight();
    final double[][] a = delta.curvature(0);
    for (int j = 0; j < size; j++) {
      final int row = features[j];
      delta.b[0][row] += weight * push[j];
      for (int k = 0; k < size; k++) {
        if (features[k] >= row) {
          a[row][features[k]] += weight * curvature[j * size + k];
        }
      }
    }
  }

  /** The newest time seen. */
  double newest() {
    return clock.newest();
  }

  /** Ships at which scales the prior inside Q stands. */
  void shipPrior(final FullSite site) {
    posterior.shipPrior(site);
  }

  /** Takes out what was learned since the last call, into a site with its features. */
  void ship(final Site site) {
    delta.copyTo(site, clock.toNewest());
    shipped.take(delta, site.features);
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
    shipped.clear();
    shipped.add(base, clock.factor(base.time));
    own.forEach(site -> shipped.add(site, clock.factor(site.time)));
  }

  private void rescale(final double factor) {
    if (factor != 1) {
      shipped.scale(factor);
      delta.scale(factor);
    }
  }

  void forgetPrior() {
    for (final FullPosterior each : posteriors) {
      each.forgetPrior();
    }
  }

  void takePrior(final FullSite site) {
    for (final FullPosterior each : posteriors) {
      each.takePrior(site);
    }
  }

  void invert() {
    for (final FullPosterior each : posteriors) {
      each.invert(shipped, delta);
    }
  }
}
