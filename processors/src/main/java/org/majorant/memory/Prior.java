package org.majorant.memory;

import org.majorant.features.Dimensions;
import org.majorant.schema.ModelSpec;
import org.majorant.spec.TaskRules;

/**
 * Prior precision of a feature: λ times its mean square, so that units do not matter; of choices
 * and graphs its mean variance among a factor's configurations, so that neither does what all have
 * in common; of sequences, whose features are mostly indicators, D₀ = λ itself, and 5 more for
 * transitions (MATHS.md 6).
 *
 * @param strength λ
 * @param scaled by the feature's mean square
 * @param transitions index of the first transition
 */
record Prior(double strength, boolean scaled, int transitions) {
  private static final double TRANSITIONS = 5;

  static Prior of(final ModelSpec spec) {
    return new Prior(
        spec.getL2(), TaskRules.of(spec.getTask()).scalesPrior(), Dimensions.of(spec).emissions());
  }

  /**
   * @param count examples, of graphs factors, that had the feature; 0 where it was never seen
   * @param square sum of its squares in them, or of its variances; 0 where it never told anything
   */
  double of(final int feature, final double count, final double square) {
    if (scaled) {
      return square > 0 ? strength * square / count : strength;
    }
    return feature < transitions ? strength : strength + TRANSITIONS;
  }
}
