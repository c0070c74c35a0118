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
final class FullSurrogate extends SingleSurrogate {
  private final FullSums[] memories;
  private final List<Decay> others; // of those but the first
  private final double[] priorSquare; // mean square that the prior of the last worker stands at
  private final boolean directional;

  FullSurrogate(final ModelSpec spec) {
    super(spec, 0);
    others = Decay.others(spec);
    memories = new FullSums[1 + others.size()];
    Arrays.setAll(memories, m -> new FullSums(m, vectors, features));
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
    final double[] squares = ((FullSite) site).priorSquare;
    for (int i = 0; i < site.size; i++) {
      if (squares[i] > 0) {
        priorSquare[site.features[i]] = squares[i];
      }
    }
    memories[0].add(site, factor);
    for (int m = 1; m < memories.length; m++) {
      memories[m].add(site, others.get(m - 1).factor(site.time, time()));
    }
  }

  @Override
  void merge(
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
    final double[][] a = memories[0].curvature(vector);
    for (int i = 0; i < m; i++) {
      linear[i] = memories[0].b[vector][at[i]];
      for (int j = 0; j <= i; j++) {
        dense[i * m + j] = a[at[j]][at[i]];
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
    final double[] factor = factor(memories[0].curvature(vector), at, 1);
    final double[] variance = Cholesky.inverseDiagonal(factor, at.length);
    Arrays.setAll(apart, i -> 0.5 / (at.length * variance[i]));
    return apart;
  }

  /** The Cholesky factor of A + lP at some features. */
  private double[] factor(final double[][] a, final int[] at, final double l) {
    final int m = at.length;
    final double[] dense = new double[m * m];
    for (int i = 0; i < m; i++) {
      for (int j = i; j < m; j++) {
        dense[i * m + j] = a[at[i]][at[j]];
      }
      dense[i * m + i] += l * prior(at[i]);
    }
    Cholesky.factor(dense, m);
    return dense;
  }

  @Override
  double[] diagonal() {
    final double[] diagonal = new double[features * vectors];
    for (int c = 0; c < vectors; c++) {
      final double[][] a = memories[0].curvature(c);
      for (int i = 0; i < features; i++) {
        diagonal[i * vectors + c] = a[i][i];
      }
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
        x[i] = memories[0].b[c][seen[i]];
      }
      final double[] factor = factor(memories[0].curvature(c), seen, 1);
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
      thetas.add(theta(seen, memories[0], priors[l]));
    }
    for (int m = 1; m < memories.length; m++) {
      thetas.add(theta(seen, memories[m], Mixture.FORGETFUL_PRIOR));
    }
    return thetas;
  }

  /** θ = (A + lP)⁻¹ b of a memory. */
  private double[] theta(final int[] seen, final FullSums memory, final double l) {
    final double[] theta = new double[features * vectors];
    final double[] x = new double[seen.length];
    for (int c = 0; c < vectors; c++) {
      for (int i = 0; i < x.length; i++) {
        x[i] = memory.b[c][seen[i]];
      }
      Cholesky.solve(factor(memory.curvature(c), seen, l), x.length, x);
      for (int i = 0; i < x.length; i++) {
        theta[seen[i] * vectors + c] = x[i];
      }
    }
    return theta;
  }

  @Override
  void fade(final double from, final double to) {
    super.fade(from, to);
    for (int m = 1; m < memories.length; m++) {
      memories[m].scale(others.get(m - 1).factor(from, to));
    }
  }

  @Override
  public void scale(final double factor) {
    memories[0].scale(factor);
  }

  @Override
  Site empty(final int size) {
    return new FullSite(memories.length * vectors, size, time());
  }

  @Override
  void copyTo(final Site site) {
    for (int i = 0; i < site.size; i++) {
      ((FullSite) site).priorSquare[i] = priorSquare[site.features[i]];
    }
    for (final FullSums memory : memories) {
      memory.copyTo(site, 1);
    }
  }
}
