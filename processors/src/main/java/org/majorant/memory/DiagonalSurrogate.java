package org.majorant.memory;

import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import org.majorant.features.Dimensions;
import org.majorant.schema.ModelSpec;
import org.majorant.solve.Quadratic;

/**
 * Diagonal A: θ = b / (A + P) coordinate by coordinate. Where its states are in pages, they are
 * what it writes on itself ({@link PagedRows}).
 */
class DiagonalSurrogate extends SingleSurrogate {
  private boolean given; // it goes on from a state that was not tried yet

  DiagonalSurrogate(final ModelSpec spec) {
    super(spec, Dimensions.of(spec).vectors());
  }

  /** A of a position, feature-major. */
  final double a(final int at) {
    return rows.curvature(at / vectors, at % vectors);
  }

  @Override
  void know(final State state) {
    if (state instanceof PagedState paged) {
      rows.goOn(paged);
      given = true;
      addValues(paged.values);
      advance(paged.time());
    } else {
      super.know(state);
    }
  }

  @Override
  public State state() {
    if (!PagedState.suits(spec)) {
      return super.state();
    }
    requireSolvable();
    return rows.state(time());
  }

  @Override
  void add(final Site site, final double factor) {
    for (int j = 0; j < site.size; j++) {
      for (int c = 0; c < vectors; c++) {
        final int own = j * vectors + c;
        rows.add(site.features[j], c, factor * site.linear[own], factor * site.curvature[own]);
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
        final double a = rows.curvature(feature, c);
        final double theta = rows.linear(feature, c) / (a + p);
        final double num = db - m + kappa * (m - theta * da);
        final double den = p + a + others.of(at, a) + kappa * da;
        rows.add(feature, c, 0, da);
        rows.setLinear(feature, c, (a + da + p) * (theta + num / den));
      }
      for (int s = 0; s < factors.length; s++) {
        next[s] += has(sites.get(s), next[s], feature) ? 1 : 0;
      }
    }
  }

  private static boolean has(final Site site, final int j, final int feature) {
    return j < site.size && site.features[j] == feature;
  }

  /**
   * What was not added to since the last {@link #state} could be solved then. Of a state that it
   * was given, all is tried once.
   */
  @Override
  public void requireSolvable() {
    for (int feature = nextUntried(0);
        feature >= 0 && feature < features;
        feature = nextUntried(feature + 1)) {
      requireFinite(feature);
      final double p = prior(feature);
      for (int c = 0; c < vectors; c++) {
        final double precision = rows.curvature(feature, c) + p;
        requireSolved(feature, rows.linear(feature, c) / precision, precision);
      }
    }
    given = false;
  }

  private int nextUntried(final int feature) {
    return given ? feature : rows.touched().nextSetBit(feature);
  }

  @Override
  Quadratic quadratic(final int vector, final int[] at) {
    return quadratic(vector, at, new double[0]);
  }

  /** The same with W beside the diagonal. */
  final Quadratic quadratic(final int vector, final int[] at, final double[] w) {
    final double[] precision = new double[at.length];
    final double[] linear = new double[at.length];
    for (int j = 0; j < at.length; j++) {
      precision[j] = rows.curvature(at[j], vector) + prior(at[j]);
      linear[j] = rows.linear(at[j], vector);
    }
    return new Quadratic(w, precision, linear);
  }

  @Override
  double[] diagonal() {
    final double[] diagonal = new double[features * vectors];
    Arrays.setAll(diagonal, this::a);
    return diagonal;
  }

  @Override
  Solution minimise() {
    final double[] theta = new double[Math.multiplyExact(features, vectors)];
    final double[] precision = new double[theta.length];
    solveDiagonal(theta, precision);
    return solution(theta, precision);
  }

  /** Writes A + P and (A + P)⁻¹b of the diagonal alone. */
  final void solveDiagonal(final double[] theta, final double[] precision) {
    for (int feature = 0, at = 0; feature < features; feature++) {
      final double p = prior(feature);
      for (int c = 0; c < vectors; c++, at++) {
        precision[at] = rows.curvature(feature, c) + p;
        theta[at] = rows.linear(feature, c) / precision[at];
      }
    }
  }

  @Override
  public void scale(final double factor) {
    rows.scale(factor);
  }

  @Override
  Site empty(final int size) {
    return new DiagonalSite(vectors, size, time());
  }

  @Override
  void copyTo(final Site site) {
    for (int j = 0; j < site.size; j++) {
      for (int c = 0; c < vectors; c++) {
        site.curvature[j * vectors + c] = rows.curvature(site.features[j], c);
        site.linear[j * vectors + c] = rows.linear(site.features[j], c);
      }
    }
  }
}
