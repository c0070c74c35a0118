package org.majorant.prior;

import java.util.function.IntToDoubleFunction;
import org.majorant.features.Dimensions;
import org.majorant.features.FeatureSpace;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.PriorScale;
import org.majorant.spec.SpecPrior;

/**
 * Prior precision of a feature: λ times its mean square, so that units do not matter; of choices
 * and graphs its mean variance among a factor's configurations, so that neither does what all have
 * in common; of sequences, whose features are mostly indicators, D₀ = λ itself, and 5 more for
 * transitions (MATHS.md 6).
 *
 * <p>Rows of length one have one unit, and their features but the intercept may have one scale, R̄
 * in the place of their own mean squares (MATHS.md 12):
 *
 * <pre>    R̄ = rows / non-zero values of them</pre>
 *
 * <p>Both are counts, exact in whatever order they are added. R̄ is rounded to a sixteenth of its
 * power of two: it soon stays as it is, and a version has other weights only where features were
 * learned since the one before.
 *
 * @param strength λ
 * @param scaled by the feature's mean square
 * @param transitions index of the first transition
 * @param intercept index of the intercept; -1 where there is none
 * @param common R̄; 0 where each feature has its own scale
 */
public record Prior(
    double strength, boolean scaled, int transitions, int intercept, double common) {
  /** R̄ has so many binary digits after the first. */
  private static final int STEPS = 4;

  public static Prior of(final ModelSpec spec) {
    return new Prior(
        spec.getL2(),
        SpecPrior.isScaled(spec.getTask()),
        Dimensions.of(spec).emissions(),
        FeatureSpace.intercept(spec),
        spec.getPriorScale() == PriorScale.COMMON ? 1 : 0);
  }

  /**
   * The same with R̄ of the examples so far, where it has that.
   *
   * @param count of each feature, how many examples had it
   * @param values sum of all counts
   */
  public Prior over(final IntToDoubleFunction count, final double values) {
    if (common == 0) {
      return this;
    }
    final double square = commonSquare(count.applyAsDouble(intercept), values);
    return new Prior(strength, scaled, transitions, intercept, square);
  }

  /**
   * R̄, rounded; 1 before the first value.
   *
   * @param rows how many
   * @param values non-zero values of them, with an intercept each
   */
  public static double commonSquare(final double rows, final double values) {
    if (!(rows > 0 && values > rows)) {
      return 1;
    }
    final double exact = rows / (values - rows);
    final double step = Math.scalb(1.0, Math.getExponent(exact) - STEPS);
    return Math.rint(exact / step) * step;
  }

  /**
   * @param count examples, of graphs factors, that had the feature; 0 where it was never seen
   * @param square sum of its squares in them, or of its variances; 0 where it never told anything
   */
  public double of(final int feature, final double count, final double square) {
    if (common > 0 && feature != intercept) {
      return strength * common;
    }
    if (scaled) {
      return square > 0 ? strength * square / count : strength;
    }
    return feature < transitions ? strength : strength + SpecPrior.TRANSITIONS;
  }
}
