package org.majorant.matching;

import java.util.Arrays;

/**
 * Edges of which each joins nodes that there are, and none is there twice: what a {@link
 * MatchingGraph} can be made of. They are told apart in O(nodes + edges): those that begin at the
 * same node mark where they lead to.
 */
final class DistinctEdges {
  private static final int NONE = -1;

  private DistinctEdges() {}

  /**
   * A copy of the ends of so many edges, two an edge, in any order; they may be longer.
   *
   * @throws IllegalArgumentException where an edge is none or is there twice
   */
  static int[] of(final int nodes, final int edges, final int[] ends) {
    final int[] newest = new int[nodes];
    final int[] older = new int[edges];
    final int[] marks = new int[nodes]; // the edge that leads there
    Arrays.fill(newest, NONE);
    Arrays.fill(marks, NONE);
    for (int e = 0; e < edges; e++) {
      final int i = Math.min(ends[2 * e], ends[2 * e + 1]);
      if (i < 0 || Math.max(ends[2 * e], ends[2 * e + 1]) >= nodes) {
        throw new IllegalArgumentException(
            "edge %d joins %d with %d, and there are %d nodes, from 0"
                .formatted(e, ends[2 * e], ends[2 * e + 1], nodes));
      }
      older[e] = newest[i];
      newest[i] = e;
    }
    for (int i = 0; i < nodes; i++) {
      for (int e = newest[i]; e != NONE; e = older[e]) {
        final int j = Math.max(ends[2 * e], ends[2 * e + 1]);
        final int later = marks[j];
        if (later != NONE && Math.min(ends[2 * later], ends[2 * later + 1]) == i) {
          throw new IllegalArgumentException(
              "edge %d joins %d with %d, as an edge before it does"
                  .formatted(later, ends[2 * later], ends[2 * later + 1]));
        }
        marks[j] = e;
      }
    }
    return Arrays.copyOf(ends, 2 * edges);
  }
}
