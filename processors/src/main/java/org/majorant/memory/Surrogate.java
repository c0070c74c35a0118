package org.majorant.memory;

import java.util.BitSet;
import java.util.List;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.majorant.decay.Decay;
import org.majorant.features.Dimensions;
import org.majorant.model.Mixture;
import org.majorant.model.Model;
import org.majorant.prior.Prior;
import org.majorant.prior.PriorMean;
import org.majorant.prior.Restriction;
import org.majorant.schema.Member;
import org.majorant.schema.ModelSpec;
import org.majorant.solve.Quadratic;

/**
 * The merged surrogate (A, b) with its feature scale: sites are added, then it is solved for θ = (A
 * + P)⁻¹ b, beyond the {@link PriorMean} θ₀ where there is one. Addition is all there is to
 * merging, so it does not matter who learned what, or in which order it comes; a site of an older
 * or newer time is decayed to the newer of the two.
 *
 * <p>This class is longer than others because all that the kinds of curvature have in common is
 * here: how sites add up, and how the sum is solved.
 */
public abstract class Surrogate {
  final ModelSpec spec;
  final int features;
  final int vectors;
  final double[] count;
  final double[] square;
  final BitSet touched; // added to since the last takeChanges()
  private Prior prior;
  private final PriorMean mean;
  private final Decay decay;
  private double time;
  private double values; // sum of all counts

  Surrogate(final ModelSpec spec) {
    final Dimensions dimensions = Dimensions.of(spec);
    this.spec = spec;
    features = dimensions.features();
    vectors = dimensions.vectors();
    count = new double[features];
    square = new double[features];
    touched = new BitSet(features);
    prior = Prior.of(spec);
    mean = PriorMean.of(spec);
    decay = Decay.of(spec);
  }

  /** The surrogate of a model that has learned nothing. */
  public static Surrogate of(final ModelSpec spec) {
    return Kind.of(spec).surrogate.apply(spec);
  }

  /** All that a surrogate knew at some moment. */
  public interface State {
    /** The same as one site: added to an empty surrogate, it gives this one. */
    Site site();

    /** The time that weights are relative to, see {@link Decay}. */
    double time();

    /** Share of A's trace that is on the diagonal beside the rows; 0 for full curvature. */
    double absorbedMassRatio();
  }

  /** The time that weights are relative to, see {@link Decay}. */
  public final double time() {
    return time;
  }

  /** Decays what is known to a newer time. */
  public final void advance(final double newer) {
    if (newer > time) {
      fade(time, newer);
      time = newer;
    }
  }

  /** Decays (A, b) from a time to a newer one. */
  void fade(final double from, final double to) {
    if (decay.active()) {
      scale(decay.factor(from, to));
    }
  }

  /** Adds what some examples taught. */
  public final void add(final Site site) {
    addScale(site);
    add(site, decay.factor(site.time, time));
  }

  /**
   * Adds what several workers learned from the same base, by the {@link KappaMerge}. Where κ is 1,
   * or a site does not say where it pulls, that is to add.
   *
   * @param sites of the same base
   * @param workers W, how many learned them
   * @param known diagonal of A at the base that they learned from; null where it is not known:
   *     nothing counts as gained since
   */
  public final void merge(
      final List<Site> sites, final int workers, final double kappa, final Known known) {
    if (kappa == 1 || sites.stream().anyMatch(site -> site.pull.length == 0)) {
      sites.forEach(this::add);
      return;
    }
    sites.forEach(this::addScale);
    final double[] factors =
        sites.stream().mapToDouble(site -> decay.factor(site.time, time)).toArray();
    final double others = (kappa - 1) * (1 - 1.0 / workers);
    final Known then = known == null ? new Known(at -> Double.POSITIVE_INFINITY, time) : known;
    merge(new KappaMerge(sites, factors, kappa, others, then, decay.factor(then.time, time)));
  }

  /** A's diagonal as it stands. */
  public final Known known() {
    final double[] diagonal = diagonal();
    return new Known(at -> diagonal[at], time);
  }

  /**
   * How much was known at a base.
   *
   * @param diagonal of A by position, feature-major
   * @param time that its weights are relative to
   */
  public record Known(IntToDoubleFunction diagonal, double time) {}

  private void addScale(final Site site) {
    site.requireCurvature(spec);
    advance(site.time);
    for (int j = 0; j < site.size; j++) {
      count[site.features[j]] += site.count[j];
      square[site.features[j]] += site.square[j];
      values += site.count[j];
    }
    prior = prior.over(i -> count[i], values);
    site.includeIn(touched);
  }

  /**
   * What was added to since the last call, with all that is known of it now.
   *
   * @throws ArithmeticException as {@link #requireSolvable}; nothing is taken then
   */
  public final Site takeChanges() {
    requireSolvable();
    final Site changes = site(touched.stream().toArray());
    touched.clear();
    return changes;
  }

  /**
   * Tries whether all can be solved.
   *
   * @throws ArithmeticException where it cannot, or a number is not finite
   */
  public void requireSolvable() {
    solve();
    site().requireFinite();
  }

  /**
   * Solves θ = θ₀ + (A + P)⁻¹ b.
   *
   * @throws ArithmeticException where A + P is not positive or θ is not finite
   */
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

  /** Solves θ − θ₀ = (A + P)⁻¹ b, as {@link #solve} does. */
  abstract Solution minimise();

  /**
   * Solves for the θ that a version publishes: under the spec's constraints and L1. (A, b) stay as
   * {@link #solve} leaves them, or L1 would shrink θ again with every version.
   *
   * @throws ArithmeticException as {@link #solve}, and where there is no such θ
   */
  public final Solution constrained() {
    final Solution free = solve();
    final Restriction restriction = Restriction.of(spec);
    if (restriction.isNone()) {
      return free;
    }
    final int[] at = restriction.with(seen());
    final double[] centre = mean.weights(free.rms());
    final double[] theta = restriction.nearestToZero(features, vectors);
    final double[] own = new double[at.length];
    for (int c = 0; c < vectors && at.length > 0; c++) {
      for (int j = 0; j < at.length; j++) {
        own[j] = centre[at[j] * vectors + c];
      }
      final double[] solved = restriction.minimise(c, at, quadratic(c, at).around(own));
      for (int j = 0; j < at.length; j++) {
        theta[at[j] * vectors + c] = solved[j] + 0.0; // -0 becomes 0
      }
    }
    for (int i = 0; i < theta.length; i++) {
      centre[i] = theta[i] - centre[i];
    }
    final Solution beyond = solution(centre, free.precision());
    return beyond.at(theta, beyond.penalty() + restriction.penalty(theta));
  }

  /** The whole state as one site: added to an empty surrogate, it gives this one. */
  public final Site site() {
    return site(seen());
  }

  /** The state of some features, ascending. */
  final Site site(final int[] at) {
    final Site site = empty(at.length);
    for (int j = 0; j < at.length; j++) {
      site.features[j] = at[j];
      site.count[j] = count[at[j]];
      site.square[j] = square[at[j]];
    }
    copyTo(site);
    return site;
  }

  /** The features that examples had, ascending. */
  final int[] seen() {
    return IntStream.range(0, features).filter(i -> count[i] > 0).toArray();
  }

  /** Prior precision of a feature; the strength itself where it was never seen. */
  double prior(final int feature) {
    return prior.of(feature, count[feature], square[feature]);
  }

  /** A site of as many features, with zeros, of its time. */
  abstract Site empty(int size);

  /**
   * Adds (A, b) of a site, times a factor; to memories beside the first, as each of them forgets.
   */
  abstract void add(Site site, double factor);

  /** Merges (A, b); the feature scale is added already. */
  abstract void merge(KappaMerge learned);

  /** A + P and b of one vector at some features, ascending, all of those seen among them. */
  abstract Quadratic quadratic(int vector, int[] at);

  /** A copy of A's diagonal, feature-major. */
  abstract double[] diagonal();

  /** (A, b) times a factor. */
  abstract void scale(double factor);

  /** Writes (A, b) at a site's features into it. */
  abstract void copyTo(Site site);

  /** The solution from θ and its precision, both feature-major. */
  final Solution solution(final double[] theta, final double[] precision) {
    double penalty = 0;
    for (int at = 0; at < theta.length; at++) {
      requireSolved(at / vectors, theta[at], precision[at]);
      penalty += prior(at / vectors) * theta[at] * theta[at];
    }
    return new Solution(theta, precision, rms(), 0.5 * penalty, prior.common(), List.of());
  }

  static void requireSolved(final int feature, final double theta, final double precision) {
    if (!(Math.abs(theta) < Double.POSITIVE_INFINITY
        && precision > 0
        && precision < Double.POSITIVE_INFINITY)) {
      throw new ArithmeticException(
          "surrogate of feature %d has precision %s and weight %s"
              .formatted(feature, precision, theta));
    }
  }

  private float[] rms() {
    final float[] rms = new float[features];
    for (int i = 0; i < features; i++) {
      rms[i] = rms(count[i], square[i]);
    }
    return rms;
  }

  /** Root mean square of a feature; 0 where it was never seen. */
  static float rms(final double count, final double square) {
    return count > 0 ? (float) Math.sqrt(square / count) : 0;
  }

  /**
   * A solved surrogate.
   *
   * @param theta weights, features × vectors, feature-major
   * @param precision of the posterior's marginals, laid out like θ: 1 / ((A + P)⁻¹)ᵢᵢ over the
   *     features of a vector; with diagonal curvature that is A + P itself. Constraints do not
   *     count
   * @param rms root mean square of each feature; 0 where never seen
   * @param penalty ½ (θ−θ₀)ᵀP(θ−θ₀), and l1‖θ‖₁ where constrained; nats
   * @param commonSquare R̄ of the {@link Prior}; 0 where each feature has its own scale
   * @param others each θ of the {@link Mixture} but the first; empty where they follow from that
   */
  public record Solution(
      double[] theta,
      double[] precision,
      float[] rms,
      double penalty,
      double commonSquare,
      List<double[]> others) {
    /**
     * The members of its version.
     *
     * @param losses as {@link Mixture#members} takes them
     */
    public List<Member> members(final ModelSpec spec, final List<Double> losses) {
      return Mixture.of(spec).members(losses, others);
    }

    private Solution at(final double[] other, final double itsPenalty) {
      return new Solution(other, precision, rms, itsPenalty, commonSquare, List.of());
    }

    Solution with(final List<double[]> readOtherwise) {
      return new Solution(theta, precision, rms, penalty, commonSquare, readOtherwise);
    }

    /** As a version of the model. */
    public Model model(final ModelSpec spec, final long version) {
      final float[] narrow = new float[precision.length];
      for (int at = 0; at < narrow.length; at++) {
        narrow[at] = (float) precision[at];
      }
      return new Model(spec, version, theta, narrow, rms).scaledBy(commonSquare);
    }
  }
}
