package org.majorant.solve;

/**
 * When an iteration on θ ends.
 *
 * @param iterations the most
 * @param gradientNorm ends where |gradient| ≤ gradientNorm · max(1, |θ|)
 * @param optimum the least value where it is known, else NaN
 * @param relativeGap ends where value − optimum ≤ relativeGap · |optimum|
 */
public record StopRule(int iterations, double gradientNorm, double optimum, double relativeGap) {
  /** Why it ended. */
  public enum Reason {
    /** The value came as near to the given optimum as was asked. */
    RELATIVE_GAP,
    /** The gradient is small. */
    GRADIENT_NORM,
    /** As many iterations as were allowed. */
    ITERATION_LIMIT,
    /** No step along the gradient lowers the value: rounding, or a gradient that is wrong. */
    NO_PROGRESS,
    /** Some direction lowers the value for ever: there is no optimum. */
    UNBOUNDED
  }

  /** Without a known optimum. */
  public static StopRule of(final int iterations, final double gradientNorm) {
    return new StopRule(iterations, gradientNorm, Double.NaN, 0);
  }

  /** Why it ends here; null where it goes on. */
  public Reason reached(
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
