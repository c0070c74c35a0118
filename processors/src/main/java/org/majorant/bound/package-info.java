/**
 * Quadratic upper bounds on log-partition functions (Jebara and Choromanska, NIPS 2012, here JC12),
 * and low-rank compression of the curvature that they and Fisher information leave behind.
 *
 * <p>For outcomes with log-scores a<sub>i</sub> and features f<sub>i</sub>, Algorithm 1 gives L, μ
 * and Σ such that
 *
 * <pre>    log Z(θ) ≤ L + (θ−θ̃)ᵀμ + ½ (θ−θ̃)ᵀ Σ (θ−θ̃)    for every θ, with equality at θ̃.</pre>
 *
 * <p>Where some of an outcome is hidden, Jensen's inequality bounds the numerator from below.
 *
 * <p>{@link org.majorant.bound.QuadraticBound} is the paper's own object for any few outcomes; the
 * others are it for labels, chains and trees without ever forming Σ.
 *
 * <p>Pure mathematics on primitive arrays, over {@code matrix} and {@code clique} alone: no Kafka,
 * no Avro, no input or output, no clock.
 */
package org.majorant.bound;
