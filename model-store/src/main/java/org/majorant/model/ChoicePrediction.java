package org.majorant.model;

import java.util.List;

/**
 * What a model says of one choice.
 *
 * @param version the version that predicted
 * @param chosen position of the most probable alternative; the first of several
 * @param probabilities of the alternatives, in the order given
 */
public record ChoicePrediction(long version, int chosen, List<Double> probabilities)
    implements Prediction {}
