package org.majorant.memory;

import java.util.List;
import org.majorant.decay.Clock;
import org.majorant.decay.Decay;
import org.majorant.features.Dimensions;
import org.majorant.features.SparsePoint;
import org.majorant.model.Mixture;
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
 */
final class FullMemory implements Memory.Joint, Memory.Points {
  private final int d;
  private final int vectors;
  private final double keep; // f of directional forgetting; 1: none
  private final boolean priorMayShrink;
  private final FeatureScale scale;
  private final FullBlocks[] memories;
  private final FullBlocks first;
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
    memories = new FullBlocks[1 + others.size()];
    first =
        new FullBlocks(0, d, vectors, Clock.onGrid(spec), keep, scale, Mixture.of(spec).priors());
    memories[0] = first;
    for (int m = 1; m < memories.length; m++) {
      final Clock clock = Clock.onWideGrid(others.get(m - 1));
      memories[m] = new FullBlocks(m, d, vectors, clock, 1, scale, Mixture.FORGETFUL_PRIOR);
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
      first.solve();
      solved = true;
    }
    for (int j = 0; j < size; j++) {
      theta[j] = scale.count[features[j]] > 0 ? first.theta(features[j]) : 0;
    }
  }

  @Override
  public void turn(
      final int[] features,
      final int size,
      final double[] curvature,
      final double[] gradient,
      final double[] direction) {
    first.turn(features, size, curvature, gradient, direction);
  }

  @Override
  public void write(
      final int[] features, final int size, final double[] curvature, final double[] push) {
    first.write(features, size, curvature, push);
    solved = false;
  }

  @Override
  public void advance(final double time) {
    for (final FullBlocks each : memories) {
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
    for (final FullBlocks each : memories) {
      each.score(x, before, from);
      from += each.readings() * vectors;
    }
    for (int j = 0; j < x.size; j++) {
      scale.count(x.indices[j], x.values[j]);
      for (final FullBlocks each : memories) {
        each.rescalePrior(x.indices[j], priorMayShrink);
      }
    }
    for (final FullBlocks each : memories) {
      each.read(x, scores, variance);
    }
  }

  @Override
  public void readMarginals(final SparsePoint x, final double[] variance) {
    first.readMarginals(x, variance);
  }

  @Override
  public double meanSquare(final int feature) {
    return scale.meanSquare(feature);
  }

  @Override
  public void write(final SparsePoint x, final double[] beta, final double[] curvature) {
    for (final FullBlocks each : memories) {
      each.write(x, beta, curvature);
    }
  }

  @Override
  public void revise(final SparsePoint x, final double[] push) {
    scale.clip(x);
    scale.touchSeen(x);
    for (final FullBlocks each : memories) {
      each.revise(x, push);
    }
    solved = false;
  }

  @Override
  public Site ship(final boolean pull) {
    final double newest = memories[memories.length - 1].newest();
    final FullSite site = new FullSite(memories.length * vectors, scale.touched(), newest);
    scale.ship(site);
    first.shipPrior(site);
    for (final FullBlocks each : memories) {
      each.ship(site);
    }
    return site;
  }

  @Override
  public long shipBytes() {
    final long m = scale.touched();
    final long blocks = (long) memories.length * vectors;
    return m * (24 + 8 * blocks) + 4 * blocks * m * (m + 1);
  }

  @Override
  public void adopt(final Surrogate.State base, final List<Site> own) {
    if (keep == 1) {
      for (final FullBlocks each : memories) {
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
    for (final FullBlocks each : memories) {
      each.start(base, own);
      if (samePrior) {
        each.takePrior((FullSite) base);
        own.forEach(site -> each.takePrior((FullSite) site));
      }
      each.invert();
    }
    solved = false;
  }
}
