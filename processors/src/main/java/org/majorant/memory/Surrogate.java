package org.majorant.memory;

import java.util.List;
import java.util.function.IntToDoubleFunction;
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
 */
public abstract class Surrogate {
  final ModelSpec spec;
  final int features;
  final int vectors;
  final FeatureTotals totals;
  private final PriorMean mean;
  private final Decay decay;
  private double time;

  Surrogate(final ModelSpec spec) {
    final Dimensions dimensions = Dimensions.of(spec);
    this.spec = spec;
    features = dimensions.features();
    vectors = dimensions.vectors();
    totals = new FeatureTotals(spec);
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
   * The κ-merge of what several workers learned from the same base (MATHS.md 9): from θ = (A+P)⁻¹b,
   *
   * <pre>
   *   num = Σdb − Σm + κ(Σm − ΣdA θ)        m = dA θ' at each worker's own θ'
   *   den = A + P + ΣdA + (κ−1) [(1 − 1/W)(A − A_v) + ΣdA]
   *   θ ← θ + den⁻¹ num;   A ← A + ΣdA;   b ← (A + P)θ
   * </pre>
   *
   * <p>It is the sum at κ = 1, exact for W = 1, and averages by precision as κ → ∞. Full curvature
   * always adds, which is sound.
   *
   * @param sites of the same base, with their pull
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
    final double decayed = decay.factor(then.time, time);
    merge(
        sites,
        factors,
        kappa,
        (at, now) -> others * Math.max(0, now - decayed * then.diagonal.applyAsDouble(at)));
  }

  /** (κ−1)(1 − 1/W)(A − A_v) at a position, feature-major, where A is that now. */
  interface Gain {
    double of(int at, double now);
  }

  /** A's diagonal as it stands. */
  public final Known known() {
    final double[] diagonal = diagonal();
    return new Known(at -> diagonal[at], time);
  }

  /** A's diagonal at a base by position, feature-major, and the time that it is relative to. */
  public record Known(IntToDoubleFunction diagonal, double time) {}

  private void addScale(final Site site) {
    site.requireCurvature(spec);
    advance(site.time);
    totals.add(site);
  }

  /**
   * What was added to since the last call, with all that is known of it now.
   *
   * @throws ArithmeticException as {@link #requireSolvable}; nothing is taken then
   */
  public final Site takeChanges() {
    requireSolvable();
    final Site changes = site(totals.touched());
    totals.clearTouched();
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

  /** Solves θ − θ₀ = (A + P)⁻¹ b. */
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
    final double[] centre = mean.weights(free.rms());
    final double[] theta = restriction.minimise(totals.seen(), centre, this::quadratic);
    for (int i = 0; i < theta.length; i++) {
      centre[i] = theta[i] - centre[i];
    }
    final Solution beyond = solution(centre, free.precision());
    return beyond.at(theta, beyond.penalty() + restriction.penalty(theta));
  }

  /** The whole state as one site: added to an empty surrogate, it gives this one. */
  public final Site site() {
    return site(totals.seen());
  }

  /** The state of some features, ascending. */
  final Site site(final int[] at) {
    final Site site = empty(at.length);
    System.arraycopy(at, 0, site.features, 0, at.length);
    totals.copyTo(site);
    copyTo(site);
    return site;
  }

  /** Prior precision of a feature; the strength itself where it was never seen. */
  double prior(final int feature) {
    return totals.prior(feature);
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
      FeatureTotals.requireSolved(at / vectors, theta[at], precision[at]);
      penalty += prior(at / vectors) * theta[at] * theta[at];
    }
    return new Solution(
        theta, precision, totals.rms(), 0.5 * penalty, totals.commonSquare(), List.of());
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
    /** The members of its version, see {@link Mixture#members}. */
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
