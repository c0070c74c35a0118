package org.majorant.memory;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.majorant.decay.Decay;
import org.majorant.prior.Prior;
import org.majorant.prior.PriorMean;
import org.majorant.prior.Restriction;
import org.majorant.schema.ModelSpec;
import org.majorant.solve.Quadratic;

/**
 * A surrogate whose sites have one kind of curvature, and one feature scale, see {@link
 * FeatureScale}: the sum of that of all sites, and the prior that goes by it.
 */
abstract class SingleSurrogate extends Surrogate {
  final PagedRows rows;
  private final PriorMean mean;
  private final Decay decay;
  private double values; // sum of all counts
  private Prior prior;

  /**
   * @param diagonals how many vectors have b and a diagonal A beside the counts
   */
  SingleSurrogate(final ModelSpec spec, final int diagonals) {
    super(spec);
    rows = new PagedRows(features, diagonals);
    mean = PriorMean.of(spec);
    decay = Decay.of(spec);
    prior = Prior.of(spec);
  }

  /** That of a model without views, or of one of them, which has learned nothing. */
  public static SingleSurrogate of(final ModelSpec spec) {
    return Kind.of(spec).surrogate.apply(spec);
  }

  @Override
  void fade(final double from, final double to) {
    if (decay.active()) {
      scale(decay.factor(from, to));
    }
  }

  @Override
  public final void add(final Site site) {
    addScale(site);
    add(site, decay.factor(site.time, time()));
  }

  @Override
  public final void merge(
      final List<Site> sites, final int workers, final double kappa, final Known known) {
    if (kappa == 1 || sites.stream().anyMatch(site -> site.pull.length == 0)) {
      sites.forEach(this::add);
      return;
    }
    sites.forEach(this::addScale);
    final double[] factors =
        sites.stream().mapToDouble(site -> decay.factor(site.time, time())).toArray();
    final double others = (kappa - 1) * (1 - 1.0 / workers);
    final Known then = known == null ? new Known(at -> Double.POSITIVE_INFINITY, time()) : known;
    final double decayed = decay.factor(then.time(), time());
    merge(
        sites,
        factors,
        kappa,
        (at, now) -> others * Math.max(0, now - decayed * then.diagonal().applyAsDouble(at)));
  }

  private void addScale(final Site site) {
    site.requireCurvature(spec);
    advance(site.time);
    for (int j = 0; j < site.size; j++) {
      rows.addScale(site.features[j], site.count[j], site.square[j]);
    }
    addValues(Arrays.stream(site.count).sum());
  }

  /** As many values more were counted in the rows. */
  final void addValues(final double more) {
    values += more;
    prior = prior.over(rows::count, values);
  }

  /** Adds another's counts and squares. */
  final void addScale(final SingleSurrogate other) {
    for (final int feature : other.seen()) {
      rows.addScale(feature, other.rows.count(feature), other.rows.square(feature));
    }
    addValues(other.values);
  }

  /** The features that examples had, ascending. */
  final int[] seen() {
    return IntStream.range(0, features).filter(i -> rows.count(i) > 0).toArray();
  }

  @Override
  public final Solution solve() {
    final Solution beyond = minimise();
    if (mean.isZero()) {
      return beyond;
    }
    final double[] theta = mean.weights(beyond.rms());
    for (int at = 0; at < theta.length; at++) {
      theta[at] += beyond.theta()[at];
    }
    return beyond.at(theta, beyond.penalty());
  }

  @Override
  public final double determined() {
    final double[] precision = minimise().precision();
    double sum = 0;
    for (int at = 0; at < precision.length; at++) {
      sum += 1 - prior(at / vectors) / precision[at];
    }
    return sum;
  }

  /** Solves θ − θ₀ = (A + P)⁻¹ b. */
  abstract Solution minimise();

  @Override
  public final Solution constrained() {
    final Solution free = solve();
    final Restriction restriction = Restriction.of(spec);
    if (restriction.isNone()) {
      return free;
    }
    final double[] centre = mean.weights(free.rms());
    final double[] theta = restriction.minimise(seen(), centre, this::quadratic);
    for (int i = 0; i < theta.length; i++) {
      centre[i] = theta[i] - centre[i];
    }
    final Solution beyond = solution(centre, free.precision());
    return beyond.at(theta, beyond.penalty() + restriction.penalty(theta));
  }

  @Override
  public Site site() {
    return site(seen());
  }

  /** The state of some features, ascending. */
  final Site site(final int[] at) {
    final Site site = empty(at.length);
    System.arraycopy(at, 0, site.features, 0, at.length);
    for (int j = 0; j < site.size; j++) {
      site.count[j] = rows.count(at[j]);
      site.square[j] = rows.square(at[j]);
    }
    copyTo(site);
    return site;
  }

  /** (κ−1)(1 − 1/W)(A − A_v) at a position, feature-major, where A is that now. */
  interface Gain {
    double of(int at, double now);
  }

  /** Prior precision of a feature; the strength itself where it was never seen. */
  double prior(final int feature) {
    return prior.of(feature, rows.count(feature), rows.square(feature));
  }

  /** A site of as many features, with zeros, of its time. */
  abstract Site empty(int size);

  /** Adds (A, b) of a site, times a factor; to memories beside the first, as they forget. */
  abstract void add(Site site, double factor);

  /**
   * Merges (A, b); the feature scale is added already.
   *
   * @param factors what each site counts now
   */
  abstract void merge(List<Site> sites, double[] factors, double kappa, Gain others);

  /** A + P and b of one vector at some features, ascending, all of those seen among them. */
  abstract Quadratic quadratic(int vector, int[] at);

  /** Writes (A, b) at a site's features into it. */
  abstract void copyTo(Site site);

  /** The solution from θ and its precision, both feature-major. */
  final Solution solution(final double[] theta, final double[] precision) {
    final float[] rms = new float[features];
    double penalty = 0;
    for (int feature = 0, at = 0; feature < features; feature++) {
      requireFinite(feature);
      rms[feature] = PagedState.rms(rows.count(feature), rows.square(feature));
      for (int c = 0; c < vectors; c++, at++) {
        requireSolved(feature, theta[at], precision[at]);
        penalty += prior(feature) * theta[at] * theta[at];
      }
    }
    return new Solution(theta, precision, rms, 0.5 * penalty, prior.common(), List.of());
  }

  /** Refuses a feature whose count or sum of squares is no number. */
  final void requireFinite(final int feature) {
    final double count = rows.count(feature);
    final double square = rows.square(feature);
    if (!(count + square < Double.POSITIVE_INFINITY)) {
      throw new ArithmeticException(
          "feature %d has count %s and sum of squares %s".formatted(feature, count, square));
    }
  }

  /** Refuses a weight or a precision that is none. */
  static void requireSolved(final int feature, final double theta, final double precision) {
    if (!(Math.abs(theta) < Double.POSITIVE_INFINITY
        && precision > 0
        && precision < Double.POSITIVE_INFINITY)) {
      throw new ArithmeticException(
          "surrogate of feature %d has precision %s and weight %s"
              .formatted(feature, precision, theta));
    }
  }
}
