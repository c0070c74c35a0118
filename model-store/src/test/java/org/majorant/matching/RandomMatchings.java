package org.majorant.matching;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** Graphs that the tests of this room draw. */
final class RandomMatchings {
  /** How many a property is tried on. */
  static final int MANY = Boolean.getBoolean("majorant.nightly") ? 20_000 : 1_000;

  private RandomMatchings() {}

  /** Each edge is there with the probability given; the rows have columns in any order. */
  static BipartiteGraph bipartite(final Random random, final int size, final double density) {
    final List<int[]> edges = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      final int shift = random.nextInt(size);
      for (int j = 0; j < size; j++) {
        if (random.nextDouble() < density) {
          edges.add(new int[] {i, (j + shift) % size});
        }
      }
    }
    return new BipartiteGraph(
        size,
        edges.stream().mapToInt(e -> e[0]).toArray(),
        edges.stream().mapToInt(e -> e[1]).toArray());
  }

  /** A matrix of a graph's scores, −∞ where there is no edge. */
  static double[][] matrix(final BipartiteGraph graph, final double[] scores) {
    final double[][] matrix = new double[graph.size()][graph.size()];
    for (final double[] row : matrix) {
      Arrays.fill(row, Double.NEGATIVE_INFINITY);
    }
    for (int e = 0; e < graph.edges(); e++) {
      matrix[graph.row(e)][graph.column(e)] = scores[e];
    }
    return matrix;
  }
}
