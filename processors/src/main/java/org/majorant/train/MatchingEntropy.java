package org.majorant.train;

import org.majorant.matching.MatchingGraph;

/**
 * The entropy of a graph's marginals, for those who move the marginals themselves:
 *
 * <pre>
 *   H_κ(μ) = Σ_e [−μ_e log μ_e + κ_e (1−μ_e) log(1−μ_e)] − Σ_loops μ_e log μ_e
 *   ∂H_κ / ∂μ_e = −log μ_e − κ_e log(1−μ_e) − 1 − κ_e        (a loop: −log μ_e − 1)
 * </pre>
 *
 * <p>It is concave on the local polytope, and its slope is infinite where a marginal is 0 or 1: a
 * logarithm is never less than that of 1e-300 here. One instance serves any graph, one after the
 * other, and allocates nothing once its buffer has grown.
 */
final class MatchingEntropy {
  private static final double LEAST = 1e-300;

  private int edges;
  private double[] kappas = {}; // by edge, 0 for a loop

  /** Takes a graph. */
  void open(final MatchingGraph graph) {
    edges = graph.edges();
    if (kappas.length < edges) {
      kappas = new double[2 * edges];
    }
    for (int e = 0; e < edges; e++) {
      final int i = graph.first(e);
      final int j = graph.second(e);
      kappas[e] = i == j ? 0 : 0.5 * (graph.kappa(i) + graph.kappa(j));
    }
  }

  /**
   * H_κ, nats.
   *
   * @param marginals one an edge; may be longer
   */
  double at(final double[] marginals) {
    double entropy = 0;
    for (int e = 0; e < edges; e++) {
      final double rest = 1 - marginals[e];
      entropy += kappas[e] * rest * log(rest) - marginals[e] * log(marginals[e]);
    }
    return entropy;
  }

  /**
   * The derivatives of H_κ.
   *
   * @param marginals one an edge; may be longer
   * @param out written, one an edge
   */
  void gradient(final double[] marginals, final double[] out) {
    for (int e = 0; e < edges; e++) {
      out[e] = -log(marginals[e]) - kappas[e] * (log(1 - marginals[e]) + 1) - 1;
    }
  }

  private static double log(final double probability) {
    return Math.log(Math.max(probability, LEAST));
  }
}
