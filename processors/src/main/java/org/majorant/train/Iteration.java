package org.majorant.train;

/**
 * One accepted step, and its certificate.
 *
 * @param iteration 0 is the start
 * @param objective J at the new θ, nats
 * @param bound the bound on it, expanded at the old θ; null at the start, and where steps have none
 * @param slack bound − objective
 * @param step how far along the direction; null likewise
 * @param passes over the data, so far
 * @param seconds so far
 */
public record Iteration(
    int iteration,
    double objective,
    Double bound,
    Double slack,
    Double step,
    long passes,
    double seconds) {}
