package org.majorant.solve;

/** Small dense linear algebra for tests: Gaussian elimination, row-major. */
public final class Dense {
  private Dense() {}

  /** WᵀW + D, d×d. */
  public static double[] matrix(final Quadratic f) {
    final int d = f.dimension();
    final double[] out = new double[d * d];
    for (int i = 0; i < d; i++) {
      out[i * d + i] = f.diagonal()[i];
      for (int j = 0; j < d; j++) {
        for (int a = 0; a < f.rank(); a++) {
          out[i * d + j] += f.w()[a * d + i] * f.w()[a * d + j];
        }
      }
    }
    return out;
  }

  /** The solution of Ax = b, with row pivoting; null where A is singular. */
  public static double[] solve(final double[] matrix, final double[] right) {
    final int n = right.length;
    final double[] a = matrix.clone();
    final double[] x = right.clone();
    for (int c = 0; c < n; c++) {
      int pivot = c;
      for (int r = c + 1; r < n; r++) {
        pivot = Math.abs(a[r * n + c]) > Math.abs(a[pivot * n + c]) ? r : pivot;
      }
      if (Math.abs(a[pivot * n + c]) < 1e-12) {
        return null;
      }
      for (int j = 0; j < n; j++) {
        final double held = a[c * n + j];
        a[c * n + j] = a[pivot * n + j];
        a[pivot * n + j] = held;
      }
      final double held = x[c];
      x[c] = x[pivot];
      x[pivot] = held;
      for (int r = c + 1; r < n; r++) {
        final double factor = a[r * n + c] / a[c * n + c];
        for (int j = c; j < n; j++) {
          a[r * n + j] -= factor * a[c * n + j];
        }
        x[r] -= factor * x[c];
      }
    }
    for (int c = n - 1; c >= 0; c--) {
      for (int j = c + 1; j < n; j++) {
        x[c] -= a[c * n + j] * x[j];
      }
      x[c] /= a[c * n + c];
    }
    return x;
  }
}
