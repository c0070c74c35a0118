package org.majorant.bound;

import java.util.Arrays;
import org.majorant.clique.Chain;

/**
 * Matrix-free curvature of a chain's log Z in its scores (MATHS.md 3): O(T M²) a product, without
 * exponentials. A direction changes the node scores by g (T×M) and the transition scores by e
 * (M×M); with B_t(u,v) = p(y_{t−1} = v | y_t = u),
 *
 * <pre>
 *   H_t(u) = g_t(u) + Σ_v B_t(u,v) [H_{t−1}(v) + e(v,u)]
 *   curvature = Σ_t 𝒜_t(H_{t−1} + e) + 𝒜_last(H_T)
 * </pre>
 *
 * <p>{@link #hessian} takes for 𝒜_t the covariance given the next label, {@link #tied} what makes
 * it a bound. Features come in from outside: a direction d in feature space has g = X d, and a
 * product goes back by Xᵀ. After each inference, {@link #expand}; one instance serves chains of any
 * length, and nothing is allocated once its buffers have grown.
 */
public final class ChainCurvature {
  private final EdgeCurvature edges;
  private Chain chain;
  private double[] h = {};
  private double[] means = {};

  private ChainCurvature(final EdgeCurvature edges) {
    this.edges = edges;
  }

  /** The Hessian of log Z, exactly. */
  public static ChainCurvature hessian() {
    return new ChainCurvature(new HessianEdges());
  }

  /** The tied bound's curvature: log Z stays below L + gradient + ½ curvature everywhere. */
  public static ChainCurvature tied() {
    return new ChainCurvature(new TiedEdges());
  }

  /**
   * Takes the curvature at a chain's scores. The chain is read again by the products.
   *
   * @param chain after both passes
   */
  public void expand(final Chain chain) {
    this.chain = chain;
    final int size = chain.length() * chain.labels();
    if (h.length < size) {
      h = new double[size];
      means = new double[size];
    }
    edges.expand(chain);
  }

  /**
   * The curvature along one direction d: dᵀΣd of the Hessian; of the tied bound a number that is
   * never above it and bounds log Z on the whole line, log Z(θ̃ + a d) ≤ L + a μᵀd + ½ a² along(d).
   *
   * @param nodes g, T×M
   * @param transitions e, M×M, row: the label before
   */
  public double along(final double[] nodes, final double[] transitions) {
    final int m = chain.labels();
    accumulate(nodes, transitions);
    double total = edges.lastAlong(h, (chain.length() - 1) * m);
    for (int t = 1; t < chain.length(); t++) {
      total += edges.along(t, h, (t - 1) * m, means, transitions);
    }
    return total;
  }

  /**
   * The curvature times a direction.
   *
   * @param nodes g, T×M
   * @param transitions e, M×M, row: the label before
   * @param outNodes T×M, overwritten
   * @param outTransitions M×M, overwritten
   */
  public void times(
      final double[] nodes,
      final double[] transitions,
      final double[] outNodes,
      final double[] outTransitions) {
    final int m = chain.labels();
    final double[] b = chain.predecessors();
    accumulate(nodes, transitions);
    Arrays.fill(outNodes, 0, chain.length() * m, 0);
    Arrays.fill(outTransitions, 0);
    edges.lastTimes(h, (chain.length() - 1) * m, outNodes);
    for (int t = chain.length() - 1; t > 0; t--) {
      final int from = (t - 1) * m;
      edges.addTimes(t, h, from, means, transitions, outNodes, outTransitions);
      for (int u = 0; u < m; u++) {
        final double above = outNodes[from + m + u];
        for (int v = 0; v < m; v++) {
          final double passed = above * b[(t * m + u) * m + v];
          outNodes[from + v] += passed;
          outTransitions[v * m + u] += passed;
        }
      }
    }
  }

  private void accumulate(final double[] nodes, final double[] transitions) {
    final int m = chain.labels();
    final double[] b = chain.predecessors();
    System.arraycopy(nodes, 0, h, 0, m);
    for (int t = 1; t < chain.length(); t++) {
      for (int u = 0; u < m; u++) {
        double mean = 0;
        for (int v = 0; v < m; v++) {
          mean += b[(t * m + u) * m + v] * (h[(t - 1) * m + v] + transitions[v * m + u]);
        }
        means[t * m + u] = mean;
        h[t * m + u] = nodes[t * m + u] + mean;
      }
    }
  }
}
