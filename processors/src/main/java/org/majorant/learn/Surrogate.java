package org.majorant.learn;

import org.majorant.model.Dimensions;
import org.majorant.model.Model;
import org.majorant.schema.ModelSpec;

/**
 * The merged surrogate (A, b) with its feature scale: sites are added, then it is solved for θ = (A
 * + P)⁻¹ b. Addition is all there is to merging, so it does not matter who learned what, or in
 * which order it comes; a site of an older or newer time is decayed to the newer of the two.
 */
public abstract sealed class Surrogate permits DiagonalSurrogate, FullSurrogate, LowRankSurrogate {
  final ModelSpec spec;
  final int features;
  final int vectors;
  final double[] count;
  final double[] square;
  private final Decay decay;
  private double time;

  Surrogate(final ModelSpec spec) {
    final Dimensions dimensions = Dimensions.of(spec);
    this.spec = spec;
    features = dimensions.features();
    vectors = dimensions.vectors();
    count = new double[features];
    square = new double[features];
    decay = Decay.of(spec);
  }

  /** The surrogate of a model that has learned nothing. */
  public static Surrogate of(final ModelSpec spec) {
    return switch (spec.getCurvature()) {
      case DIAGONAL -> new DiagonalSurrogate(spec);
      case LOW_RANK -> new LowRankSurrogate(spec);
      case FULL -> new FullSurrogate(spec);
    };
  }

  /** The time that weights are relative to, see {@link Decay}. */
  public final double time() {
    return time;
  }

  /** Adds what some examples taught. */
  public final void add(final Site site) {
    if (site.kind != spec.getCurvature()) {
      throw new IllegalArgumentException("site of " + site.kind + " curvature");
    }
    if (site.time > time) {
      if (decay.active()) {
        scale(decay.factor(time, site.time));
      }
      time = site.time;
    }
    for (int j = 0; j < site.size; j++) {
      count[site.features[j]] += site.count[j];
      square[site.features[j]] += site.square[j];
    }
    add(site, decay.factor(site.time, time));
  }

  /**
   * Solves θ = (A + P)⁻¹ b.
   *
   * @throws ArithmeticException where A + P is not positive or θ is not finite
   */
  public abstract Solution solve();

  /** The whole state as one site: added to an empty surrogate, it gives this one. */
  public final Site site() {
    int size = 0;
    for (int i = 0; i < features; i++) {
      size += count[i] > 0 ? 1 : 0;
    }
    final Site site = new Site(spec.getCurvature(), vectors, size, rank(), time);
    int j = 0;
    for (int i = 0; i < features; i++) {
      if (count[i] > 0) {
        site.features[j] = i;
        site.count[j] = count[i];
        site.square[j++] = square[i];
      }
    }
    copyTo(site);
    return site;
  }

  /** Prior precision of a feature; the strength itself where it was never seen. */
  final double prior(final int feature) {
    return count[feature] > 0 ? spec.getL2() * square[feature] / count[feature] : spec.getL2();
  }

  /** Rows a vector that {@link #site} has. */
  int rank() {
    return 0;
  }

  /** Adds (A, b) of a site, times a factor. */
  abstract void add(Site site, double factor);

  /** (A, b) times a factor. */
  abstract void scale(double factor);

  /** Writes (A, b) into a site whose features are those seen. */
  abstract void copyTo(Site site);

  /** The solution from θ and the diagonal of A + P, both feature-major. */
  final Solution solution(final double[] theta, final double[] precision) {
    double penalty = 0;
    for (int at = 0; at < theta.length; at++) {
      if (!(Math.abs(theta[at]) < Double.POSITIVE_INFINITY) || !(precision[at] > 0)) {
        throw new ArithmeticException(
            "surrogate of feature "
                + at / vectors
                + " has precision "
                + precision[at]
                + " and weight "
                + theta[at]);
      }
      penalty += prior(at / vectors) * theta[at] * theta[at];
    }
    return new Solution(theta, precision, 0.5 * penalty);
  }

  /** The solution as a version of the model. */
  public final Model model(final Solution solution, final long version) {
    final float[] precision = new float[features * vectors];
    for (int at = 0; at < precision.length; at++) {
      precision[at] = (float) solution.precision[at];
    }
    final float[] rms = new float[features];
    for (int i = 0; i < features; i++) {
      rms[i] = count[i] > 0 ? (float) Math.sqrt(square[i] / count[i]) : 0;
    }
    return new Model(spec, version, solution.theta, precision, rms);
  }

  /**
   * A solved surrogate.
   *
   * @param theta weights, features × vectors, feature-major
   * @param precision diagonal of A + P, laid out like θ
   * @param penalty ½ θᵀPθ, nats
   */
  public record Solution(double[] theta, double[] precision, double penalty) {}
}
