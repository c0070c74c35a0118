package org.majorant.solve;

import java.util.Arrays;

/**
 * The least value of a tiny problem over every face: each coordinate negative, 0, positive, at its
 * lower or at its upper bound, each inequality tight or left out. Needs no multipliers: the best
 * feasible stationary point of a face is the minimiser.
 */
final class BruteForce {
  private static final double SLACK = 1e-7;

  private final RandomProblem problem;
  private final int d;
  private final double[] matrix;
  private double[] best;
  private double least = Double.POSITIVE_INFINITY;

  private BruteForce(final RandomProblem problem) {
    this.problem = problem;
    d = problem.f().dimension();
    matrix = Dense.matrix(problem.f());
  }

  static double[] minimise(final RandomProblem problem) {
    final BruteForce search = new BruteForce(problem);
    final int rows = problem.constraints().rows().size();
    for (int tight = 0; tight < 1 << rows; tight++) {
      for (int code = 0; code < Math.pow(5, search.d); code++) {
        search.face(code, tight);
      }
    }
    return search.best;
  }

  private void face(final int code, final int tight) {
    final Constraints in = problem.constraints();
    final int[] rows = new int[in.rows().size()];
    int m = 0;
    for (int j = 0; j < rows.length; j++) {
      final boolean chosen = (tight >> j & 1) == 1;
      if (in.rows().get(j).equality() && !chosen) {
        return;
      }
      if (chosen) {
        rows[m++] = j;
      }
    }
    final double[] theta = new double[d];
    final int[] free = new int[d];
    final double[] sign = new double[d];
    int n = 0;
    int rest = code;
    for (int i = 0; i < d; i++, rest /= 5) {
      switch (rest % 5) {
        case 0 -> theta[i] = in.lower()[i];
        case 1 -> theta[i] = in.upper()[i];
        case 2 -> theta[i] = 0;
        default -> {
          sign[i] = 2 * (rest % 5) - 7;
          free[n++] = i;
        }
      }
      if (!Double.isFinite(theta[i])) {
        return;
      }
    }
    solveFace(theta, Arrays.copyOf(free, n), sign, Arrays.copyOf(rows, m));
  }

  private void solveFace(
      final double[] theta, final int[] free, final double[] sign, final int[] rows) {
    final int n = free.length;
    final int size = n + rows.length;
    final double[] kkt = new double[size * size];
    final double[] right = new double[size];
    for (int s = 0; s < n; s++) {
      right[s] = problem.f().b()[free[s]] - sign[free[s]] * problem.l1()[free[s]];
      for (int i = 0; i < d; i++) {
        right[s] -= matrix[free[s] * d + i] * theta[i];
      }
      for (int t = 0; t < n; t++) {
        kkt[s * size + t] = matrix[free[s] * d + free[t]];
      }
    }
    for (int j = 0; j < rows.length; j++) {
      final LinearRow row = problem.constraints().rows().get(rows[j]);
      right[n + j] = row.bound() - value(row, theta);
      for (int s = 0; s < n; s++) {
        final int at = Arrays.binarySearch(row.indices(), free[s]);
        final double a = at < 0 ? 0 : row.coefficients()[at];
        kkt[s * size + n + j] = a;
        kkt[(n + j) * size + s] = a;
      }
    }
    final double[] x = Dense.solve(kkt, right);
    if (x != null) {
      for (int s = 0; s < n; s++) {
        theta[free[s]] = x[s];
      }
      consider(theta);
    }
  }

  private void consider(final double[] theta) {
    final Constraints in = problem.constraints();
    for (int i = 0; i < d; i++) {
      if (theta[i] < in.lower()[i] - SLACK || theta[i] > in.upper()[i] + SLACK) {
        return;
      }
    }
    for (final LinearRow row : in.rows()) {
      final double over = value(row, theta) - row.bound();
      if (over > SLACK || row.equality() && over < -SLACK) {
        return;
      }
    }
    final double value = objective(theta);
    if (value < least) {
      least = value;
      best = theta;
    }
  }

  private double objective(final double[] theta) {
    double sum = 0;
    for (int i = 0; i < d; i++) {
      sum += problem.l1()[i] * Math.abs(theta[i]) - problem.f().b()[i] * theta[i];
      for (int j = 0; j < d; j++) {
        sum += 0.5 * theta[i] * matrix[i * d + j] * theta[j];
      }
    }
    return sum;
  }

  private static double value(final LinearRow row, final double[] theta) {
    double sum = 0;
    for (int at = 0; at < row.indices().length; at++) {
      sum += row.coefficients()[at] * theta[row.indices()[at]];
    }
    return sum;
  }
}
