package org.majorant.matrix;

/** What solvers do with vectors of one length. */
public final class Vectors {
  private Vectors() {}

  /** aᵀb. */
  public static double dot(final double[] a, final double[] b) {
    double sum = 0;
    for (int i = 0; i < a.length; i++) {
      sum += a[i] * b[i];
    }
    return sum;
  }

  /** |a|. */
  public static double norm(final double[] a) {
    return Math.sqrt(dot(a, a));
  }

  /** out ← out + scale · a. */
  public static void add(final double scale, final double[] a, final double[] out) {
    for (int i = 0; i < a.length; i++) {
      out[i] += scale * a[i];
    }
  }
}
