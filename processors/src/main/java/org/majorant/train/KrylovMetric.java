package org.majorant.train;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.majorant.matrix.Vectors;
import org.majorant.solve.Quadratic;
import org.majorant.train.Loss.Curve;

/**
 * A curvature that is known by its products, as low rank plus its true diagonal: k Lanczos steps
 * from the gradient give Σ ≈ Qᵀ T Q with T = L Lᵀ tridiagonal, so that
 *
 * <pre>    W = Lᵀ Q,    D = diag(Σ) + λ − colsum(W∘W).</pre>
 *
 * <p>Near the Hessian (or the bound, where the loss is not convex) where the next step goes; the
 * step is certified by the bound itself.
 */
final class KrylovMetric {
  private static final double LEAST = 1e-3;

  private final Loss loss;
  private final Curve curve;
  private final int rank;

  KrylovMetric(final Loss loss, final int rank) {
    this.loss = loss;
    this.rank = rank;
    curve = loss.isConvex() ? Curve.HESSIAN : Curve.BOUND;
  }

  /**
   * The quadratic model of loss and prior at θ: its gradient there is the one given.
   *
   * @param gradient of loss and prior, length d
   */
  Quadratic at(final double[] theta, final double[] gradient, final double l2) {
    final int d = theta.length;
    final double[] diagonal = new double[d];
    loss.addDiagonal(curve, diagonal);
    final double[] w = rows(gradient);
    final double[] b = new double[d];
    Vectors.add(-1, gradient, b);
    for (int i = 0; i < d; i++) {
      double kept = 0;
      for (int o = i; o < w.length; o += d) {
        kept += w[o] * w[o];
      }
      diagonal[i] = Math.max(diagonal[i] - kept, LEAST * diagonal[i]) + l2;
      diagonal[i] = Math.max(diagonal[i], Math.ulp(1.0));
    }
    return new Quadratic(w, diagonal, b).around(theta);
  }

  /** W, k×d. */
  private double[] rows(final double[] start) {
    final int d = start.length;
    final List<double[]> q = new ArrayList<>();
    final double[] alpha = new double[rank];
    final double[] beta = new double[rank + 1];
    double[] next = start.clone();
    double length = Vectors.norm(next);
    final double least = 1e-10 * length;
    while (q.size() < Math.min(rank, d) && length > least) {
      final double[] unit = new double[d];
      Vectors.add(1 / length, next, unit);
      next = new double[d];
      loss.addTimes(curve, 1, unit, next);
      alpha[q.size()] = Vectors.dot(unit, next);
      q.add(unit);
      for (int twice = 0; twice < 2; twice++) {
        for (final double[] known : q) {
          Vectors.add(-Vectors.dot(known, next), known, next);
        }
      }
      length = Vectors.norm(next);
      beta[q.size()] = length;
    }
    return rotated(q, alpha, beta, d);
  }

  /** Lᵀ Q, by the Cholesky factor of T: bidiagonal. */
  private static double[] rotated(
      final List<double[]> q, final double[] alpha, final double[] beta, final int d) {
    final double[] w = new double[q.size() * d];
    double below = 0;
    for (int j = 0; j < q.size(); j++) {
      final double pivot = alpha[j] - below * below;
      if (!(pivot > 0)) {
        return Arrays.copyOf(w, j * d); // what is left is rounding
      }
      final double root = Math.sqrt(pivot);
      below = j + 1 < q.size() ? beta[j + 1] / root : 0;
      for (int i = 0; i < d; i++) {
        w[j * d + i] = root * q.get(j)[i] + (below == 0 ? 0 : below * q.get(j + 1)[i]);
      }
    }
    return w;
  }
}
