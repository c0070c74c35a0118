package org.majorant.matching;

import java.util.Arrays;

/**
 * Which matchings there are: nodes, candidate edges, and the nodes that may stay alone. An edge
 * that joins a node with itself, a <em>loop</em>, says that the node may stay alone, and is chosen
 * and scored as any other edge is. All else must be matched; what is not an edge is forbidden.
 *
 * <p>Inference runs over the <em>local polytope</em>
 *
 * <pre>    { μ ≥ 0 : Σ_{e∋v} μ_e = 1 for each node v }</pre>
 *
 * <p>Where the nodes have two sides it is the convex hull of all matchings. For other graphs it is
 * larger: odd cycles may hold half of each edge. Edges that are 0 everywhere in it are kept out.
 *
 * <p>The entropy's constant κ belongs to the structure, and never depends on scores:
 *
 * <pre>
 *   κ_e = (κ_i + κ_j)/2     κ_v = 1 − 1/deg v   where all that v hangs together with must be matched
 *                           κ_v = 1             where something may stay alone
 * </pre>
 *
 * <p>Immutable. A <em>half-edge</em> is an edge, not a loop, seen from one of its two nodes.
 */
public final class MatchingGraph {
  private static final int NONE = -1;

  private final int left; // nodes of the first side; or none, where there are no sides
  private final int[] ends; // two an edge
  private final MatchingCover cover;
  private final int[] starts; // of a node's half-edges
  private final int[] edges; // by half-edge
  private final int[] others; // by half-edge: the other node
  private final int[] twins; // by half-edge: the same edge seen from there
  private final int[] loops; // by node: its loop, or none
  private final double[] kappas; // by node

  private MatchingGraph(final int nodes, final int left, final int[] ends) {
    this.left = left;
    this.ends = ends;
    final boolean doubled = left == NONE || hasLoop(ends);
    if (!doubled && 2 * left != nodes) {
      throw new IllegalArgumentException(
          "%d nodes cannot be matched with %d, since none may stay alone"
              .formatted(left, nodes - left));
    }
    final int rows = doubled ? nodes : left;
    final boolean[] all = new boolean[ends.length / 2];
    Arrays.fill(all, true);
    final boolean[] allowed =
        new MatchingCover(doubled ? 0 : left, rows, ends, all).allowed(all.length);
    this.cover = new MatchingCover(doubled ? 0 : left, rows, ends, allowed);
    this.loops = new int[nodes];
    this.starts = new int[nodes + 1];
    count(allowed);
    this.edges = new int[starts[nodes]];
    this.others = new int[starts[nodes]];
    this.twins = new int[starts[nodes]];
    join(allowed);
    this.kappas = kappas();
  }

  private MatchingGraph(final MatchingGraph graph, final double[] kappas) {
    this.left = graph.left;
    this.ends = graph.ends;
    this.cover = graph.cover;
    this.starts = graph.starts;
    this.edges = graph.edges;
    this.others = graph.others;
    this.twins = graph.twins;
    this.loops = graph.loops;
    this.kappas = kappas;
  }

  /**
   * A graph of two sides.
   *
   * @param left nodes of the first side, numbered first
   * @param right nodes of the second side
   * @param edges how many there are
   * @param ends two an edge, one of each side, the left one first; or twice the same where a node
   *     may stay alone; may be longer
   * @throws IllegalArgumentException where an edge is none or is there twice, or no matching exists
   */
  public static MatchingGraph bipartite(
      final int left, final int right, final int edges, final int[] ends) {
    final int[] copy = DistinctEdges.of(left + right, edges, ends);
    for (int e = 0; e < edges; e++) {
      final int i = copy[2 * e];
      final int j = copy[2 * e + 1];
      if (i != j && (i >= left || j < left)) {
        throw new IllegalArgumentException(
            "edge %d joins %d with %d, which are not a left and a right node".formatted(e, i, j));
      }
    }
    return new MatchingGraph(left + right, left, copy);
  }

  /**
   * A graph whose nodes have no sides.
   *
   * @param edges how many there are
   * @param ends two an edge, in any order; twice the same where a node may stay alone; may be
   *     longer
   * @throws IllegalArgumentException where an edge is none or is there twice, or no matching
   *     exists: a triangle has a point in its local polytope, and no matching
   */
  public static MatchingGraph general(final int nodes, final int edges, final int[] ends) {
    final int[] copy = DistinctEdges.of(nodes, edges, ends);
    if (nodes % 2 == 1 && !hasLoop(copy)) {
      throw new IllegalArgumentException(
          nodes + " nodes cannot be matched, since none may stay alone and their number is odd");
    }
    final MatchingGraph graph = new MatchingGraph(nodes, NONE, copy);
    if (!new BlossomMatching().solve(graph, new double[edges])) {
      throw new IllegalArgumentException(MatchingCover.NO_MATCHING);
    }
    return graph;
  }

  /**
   * The same graph with one κ for all edges: 1 is Bethe's entropy, 0 that of Sinkhorn.
   *
   * @param kappa from 0 to 1
   * @throws IllegalArgumentException where it is less than 1 and a node may stay alone: the entropy
   *     is another one then
   */
  public MatchingGraph withKappa(final double kappa) {
    if (!(kappa >= 0 && kappa <= 1)) {
      throw new IllegalArgumentException("kappa is " + kappa + ", and must be from 0 to 1");
    }
    if (kappa < 1 && hasLoops()) {
      throw new IllegalArgumentException("kappa must be 1 where a node may stay alone");
    }
    final double[] same = new double[nodes()];
    Arrays.fill(same, kappa);
    return new MatchingGraph(this, same);
  }

  /** Whether each edge joins a left node with a right one. */
  public boolean hasSides() {
    return left != NONE;
  }

  /** Number of nodes of the first side; negative where there are no sides. */
  public int left() {
    return left;
  }

  /** Whether each node must be matched with one of the other side. */
  public boolean isSquare() {
    return hasSides() && !hasLoops();
  }

  /** Whether any node may stay alone. */
  boolean hasLoops() {
    return Arrays.stream(loops).anyMatch(loop -> loop != NONE);
  }

  /** Number of nodes, the left ones first. */
  public int nodes() {
    return loops.length;
  }

  /** Number of candidate edges, loops and those that no matching has among them. */
  public int edges() {
    return ends.length / 2;
  }

  /** The first node of an edge. */
  public int first(final int edge) {
    return ends[2 * edge];
  }

  /** The second node of an edge; of a loop the same. */
  public int second(final int edge) {
    return ends[2 * edge + 1];
  }

  /** Where a node's half-edges begin; for the number of nodes, how many there are. */
  public int start(final int node) {
    return starts[node];
  }

  /** The edge of each half-edge; only to be read. */
  public int[] halfEdges() {
    return edges;
  }

  /** The other node of each half-edge; only to be read. */
  public int[] others() {
    return others;
  }

  /** The same edge seen from its other node, for each half-edge; only to be read. */
  int[] twins() {
    return twins;
  }

  /** The loop of a node, negative where it must be matched. */
  public int loop(final int node) {
    return loops[node];
  }

  /** κ of a node. */
  public double kappa(final int node) {
    return kappas[node];
  }

  /** What the best matching is found on. */
  MatchingCover cover() {
    return cover;
  }

  private static boolean hasLoop(final int[] ends) {
    boolean any = false;
    for (int e = 0; e < ends.length / 2; e++) {
      any |= ends[2 * e] == ends[2 * e + 1];
    }
    return any;
  }

  private void count(final boolean[] allowed) {
    Arrays.fill(loops, NONE);
    for (int e = 0; e < allowed.length; e++) {
      if (allowed[e] && first(e) == second(e)) {
        loops[first(e)] = e;
      } else if (allowed[e]) {
        starts[first(e) + 1]++;
        starts[second(e) + 1]++;
      }
    }
    for (int v = 0; v < nodes(); v++) {
      starts[v + 1] += starts[v];
    }
  }

  private void join(final boolean[] allowed) {
    final int[] next = starts.clone();
    for (int e = 0; e < allowed.length; e++) {
      if (allowed[e] && first(e) != second(e)) {
        final int here = next[first(e)]++;
        final int there = next[second(e)]++;
        edges[here] = e;
        edges[there] = e;
        others[here] = second(e);
        others[there] = first(e);
        twins[here] = there;
        twins[there] = here;
      }
    }
  }

  /** Walks through what hangs together, from each node that may stay alone. */
  private double[] kappas() {
    final double[] found = new double[nodes()];
    final int[] open = new int[nodes()];
    int count = 0;
    for (int v = 0; v < nodes(); v++) {
      final int degree = starts[v + 1] - starts[v];
      found[v] = loops[v] == NONE ? 1 - 1.0 / degree : 1;
      if (loops[v] != NONE) {
        open[count++] = v;
      }
    }
    while (count > 0) {
      final int v = open[--count];
      for (int h = starts[v]; h < starts[v + 1]; h++) {
        if (found[others[h]] < 1) {
          found[others[h]] = 1;
          open[count++] = others[h];
        }
      }
    }
    return found;
  }
}
