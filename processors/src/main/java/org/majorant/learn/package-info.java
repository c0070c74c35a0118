/**
 * How a log-linear model is learned from one example after another, and how what several workers
 * learned becomes one model.
 *
 * <p>What is known is a Gaussian-like surrogate of the objective in natural parameters,
 *
 * <pre>    J(θ) ≈ const − bᵀθ + ½ θᵀ(A + P)θ,    θ = (A + P)⁻¹ b,</pre>
 *
 * <p>with the prior P kept apart. An example is <em>solved</em> by an implicit step ({@link
 * org.majorant.learn.ImplicitStep}), which no learning rate can spoil and which Algorithm 1
 * certifies; then its curvature is <em>remembered</em> ({@link
 * org.majorant.learn.RememberedCurvature}). A worker's {@link org.majorant.memory.Memory} does
 * both; what it gained is a {@link org.majorant.memory.Site}; sites add up in a {@link
 * org.majorant.memory.Surrogate}.
 *
 * <p>Workers learn without constraints; a version's θ is solved for under those of the spec ({@link
 * org.majorant.memory.Restriction}).
 *
 * <p>No Kafka here: the same learner runs in the topology and over a file.
 */
package org.majorant.learn;
