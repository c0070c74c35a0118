package org.majorant.matching;

import java.util.Arrays;

/**
 * How far message passing is from log Z_κ, by two bounds that hold wherever it stands.
 *
 * <p>The entropy is half the sum of a concave function of each node's beliefs b_v, which sum to
 * one,
 *
 * <pre>    S_v(b) = Σ_{e∋v} [−b_e log b_e + κ_v (1−b_e) log(1−b_e)] − 2 b_0 log b_0</pre>
 *
 * <p>with 0 the node's loop. Its tangents at the beliefs bound it from above. What is left is
 * linear, and any duals U with U_i + U_j ≥ g_e bound it on the polytope:
 *
 * <pre>
 *   g_e = a_e − ½ Σ_{v∈e} [log b_e + κ_v log(1−b_e) + 1 + κ_v]        (a loop: a_e − log b_e − 1)
 *   upper = Σ_v [ U_v + ½ (1 + κ_v) + ½ κ_v Σ_{e∋v} log(1−b_e) ]
 * </pre>
 *
 * <p>The beliefs of an edge's two nodes need not agree for that. For the lower bound they must:
 * their mean is scaled node by node until it is a point μ of the polytope but for the
 * <em>residual</em>, the largest |1 − Σ_{e∋v} μ_e|, which U prices:
 *
 * <pre>    lower = Σ_e [a_e μ_e − μ_e log μ_e + κ_e (1−μ_e) log(1−μ_e)] + Σ_v U_v (1 − Σ_{e∋v} μ_e)
 * </pre>
 *
 * <p>Here a are the scores less the potentials of both nodes.
 */
final class Certificate {
  /** Below it a probability counts as this much in a logarithm. */
  private static final double LEAST = 1e-300;

  private static final double WRONG_PRICE = 30; // c, nats
  private static final double LARGE = 0.5; // a marginal whose complement is a sum
  private static final int ROUNDS = 4;

  private MatchingGraph graph;
  private double[] marginals = {}; // by edge, as the next two
  private double[] complements = {};
  private double[] gains = {}; // g
  private double[] duals = {}; // U, by node
  private double[] sums = {}; // by node

  void open(final MatchingGraph graph) {
    this.graph = graph;
    if (marginals.length < graph.edges()) {
      final int room = 2 * graph.edges();
      marginals = new double[room];
      complements = new double[room];
      gains = new double[room];
    }
    if (duals.length < graph.nodes()) {
      duals = new double[2 * graph.nodes()];
      sums = new double[2 * graph.nodes()];
    }
  }

  /**
   * Takes the mean of what both nodes believe of an edge, and scales it node by node.
   *
   * @param beliefs b of the half-edges
   * @param alone b of the nodes' loops
   */
  void agree(final double[] beliefs, final double[] alone) {
    final int[] edges = graph.halfEdges();
    Arrays.fill(marginals, 0, graph.edges(), 0);
    for (int v = 0; v < graph.nodes(); v++) {
      for (int h = graph.start(v); h < graph.start(v + 1); h++) {
        marginals[edges[h]] += 0.5 * beliefs[h];
      }
      if (graph.loop(v) >= 0) {
        marginals[graph.loop(v)] = alone[v];
      }
    }
    for (int round = 0; round < ROUNDS; round++) {
      for (int v = 0; v < graph.nodes(); v++) {
        final double scale = 1 / sum(v);
        for (int h = graph.start(v); h < graph.start(v + 1); h++) {
          marginals[edges[h]] *= scale;
        }
        if (graph.loop(v) >= 0) {
          marginals[graph.loop(v)] *= scale;
        }
      }
    }
    for (int v = 0; v < graph.nodes(); v++) {
      sums[v] = sum(v);
    }
  }

  private double sum(final int v) {
    double sum = graph.loop(v) >= 0 ? marginals[graph.loop(v)] : 0;
    for (int h = graph.start(v); h < graph.start(v + 1); h++) {
      sum += marginals[graph.halfEdges()[h]];
    }
    return sum;
  }

  /**
   * The upper bound, whose duals {@link #lower} uses.
   *
   * @param reduced a, by edge
   * @param beliefs b of the half-edges
   * @param rests 1 − b of the half-edges
   * @param alone b of the nodes' loops
   * @param logSums by node: log R, which is U at the fixed point, but for a constant
   */
  double upper(
      final double[] reduced,
      final double[] beliefs,
      final double[] rests,
      final double[] alone,
      final double[] logSums) {
    System.arraycopy(reduced, 0, gains, 0, graph.edges());
    double upper = 0;
    for (int v = 0; v < graph.nodes(); v++) {
      final double kappa = graph.kappa(v);
      double logs = 0;
      for (int h = graph.start(v); h < graph.start(v + 1); h++) {
        final double log = kappa * log(rests[h]);
        gains[graph.halfEdges()[h]] -= 0.5 * (log(beliefs[h]) + log + 1 + kappa);
        logs += log;
      }
      if (graph.loop(v) >= 0) {
        gains[graph.loop(v)] -= log(alone[v]) + 1;
      }
      duals[v] = logSums[v] - 0.5 * (1 + kappa);
      upper += 0.5 * (1 + kappa + logs);
    }
    for (int v = 0; v < graph.nodes(); v++) {
      duals[v] = least(v);
    }
    for (int v = 0; v < graph.nodes(); v++) {
      upper += duals[v];
    }
    return upper;
  }

  /** The least dual of a node that is feasible beside those of its neighbours. */
  private double least(final int v) {
    double least = graph.loop(v) >= 0 ? gains[graph.loop(v)] : Double.NEGATIVE_INFINITY;
    for (int h = graph.start(v); h < graph.start(v + 1); h++) {
      least = Math.max(least, gains[graph.halfEdges()[h]] - duals[graph.others()[h]]);
    }
    return least;
  }

  /**
   * The lower bound, after {@link #agree} and {@link #upper}.
   *
   * @param reduced a, by edge
   */
  double lower(final double[] reduced) {
    complete();
    double lower = 0;
    for (int v = 0; v < graph.nodes(); v++) {
      for (int h = graph.start(v); h < graph.start(v + 1); h++) {
        final int e = graph.halfEdges()[h];
        final double kappa = 0.5 * (graph.kappa(v) + graph.kappa(graph.others()[h]));
        final double entropy =
            -marginals[e] * log(marginals[e]) + kappa * complements[e] * log(complements[e]);
        lower += 0.5 * (reduced[e] * marginals[e] + entropy);
      }
      if (graph.loop(v) >= 0) {
        final double alone = marginals[graph.loop(v)];
        lower += alone * (reduced[graph.loop(v)] - log(alone));
      }
      lower += duals[v] * (1 - sums[v]) - WRONG_PRICE * Math.abs(1 - sums[v]);
    }
    return lower;
  }

  /** 1 − μ, of a large μ as the sum of all others at its nodes: a difference would lose digits. */
  private void complete() {
    for (int e = 0; e < graph.edges(); e++) {
      complements[e] = marginals[e] > LARGE ? 0 : 1 - marginals[e];
    }
    for (int v = 0; v < graph.nodes(); v++) {
      final int loop = graph.loop(v);
      final double alone = loop >= 0 ? marginals[loop] : 0;
      double matched = 0;
      for (int h = graph.start(v); h < graph.start(v + 1); h++) {
        matched += marginals[graph.halfEdges()[h]];
      }
      if (alone > LARGE) {
        complements[loop] = matched;
      }
      for (int h = graph.start(v); h < graph.start(v + 1); h++) {
        if (marginals[graph.halfEdges()[h]] > LARGE) {
          complements[graph.halfEdges()[h]] += 0.5 * (alone + others(v, h));
        }
      }
    }
  }

  private double others(final int v, final int half) {
    double sum = 0;
    for (int h = graph.start(v); h < graph.start(v + 1); h++) {
      sum += h == half ? 0 : marginals[graph.halfEdges()[h]];
    }
    return sum;
  }

  /** By edge, after {@link #agree}. */
  double marginal(final int edge) {
    return marginals[edge];
  }

  /** 1 − μ, by edge, after {@link #lower}. */
  double complement(final int edge) {
    return complements[edge];
  }

  private static double log(final double probability) {
    return Math.log(Math.max(probability, LEAST));
  }
}
