package org.majorant.ops.evaluate;

/**
 * Progressive log-loss of the two predictors that a model must beat, nats an example. Choices have
 * no labels: there both are the prior over the alternatives, uniform where none is given.
 *
 * @param noChange predicts the last label
 * @param classFrequency predicts the frequencies of the labels so far
 */
public record BaselineLosses(double noChange, double classFrequency) {}
