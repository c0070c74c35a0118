package org.majorant.memory;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.majorant.decay.Decay;
import org.majorant.matrix.Cholesky;
import org.majorant.model.Mixture;
import org.majorant.schema.Directional;
import org.majorant.schema.ModelSpec;
import org.majorant.solve.Quadratic;

/** Full A, a d×d block a vector (upper triangle): θ by Cholesky over the features seen. */
final class FullSurrogate extends Surrogate {
  private final double[][] a; // the vectors of the first memory, then those of the others
  private final double[][] b;
  private final List<Decay> others;
  private final double[] priorSquare; // mean square that the prior of the last worker stands at
  private final boolean directional;

  FullSurrogate(final ModelSpec spec) {
    super(spec);
    others = Decay.others(spec);
    a = new double[blocks][Math.multiplyExact(features, features)];
    b = new double[blocks][features];
    priorSquare = new double[features];
    directional = spec.getForgetting() instanceof Directional;
  }

  /**
   * Directional forgetting takes away from A + P, and so from P: what the worker knows is A + P at
   * its own P, and A beside any other one is another state, or none, since it may be indefinite.
   */
  @Override
  double prior(final int feature) {
    return directional && priorSquare[feature] > 0
        ? spec.getL2() * priorSquare[feature]
        : super.prior(feature);
  }

  @Override
  void add(final Site site, final double factor) {
    for (int i = 0; i < site.size; i++) {
      if (site.priorSquare[i] > 0) {
        priorSquare[site.features[i]] = site.priorSquare[i];
      }
    }
    for (int m = 0; m <= others.size(); m++) {
      final double own = m == 0 ? factor : others.get(m - 1).factor(site.time, time());
      final int from = m * vectors;
      final int to = from + vectors;
      add(
          site,
          own,
          from,
          features,
          Arrays.copyOfRange(a, from, to),
          Arrays.copyOfRange(b, from, to));
    }
  }

  /**
   * A ← A + f A_site and b ← b + f b_site, for each vector of a memory.
   *
   * @param first of the memory's vectors in the site
   * @param order number of features
   * @param a a matrix a vector, order × order, row-major; only its upper triangle is written
   * @param b order numbers a vector
   */
  static void add(
      final Site site,
      final double factor,
      final int first,
      final int order,
      final double[][] a,
      final double[][] b) {
    for (int c = 0; c < b.length; c++) {
      int at = SiteLayout.FULL.diagonal(0, first + c, site.vectors, site.size);
      for (int i = 0; i < site.size; i++) {
        final int row = site.features[i];
        b[c][row] += factor * site.linear[i * site.vectors + first + c];
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

  @Override
  Quadratic quadratic(final int vector, final int[] at) {
    final int m = at.length;
    final double[] dense = new double[m * m];
    final double[] apart = apart(vector, at);
    final double[] linear = new double[m];
    for (int i = 0; i < m; i++) {
      linear[i] = b[vector][at[i]];
      for (int j = 0; j <= i; j++) {
        dense[i * m + j] = a[vector][at[j] * features + at[i]];
      }
      dense[i * m + i] += prior(at[i]) - apart[i];
    }
    return Quadratic.full(dense, apart, linear);
  }

  /**
   * A positive diagonal D that leaves M − D positive, M = A + P. Half of P does: the other half is
   * factored with A, which is singular where features depend on each other, and which rounding may
   * then leave indefinite. Where directional forgetting has taken from P, too, it is
   *
   * <pre>    Dᵢ = 1 / (2m (M⁻¹)ᵢᵢ),   for then the largest eigenvalue of D½ M⁻¹ D½ ≤ its trace = ½
   * </pre>
   */
  private double[] apart(final int vector, final int[] at) {
    final double[] apart = new double[at.length];
    if (!directional) {
      Arrays.setAll(apart, i -> 0.5 * prior(at[i]));
      return apart;
    }
    final double[] factor = factor(vector, at, 1);
    final double[] variance = Cholesky.inverseDiagonal(factor, at.length);
    Arrays.setAll(apart, i -> 0.5 / (at.length * variance[i]));
    return apart;
  }

  /** The Cholesky factor of A + lP of one vector of any memory at some features. */
  private double[] factor(final int vector, final int[] at, final double l) {
    final int m = at.length;
    final double[] dense = new double[m * m];
    for (int i = 0; i < m; i++) {
      for (int j = i; j < m; j++) {
        dense[i * m + j] = a[vector][at[i] * features + at[j]];
      }
      dense[i * m + i] += l * prior(at[i]);
    }
    Cholesky.factor(dense, m);
    return dense;
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
    final double[] x = new double[m];
    Arrays.setAll(precision, at -> prior(at / vectors));
    for (int c = 0; c < vectors; c++) {
      for (int i = 0; i < m; i++) {
        x[i] = b[c][seen[i]];
      }
      final double[] factor = factor(c, seen, 1);
      Cholesky.solve(factor, m, x);
      final double[] variance = Cholesky.inverseDiagonal(factor, m);
      for (int i = 0; i < m; i++) {
        theta[seen[i] * vectors + c] = x[i];
        precision[seen[i] * vectors + c] = 1 / variance[i];
      }
    }
    return solution(theta, precision).with(others(seen));
  }

  /** Each θ of the mixture but the first: by another prior, then by another memory. */
  private List<double[]> others(final int[] seen) {
    final double[] priors = Mixture.of(spec).priors();
    final List<double[]> thetas = new ArrayList<>();
    for (int l = 1; l < priors.length; l++) {
      thetas.add(theta(seen, 0, priors[l]));
    }
    for (int m = 1; m <= others.size(); m++) {
      thetas.add(theta(seen, m, Mixture.FORGETFUL_PRIOR));
    }
    return thetas;
  }

  /** θ = (A + lP)⁻¹ b of a memory. */
  private double[] theta(final int[] seen, final int memory, final double l) {
    final double[] theta = new double[features * vectors];
    final double[] x = new double[seen.length];
    for (int c = 0; c < vectors; c++) {
      final int block = memory * vectors + c;
      for (int i = 0; i < x.length; i++) {
        x[i] = b[block][seen[i]];
      }
      Cholesky.solve(factor(block, seen, l), x.length, x);
      for (int i = 0; i < x.length; i++) {
        theta[seen[i] * vectors + c] = x[i];
      }
    }
    return theta;
  }

  @Override
  void fade(final double from, final double to) {
    super.fade(from, to);
    for (int m = 1; m <= others.size(); m++) {
      scale(m, others.get(m - 1).factor(from, to));
    }
  }

  @Override
  void scale(final double factor) {
    scale(0, factor);
  }

  private void scale(final int memory, final double factor) {
    for (int c = memory * vectors; c < (memory + 1) * vectors; c++) {
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
    for (int c = 0; c < blocks; c++) {
      for (int i = 0; i < site.size; i++) {
        final int row = site.features[i];
        site.linear[i * blocks + c] = b[c][row];
        for (int j = i; j < site.size; j++) {
          site.curvature[at++] = a[c][row * features + site.features[j]];
        }
      }
    }
  }
}
