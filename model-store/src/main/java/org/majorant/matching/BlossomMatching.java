package org.majorant.matching;

import org.jgrapht.alg.matching.blossom.v5.KolmogorovWeightedPerfectMatching;
import org.jgrapht.graph.SimpleWeightedGraph;

/**
 * The best matching of a graph without sides, by Edmonds's blossoms: JGraphT's Blossom V
 * (Kolmogorov 2009). The assignment of the double cover is of no use here, since it may hold half
 * of each edge of an odd cycle.
 *
 * <p>What is minimised is the sum of the <em>reduced costs</em> u_i + u_j − s_e ≥ 0, with u the
 * duals of that assignment. It is 0 where the assignment is a matching already. Costs are rounded
 * to 2³²/n steps for n nodes: with integers the algorithm is exact, with fractions it is not sure
 * to end, and JGraphT takes sums beyond 10¹⁰ for a graph without a matching. Where a step is too
 * coarse, no better matching has an edge that costs more than all of the one found. So dearer edges
 * are left out, and the steps become finer.
 *
 * <p>A node that may stay alone is matched with its own copy: all nodes and edges are there twice,
 * and a loop is an edge between both copies, for twice its cost.
 *
 * <p>Allocates a graph of objects each time.
 */
final class BlossomMatching {
  private static final double STEPS_OF_ALL = 0x1p32;
  private static final double FINE = 1e-6; // nats, of a step

  private MatchingGraph graph;
  private double[] reduced;
  private double steps; // of the dearest edge
  private int[] ofNode = {};

  /**
   * Finds it.
   *
   * @param reduced by edge: s less the duals of both nodes, at most 0 but for rounding; may be
   *     longer
   * @return whether there is any; if not, all else is undefined
   */
  boolean solve(final MatchingGraph graph, final double[] reduced) {
    this.graph = graph;
    this.reduced = reduced;
    ofNode = new int[graph.nodes()];
    steps = Math.floor(STEPS_OF_ALL / graph.nodes());
    double most = 0;
    for (int v = 0; v < graph.nodes(); v++) {
      for (int h = graph.start(v); h < graph.start(v + 1); h++) {
        most = Math.max(most, cost(graph.halfEdges()[h]));
      }
      most = Math.max(most, graph.loop(v) < 0 ? 0 : cost(graph.loop(v)));
    }
    if (!match(most)) {
      return false;
    }
    for (double sum = sum(); most > FINE * steps && sum > 0 && 2 * sum < most; sum = sum()) {
      most = sum;
      match(most);
    }
    return true;
  }

  /** The edge that a node is matched by. */
  int edge(final int node) {
    return ofNode[node];
  }

  private double cost(final int edge) {
    return Math.max(0, -reduced[edge]);
  }

  private double sum() {
    double sum = 0;
    for (int v = 0; v < graph.nodes(); v++) {
      final int e = ofNode[v];
      sum += graph.first(e) == v ? cost(e) : 0;
    }
    return sum;
  }

  /** Finds the best one of all whose edges cost this much at most. */
  private boolean match(final double most) {
    final SimpleWeightedGraph<Integer, Integer> copies = copies(most);
    try {
      for (final int e : new KolmogorovWeightedPerfectMatching<>(copies).getMatching().getEdges()) {
        if (e < graph.edges()) {
          ofNode[graph.first(e)] = e;
          ofNode[graph.second(e)] = e;
        }
      }
      return true;
    } catch (final IllegalArgumentException e) {
      return false; // there is none
    }
  }

  /** The graph; where a node may stay alone, twice, with its edges numbered on. */
  private SimpleWeightedGraph<Integer, Integer> copies(final double most) {
    final SimpleWeightedGraph<Integer, Integer> copies = new SimpleWeightedGraph<>(null, null);
    final double scale = most > 0 ? steps / most : 0;
    final int n = graph.nodes();
    final int count = graph.hasLoops() ? 2 : 1;
    for (int v = 0; v < count * n; v++) {
      copies.addVertex(v);
    }
    for (int v = 0; v < n; v++) {
      for (int h = graph.start(v); h < graph.start(v + 1); h++) {
        final int e = graph.halfEdges()[h];
        for (int copy = 0; copy < count && graph.first(e) == v && cost(e) <= most; copy++) {
          copies.addEdge(v + copy * n, graph.others()[h] + copy * n, e + copy * graph.edges());
          copies.setEdgeWeight(e + copy * graph.edges(), Math.rint(scale * cost(e)));
        }
      }
      if (graph.loop(v) >= 0 && cost(graph.loop(v)) <= most) {
        copies.addEdge(v, v + n, graph.loop(v));
        copies.setEdgeWeight(graph.loop(v), 2 * Math.rint(scale * cost(graph.loop(v))));
      }
    }
    return copies;
  }
}
