package org.majorant.solve;

import java.util.Arrays;

/** Constraints that tests are about. */
public final class Regions {
  private Regions() {}

  /** All of ℝᵈ. */
  public static Constraints everywhere(final int d) {
    return Constraints.box(
        filled(d, Double.NEGATIVE_INFINITY), filled(d, Double.POSITIVE_INFINITY));
  }

  /** θ ≥ 0. */
  public static Constraints nonNegative(final int d) {
    return Constraints.box(new double[d], filled(d, Double.POSITIVE_INFINITY));
  }

  /** aᵀθ ≤ c. */
  public static LinearRow atMost(
      final String name, final int[] indices, final double[] coefficients, final double c) {
    return new LinearRow(name, false, indices, coefficients, c);
  }

  private static double[] filled(final int d, final double value) {
    final double[] out = new double[d];
    Arrays.fill(out, value);
    return out;
  }
}
