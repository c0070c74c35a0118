package org.majorant.matching;

/**
 * The bipartite graph whose perfect matchings stand for a graph's matchings. Where there are two
 * sides and no node may stay alone, it is the graph itself, its left nodes the rows. Else it is the
 * double cover: each node is a row and a column, an edge ij joins row i with column j and row j
 * with column i, and a loop joins a node's row with its column. Each matching is in it twice, so a
 * loop counts double there, and each dual half.
 */
final class MatchingCover {
  static final String NO_MATCHING = "the candidate edges contain no perfect matching";

  private final int left; // 0 where doubled
  private final BipartiteGraph graph;
  private final int[] sources; // by edge of the cover: the edge that it stands for

  /**
   * @param left nodes of the first side; 0 for the double cover
   * @param size number of rows
   * @param ends two an edge, the same twice for a loop
   * @param kept which edges the cover has
   */
  MatchingCover(final int left, final int size, final int[] ends, final boolean[] kept) {
    this.left = left;
    final int[] next = new int[size + 1];
    for (int e = 0; e < kept.length; e++) {
      if (kept[e]) {
        next[ends[2 * e] + 1]++;
        if (isTwice(ends, e)) {
          next[ends[2 * e + 1] + 1]++;
        }
      }
    }
    for (int i = 0; i < size; i++) {
      next[i + 1] += next[i];
    }
    final int[] rows = new int[next[size]];
    final int[] columns = new int[next[size]];
    this.sources = new int[next[size]];
    for (int e = 0; e < kept.length; e++) {
      for (int side = 0; kept[e] && side < (isTwice(ends, e) ? 2 : 1); side++) {
        final int row = ends[2 * e + side];
        final int at = next[row]++;
        rows[at] = row;
        columns[at] = ends[2 * e + 1 - side] - left;
        sources[at] = e;
      }
    }
    this.graph = new BipartiteGraph(size, rows, columns);
  }

  private boolean isTwice(final int[] ends, final int edge) {
    return left == 0 && ends[2 * edge] != ends[2 * edge + 1];
  }

  /**
   * Which of so many edges are in a perfect matching of the cover.
   *
   * @throws IllegalArgumentException where it has no perfect matching
   */
  boolean[] allowed(final int edges) {
    final Assignment any = new Assignment();
    if (!any.solve(graph, new double[graph.edges()])) {
      throw new IllegalArgumentException(NO_MATCHING);
    }
    final boolean[] inCover = AllowedEdges.of(graph, any);
    final boolean[] allowed = new boolean[edges];
    for (int k = 0; k < inCover.length; k++) {
      allowed[sources[k]] |= inCover[k];
    }
    return allowed;
  }

  /** The edge that an edge of the cover stands for. */
  int source(final int edge) {
    return sources[edge];
  }

  /**
   * The column that stands for a node; of a graph of two sides that is its own cover, a right one.
   */
  int column(final int node) {
    return node - left;
  }

  /** Number of edges of the cover. */
  int edges() {
    return sources.length;
  }

  /**
   * Finds the best matching.
   *
   * @param scores one an edge of the graph that this stands for
   * @param room one an edge of the cover, overwritten
   * @param duals one a node, written: u_i + u_j ≥ s_e, for a loop u_i ≥ s_e, with Σ u the best
   *     score
   */
  void solve(
      final Assignment assignment,
      final double[] scores,
      final double[] room,
      final double[] duals) {
    for (int k = 0; k < sources.length; k++) {
      final double score = scores[sources[k]];
      final boolean isLoop = left == 0 && graph.row(k) == graph.column(k);
      room[k] = isLoop ? 2 * score : score;
    }
    assignment.solve(graph, room);
    for (int i = 0; i < graph.size(); i++) {
      if (left == 0) {
        duals[i] = 0.5 * (assignment.rowDual(i) + assignment.columnDual(i));
      } else {
        duals[i] = assignment.rowDual(i);
        duals[left + i] = assignment.columnDual(i);
      }
    }
  }
}
