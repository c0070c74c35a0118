package org.majorant.learn;

import java.util.Arrays;
import org.majorant.matching.MatchingGraph;
import org.majorant.matching.MatchingInference;

/**
 * How much what edges have varies over matchings: the curvature of log Z in the weights of their
 * features φ. What all edges of a node share cannot vary, since the node has one of them in each
 * matching. So it is taken off first, by weighted least squares:
 *
 * <pre>
 *   C = min over r of Σ_e μ_e R_e R_eᵀ     R_e = φ_e − r_i − r_j     (a loop: φ_e − r_i)
 *   Gauss and Seidel, node by node:  r_v = Σ_{e∋v} μ_e (φ_e − r_other)
 * </pre>
 *
 * <p>At the minimum it is exactly the Hessian of log Z_κ for κ = 0; after each sweep it is no less,
 * in the Loewner order, and no more than after the one before. It follows the exact sum's closely,
 * too. The sum of each edge's own variance does not: popular nodes would count as evidence.
 *
 * <p>A sweep costs O(E d) for the d distinct features of an example. One instance serves any graph,
 * and allocates nothing once its buffers have grown.
 */
final class CentredCurvature {
  private final int sweeps;
  private MatchingInference inference;
  private MatchingGraph graph;
  private int[] starts;
  private int[] slots;
  private double[] values;
  private int size;
  private double[] shared = {}; // r, a row a node
  private double[] deviation = {}; // R of one edge
  private double[] traces = {}; // of μRRᵀ, by edge

  /**
   * @param sweeps over all nodes; 2 do, and 4 where features have strong effects of their nodes
   */
  CentredCurvature(final int sweeps) {
    this.sweeps = sweeps;
  }

  /**
   * Takes the curvature at the marginals of a solve, which are read again by what follows.
   *
   * @param starts position of each edge's first feature, and after all
   * @param slots of the features, from 0
   * @param values of the features
   * @param size d, the number of slots
   */
  void expand(
      final MatchingInference inference,
      final int[] starts,
      final int[] slots,
      final double[] values,
      final int size) {
    this.inference = inference;
    this.graph = inference.graph();
    this.starts = starts;
    this.slots = slots;
    this.values = values;
    this.size = size;
    if (shared.length < graph.nodes() * size) {
      shared = new double[2 * graph.nodes() * size];
    }
    if (traces.length < graph.edges()) {
      traces = new double[2 * graph.edges()];
    }
    if (deviation.length < size) {
      deviation = new double[2 * size];
    }
    Arrays.fill(shared, 0, graph.nodes() * size, 0);
    for (int sweep = 0; sweep < sweeps; sweep++) {
      for (int v = 0; v < graph.nodes(); v++) {
        center(v);
      }
    }
  }

  /**
   * Adds its diagonal, a number a slot.
   *
   * @param weight what the example counts
   * @param out d or longer, added to
   */
  void addDiagonal(final double weight, final double[] out) {
    for (int e = 0; e < graph.edges(); e++) {
      final double share = weight * inference.marginal(e);
      if (share > 0) {
        deviate(e);
        for (int k = 0; k < size; k++) {
          out[k] += share * deviation[k] * deviation[k];
        }
      }
    }
  }

  /**
   * Adds it.
   *
   * @param weight what the example counts
   * @param out d×d or longer, symmetric, added to
   */
  void addTo(final double weight, final double[] out) {
    for (int e = 0; e < graph.edges(); e++) {
      final double share = weight * inference.marginal(e);
      if (share > 0) {
        deviate(e);
        for (int k = 0; k < size; k++) {
          final double scaled = share * deviation[k];
          for (int l = 0; l < size; l++) {
            out[k * size + l] += scaled * deviation[l];
          }
        }
      }
    }
  }

  /**
   * Writes the rows √μ_e R_e of the edges that have the most of its trace: the sum of their squares
   * is what they have of its diagonal.
   *
   * @param weight what the example counts
   * @param count number of rows
   * @param out written from {@code at} on, count×d: zeros where there are not so many edges
   */
  void rows(final double weight, final int count, final double[] out, final int at) {
    for (int e = 0; e < graph.edges(); e++) {
      traces[e] = inference.marginal(e) * squares(e);
    }
    Arrays.fill(out, at, at + count * size, 0);
    for (int row = 0; row < Math.min(count, graph.edges()); row++) {
      int most = 0;
      for (int e = 1; e < graph.edges(); e++) {
        most = traces[e] > traces[most] ? e : most;
      }
      traces[most] = -1;
      deviate(most);
      final double root = Math.sqrt(weight * inference.marginal(most));
      for (int k = 0; k < size; k++) {
        out[at + row * size + k] = root * deviation[k];
      }
    }
  }

  private double squares(final int edge) {
    if (!(inference.marginal(edge) > 0)) {
      return 0;
    }
    deviate(edge);
    double sum = 0;
    for (int k = 0; k < size; k++) {
      sum += deviation[k] * deviation[k];
    }
    return sum;
  }

  /** r of a node. */
  private void center(final int v) {
    final int row = v * size;
    Arrays.fill(shared, row, row + size, 0);
    for (int h = graph.start(v); h < graph.start(v + 1); h++) {
      final int e = graph.halfEdges()[h];
      final double share = inference.marginal(e);
      final int other = graph.others()[h] * size;
      for (int k = 0; k < size; k++) {
        shared[row + k] -= share * shared[other + k];
      }
      addFeatures(e, share, shared, row);
    }
    if (graph.loop(v) >= 0) {
      addFeatures(graph.loop(v), inference.marginal(graph.loop(v)), shared, row);
    }
  }

  /** R of an edge. */
  private void deviate(final int edge) {
    final int i = graph.first(edge) * size;
    final int j = graph.second(edge) * size;
    for (int k = 0; k < size; k++) {
      deviation[k] = -shared[i + k] - (i == j ? 0 : shared[j + k]);
    }
    addFeatures(edge, 1, deviation, 0);
  }

  private void addFeatures(
      final int edge, final double share, final double[] out, final int offset) {
    for (int at = starts[edge]; at < starts[edge + 1]; at++) {
      out[offset + slots[at]] += share * values[at];
    }
  }
}
