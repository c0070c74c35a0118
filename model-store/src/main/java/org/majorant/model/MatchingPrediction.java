package org.majorant.model;

import java.util.List;

/**
 * What a model says of one matching.
 *
 * @param version the version that predicted
 * @param matches the best matching as a whole (MAP): each pair, and each node that stays unmatched,
 *     by left nodes and then by right ones, or by nodes where there are no sides. The probability
 *     of each says how certain it is: use it to reject uncertain pairs
 * @param logLikelihoodFrom of that matching as a whole it is this at least, nats: the exact
 *     log-likelihood would take a permanent
 * @param logLikelihoodTo and this at most
 * @param edges all candidates, in the order of the example
 */
public record MatchingPrediction(
    long version,
    List<EdgeProbability> matches,
    double logLikelihoodFrom,
    double logLikelihoodTo,
    List<EdgeProbability> edges)
    implements Prediction {}
