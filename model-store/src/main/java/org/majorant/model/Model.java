package org.majorant.model;

import java.nio.DoubleBuffer;
import java.util.List;
import java.util.Optional;
import java.util.function.IntToDoubleFunction;
import org.majorant.features.Dimensions;
import org.majorant.features.Views;
import org.majorant.schema.Curvature;
import org.majorant.schema.Member;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.Moments;
import org.majorant.spec.SpecPrior;

/**
 * The parameters of one version of a model, immutable by convention: nobody writes to the arrays.
 *
 * @param spec what the parameters mean
 * @param version 1, 2, …; 0 before the first
 * @param weights θ, features × vectors, feature-major: all vectors of a feature together
 * @param precision of the posterior's marginals, 1 / ((A + P)⁻¹)ᵢᵢ, laid out like the weights: the
 *     variance of a weight is 1 / precision; with diagonal curvature {@link #conditional}
 * @param rms root mean square of each feature's non-zero values, of choices of its deviation among
 *     the alternatives; 0 where never seen; length features
 * @param moments what standardizes the features; null where the spec does not
 * @param members of the {@link Mixture} that predicts; empty: θ predicts alone
 * @param commonSquare R̄, what scales the prior of all features but the intercept, or of those of
 *     one view; 0: each feature's own mean square
 */
public record Model(
    ModelSpec spec,
    long version,
    double[] weights,
    float[] precision,
    float[] rms,
    Moments moments,
    List<Member> members,
    double commonSquare) {
  private static final List<Member> ALONE = List.of(new Member(1.0, 1.0, 1.0, null, 0.0, 0));

  /** A model whose features are not standardized, and whose θ predicts alone. */
  public Model(
      final ModelSpec spec,
      final long version,
      final double[] weights,
      final float[] precision,
      final float[] rms) {
    this(spec, version, weights, precision, rms, null, List.of(), 0);
  }

  /**
   * Whether the precision is conditional, of a weight where all others are known: diagonal
   * curvature does not know how weights go together, and is too sure of each.
   */
  public boolean conditional() {
    return spec.getCurvature() == Curvature.DIAGONAL;
  }

  /**
   * Why the parameters of a model of that shape have no room in this heap, in one line; empty where
   * they have. It takes none itself.
   *
   * @throws ArithmeticException if there are more than an array holds
   */
  public static Optional<String> lackOfRoom(final Dimensions shape) {
    final long room = shape.parameters() * (Double.BYTES + (long) Float.BYTES);
    final long heap = Runtime.getRuntime().maxMemory();
    return room <= heap
        ? Optional.empty()
        : Optional.of(
            "needs %d MB, more than the heap of %d MB: start with a larger -Xmx"
                .formatted(room >> 20, heap >> 20));
  }

  /**
   * The weight that another prior would have given:
   *
   * <pre>    θ_l = θ π / (π + (l − 1)P),    π = A + P the precision</pre>
   *
   * <p>P = λ RMS², or λR̄; of sequences λ, and 5 more for transitions.
   *
   * @param at position, feature-major
   * @param l strength of the prior, in units of the spec's; 1: θ itself
   */
  public double weight(final int at, final double l) {
    final double weight = weights[at];
    if (l == 1 || weight == 0) {
      return weight;
    }
    return weight(at, l, prior(at / (weights.length / rms.length)));
  }

  /** The same of a view, whose features share the scale of their prior, or have each its own. */
  private double weight(final int at, final double l, final boolean shared) {
    final double weight = weights[at];
    if (l == 1 || weight == 0) {
      return weight; // what was never seen may have no precision
    }
    final double root = rms[at / (weights.length / rms.length)];
    return weight(at, l, spec.getL2() * (shared ? commonSquare : root * root));
  }

  /** The same, where P is known. */
  private double weight(final int at, final double l, final double prior) {
    return weights[at] * precision[at] / (precision[at] + (l - 1) * prior);
  }

  /** The members that predict; where there are none, θ is the only one. */
  public List<Member> predicting() {
    return members.isEmpty() ? ALONE : members;
  }

  /**
   * The weights by which a member predicts, by position, feature-major; of a view its own alone.
   */
  public IntToDoubleFunction weights(final Member member) {
    if (Views.areIn(spec)) {
      return ofView(member);
    }
    final DoubleBuffer its = Mixture.weights(member);
    final double l = member.getPrior();
    if (its != null) {
      return its::get;
    }
    if (l == 1) {
      return at -> weights[at];
    }
    if (SpecPrior.isScaled(spec.getTask())) {
      return at -> weight(at, l);
    }
    final Dimensions dimensions = Dimensions.of(spec);
    final int transitions = dimensions.emissions() * dimensions.vectors();
    final double emission = prior(0);
    final double transition = prior(dimensions.emissions());
    return at -> weight(at, l, at < transitions ? emission : transition);
  }

  private IntToDoubleFunction ofView(final Member member) {
    final DoubleBuffer its = Mixture.weights(member);
    final double l = member.getPrior();
    if (its == null && l == 1) {
      return at -> weights[at]; // of the stack, too
    }
    final Views.Block block = Views.of(spec).blocks().get(member.getView());
    final int vectors = weights.length / rms.length;
    final int first = block.offset() * vectors;
    return its == null
        ? at -> weight(at, l, block.sharesScale(at / vectors))
        : at -> its.get(at - first);
  }

  /** P of a feature. */
  double prior(final int feature) {
    if (!SpecPrior.isScaled(spec.getTask())) {
      final boolean emission = feature < Dimensions.of(spec).emissions();
      return spec.getL2() + (emission ? 0 : SpecPrior.TRANSITIONS);
    }
    final boolean own = commonSquare == 0 || feature == rms.length - 1; // the intercept is the last
    return spec.getL2() * (own ? (double) rms[feature] * rms[feature] : commonSquare);
  }

  /** The same with what standardizes its features. */
  public Model with(final Moments standardizing) {
    return new Model(spec, version, weights, precision, rms, standardizing, members, commonSquare);
  }

  /** The same with the members that predict. */
  public Model mixing(final List<Member> predicting) {
    return new Model(spec, version, weights, precision, rms, moments, predicting, commonSquare);
  }

  /** The same with what scales the prior of all features but the intercept. */
  public Model scaledBy(final double square) {
    return new Model(spec, version, weights, precision, rms, moments, members, square);
  }
}
