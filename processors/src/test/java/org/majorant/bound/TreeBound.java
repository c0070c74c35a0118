package org.majorant.bound;

import java.util.Arrays;
import org.majorant.clique.Clique;
import org.majorant.clique.CliqueTree;
import org.majorant.clique.SumProduct;

/**
 * The tied bound on the log-partition function of a clique tree (MATHS.md 3), with dense features
 * in few dimensions. Children first, and for every state u of a clique's separator, Algorithm 1
 * runs over the configurations w that agree with u:
 *
 * <pre>
 *   α_w = log h_c + θ̃ᵀf_c(w) + Σ_b log z_b|w,   x_w = f_c(w) + Σ_b μ_b|w   →   log z_c|u, μ_c|u, A_c|u
 *   Σ = Σ_c B_c   with   B_c ≽ A_c|u for every u
 * </pre>
 *
 * <p>One curvature per clique and not one per state, so that it leaves the sum over the parent's
 * configurations as a factor; the trace grows with the number of cliques, where that of {@link
 * JunctionTreeBound} grows with the number of labellings. With E_u[Cov(· | u)] for B_c, Σ is the
 * Hessian: {@link CurvaturePolicy} chooses.
 */
final class TreeBound {
  private final TreeFeatures model;
  private final int d;
  private final CurvaturePolicy policy;
  private final SumProduct inference;
  private final double[][] carried;
  private final int[] component;
  private final SymmetricMatrix sigma;
  private final double[] row;

  private TreeBound(final TreeFeatures model, final CurvaturePolicy policy, final double[] theta) {
    this.model = model;
    this.d = model.dimension();
    this.policy = policy;
    this.inference = new SumProduct();
    this.carried = new double[model.tree().size()][];
    this.component = componentSizes(model.tree());
    this.sigma = new SymmetricMatrix(d);
    this.row = new double[d];
    inference.collect(model.tree(), model.logPotentials(theta));
    inference.distribute();
  }

  /**
   * Expands log Z at θ̃.
   *
   * @param theta θ̃, length d
   * @return a bound for the policies that are bounds, and for the others the expansion that they
   *     say
   * @throws IllegalStateException where no configuration has mass
   */
  static DenseBound at(
      final double[] theta, final TreeFeatures model, final CurvaturePolicy policy) {
    return new TreeBound(model, policy, theta).expand();
  }

  private DenseBound expand() {
    final double[] gradient = new double[d];
    for (int c = 0; c < carried.length; c++) {
      carried[c] = model.features()[c].clone();
    }
    for (int c = 0; c < carried.length; c++) {
      final Clique clique = model.tree().clique(c);
      final GroupedBound bound = new GroupedBound(clique.size());
      final double[][] means =
          means(clique, of(c, model.tree(), inference.scores()), carried[c], bound);
      addCurvature(c, clique, bound, means);
      if (clique.parent() < 0) {
        add(means[0], 0, gradient);
      } else {
        send(clique, means, carried[clique.parent()]);
      }
      carried[c] = null;
    }
    return new DenseBound(inference.logPartition(), gradient, sigma.entries());
  }

  /** A clique's part of a table over the tree. */
  static double[] of(final int clique, final CliqueTree tree, final double[] table) {
    return Arrays.copyOfRange(table, tree.start(clique), tree.start(clique + 1));
  }

  /** Expands Algorithm 1 for each state of the separator: μ_c|u. */
  static double[][] means(
      final Clique clique, final double[] scores, final double[] x, final GroupedBound bound) {
    final int d = x.length / clique.size();
    final int group = clique.groupSize();
    final double[][] means = new double[clique.separatorSize()][d];
    for (int u = 0; u < means.length; u++) {
      bound.expand(scores, clique.members(), u * group, group);
      for (int i = u * group; i < (u + 1) * group; i++) {
        for (int j = 0; j < d; j++) {
          means[u][j] += bound.share(i) * (x[bound.outcome(i) * d + j] - means[u][j]);
        }
      }
    }
    return means;
  }

  /** Adds each state's mean to what the parent's configurations carry. */
  static void send(final Clique clique, final double[][] means, final double[] parentCarries) {
    final int group = clique.parentGroupSize();
    for (int u = 0; u < means.length; u++) {
      for (int i = u * group; i < (u + 1) * group; i++) {
        add(means[u], clique.parentMembers()[i], parentCarries);
      }
    }
  }

  /** M ← M + Σᵢ wᵢ lᵢlᵢᵀ of the outcomes in some slots, with lᵢ = xᵢ − the mean of those before. */
  static void addBound(
      final GroupedBound bound,
      final int from,
      final int count,
      final double scale,
      final double[] x,
      final int d,
      final SymmetricMatrix out) {
    final double[] mean = new double[d];
    final double[] l = new double[d];
    for (int i = from; i < from + count; i++) {
      for (int j = 0; j < d; j++) {
        l[j] = x[bound.outcome(i) * d + j] - mean[j];
        mean[j] += bound.share(i) * l[j];
      }
      if (bound.weight(i) > 0) {
        out.addOuter(scale * bound.weight(i), l);
      }
    }
  }

  private void addCurvature(
      final int c, final Clique clique, final GroupedBound bound, final double[][] means) {
    final double[] x = carried[c];
    final int group = clique.groupSize();
    switch (policy) {
      case HESSIAN -> {
        final double[] p = of(c, model.tree(), inference.marginals());
        for (int u = 0; u < means.length; u++) {
          addCovariance(clique.members(), u * group, group, p, x, means[u]);
        }
      }
      case TIED_SUM -> {
        for (int u = 0; u < means.length; u++) {
          addBound(bound, u * group, group, 1, x, d, sigma);
        }
      }
      case TIED_MAX -> addLoewnerMaximum(bound, means.length, group, x);
      case CLIQUE_BOUND -> {
        final GroupedBound alone = new GroupedBound(clique.size());
        alone.expand(
            of(c, model.tree(), LogMarginals.of(inference)), clique.members(), 0, clique.size());
        addBound(alone, 0, clique.size(), component[c], model.features()[c], d, sigma);
      }
      case CLIQUE_VARIANCE -> {
        final double[] p = of(c, model.tree(), inference.marginals());
        final double[] f = model.features()[c];
        final double[] mean = new double[d];
        for (int w = 0; w < p.length; w++) {
          for (int j = 0; j < d; j++) {
            mean[j] += p[w] * f[w * d + j];
          }
        }
        addCovariance(clique.members(), 0, p.length, p, f, mean);
      }
      default -> throw new AssertionError(policy);
    }
  }

  private void addLoewnerMaximum(
      final GroupedBound bound, final int groups, final int group, final double[] x) {
    final SymmetricMatrix maximum = new SymmetricMatrix(d);
    for (int u = 0; u < groups; u++) {
      final SymmetricMatrix a = new SymmetricMatrix(d);
      addBound(bound, u * group, group, 1, x, d, a);
      if (u == 0) {
        maximum.add(a);
      } else {
        maximum.raiseTo(a);
      }
    }
    sigma.add(maximum);
  }

  private void addCovariance(
      final int[] members,
      final int from,
      final int count,
      final double[] p,
      final double[] x,
      final double[] mean) {
    for (int i = from; i < from + count; i++) {
      final int w = members[i];
      for (int j = 0; j < d; j++) {
        row[j] = x[w * d + j] - mean[j];
      }
      sigma.addOuter(p[w], row);
    }
  }

  /** out[at] ← out[at] + v, rows of v's length. */
  private static void add(final double[] v, final int at, final double[] out) {
    for (int j = 0; j < v.length; j++) {
      out[at * v.length + j] += v[j];
    }
  }

  /** For each clique the number of cliques in its component. */
  private static int[] componentSizes(final CliqueTree tree) {
    final int[] root = new int[tree.size()];
    final int[] size = new int[tree.size()];
    for (int c = tree.size() - 1; c >= 0; c--) {
      final int parent = tree.clique(c).parent();
      root[c] = parent < 0 ? c : root[parent];
      size[root[c]]++;
    }
    for (int c = 0; c < root.length; c++) {
      size[c] = size[root[c]];
    }
    return size;
  }
}
