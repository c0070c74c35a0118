package org.majorant.solve;

import org.majorant.matrix.Vectors;

/**
 * A step along a descent direction that satisfies the strong Wolfe conditions (Nocedal and Wright
 * 2006, algorithms 3.5 and 3.6):
 *
 * <pre>   φ(α) ≤ φ(0) + 1e-4 αφ'(0),    |φ'(α)| ≤ 0.9 |φ'(0)|</pre>
 *
 * <p>Values are compared up to a few roundings, lest the last digits end the search too early.
 */
final class WolfeSearch {
  private static final double DECREASE = 1e-4;
  private static final double CURVATURE = 0.9;
  private static final double EXPANSION = 4;
  private static final int TRIALS = 30;

  private record Point(double alpha, double value, double slope) {}

  private final Objective objective;
  private final double[] start;
  private final double[] direction;
  private final Point origin;
  private final double rounding;
  private final double[] theta;
  private final double[] gradient;
  private Point at;
  private int evaluations;
  private boolean found;

  /**
   * @param value φ(0)
   * @param slope φ'(0)
   */
  WolfeSearch(
      final Objective objective,
      final double[] start,
      final double value,
      final double[] direction,
      final double slope) {
    this.objective = objective;
    this.start = start;
    this.direction = direction;
    origin = new Point(0, value, slope);
    rounding = 8 * Math.ulp(value);
    theta = new double[start.length];
    gradient = new double[start.length];
  }

  /** Whether there was a step that lowers the value; where it is, the next four tell. */
  boolean found() {
    return found;
  }

  double[] theta() {
    return theta;
  }

  double[] gradient() {
    return gradient;
  }

  double value() {
    return at.value;
  }

  /** How often the objective was evaluated. */
  int evaluations() {
    return evaluations;
  }

  void run(final double first) {
    if (!(origin.slope < 0)) {
      return;
    }
    Point before = origin;
    double alpha = first;
    for (int trial = 0; trial < TRIALS; trial++) {
      evaluate(alpha);
      if (isTooHigh() || trial > 0 && at.value >= before.value + rounding) {
        zoom(before, at);
        return;
      }
      if (isFlat()) {
        found = true;
        return;
      }
      if (at.slope >= 0) {
        zoom(at, before);
        return;
      }
      before = at;
      alpha *= EXPANSION;
    }
    found = true;
  }

  /** Between low, which satisfies the first condition, and high, beyond a point that does both. */
  private void zoom(final Point first, final Point last) {
    Point low = first;
    Point high = last;
    for (int trial = 0; trial < TRIALS; trial++) {
      evaluate(between(low, high));
      if (isTooHigh() || at.value > low.value + rounding) {
        high = at;
      } else if (isFlat()) {
        found = true;
        return;
      } else {
        high = at.slope * (high.alpha - low.alpha) >= 0 ? low : high;
        low = at;
      }
    }
    if (low.value < origin.value) {
      evaluate(low.alpha);
      found = true;
    }
  }

  private void evaluate(final double alpha) {
    for (int i = 0; i < start.length; i++) {
      theta[i] = start[i] + alpha * direction[i];
    }
    final double value = objective.valueAndGradient(theta, gradient);
    evaluations++;
    at = new Point(alpha, value, Vectors.dot(gradient, direction));
  }

  private boolean isTooHigh() {
    return !(at.value <= origin.value + DECREASE * at.alpha * origin.slope + rounding)
        || !Double.isFinite(at.slope);
  }

  private boolean isFlat() {
    return Math.abs(at.slope) <= -CURVATURE * origin.slope;
  }

  /** The minimiser of the cubic through both points, at least a tenth from either end. */
  private static double between(final Point low, final Point high) {
    final double width = high.alpha - low.alpha;
    final double s = low.slope + high.slope - 3 * (high.value - low.value) / width;
    final double root = Math.signum(width) * Math.sqrt(s * s - low.slope * high.slope);
    final double share = 1 - (high.slope + root - s) / (high.slope - low.slope + 2 * root);
    final double kept = Double.isNaN(share) ? 0.5 : Math.max(0.1, Math.min(0.9, share));
    return low.alpha + width * kept;
  }
}
