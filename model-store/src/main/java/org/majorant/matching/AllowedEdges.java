package org.majorant.matching;

/**
 * Which edges of a bipartite graph are in a perfect matching at all. Others have a marginal of 0,
 * to which message passing would only creep.
 *
 * <p>Given one perfect matching, another row i may take the column of row k where a cycle leads
 * back: an edge from i to the column of k is an arc i → k, and is in a perfect matching if and only
 * if i and k are in one strongly connected component (Dulmage and Mendelsohn 1958). The components
 * are Tarjan's (1972), in O(E), with a stack of its own in place of recursion.
 */
final class AllowedEdges {
  private final BipartiteGraph graph;
  private final Assignment matching;
  private final int[] index; // 1 + when a row was met; 0 where it was not
  private final int[] low; // the least index that is known to be reached from a row
  private final int[] component; // 1 + its number; 0 while the row is open
  private final int[] next; // edge of a row on the path
  private final int[] path;
  private final int[] open;
  private int depth;
  private int opened;
  private int met;
  private int components;

  private AllowedEdges(final BipartiteGraph graph, final Assignment matching) {
    this.graph = graph;
    this.matching = matching;
    final int n = graph.size();
    index = new int[n];
    low = new int[n];
    component = new int[n];
    next = new int[n];
    path = new int[n];
    open = new int[n];
    for (int row = 0; row < n; row++) {
      if (index[row] == 0) {
        walk(row);
      }
    }
  }

  /** For each edge whether some perfect matching has it, by one of these matchings. */
  static boolean[] of(final BipartiteGraph graph, final Assignment matching) {
    final AllowedEdges search = new AllowedEdges(graph, matching);
    final boolean[] allowed = new boolean[graph.edges()];
    for (int e = 0; e < allowed.length; e++) {
      allowed[e] = search.component[graph.row(e)] == search.component[search.head(e)];
    }
    return allowed;
  }

  private void walk(final int root) {
    enter(root);
    while (depth > 0) {
      final int row = path[depth - 1];
      if (next[row] == graph.start(row + 1)) {
        leave(row);
        continue;
      }
      final int head = head(next[row]++);
      if (index[head] == 0) {
        enter(head);
      } else if (component[head] == 0) {
        low[row] = Math.min(low[row], index[head]);
      }
    }
  }

  private void enter(final int row) {
    index[row] = ++met;
    low[row] = met;
    next[row] = graph.start(row);
    path[depth++] = row;
    open[opened++] = row;
  }

  private void leave(final int row) {
    depth--;
    if (depth > 0) {
      low[path[depth - 1]] = Math.min(low[path[depth - 1]], low[row]);
    }
    if (low[row] == index[row]) {
      components++;
      int member;
      do {
        member = open[--opened];
        component[member] = components;
      } while (member != row);
    }
  }

  /** Where an edge's arc leads: the row that is matched to its column. */
  private int head(final int edge) {
    return graph.row(matching.edgeOfColumn(graph.column(edge)));
  }
}
