package org.majorant.solve;

import java.util.Arrays;
import org.majorant.matrix.Cholesky;

/**
 * The Newton step of the dual with its signs kept, exactly:
 *
 * <pre>   max gᵀp − ½ pᵀHp    with νⱼ + pⱼ ≥ 0 for the inequalities j</pre>
 *
 * <p>by block principal pivoting (Júdice and Pires 1994): guess which inequalities bind, solve for
 * them, exchange every wrong guess at once; after three rounds without progress one at a time,
 * which ends.
 */
final class NewtonStep {
  private static final int PATIENCE = 3;
  private static final double ROUNDING = 1e-13;

  private final int size;
  private final int firstSigned;
  private final double[] h;
  private final double[] g;
  private final double[] nu;
  private final boolean[] binds;
  private final double[] p;

  private NewtonStep(final double[] h, final double[] g, final double[] nu, final int firstSigned) {
    this.size = g.length;
    this.firstSigned = firstSigned;
    this.h = h;
    this.g = g;
    this.nu = nu;
    binds = new boolean[size];
    Arrays.fill(binds, 0, firstSigned, true);
    for (int j = firstSigned; j < size; j++) {
      binds[j] = nu[j] > 0 || g[j] > 0;
    }
    p = new double[size];
  }

  /**
   * @param h H, size×size, column-major, lower triangle read; where it is singular to working
   *     precision, its diagonal is raised
   * @param g length size
   * @param nu ν, length size
   * @param firstSigned from here on ν is and stays not negative
   * @return p
   * @throws ArithmeticException where H is not near any positive definite matrix
   */
  static double[] solve(
      final double[] h, final double[] g, final double[] nu, final int firstSigned) {
    final NewtonStep step = new NewtonStep(h, g, nu, firstSigned);
    step.pivot();
    return step.p;
  }

  private void pivot() {
    final boolean[] wrong = new boolean[size];
    int fewest = size + 1;
    int patience = PATIENCE;
    for (int round = 0; round < 20 * (size + 1); round++) {
      solveGuess();
      final int count = mark(wrong);
      if (count == 0) {
        return;
      }
      patience = count < fewest ? PATIENCE : patience - 1;
      fewest = Math.min(fewest, count);
      exchange(wrong, patience > 0);
    }
  }

  private void exchange(final boolean[] wrong, final boolean all) {
    for (int j = size - 1; j >= firstSigned; j--) {
      if (wrong[j]) {
        binds[j] = !binds[j];
        if (!all) {
          return;
        }
      }
    }
  }

  /** Where the guess is wrong: a multiplier that fell below 0, or one at 0 that should rise. */
  private int mark(final boolean[] wrong) {
    int count = 0;
    for (int j = firstSigned; j < size; j++) {
      wrong[j] =
          binds[j]
              ? nu[j] + p[j] < -ROUNDING * Math.abs(nu[j])
              : g[j] - times(j) > ROUNDING * Math.abs(g[j]);
      count += wrong[j] ? 1 : 0;
    }
    return count;
  }

  /** Row j of H times p. */
  private double times(final int j) {
    double sum = 0;
    for (int a = 0; a < size; a++) {
      sum += entry(j, a) * p[a];
    }
    return sum;
  }

  private double entry(final int row, final int col) {
    return row >= col ? h[row + col * size] : h[col + row * size];
  }

  /** p = −ν where an inequality does not bind, so that its multiplier is 0; Newton elsewhere. */
  private void solveGuess() {
    final int[] at = new int[size];
    int n = 0;
    for (int j = 0; j < size; j++) {
      if (binds[j]) {
        at[n++] = j;
        p[j] = 0;
      } else {
        p[j] = -nu[j];
      }
    }
    if (n == 0) {
      return;
    }
    final double[] x = new double[n];
    for (int row = 0; row < n; row++) {
      x[row] = g[at[row]] - times(at[row]);
    }
    double[] factor = factor(at, n);
    for (double ridge = 1e-12; factor == null; ridge *= 100) {
      if (ridge > 1) {
        throw new ArithmeticException("the dual's curvature is not positive definite");
      }
      for (int j = 0; j < size; j++) {
        h[j + j * size] *= 1 + ridge;
      }
      factor = factor(at, n);
    }
    Cholesky.solve(factor, n, x);
    for (int row = 0; row < n; row++) {
      p[at[row]] = x[row];
    }
  }

  /** The Cholesky factor of H on the given rows, or null where H is too close to singular. */
  private double[] factor(final int[] at, final int n) {
    final double[] factor = new double[n * n];
    for (int col = 0; col < n; col++) {
      for (int row = col; row < n; row++) {
        factor[row + col * n] = entry(at[row], at[col]);
      }
    }
    return Cholesky.tryFactor(factor, n) ? factor : null;
  }
}
