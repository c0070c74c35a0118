/**
 * Minimisers. A surrogate has a closed form until L1, bounds or linear constraints come in; then
 * the problem is Algorithm 2 (MATHS.md 8),
 *
 * <pre>
 *   min ½ θᵀ(WᵀW + D)θ − bᵀθ + Σ l1ᵢ|θᵢ|    lo ≤ θ ≤ hi,  aⱼᵀθ = cⱼ,  gⱼᵀθ ≤ hⱼ
 * </pre>
 *
 * <p>W has few rows, so it is solved in its dual, which has one unknown for each row of W and each
 * linear constraint, however many coordinates θ has: {@link org.majorant.solve.DualNewton}.
 *
 * <p>An objective that is only a value and a gradient is minimised by {@link
 * org.majorant.solve.Lbfgs}.
 *
 * <p>Pure mathematics on primitive arrays: no Kafka, no Avro, no other room of ours, no input or
 * output, no clock.
 */
package org.majorant.solve;
