package org.majorant.spec;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Reads moments as people write them, in YAML: a die that shows 4.5 in the mean and an even number
 * at least half of the time,
 *
 * <pre>
 *   outcomes:                            # the features of each; what is not named is 0
 *     one: {points: 1}
 *     two: {points: 2, even: 1}
 *     three: {points: 3}
 *     four: {points: 4, even: 1}
 *     five: {points: 5}
 *     six: {points: 6, even: 1}
 *   prior: {six: 0.5}                    # h; what is not named is 1, what has 0 is impossible
 *   moments:
 *     points: {equals: 4.5}
 *     even: {at-least: 0.5}
 * </pre>
 */
public final class ExpectationsFile {
  private ExpectationsFile() {}

  /**
   * @throws SpecException with a line for every fault
   */
  public static Targets read(final String yaml) {
    final List<String> faults = new ArrayList<>();
    final Targets moments = moments(new Field("", YamlText.parse(yaml), faults));
    if (!faults.isEmpty()) {
      throw new SpecException(faults);
    }
    return moments;
  }

  private static Targets moments(final Field top) {
    top.only("outcomes", "prior", "moments");
    final List<String> outcomes = top.get("outcomes").names();
    if (outcomes.isEmpty()) {
      top.get("outcomes").fault("at least one outcome is needed");
    }
    outcomes.forEach(name -> top.get("outcomes").get(name).names());
    final List<Targets.Moment> moments = new ArrayList<>();
    for (final String feature : top.get("moments").names()) {
      moments.add(moment(top.get("moments").get(feature), feature, top.get("outcomes")));
    }
    if (moments.isEmpty()) {
      top.get("moments").fault("at least one moment is needed");
    }
    return new Targets(outcomes, prior(top.get("prior"), outcomes), moments);
  }

  private static double[] prior(final Field field, final List<String> outcomes) {
    final double[] prior = new double[outcomes.size()];
    Arrays.fill(prior, 1);
    for (final String name : field.names()) {
      final int outcome = outcomes.indexOf(name);
      if (outcome < 0) {
        field.get(name).fault("is not an outcome");
      } else {
        prior[outcome] = field.get(name).notNegative();
      }
    }
    if (prior.length > 0 && Arrays.stream(prior).allMatch(h -> h == 0)) {
      field.fault("is 0 for every outcome: none is possible");
    }
    return prior;
  }

  private static Targets.Moment moment(
      final Field field, final String feature, final Field outcomes) {
    final List<String> names = outcomes.names();
    final double[] values = new double[names.size()];
    boolean known = false;
    for (int y = 0; y < values.length; y++) {
      final Field outcome = outcomes.get(names.get(y));
      if (outcome.node().has(feature)) {
        values[y] = outcome.get(feature).number();
        known = true;
      }
    }
    if (!known) {
      field.fault("no outcome has this feature");
    }
    field.only("equals", "at-least");
    final boolean equality = !field.get("equals").isAbsent();
    if (equality != field.get("at-least").isAbsent()) {
      field.fault("give one of equals, at-least");
      return new Targets.Moment(feature, values, equality, 0);
    }
    return new Targets.Moment(
        feature, values, equality, field.get(equality ? "equals" : "at-least").number());
  }

  /**
   * What is known of a distribution over a finite set of outcomes: the means of some features.
   *
   * @param outcomes the names of the n outcomes
   * @param prior h, n; finite, not negative, not all 0; an outcome with 0 is impossible
   * @param moments the features whose means are known
   */
  public record Targets(List<String> outcomes, double[] prior, List<Moment> moments) {
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
}
