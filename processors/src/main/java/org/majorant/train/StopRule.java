package org.majorant.train;

/**
 * When training ends.
 *
 * @param iterations the most
 * @param gradientNorm ends where |∇J| ≤ gradientNorm · max(1, |θ|)
 * @param optimum J* where it is known, else NaN
 * @param relativeGap ends where J − J* ≤ relativeGap · |J*|
 */
public record StopRule(int iterations, double gradientNorm, double optimum, double relativeGap) {
  /** Why it ended. */
  public enum Reason {
    RELATIVE_GAP,
    GRADIENT_NORM,
    ITERATION_LIMIT,
    NO_PROGRESS,
    SEPARABLE
  }

  /** Without a known optimum. */
  public static StopRule of(final int iterations, final double gradientNorm) {
    return new StopRule(iterations, gradientNorm, Double.NaN, 0);
  }

  Reason reached(
      final int iteration, final double value, final double gradient, final double theta) {
    if (value - optimum <= relativeGap * Math.abs(optimum)) {
      return Reason.RELATIVE_GAP;
    }
    if (gradient <= gradientNorm * Math.max(1, theta)) {
      return Reason.GRADIENT_NORM;
    }
    return iteration >= iterations ? Reason.ITERATION_LIMIT : null;
  }
}
