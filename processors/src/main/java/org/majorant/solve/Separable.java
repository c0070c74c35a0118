package org.majorant.solve;

/**
 * The part of the problem that falls apart into coordinates, as a function of v = b − Mᵀν:
 *
 * <pre>
 *   θᵢ(v) = argmax over [lo, hi] of vθ − ½ Dᵢθ² − l1ᵢ|θ|  =  clip(soft(vᵢ, l1ᵢ) / Dᵢ, loᵢ, hiᵢ)
 * </pre>
 *
 * <p>Where |vᵢ| > l1ᵢ and θᵢ lies inside its bounds, θᵢ is <em>active</em>: dθᵢ/dvᵢ = 1/Dᵢ;
 * elsewhere it does not move. Hot loops over d.
 */
final class Separable {
  private static final double STEP = 1e-12;

  private final double[] diagonal;
  private final double[] l1;
  private final double[] lower;
  private final double[] upper;

  Separable(
      final double[] diagonal, final double[] l1, final double[] lower, final double[] upper) {
    this.diagonal = diagonal;
    this.l1 = l1;
    this.lower = lower;
    this.upper = upper;
  }

  private double theta(final int i, final double v) {
    final double soft = Math.signum(v) * Math.max(0, Math.abs(v) - l1[i]);
    return Math.max(lower[i], Math.min(upper[i], soft / diagonal[i]));
  }

  /** θ(v). */
  void theta(final double[] v, final double[] out) {
    for (int i = 0; i < v.length; i++) {
      out[i] = theta(i, v[i]);
    }
  }

  /**
   * |θᵢ| + |vᵢ dθᵢ/dvᵢ|: what roundings of θᵢ and vᵢ are relative to. More than |θᵢ| where
   * soft-thresholding cancels; the derivative is a difference, so as to see a kink nearby.
   */
  void resolution(final double[] v, final double[] theta, final double[] out) {
    for (int i = 0; i < v.length; i++) {
      final double above = theta(i, v[i] * (1 + STEP));
      final double below = theta(i, v[i] * (1 - STEP));
      out[i] = Math.abs(theta[i]) + Math.abs(above - below) / (2 * STEP);
    }
  }

  /** θ(v − αu)ᵀu. */
  double along(final double[] v, final double[] u, final double alpha) {
    double sum = 0;
    for (int i = 0; i < v.length; i++) {
      sum += theta(i, v[i] - alpha * u[i]) * u[i];
    }
    return sum;
  }

  /** dθ/dv: 1/Dᵢ where θᵢ is active, 0 elsewhere. */
  void derivative(final double[] v, final double[] theta, final double[] out) {
    for (int i = 0; i < v.length; i++) {
      final boolean active = Math.abs(v[i]) > l1[i] && lower[i] < theta[i] && theta[i] < upper[i];
      out[i] = active ? 1 / diagonal[i] : 0;
    }
  }
}
