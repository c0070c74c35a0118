package org.majorant.learn;

import org.majorant.schema.ModelSpec;

/** Diagonal A: θ = b / (A + P) coordinate by coordinate. */
final class DiagonalSurrogate extends Surrogate {
  private final double[] a;
  private final double[] b;

  DiagonalSurrogate(final ModelSpec spec) {
    super(spec);
    a = new double[Math.multiplyExact(features, vectors)];
    b = new double[features * vectors];
  }

  @Override
  void add(final Site site, final double factor) {
    for (int j = 0; j < site.size; j++) {
      for (int c = 0; c < vectors; c++) {
        a[site.features[j] * vectors + c] += factor * site.curvature[j * vectors + c];
        b[site.features[j] * vectors + c] += factor * site.linear[j * vectors + c];
      }
    }
  }

  @Override
  public Solution solve() {
    final double[] theta = new double[a.length];
    final double[] precision = new double[a.length];
    for (int at = 0; at < a.length; at++) {
      precision[at] = a[at] + prior(at / vectors);
      theta[at] = b[at] / precision[at];
    }
    return solution(theta, precision);
  }

  @Override
  void scale(final double factor) {
    for (int at = 0; at < a.length; at++) {
      a[at] *= factor;
      b[at] *= factor;
    }
  }

  @Override
  void copyTo(final Site site) {
    for (int j = 0; j < site.size; j++) {
      System.arraycopy(a, site.features[j] * vectors, site.curvature, j * vectors, vectors);
      System.arraycopy(b, site.features[j] * vectors, site.linear, j * vectors, vectors);
    }
  }
}
