package org.majorant.solve;

/**
 * What {@link DualNewton} found.
 *
 * @param theta θ, length d; satisfies the box exactly
 * @param nu the dual point: ν = Wθ (length k), then a multiplier for each linear row in the order
 *     given, not negative for an inequality, such that (WᵀW + D)θ − b + Σ multiplierⱼ aⱼ is 0 where
 *     θ is free; a start for the next problem like this one
 * @param iterations Newton steps taken
 * @param residual what is left of the optimality conditions, relative to 1 + |ν|
 */
public record Solution(double[] theta, double[] nu, int iterations, double residual) {}
