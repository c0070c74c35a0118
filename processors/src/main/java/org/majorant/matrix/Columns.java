package org.majorant.matrix;

/**
 * The two inner loops of this room. What is multiplied lies in pieces, the columns of X, {@code
 * stride} apart. Four columns are taken at a time, so that a number of the result is read and
 * written once for four products, and so that four sums do not wait for each other.
 */
final class Columns {
  private Columns() {}

  /**
   * y ← y + s·Xc, where c is c[at], c[at + step], …; x and y may be one array, where its parts do
   * not overlap.
   *
   * @param from where the first column of X begins
   * @param count of columns
   * @param to where y begins
   * @param length of y and of each column
   */
  static void add(
      final double s,
      final double[] c,
      final int at,
      final int step,
      final double[] x,
      final int from,
      final int stride,
      final int count,
      final double[] y,
      final int to,
      final int length) {
    int k = 0;
    for (; k + 4 <= count; k += 4) {
      final double c0 = s * c[at + k * step];
      final double c1 = s * c[at + (k + 1) * step];
      final double c2 = s * c[at + (k + 2) * step];
      final double c3 = s * c[at + (k + 3) * step];
      addFour(c0, c1, c2, c3, x, from + k * stride, stride, y, to, length);
    }
    for (; k < count; k++) {
      final double ck = s * c[at + k * step];
      final int column = from + k * stride;
      for (int t = 0; t < length; t++) {
        y[to + t] += ck * x[column + t];
      }
    }
  }

  private static void addFour(
      final double c0,
      final double c1,
      final double c2,
      final double c3,
      final double[] x,
      final int x0,
      final int stride,
      final double[] y,
      final int to,
      final int length) {
    final int x1 = x0 + stride;
    final int x2 = x1 + stride;
    final int x3 = x2 + stride;
    for (int t = 0; t < length; t++) {
      y[to + t] += c0 * x[x0 + t] + c1 * x[x1 + t] + c2 * x[x2 + t] + c3 * x[x3 + t];
    }
  }

  /**
   * out ← out + Xᵀy.
   *
   * @param from where the first column of X begins
   * @param count of columns
   * @param first where y begins
   * @param length of y and of each column
   * @param to where the first product is added; the next ones follow, {@code step} apart
   */
  static void addProducts(
      final double[] x,
      final int from,
      final int stride,
      final int count,
      final double[] y,
      final int first,
      final int length,
      final double[] out,
      final int to,
      final int step) {
    int k = 0;
    for (; k + 4 <= count; k += 4) {
      final int x0 = from + k * stride;
      final int x1 = x0 + stride;
      final int x2 = x1 + stride;
      final int x3 = x2 + stride;
      double s0 = 0;
      double s1 = 0;
      double s2 = 0;
      double s3 = 0;
      for (int t = 0; t < length; t++) {
        final double yt = y[first + t];
        s0 += yt * x[x0 + t];
        s1 += yt * x[x1 + t];
        s2 += yt * x[x2 + t];
        s3 += yt * x[x3 + t];
      }
      out[to + k * step] += s0;
      out[to + (k + 1) * step] += s1;
      out[to + (k + 2) * step] += s2;
      out[to + (k + 3) * step] += s3;
    }
    for (; k < count; k++) {
      double sum = 0;
      for (int t = 0; t < length; t++) {
        sum += y[first + t] * x[from + k * stride + t];
      }
      out[to + k * step] += sum;
    }
  }
}
