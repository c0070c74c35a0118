package org.majorant.memory;

import java.util.List;
import java.util.function.IntToDoubleFunction;
import org.majorant.decay.Decay;
import org.majorant.features.Dimensions;
import org.majorant.features.Views;
import org.majorant.model.Mixture;
import org.majorant.model.Model;
import org.majorant.prior.Prior;
import org.majorant.schema.Member;
import org.majorant.schema.ModelSpec;

/**
 * The merged surrogate (A, b) with its feature scale: sites are added, then it is solved for θ = (A
 * + P)⁻¹ b, beyond the {@link org.majorant.prior.PriorMean} θ₀ where there is one. Addition is all
 * there is to merging, so it does not matter who learned what, or in which order it comes; a site
 * of an older or newer time is decayed to the newer of the two.
 */
public abstract class Surrogate {
  final ModelSpec spec;
  final int features;
  final int vectors;
  private double time;

  Surrogate(final ModelSpec spec) {
    final Dimensions dimensions = Dimensions.of(spec);
    this.spec = spec;
    features = dimensions.features();
    vectors = dimensions.vectors();
  }

  /** The surrogate of a model that has learned nothing. */
  public static Surrogate of(final ModelSpec spec) {
    return Views.areIn(spec) ? new ViewsSurrogate(spec) : SingleSurrogate.of(spec);
  }

  /** The surrogate that knows what another one knew, and solves to the same. */
  public static Surrogate of(final ModelSpec spec, final State state) {
    final Surrogate surrogate = of(spec);
    surrogate.know(state);
    return surrogate;
  }

  /** Takes over a state, where nothing is known yet. */
  void know(final State state) {
    add(state.site());
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
  abstract void fade(double from, double to);

  /**
   * How many weights the examples determine, γ = tr A(A + P)⁻¹ (MacKay 1992).
   *
   * @throws ArithmeticException as {@link #solve}
   */
  public abstract double determined();

  /** (A, b) times a factor: all that was learned counts so much. */
  public abstract void scale(double factor);

  /** Adds what some examples taught. */
  public abstract void add(Site site);

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
  public abstract void merge(List<Site> sites, int workers, double kappa, Known known);

  /** A's diagonal as it stands. */
  public final Known known() {
    final double[] diagonal = diagonal();
    return new Known(at -> diagonal[at], time);
  }

  /** A's diagonal at a base by position, feature-major, and the time that it is relative to. */
  public record Known(IntToDoubleFunction diagonal, double time) {
    /** The same where all counts so much. */
    public Known scaled(final double factor) {
      return new Known(at -> factor * diagonal.applyAsDouble(at), time);
    }
  }

  /**
   * All that it knows now, once it was solved or found to be solvable.
   *
   * @throws ArithmeticException where a number is not finite
   */
  public State state() {
    return site().requireFinite();
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
  public abstract Solution solve();

  /**
   * Solves for the θ that a version publishes: under the spec's constraints and L1. (A, b) stay as
   * {@link #solve} leaves them, or L1 would shrink θ again with every version.
   *
   * @throws ArithmeticException as {@link #solve}, and where there is no such θ
   */
  public abstract Solution constrained();

  /** The whole state as one site: added to an empty surrogate, it gives this one. */
  public abstract Site site();

  /** A copy of A's diagonal, feature-major. */
  abstract double[] diagonal();

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

    Solution at(final double[] other, final double itsPenalty) {
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
