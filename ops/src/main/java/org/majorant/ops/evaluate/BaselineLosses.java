package org.majorant.ops.evaluate;

/**
 * Progressive log-loss of the two predictors that a model must beat, nats an example.
 *
 * @param noChange predicts the last label
 * @param classFrequency predicts the frequencies of the labels so far
 */
public record BaselineLosses(double noChange, double classFrequency) {}
