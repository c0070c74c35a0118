package org.majorant.solve;

/**
 * The quadratic ½ θᵀ(WᵀW + D)θ − bᵀθ, low rank plus diagonal (MATHS.md 2). The arrays are not
 * copied.
 *
 * @param w W, k×d, row-major; k = w.length / d is meant to be small (0 to some hundreds)
 * @param diagonal D, length d, positive
 * @param b length d
 */
public record Quadratic(double[] w, double[] diagonal, double[] b) {
  /**
   * @throws IllegalArgumentException where shapes differ, a number is not finite or D is not
   *     positive
   */
  public Quadratic {
    final int d = diagonal.length;
    if (d == 0 || w.length % d != 0) {
      throw new IllegalArgumentException("W of " + w.length + " numbers has no rows of " + d);
    }
    if (b.length != d) {
      throw new IllegalArgumentException("b has length " + b.length + ", D has " + d);
    }
    requireFinite("W", w);
    requireFinite("D", diagonal);
    requireFinite("b", b);
    for (int i = 0; i < d; i++) {
      if (diagonal[i] <= 0) {
        throw new IllegalArgumentException("D is " + diagonal[i] + " at coordinate " + i);
      }
    }
  }

  /**
   * The quadratic ½ θᵀ(A + P)θ − bᵀθ with full curvature: W is the Cholesky factor of A.
   *
   * @param a A, d×d, symmetric and positive semidefinite; its lower triangle is read
   * @param prior P, length d, positive
   * @param b length d
   * @throws IllegalArgumentException as the constructor does, and where A has a negative pivot
   */
  public static Quadratic full(final double[] a, final double[] prior, final double[] b) {
    if (a.length != (long) prior.length * prior.length) {
      throw new IllegalArgumentException(
          "A has " + a.length + " numbers, not " + prior.length + " squared");
    }
    return new Quadratic(transposedFactor(a, prior.length), prior, b);
  }

  /**
   * The same about another origin, as a function of θ: ½ (θ−c)ᵀ(WᵀW + D)(θ−c) − bᵀ(θ−c), up to a
   * constant.
   *
   * @param centre c, length d
   */
  public Quadratic around(final double[] centre) {
    final int d = diagonal.length;
    final double[] shifted = b.clone();
    for (int i = 0; i < d; i++) {
      shifted[i] += diagonal[i] * centre[i];
    }
    for (int o = 0; o < w.length; o += d) {
      double dot = 0;
      for (int i = 0; i < d; i++) {
        dot += w[o + i] * centre[i];
      }
      for (int i = 0; i < d; i++) {
        shifted[i] += dot * w[o + i];
      }
    }
    return new Quadratic(w, diagonal, shifted);
  }

  /** Number of coordinates, d. */
  public int dimension() {
    return diagonal.length;
  }

  /** Number of rows of W, k. */
  public int rank() {
    return w.length / diagonal.length;
  }

  /** Lᵀ of A = L Lᵀ, row-major. A pivot that is rounding leaves its row zero: A may be singular. */
  private static double[] transposedFactor(final double[] a, final int d) {
    final double[] factor = new double[d * d];
    for (int j = 0; j < d; j++) {
      final double negligible = 16 * d * Math.ulp(1.0) * a[j * d + j];
      final double pivot = a[j * d + j] - columnProduct(factor, j, j, d);
      if (pivot < -negligible || Double.isNaN(pivot)) {
        throw new IllegalArgumentException("A is not positive semidefinite at coordinate " + j);
      }
      if (pivot <= negligible) {
        continue;
      }
      final double root = Math.sqrt(pivot);
      factor[j * d + j] = root;
      for (int i = j + 1; i < d; i++) {
        factor[j * d + i] = (a[i * d + j] - columnProduct(factor, i, j, d)) / root;
      }
    }
    return factor;
  }

  /** Columns i and j of the factor, over the rows above j. */
  private static double columnProduct(
      final double[] factor, final int i, final int j, final int d) {
    double sum = 0;
    for (int row = 0; row < j; row++) {
      sum += factor[row * d + i] * factor[row * d + j];
    }
    return sum;
  }

  private static void requireFinite(final String name, final double[] values) {
    for (int i = 0; i < values.length; i++) {
      if (!Double.isFinite(values[i])) {
        throw new IllegalArgumentException(name + " is " + values[i] + " at position " + i);
      }
    }
  }
}
