/**
 * How a surrogate is minimised where the closed form ends: under L1, bounds and linear constraints.
 *
 * <p>The problem is Algorithm 2 (MATHS.md 8),
 *
 * <pre>
 *   min ½ θᵀ(WᵀW + D)θ − bᵀθ + Σ l1ᵢ|θᵢ|    lo ≤ θ ≤ hi,  aⱼᵀθ = cⱼ,  gⱼᵀθ ≤ hⱼ
 * </pre>
 *
 * <p>W has few rows, so it is solved in its dual, which has one unknown for each row of W and each
 * linear constraint, however many coordinates θ has: {@link org.majorant.solve.DualNewton}.
 *
 * <p>Pure mathematics on primitive arrays: no Kafka, no Avro, no other room of ours, no input or
 * output, no clock.
 */
package org.majorant.solve;
