package org.majorant.model;

import java.util.List;

/**
 * What a model says of one graph.
 *
 * @param version the version that predicted
 * @param states the most probable states as a whole (MAP), one a variable
 * @param probabilities of each variable's states by itself, a list a variable
 */
public record GraphPrediction(long version, List<Integer> states, List<List<Double>> probabilities)
    implements Prediction {}
