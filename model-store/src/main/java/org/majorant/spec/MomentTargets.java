package org.majorant.spec;

import java.util.List;

/**
 * What is known of a distribution over a finite set of outcomes, in the mean.
 *
 * @param outcomes names, n
 * @param prior h, n; finite, not negative, not all 0; an outcome with 0 is impossible
 * @param moments what is known
 */
public record MomentTargets(List<String> outcomes, double[] prior, List<Moment> moments) {
  /**
   * A feature's mean.
   *
   * @param feature its name
   * @param values it has in the outcomes, n
   * @param equality whether the mean is the target; else it is that at least
   * @param target in the feature's unit
   */
  public record Moment(String feature, double[] values, boolean equality, double target) {}
}
