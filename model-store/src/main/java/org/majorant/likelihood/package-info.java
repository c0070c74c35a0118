/**
 * What a model loses on an example, as a function of the example's scores: one {@link
 * org.majorant.likelihood.Likelihood} for each structure, of points, chains, graphs and matchings.
 *
 * <p>An example is n scores s = Xθ + log h. Whoever learns, trains, probes or predicts has the same
 * log Z, the same marginals and the same decisions from here. Inference itself is the business of
 * the rooms {@code clique} and {@code matching}.
 *
 * <p>No model comes in here, and nothing that learns: a likelihood knows weights as numbers by
 * position, which it only reads. Learners call it for each example, so it allocates nothing once
 * its buffers have grown.
 */
package org.majorant.likelihood;
