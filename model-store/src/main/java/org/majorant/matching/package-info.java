/**
 * Approximate inference in log-linear models over matchings, with a certificate.
 *
 * <p>A matching pairs the nodes of a graph along candidate edges, each node once, and has the score
 * of its edges. The sum over all matchings is a permanent, which nobody can compute for more than
 * some twenty nodes. What is computed instead is the maximum of a concave entropy over the polytope
 * of matchings, with bounds on how far it is from being found (MATHS.md 13). {@link
 * org.majorant.matching.ExactMatchings} has the sum of small graphs, to compare with.
 *
 * <p>An object that infers serves any graphs, one after the other, and allocates nothing once its
 * buffers have grown, unless it says so.
 *
 * <p>Structure and inference alone: no features, no parameters, no Kafka, nothing else of ours.
 */
package org.majorant.matching;
