package org.majorant.matching;

import java.util.Arrays;

/**
 * The best perfect matching of a bipartite graph, by shortest augmenting paths: the Hungarian
 * method, with Dijkstra's search over the reduced costs.
 *
 * <pre>
 *   max Σ s_e over perfect matchings  =  min Σ u_i + Σ v_j  with u_i + v_j ≥ s_e for each edge e = ij
 * </pre>
 *
 * <p>The duals u and v hold for every edge at every time, and with equality for those matched. Rows
 * are matched one after another. Each takes one search, whose path makes the matching one edge
 * larger, in time O(n² + E); so all take O(n³) at most. Where the search reaches no free column,
 * the rows reached have fewer neighbours than they are, and no perfect matching exists (Hall's
 * theorem).
 */
final class Assignment {
  private static final int FREE = -1;

  private BipartiteGraph graph;
  private double[] scores;
  private double[] rowDuals = {};
  private double[] columnDuals = {};
  private int[] ofRow = {}; // the edge that it is matched by, or FREE
  private int[] ofColumn = {};
  private double[] distances = {}; // of columns from the row to match, in reduced cost
  private int[] via = {}; // the last edge on the way to a column
  private boolean[] settled = {};
  private int[] order = {}; // the settled columns

  /**
   * Finds the best perfect matching.
   *
   * @param scores one an edge, finite; may be longer
   * @return whether there is any; if not, all else is undefined
   */
  boolean solve(final BipartiteGraph graph, final double[] scores) {
    this.graph = graph;
    this.scores = scores;
    reserve(graph.size());
    Arrays.fill(ofRow, 0, graph.size(), FREE);
    Arrays.fill(ofColumn, 0, graph.size(), FREE);
    Arrays.fill(columnDuals, 0, graph.size(), Double.NEGATIVE_INFINITY);
    for (int e = 0; e < graph.edges(); e++) {
      final int column = graph.column(e);
      columnDuals[column] = Math.max(columnDuals[column], scores[e]);
    }
    for (int row = 0; row < graph.size(); row++) {
      matchAtOnce(row);
    }
    for (int row = 0; row < graph.size(); row++) {
      if (ofRow[row] == FREE && !augment(row)) {
        return false;
      }
    }
    return true;
  }

  /** The edge that a row is matched by. */
  int edgeOfRow(final int row) {
    return ofRow[row];
  }

  /** The edge that a column is matched by. */
  int edgeOfColumn(final int column) {
    return ofColumn[column];
  }

  /** u, of a row. */
  double rowDual(final int row) {
    return rowDuals[row];
  }

  /** v, of a column. */
  double columnDual(final int column) {
    return columnDuals[column];
  }

  /** Gives a row its least dual, and a column if one that this makes tight is free. */
  private void matchAtOnce(final int row) {
    double dual = Double.NEGATIVE_INFINITY;
    for (int e = graph.start(row); e < graph.start(row + 1); e++) {
      dual = Math.max(dual, scores[e] - columnDuals[graph.column(e)]);
    }
    rowDuals[row] = dual;
    for (int e = graph.start(row); e < graph.start(row + 1); e++) {
      if (ofColumn[graph.column(e)] == FREE && slack(e) <= 0) {
        match(e);
        return;
      }
    }
  }

  private double slack(final int edge) {
    return rowDuals[graph.row(edge)] + columnDuals[graph.column(edge)] - scores[edge];
  }

  private void match(final int edge) {
    ofRow[graph.row(edge)] = edge;
    ofColumn[graph.column(edge)] = edge;
  }

  /** Searches a way from a free row to a free column, and matches along it. */
  private boolean augment(final int free) {
    final int n = graph.size();
    Arrays.fill(distances, 0, n, Double.POSITIVE_INFINITY);
    Arrays.fill(settled, 0, n, false);
    int count = 0;
    int row = free;
    double length = 0;
    while (true) {
      relax(row, length);
      final int column = nearest();
      if (column == FREE) {
        return false;
      }
      length = distances[column];
      if (ofColumn[column] == FREE) {
        shift(free, count, length);
        matchAlong(free, column);
        return true;
      }
      settled[column] = true;
      order[count++] = column;
      row = graph.row(ofColumn[column]);
    }
  }

  private void relax(final int row, final double length) {
    for (int e = graph.start(row); e < graph.start(row + 1); e++) {
      final int column = graph.column(e);
      final double distance = length + Math.max(0, slack(e)); // rounding may leave less than 0
      if (distance < distances[column] && !settled[column]) {
        distances[column] = distance;
        via[column] = e;
      }
    }
  }

  private int nearest() {
    int best = FREE;
    double least = Double.POSITIVE_INFINITY;
    for (int column = 0; column < graph.size(); column++) {
      if (distances[column] < least && !settled[column]) {
        least = distances[column];
        best = column;
      }
    }
    return best;
  }

  /** Moves the duals of all that was reached, so that the way found is tight. */
  private void shift(final int free, final int count, final double length) {
    rowDuals[free] -= length;
    for (int k = 0; k < count; k++) {
      final int column = order[k];
      final double shift = length - distances[column];
      columnDuals[column] += shift;
      rowDuals[graph.row(ofColumn[column])] -= shift;
    }
  }

  private void matchAlong(final int free, final int end) {
    int column = end;
    int row;
    do {
      final int edge = via[column];
      row = graph.row(edge);
      final int before = ofRow[row];
      match(edge);
      column = before == FREE ? FREE : graph.column(before);
    } while (row != free);
  }

  private void reserve(final int size) {
    if (rowDuals.length < size) {
      final int room = 2 * size;
      rowDuals = new double[room];
      columnDuals = new double[room];
      ofRow = new int[room];
      ofColumn = new int[room];
      distances = new double[room];
      via = new int[room];
      settled = new boolean[room];
      order = new int[room];
    }
  }
}
