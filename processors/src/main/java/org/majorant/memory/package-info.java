/**
 * What is known of a model's weights while it learns: a Gaussian-like surrogate of the objective in
 * natural parameters (MATHS.md 5 and 8),
 *
 * <pre>    J(θ) ≈ const − bᵀθ + ½ θᵀ(A + P)θ,    θ = (A + P)⁻¹ b,</pre>
 *
 * <p>with the prior P kept apart. A worker reads and writes it example by example as a {@link
 * org.majorant.memory.Memory}; what it gained is a {@link org.majorant.memory.Site}; sites add up
 * in a {@link org.majorant.memory.Surrogate}, which is solved for a version's θ, under the spec's
 * constraints ({@link org.majorant.prior.Restriction}). A is full, low-rank or diagonal, and each
 * kind has its own site, surrogate and memory, which no other room can name. What a large surrogate
 * knew at each base costs what has changed ({@link org.majorant.memory.PagedState}). A model with
 * views has all of this once a view, and once for their stack, as parts of one site and one
 * surrogate (MATHS.md 16).
 *
 * <p>How far a step goes, and what of an example is remembered, is for those who write. No Kafka
 * here, no store, no input or output but the bytes of a site, and no clock but the examples' own.
 */
package org.majorant.memory;
