package org.majorant.file.evaluate;

import org.majorant.schema.Tally;

/**
 * Progressive log-loss of the two predictors that a model must beat, nats an example. Where there
 * are no labels both are the prior over the alternatives, uniform where none is given, as it is
 * over the states of a graph's variables, and over matchings.
 *
 * @param noChange predicts the last label
 * @param classFrequency predicts the frequencies of the labels so far
 */
public record BaselineLosses(double noChange, double classFrequency) {
  /** Of a tally; 0 where it has no example. */
  public static BaselineLosses of(final Tally tally) {
    final double weight = Math.max(tally.getWeight(), Double.MIN_NORMAL);
    return new BaselineLosses(
        tally.getNoChangeLogLoss() / weight, tally.getClassFrequencyLogLoss() / weight);
  }
}
