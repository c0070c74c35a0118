/**
 * How a log-linear model is learned from one example after another.
 *
 * <p>A {@link org.majorant.learn.Learner} does the same for every task: it scores an example by its
 * {@link org.majorant.learn.Members}, tallies that, has a {@link org.majorant.learn.TaskStep} move
 * the weights and certify the step, and remembers the example's curvature in a memory. No learning
 * rate can spoil a step. Points take the implicit step in closed form ({@link
 * org.majorant.learn.PointStep}; of a model with views each view, {@link
 * org.majorant.learn.ViewsStep}), all others one along a direction ({@link
 * org.majorant.learn.LineStep}), with the damping and the length of their task. A {@link
 * org.majorant.learn.Worker} learns the examples of a partition under its quota, and looks how the
 * last merge did.
 *
 * <p>Workers learn without constraints; those are for the versions. No Kafka here, no store, no
 * files: the same learner runs in the topology and over a file.
 */
package org.majorant.learn;
