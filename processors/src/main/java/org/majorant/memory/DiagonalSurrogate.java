package org.majorant.memory;

import java.util.BitSet;
import java.util.List;
import org.majorant.schema.ModelSpec;
import org.majorant.solve.Quadratic;

/** Diagonal A: θ = b / (A + P) coordinate by coordinate. */
class DiagonalSurrogate extends SingleSurrogate {
  final double[] a;
  final double[] b;

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

  /** Whatever no site has stays as it is, to the bit. */
  @Override
  void merge(
      final List<Site> sites, final double[] factors, final double kappa, final Gain others) {
    final BitSet set = new BitSet(features);
    sites.forEach(site -> site.includeIn(set));
    final int[] next = new int[factors.length]; // in each site, since features ascend
    for (final int feature : set.stream().toArray()) {
      for (int c = 0; c < vectors; c++) {
        double da = 0;
        double db = 0;
        double m = 0;
        for (int s = 0; s < factors.length; s++) {
          final Site site = sites.get(s);
          if (has(site, next[s], feature)) {
            final int own = next[s] * vectors + c;
            da += factors[s] * site.curvature[own];
            db += factors[s] * site.linear[own];
            m += factors[s] * site.pull[own];
          }
        }
        final int at = feature * vectors + c;
        final double p = prior(feature);
        final double theta = b[at] / (a[at] + p);
        final double num = db - m + kappa * (m - theta * da);
        final double den = p + a[at] + others.of(at, a[at]) + kappa * da;
        a[at] += da;
        b[at] = (a[at] + p) * (theta + num / den);
      }
      for (int s = 0; s < factors.length; s++) {
        next[s] += has(sites.get(s), next[s], feature) ? 1 : 0;
      }
    }
  }

  private static boolean has(final Site site, final int j, final int feature) {
    return j < site.size && site.features[j] == feature;
  }

  /** What was not added to since the last {@link #takeChanges} could be solved then. */
  @Override
  public void requireSolvable() {
    for (final int feature : totals.touched()) {
      totals.requireFinite(feature);
      final double p = prior(feature);
      for (int at = feature * vectors; at < (feature + 1) * vectors; at++) {
        FeatureTotals.requireSolved(feature, b[at] / (a[at] + p), a[at] + p);
      }
    }
  }

  @Override
  Quadratic quadratic(final int vector, final int[] at) {
    return quadratic(vector, at, new double[0]);
  }

  /** The same with rows W beside the diagonal. */
  final Quadratic quadratic(final int vector, final int[] at, final double[] rows) {
    final double[] precision = new double[at.length];
    final double[] linear = new double[at.length];
    for (int j = 0; j < at.length; j++) {
      precision[j] = a[at[j] * vectors + vector] + prior(at[j]);
      linear[j] = b[at[j] * vectors + vector];
    }
    return new Quadratic(rows, precision, linear);
  }

  @Override
  double[] diagonal() {
    return a.clone();
  }

  @Override
  Solution minimise() {
    final double[] theta = new double[a.length];
    final double[] precision = new double[a.length];
    solveDiagonal(theta, precision);
    return solution(theta, precision);
  }

  /** Writes A + P and (A + P)⁻¹b of the diagonal alone. */
  final void solveDiagonal(final double[] theta, final double[] precision) {
    for (int at = 0; at < a.length; at++) {
      precision[at] = a[at] + prior(at / vectors);
      theta[at] = b[at] / precision[at];
    }
  }

  @Override
  public void scale(final double factor) {
    Site.scale(a, factor);
    Site.scale(b, factor);
  }

  @Override
  Site empty(final int size) {
    return new DiagonalSite(vectors, size, time());
  }

  @Override
  void copyTo(final Site site) {
    for (int j = 0; j < site.size; j++) {
      System.arraycopy(a, site.features[j] * vectors, site.curvature, j * vectors, vectors);
      System.arraycopy(b, site.features[j] * vectors, site.linear, j * vectors, vectors);
    }
  }
}
