package org.majorant.train;

import java.util.Arrays;
import org.majorant.matrix.Vectors;

/** Solves A x = b for a positive definite A that is known by its products. */
final class ConjugateGradient {
  private static final int MOST = 250;

  /** out ← A v. */
  interface Product {
    void times(double[] v, double[] out);
  }

  private ConjugateGradient() {}

  /**
   * @param tolerance ends where |b − Ax| ≤ tolerance · |b|
   * @return x, from 0: so bᵀx > 0 however early it ends
   */
  static double[] solve(final Product a, final double[] b, final double tolerance) {
    final int d = b.length;
    final double[] x = new double[d];
    final double[] residual = b.clone();
    final double[] direction = b.clone();
    final double[] product = new double[d];
    double squares = Vectors.dot(b, b);
    final double end = tolerance * tolerance * squares;
    for (int i = 0; i < MOST && squares > end; i++) {
      Arrays.fill(product, 0);
      a.times(direction, product);
      final double bend = Vectors.dot(direction, product);
      if (!(bend > 0)) {
        break;
      }
      final double step = squares / bend;
      Vectors.add(step, direction, x);
      Vectors.add(-step, product, residual);
      final double next = Vectors.dot(residual, residual);
      for (int j = 0; j < d; j++) {
        direction[j] = residual[j] + next / squares * direction[j];
      }
      squares = next;
    }
    return x;
  }
}
