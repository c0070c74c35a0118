package org.majorant.memory;

import java.util.List;
import org.majorant.schema.ModelSpec;
import org.majorant.solve.Quadratic;

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
  void mergeDamped(
      final List<Site> sites, final double[] factors, final double kappa, final double[] others) {
    final double[] da = new double[a.length];
    final double[] db = new double[a.length];
    final double[] m = new double[a.length];
    for (int s = 0; s < factors.length; s++) {
      final Site site = sites.get(s);
      for (int j = 0; j < site.size; j++) {
        for (int c = 0; c < vectors; c++) {
          final int at = site.features[j] * vectors + c;
          da[at] += factors[s] * site.curvature[j * vectors + c];
          db[at] += factors[s] * site.linear[j * vectors + c];
          m[at] += factors[s] * site.pull[j * vectors + c];
        }
      }
    }
    for (int at = 0; at < a.length; at++) {
      final double p = prior(at / vectors);
      final double theta = b[at] / (a[at] + p);
      final double num = db[at] - m[at] + kappa * (m[at] - theta * da[at]);
      final double den = p + a[at] + others[at] + kappa * da[at];
      a[at] += da[at];
      b[at] = (a[at] + p) * (theta + num / den);
    }
  }

  @Override
  Quadratic quadratic(final int vector, final int[] at) {
    final double[] precision = new double[at.length];
    final double[] linear = new double[at.length];
    for (int j = 0; j < at.length; j++) {
      precision[j] = a[at[j] * vectors + vector] + prior(at[j]);
      linear[j] = b[at[j] * vectors + vector];
    }
    return new Quadratic(new double[0], precision, linear);
  }

  @Override
  double[] diagonal() {
    return a.clone();
  }

  @Override
  Solution minimise() {
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
