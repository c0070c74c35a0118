package org.majorant.spec;

import java.util.List;

/**
 * What is known of a distribution over a finite set of outcomes: the means of some features.
 *
 * @param outcomes the names of the n outcomes
 * @param prior h, n; finite, not negative, not all 0; an outcome with 0 is impossible
 * @param moments the features whose means are known
 */
public record ExpectationTargets(List<String> outcomes, double[] prior, List<Moment> moments) {
  /**
   * A feature's mean.
   *
   * @param feature name of the feature
   * @param values it has in the outcomes, n
   * @param equality whether the mean is the target; else it is at least the target
   * @param target its mean, in the unit of the feature
   */
  public record Moment(String feature, double[] values, boolean equality, double target) {}
}
