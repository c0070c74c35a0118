package org.majorant.matching;

/**
 * As many rows as columns, and the edges between them, sorted by row. What is not an edge is
 * forbidden. Immutable.
 */
final class BipartiteGraph {
  private final int[] starts;
  private final int[] rows;
  private final int[] columns;

  /**
   * @param size number of rows, and of columns
   * @param rows of each edge, not falling
   * @param columns of each edge
   */
  BipartiteGraph(final int size, final int[] rows, final int[] columns) {
    this.starts = new int[size + 1];
    this.rows = rows.clone();
    this.columns = columns.clone();
    for (final int row : rows) {
      starts[row + 1]++;
    }
    for (int i = 0; i < size; i++) {
      starts[i + 1] += starts[i];
    }
  }

  /** Number of rows, and of columns. */
  int size() {
    return starts.length - 1;
  }

  /** Number of edges. */
  int edges() {
    return columns.length;
  }

  /** The first edge of a row; for the number of rows, the number of edges. */
  int start(final int row) {
    return starts[row];
  }

  /** The row of an edge. */
  int row(final int edge) {
    return rows[edge];
  }

  /** The column of an edge. */
  int column(final int edge) {
    return columns[edge];
  }
}
