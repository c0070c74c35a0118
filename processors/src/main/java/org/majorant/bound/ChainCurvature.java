package org.majorant.bound;

import java.util.Arrays;
import org.majorant.clique.Chain;

/**
 * Matrix-free curvature of a chain's log Z in its scores (MATHS.md 3): O(T M²) a product, without
 * exponentials. A direction changes the node scores by g (T×M) and the transition scores by e
 * (M×M); with B_t(v,u) = p(y_{t−1} = v | y_t = u),
 *
 * <pre>
 *   H_t(u) = g_t(u) + Σ_v B_t(v,u) [H_{t−1}(v) + e(v,u)]
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

  /**
   * The tied bound's curvature: log Z stays below L + gradient + ½ curvature everywhere.
   *
   * @param keeps whether it keeps what it has expanded, T M² numbers; else each product expands
   *     every edge again
   */
  public static ChainCurvature tied(final boolean keeps) {
    return new ChainCurvature(new TiedEdges(keeps));
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
    System.arraycopy(nodes, 0, h, 0, m);
    double total = 0;
    for (int t = 1; t < chain.length(); t++) {
      final double[] b = chain.predecessors(t);
      accumulate(t, b, nodes, transitions);
      total += edges.along(t, b, h, (t - 1) * m, means, transitions);
    }
    return total + edges.lastAlong(h, (chain.length() - 1) * m);
  }

  /** μᵀd of the direction that {@link #along} was asked for last: the slope of log Z. */
  double slope() {
    final int last = (chain.length() - 1) * chain.labels();
    double slope = 0;
    for (int at = last; at < last + chain.labels(); at++) {
      slope += chain.marginals()[at] * h[at];
    }
    return slope;
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
    System.arraycopy(nodes, 0, h, 0, m);
    for (int t = 1; t < chain.length(); t++) {
      accumulate(t, chain.predecessors(t), nodes, transitions);
    }
    Arrays.fill(outNodes, 0, chain.length() * m, 0);
    Arrays.fill(outTransitions, 0);
    edges.lastTimes(h, (chain.length() - 1) * m, outNodes);
    for (int t = chain.length() - 1; t > 0; t--) {
      final int from = (t - 1) * m;
      final double[] b = chain.predecessors(t);
      edges.addTimes(t, b, h, from, means, transitions, outNodes, outTransitions);
      for (int v = 0; v < m; v++) {
        for (int u = 0; u < m; u++) {
          final double passed = outNodes[from + m + u] * b[v * m + u];
          outNodes[from + v] += passed;
          outTransitions[v * m + u] += passed;
        }
      }
    }
  }

  /** H_t, and the mean that it adds to the direction's scores of the token. */
  private void accumulate(
      final int t, final double[] b, final double[] nodes, final double[] transitions) {
    final int m = chain.labels();
    final int at = t * m;
    Arrays.fill(means, at, at + m, 0);
    for (int v = 0; v < m; v++) {
      final double before = h[at - m + v];
      for (int u = 0; u < m; u++) {
        means[at + u] += b[v * m + u] * (before + transitions[v * m + u]);
      }
    }
    for (int u = 0; u < m; u++) {
      h[at + u] = nodes[at + u] + means[at + u];
    }
  }
}
