/**
 * Inference in log-linear models over clique trees: exact for chains, trees, and graphs of small
 * tree-width; wider graphs are bounded by forests that cover them.
 *
 * <p>A labelling y of n variables has the log-potential Σ<sub>c</sub> ψ<sub>c</sub>(y<sub>c</sub>),
 * a sum over the cliques of a {@link org.majorant.clique.CliqueTree}. One pass from the leaves to
 * the roots gives log Z, a second one the marginals, each in time and memory O(Σ<sub>c</sub>
 * |Y<sub>c</sub>|); in the other semiring the same passes find the best labelling. Everything runs
 * in the log domain, so scores of any size are safe, and a score of −∞ forbids a configuration.
 *
 * <p>An object that infers serves any structures, one after the other, and allocates nothing once
 * its buffers have grown, unless it says so.
 *
 * <p>Structure and inference alone: no features, no parameters, no Kafka, nothing else of ours.
 */
package org.majorant.clique;
