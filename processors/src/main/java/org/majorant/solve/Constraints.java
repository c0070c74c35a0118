package org.majorant.solve;

import java.util.List;
import java.util.stream.Stream;

/**
 * Where θ may lie: a box and linear rows.
 *
 * @param lower length d, may hold −∞
 * @param upper length d, may hold +∞
 * @param rows linear equalities and inequalities
 */
public record Constraints(double[] lower, double[] upper, List<LinearRow> rows) {
  /**
   * @throws IllegalArgumentException where the box is empty or a row reaches out of θ
   */
  public Constraints {
    final int d = lower.length;
    if (upper.length != d) {
      throw new IllegalArgumentException(d + " lower bounds, " + upper.length + " upper bounds");
    }
    for (int i = 0; i < d; i++) {
      if (!(lower[i] <= upper[i])
          || lower[i] == Double.POSITIVE_INFINITY
          || upper[i] == Double.NEGATIVE_INFINITY) {
        throw new IllegalArgumentException(
            "no number lies in [" + lower[i] + ", " + upper[i] + "] at coordinate " + i);
      }
    }
    rows = List.copyOf(rows);
    for (final LinearRow row : rows) {
      final int[] at = row.indices();
      if (at.length > 0 && at[at.length - 1] >= d) {
        throw new IllegalArgumentException(
            row.name() + ": index " + at[at.length - 1] + " of " + d + " coordinates");
      }
    }
  }

  /** lower ≤ θ ≤ upper. */
  public static Constraints box(final double[] lower, final double[] upper) {
    return new Constraints(lower, upper, List.of());
  }

  /** These constraints and one more. */
  public Constraints and(final LinearRow row) {
    return new Constraints(lower, upper, Stream.concat(rows.stream(), Stream.of(row)).toList());
  }
}
