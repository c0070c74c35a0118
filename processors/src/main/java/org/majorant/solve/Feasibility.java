package org.majorant.solve;

import java.util.ArrayList;
import java.util.List;

/**
 * What can be seen of infeasible constraints before any work: the interval that a row spans over
 * the box, and the rank of the equalities on the coordinates that the box leaves open. What only
 * several rows and the box together exclude shows later, as an unbounded dual.
 */
final class Feasibility {
  private static final double ROUNDING = 1e-12;
  private static final double DEPENDENT = 1e-10;

  private final Constraints constraints;

  private Feasibility(final Constraints constraints) {
    this.constraints = constraints;
  }

  /**
   * The rows that say something: neither constant over the box nor implied by equalities before
   * them.
   *
   * @return positions in {@code constraints.rows()}, equalities first
   * @throws IllegalArgumentException naming a row that cannot hold
   */
  static int[] independentRows(final Constraints constraints) {
    final Feasibility check = new Feasibility(constraints);
    final List<Integer> equalities = new ArrayList<>();
    final List<Integer> inequalities = new ArrayList<>();
    for (int j = 0; j < constraints.rows().size(); j++) {
      final LinearRow row = constraints.rows().get(j);
      check.requireReachable(row);
      if (check.isOpen(row)) {
        (row.equality() ? equalities : inequalities).add(j);
      }
    }
    final List<Integer> kept = check.basis(equalities);
    kept.addAll(inequalities);
    return kept.stream().mapToInt(Integer::intValue).toArray();
  }

  private void requireReachable(final LinearRow row) {
    double least = 0;
    double most = 0;
    double scale = Math.abs(row.bound());
    for (int at = 0; at < row.indices().length; at++) {
      final double a = row.coefficients()[at];
      if (a != 0) {
        final double atLower = a * constraints.lower()[row.indices()[at]];
        final double atUpper = a * constraints.upper()[row.indices()[at]];
        least += Math.min(atLower, atUpper);
        most += Math.max(atLower, atUpper);
        scale += finite(atLower) + finite(atUpper);
      }
    }
    final double slack = ROUNDING * scale;
    if (row.bound() < least - slack) {
      throw new IllegalArgumentException(
          row.name() + ": the box keeps it at " + least + " or more, not " + row.bound());
    }
    if (row.equality() && row.bound() > most + slack) {
      throw new IllegalArgumentException(
          row.name() + ": the box keeps it at " + most + " or less, not " + row.bound());
    }
  }

  private boolean isOpen(final LinearRow row) {
    for (int at = 0; at < row.indices().length; at++) {
      if (row.coefficients()[at] != 0 && isOpen(row.indices()[at])) {
        return true;
      }
    }
    return false;
  }

  private boolean isOpen(final int i) {
    return constraints.lower()[i] < constraints.upper()[i];
  }

  /** Gram–Schmidt, twice for each row, on the open coordinates; the bound is carried along. */
  private List<Integer> basis(final List<Integer> equalities) {
    final int[] column = new int[constraints.lower().length];
    int columns = 0;
    for (final int j : equalities) {
      for (final int i : constraints.rows().get(j).indices()) {
        if (isOpen(i) && column[i] == 0) {
          column[i] = ++columns;
        }
      }
    }
    final List<Integer> kept = new ArrayList<>();
    final List<double[]> orthonormal = new ArrayList<>();
    for (final int j : equalities) {
      final LinearRow row = constraints.rows().get(j);
      final double[] rest = dense(row, column, columns);
      final double norm = norm(rest, columns);
      double reach = Math.abs(rest[columns]);
      for (int pass = 0; pass < 2; pass++) {
        for (final double[] q : orthonormal) {
          reach += subtractProjection(rest, q);
        }
      }
      final double left = norm(rest, columns);
      if (left > DEPENDENT * norm) {
        for (int c = 0; c <= columns; c++) {
          rest[c] /= left;
        }
        orthonormal.add(rest);
        kept.add(j);
      } else if (Math.abs(rest[columns]) > 10 * DEPENDENT * reach) {
        throw new IllegalArgumentException(
            row.name()
                + ": the equalities before it make it "
                + (row.bound() - rest[columns])
                + ", not "
                + row.bound());
      }
    }
    return kept;
  }

  /** The row over the open columns; last, what the fixed coordinates leave of its bound. */
  private double[] dense(final LinearRow row, final int[] column, final int columns) {
    final double[] out = new double[columns + 1];
    out[columns] = row.bound();
    for (int at = 0; at < row.indices().length; at++) {
      final int i = row.indices()[at];
      if (isOpen(i)) {
        out[column[i] - 1] = row.coefficients()[at];
      } else {
        out[columns] -= row.coefficients()[at] * constraints.lower()[i];
      }
    }
    return out;
  }

  /** Makes the row orthogonal to a unit row; returns by how much its bound moved. */
  private static double subtractProjection(final double[] row, final double[] unit) {
    double dot = 0;
    for (int c = 0; c < unit.length - 1; c++) {
      dot += row[c] * unit[c];
    }
    for (int c = 0; c < unit.length; c++) {
      row[c] -= dot * unit[c];
    }
    return Math.abs(dot * unit[unit.length - 1]);
  }

  private static double norm(final double[] row, final int columns) {
    double sum = 0;
    for (int c = 0; c < columns; c++) {
      sum += row[c] * row[c];
    }
    return Math.sqrt(sum);
  }

  private static double finite(final double x) {
    return Double.isInfinite(x) ? 0 : Math.abs(x);
  }
}
