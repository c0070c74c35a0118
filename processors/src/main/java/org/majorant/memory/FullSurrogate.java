package org.majorant.memory;

import java.util.Arrays;
import java.util.List;
import org.majorant.matrix.Cholesky;
import org.majorant.schema.Directional;
import org.majorant.schema.ModelSpec;
import org.majorant.solve.Quadratic;

/** Full A, a d×d block a vector (upper triangle): θ by Cholesky over the features seen. */
final class FullSurrogate extends Surrogate {
  private final double[][] a;
  private final double[][] b;
  private final double[] priorSquare; // mean square that the prior of the last worker stands at
  private final boolean directional;

  FullSurrogate(final ModelSpec spec) {
    super(spec);
    a = new double[vectors][Math.multiplyExact(features, features)];
    b = new double[vectors][features];
    priorSquare = new double[features];
    directional = spec.getForgetting() instanceof Directional;
  }

  /**
   * Directional forgetting keeps A + P positive at the worker's own P: where a feature has become
   * smaller since, A alone may be indefinite.
   */
  @Override
  double prior(final int feature) {
    final double own = spec.getL2() * priorSquare[feature];
    return directional ? Math.max(own, super.prior(feature)) : super.prior(feature);
  }

  @Override
  void add(final Site site, final double factor) {
    for (int i = 0; i < site.size; i++) {
      if (site.priorSquare[i] > 0) {
        priorSquare[site.features[i]] = site.priorSquare[i];
      }
    }
    add(site, factor, features, a, b);
  }

  /**
   * A ← A + f A_site and b ← b + f b_site, for each vector.
   *
   * @param order number of features
   * @param a a matrix a vector, order × order, row-major; only its upper triangle is written
   * @param b order numbers a vector
   */
  static void add(
      final Site site,
      final double factor,
      final int order,
      final double[][] a,
      final double[][] b) {
    int at = 0;
    for (int c = 0; c < b.length; c++) {
      for (int i = 0; i < site.size; i++) {
        final int row = site.features[i];
        b[c][row] += factor * site.linear[i * b.length + c];
        for (int j = i; j < site.size; j++) {
          a[c][row * order + site.features[j]] += factor * site.curvature[at++];
        }
      }
    }
  }

  @Override
  void mergeDamped(
      final List<Site> sites, final double[] factors, final double kappa, final Gain others) {
    for (int s = 0; s < factors.length; s++) {
      add(sites.get(s), factors[s]);
    }
  }

  /**
   * Half of P is factored with A, which is singular where features depend on each other; rounding
   * may then leave it indefinite.
   */
  @Override
  Quadratic quadratic(final int vector, final int[] at) {
    final int m = at.length;
    final double[] dense = new double[m * m];
    final double[] half = new double[m];
    final double[] linear = new double[m];
    for (int i = 0; i < m; i++) {
      half[i] = 0.5 * prior(at[i]);
      linear[i] = b[vector][at[i]];
      for (int j = 0; j <= i; j++) {
        dense[i * m + j] = a[vector][at[j] * features + at[i]];
      }
      dense[i * m + i] += half[i];
    }
    return Quadratic.full(dense, half, linear);
  }

  @Override
  double[] diagonal() {
    final double[] diagonal = new double[features * vectors];
    for (int at = 0; at < diagonal.length; at++) {
      diagonal[at] = a[at % vectors][at / vectors * (features + 1)];
    }
    return diagonal;
  }

  @Override
  Solution minimise() {
    final int[] seen = seen();
    final int m = seen.length;
    final double[] theta = new double[features * vectors];
    final double[] precision = new double[features * vectors];
    final double[] dense = new double[m * m];
    final double[] x = new double[m];
    Arrays.setAll(precision, at -> prior(at / vectors));
    for (int c = 0; c < vectors; c++) {
      for (int i = 0; i < m; i++) {
        x[i] = b[c][seen[i]];
        for (int j = i; j < m; j++) {
          dense[i * m + j] = a[c][seen[i] * features + seen[j]];
        }
        dense[i * m + i] += prior(seen[i]);
      }
      Cholesky.factor(dense, m);
      Cholesky.solve(dense, m, x);
      final double[] variance = Cholesky.inverseDiagonal(dense, m);
      for (int i = 0; i < m; i++) {
        theta[seen[i] * vectors + c] = x[i];
        precision[seen[i] * vectors + c] = 1 / variance[i];
      }
    }
    return solution(theta, precision);
  }

  @Override
  void scale(final double factor) {
    for (int c = 0; c < vectors; c++) {
      for (int i = 0; i < a[c].length; i++) {
        a[c][i] *= factor;
      }
      for (int i = 0; i < features; i++) {
        b[c][i] *= factor;
      }
    }
  }

  @Override
  void copyTo(final Site site) {
    for (int i = 0; i < site.size; i++) {
      site.priorSquare[i] = priorSquare[site.features[i]];
    }
    int at = 0;
    for (int c = 0; c < vectors; c++) {
      for (int i = 0; i < site.size; i++) {
        final int row = site.features[i];
        site.linear[i * vectors + c] = b[c][row];
        for (int j = i; j < site.size; j++) {
          site.curvature[at++] = a[c][row * features + site.features[j]];
        }
      }
    }
  }
}
