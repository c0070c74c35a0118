package org.majorant.file.evaluate;

/**
 * Progressive log-loss of the two predictors that a model must beat, nats an example. Where there
 * are no labels both are the prior over the alternatives, uniform where none is given, as it is
 * over the states of a graph's variables, and over matchings.
 *
 * @param noChange predicts the last label
 * @param classFrequency predicts the frequencies of the labels so far
 */
public record BaselineLosses(double noChange, double classFrequency) {}
