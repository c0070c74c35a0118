package org.majorant.model;

import java.util.List;

/**
 * What a model says of one graph.
 *
 * @param version the version that predicted
 * @param states the most probable states as a whole (MAP), one a variable; where forests cover the
 *     graph, the most probable one of each variable
 * @param probabilities of each variable's states by itself, a list a variable
 * @param logPartition what log Z lies between, nats; twice the same where inference is exact
 * @param gap how far the upper one of these may be from the least that the forests can give, nats;
 *     0 where inference is exact
 */
public record GraphPrediction(
    long version,
    List<Integer> states,
    List<List<Double>> probabilities,
    List<Double> logPartition,
    double gap)
    implements Prediction {}
