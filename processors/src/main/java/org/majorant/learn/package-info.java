/**
 * How a log-linear model is learned from one example after another.
 *
 * <p>Each example is scored before it is learned. Then it is <em>solved</em> by an implicit step
 * ({@link org.majorant.learn.ImplicitStep}), which no learning rate can spoil and which Algorithm 1
 * certifies, and its curvature is <em>remembered</em> ({@link
 * org.majorant.learn.RememberedCurvature}) in a memory. There is a learner for each task: points,
 * sequences, and graphs with choices among them. A {@link org.majorant.learn.Worker} learns the
 * examples of a partition under its quota, and looks how the last merge did.
 *
 * <p>Workers learn without constraints; those are for the versions. No Kafka here, no store, no
 * files: the same learner runs in the topology and over a file.
 */
package org.majorant.learn;
