package org.majorant.learn;

import java.util.Arrays;
import org.majorant.clique.LogPartition;

/**
 * The implicit step: solves for each example
 *
 * <pre>    min over θ' of  −Σ_o q_o log p(o|x,θ') + ½ (θ'−θ)ᵀ(A+P)(θ'−θ)</pre>
 *
 * <p>exactly, in the space of its scores (MATHS.md 5): θ' = θ + β (A+P)⁻¹x with
 *
 * <pre>    β = q − softmax(s + v∘β),    s = θᵀx,   v = xᵀ(A+P)⁻¹x.</pre>
 *
 * <p>where the target q is one of the outcomes, or a share of each. One vector (two outcomes): β =
 * q − σ(s + vβ), by Newton's method within its bracket (q−1, q). More: Newton's method on F(β) = −Σ
 * q log p(s + v∘β) + ½ Σ vβ², with backtracking; its system is diagonal plus rank one, so a step
 * costs O(n). Reused from example to example.
 */
final class ImplicitStep {
  private static final int MAX_ITERATIONS = 100;

  /** Halvings of a step; 2⁻⁶⁰ of it is below its rounding. */
  private static final int MAX_HALVINGS = 60;

  private static final double TOLERANCE = 1e-13;

  /** Its square is the tolerance: Newton's step squares what is left of the excess, times v. */
  private static final double LAST_STEP_BELOW = 3e-7;

  /** Newton's decrement below which a full step is safe, and F's own rounding hides its descent. */
  private static final double QUADRATIC_BELOW = 1e-10;

  private final double[] p;
  private final double[] g;
  private final double[] trial;
  private final double[] after;

  /**
   * @param vectors 1 for two outcomes, else the number of outcomes
   */
  ImplicitStep(final int vectors) {
    p = new double[vectors];
    g = new double[vectors];
    trial = new double[vectors];
    after = new double[vectors];
  }

  /**
   * @param s scores a vector
   * @param v variances a vector, times the example's weight
   * @param target q a vector; of two outcomes, the second one's
   * @param beta written, a vector
   */
  void solve(final double[] s, final double[] v, final double[] target, final double[] beta) {
    if (s.length == 1) {
      beta[0] = solveBinary(s[0], v[0], target[0]);
    } else {
      solveMulticlass(s, v, target, beta);
    }
  }

  private static double solveBinary(final double s, final double v, final double q) {
    double low = q - 1;
    double high = q;
    double p = LogPartition.sigmoid(s);
    double beta = (q - p) / (1 + v * p * (1 - p));
    double lastMove = 1;
    for (int i = 0; i < MAX_ITERATIONS; i++) {
      p = LogPartition.sigmoid(s + v * beta);
      final double excess = beta - q + p;
      final double slope = 1 + v * p * (1 - p);
      if (Math.max(1, v) * Math.abs(excess) <= LAST_STEP_BELOW) {
        return beta - excess / slope;
      }
      if (excess > 0) {
        high = beta;
      } else {
        low = beta;
      }
      double next = beta - excess / slope;
      if (!(next > low && next < high) || Math.abs(next - beta) > 0.5 * lastMove) {
        next = 0.5 * (low + high); // Newton leaves the bracket, or crawls in it
      }
      lastMove = Math.abs(next - beta);
      beta = next;
    }
    return beta;
  }

  private void solveMulticlass(
      final double[] s, final double[] v, final double[] q, final double[] beta) {
    final int n = s.length;
    Arrays.fill(beta, 0);
    double value = value(s, v, q, beta);
    for (int iteration = 0; iteration < MAX_ITERATIONS; iteration++) {
      LogPartition.probabilities(after, p);
      double largest = 0;
      double top = 0;
      double bottom = 0;
      for (int c = 0; c < n; c++) {
        g[c] = p[c] + beta[c] - q[c];
        largest = Math.max(largest, Math.abs(g[c]));
        final double h = 1 + p[c] * v[c];
        top += p[c] * v[c] * g[c] / h;
        bottom += p[c] / h;
      }
      if (largest <= TOLERANCE) {
        return;
      }
      final double k = top / bottom;
      double slope = 0;
      for (int c = 0; c < n; c++) {
        final double gradient = g[c] * v[c];
        g[c] = -(g[c] + p[c] * k) / (1 + p[c] * v[c]); // from here on the step
        slope += gradient * g[c];
      }
      value = backtrack(s, v, q, beta, value, slope);
      if (!(-slope > TOLERANCE * TOLERANCE)) {
        return;
      }
    }
  }

  /** β ← β + αg with the largest α = 1, ½, ¼, … that lowers F enough; β stays where none does. */
  private double backtrack(
      final double[] s,
      final double[] v,
      final double[] q,
      final double[] beta,
      final double value,
      final double slope) {
    double alpha = 1;
    for (int halvings = 0; halvings <= MAX_HALVINGS; halvings++, alpha *= 0.5) {
      for (int c = 0; c < beta.length; c++) {
        trial[c] = beta[c] + alpha * g[c];
      }
      final double next = value(s, v, q, trial);
      if (-slope < QUADRATIC_BELOW || next <= value + 1e-4 * alpha * slope) {
        System.arraycopy(trial, 0, beta, 0, beta.length);
        return next;
      }
    }
    return value(s, v, q, beta);
  }

  private double value(final double[] s, final double[] v, final double[] q, final double[] beta) {
    double penalty = 0;
    double own = 0;
    for (int c = 0; c < beta.length; c++) {
      after[c] = s[c] + v[c] * beta[c];
      own += q[c] * after[c];
      penalty += v[c] * beta[c] * beta[c];
    }
    return LogPartition.of(after) - own + 0.5 * penalty;
  }
}
