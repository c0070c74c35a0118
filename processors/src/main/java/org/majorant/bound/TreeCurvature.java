package org.majorant.bound;

import org.majorant.clique.Clique;
import org.majorant.clique.CliqueTree;
import org.majorant.clique.SumProduct;

/**
 * Matrix-free curvature of a clique tree's log Z in its log-potentials (MATHS.md 3), O(Σ |Y_c|) a
 * product, without exponentials. A direction changes the potentials by g, a table over the tree;
 * children first,
 *
 * <pre>
 *   H_c(w) = g_c(w) + Σ_b m_b|w       m_c|u = Σ_{w ~ u} p(w|u) H_c(w)
 *   curvature = Σ_c 𝒜_c(H_c)
 * </pre>
 *
 * <p>For 𝒜_c {@link #hessian} takes the covariance given the separator, E_u[Cov(· | u)], and
 * {@link #tied} what makes it a bound: Algorithm 1's A_c|u, along one direction the largest of them
 * over u, as a matrix their sum. Of a single clique, that is Algorithm 1.
 *
 * <p>One instance serves any tree, and nothing is allocated once its buffers have grown.
 */
public final class TreeCurvature {
  private final GroupedBound bounds; // slots as configurations; null: the Hessian
  private SumProduct inference;
  private double[] h = {};
  private double[] means = {};

  private TreeCurvature(final GroupedBound bounds) {
    this.bounds = bounds;
  }

  /** The Hessian of log Z, exactly. */
  public static TreeCurvature hessian() {
    return new TreeCurvature(null);
  }

  /** The tied bound's curvature: log Z stays below L + gradient + ½ curvature everywhere. */
  public static TreeCurvature tied() {
    return new TreeCurvature(new GroupedBound(0));
  }

  /**
   * Takes the curvature at a tree's potentials. The passes are read again by the products.
   *
   * @param inference after the upward pass; the Hessian's, after both
   */
  public void expand(final SumProduct inference) {
    this.inference = inference;
    final CliqueTree tree = inference.tree();
    if (h.length < tree.configurations()) {
      h = new double[2 * tree.configurations()];
    }
    if (means.length < tree.separatorStates()) {
      means = new double[2 * tree.separatorStates()];
    }
    if (bounds != null) {
      bounds.reserve(h.length);
      for (int c = 0; c < tree.size(); c++) {
        final Clique clique = tree.clique(c);
        final int group = clique.groupSize();
        for (int at = 0; at < clique.size(); at += group) {
          bounds.expand(inference.scores(), tree.start(c), clique.members(), at, group);
        }
      }
    }
  }

  /**
   * The curvature along one direction: of the Hessian the variance of its score; of the tied bound
   * a number that bounds log Z on the whole line, log Z(ψ + a g) ≤ L + a μᵀg + ½ a² along(g).
   *
   * @param g a table over the tree
   */
  public double along(final double[] g) {
    accumulate(g);
    final CliqueTree tree = inference.tree();
    double total = 0;
    for (int c = 0; c < tree.size(); c++) {
      final int group = tree.clique(c).groupSize();
      double largest = 0;
      for (int u = 0; u < tree.clique(c).separatorSize(); u++) {
        final int from = tree.start(c) + u * group;
        if (bounds == null) {
          total += variance(c, u);
        } else {
          largest = Math.max(largest, bounds.along(h, 0, from, from + group));
        }
      }
      total += largest;
    }
    return total;
  }

  /**
   * The curvature times a direction.
   *
   * @param g a table over the tree
   * @param out likewise, overwritten
   */
  public void times(final double[] g, final double[] out) {
    accumulate(g);
    final CliqueTree tree = inference.tree();
    for (int c = tree.size() - 1; c >= 0; c--) {
      final Clique clique = tree.clique(c);
      final int group = clique.groupSize();
      for (int u = 0; u < clique.separatorSize(); u++) {
        final int from = tree.start(c) + u * group;
        if (bounds == null) {
          covariance(c, u, out);
        } else {
          bounds.times(h, out, 0, from, from + group);
        }
        final double above = clique.parent() < 0 ? 0 : above(clique, u, out);
        for (int i = u * group; i < (u + 1) * group; i++) {
          final int w = tree.start(c) + clique.members()[i];
          out[w] += above * inference.conditionals()[w];
        }
      }
    }
  }

  private void accumulate(final double[] g) {
    final CliqueTree tree = inference.tree();
    final double[] conditionals = inference.conditionals();
    System.arraycopy(g, 0, h, 0, tree.configurations());
    for (int c = 0; c < tree.size(); c++) {
      final Clique clique = tree.clique(c);
      final int group = clique.groupSize();
      for (int u = 0; u < clique.separatorSize(); u++) {
        double mean = 0;
        for (int i = u * group; i < (u + 1) * group; i++) {
          final int w = tree.start(c) + clique.members()[i];
          mean += conditionals[w] * h[w];
        }
        means[tree.separatorStart(c) + u] = mean;
        final int parents = clique.parentGroupSize();
        for (int i = u * parents; i < (u + 1) * parents; i++) {
          h[tree.start(clique.parent()) + clique.parentMembers()[i]] += mean;
        }
      }
    }
  }

  /** Σ_{w ~ u} p(w) (H(w) − m_u)². */
  private double variance(final int c, final int u) {
    final CliqueTree tree = inference.tree();
    final Clique clique = tree.clique(c);
    final double mean = means[tree.separatorStart(c) + u];
    double variance = 0;
    for (int i = u * clique.groupSize(); i < (u + 1) * clique.groupSize(); i++) {
      final int w = tree.start(c) + clique.members()[i];
      variance += inference.marginals()[w] * (h[w] - mean) * (h[w] - mean);
    }
    return variance;
  }

  /** Its derivative in H, halved. */
  private void covariance(final int c, final int u, final double[] out) {
    final CliqueTree tree = inference.tree();
    final Clique clique = tree.clique(c);
    final double mean = means[tree.separatorStart(c) + u];
    for (int i = u * clique.groupSize(); i < (u + 1) * clique.groupSize(); i++) {
      final int w = tree.start(c) + clique.members()[i];
      out[w] = inference.marginals()[w] * (h[w] - mean);
    }
  }

  /** What the parent's configurations that agree with u got. */
  private double above(final Clique clique, final int u, final double[] out) {
    final int start = inference.tree().start(clique.parent());
    double sum = 0;
    for (int i = u * clique.parentGroupSize(); i < (u + 1) * clique.parentGroupSize(); i++) {
      sum += out[start + clique.parentMembers()[i]];
    }
    return sum;
  }
}
