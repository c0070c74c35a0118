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

  /**
   * All pairs of n nodes with n others, all of which must be matched; edge i n + j joins i with j.
   */
  static MatchingGraph square(final int n) {
    final int[] ends = new int[2 * n * n];
    for (int e = 0; e < n * n; e++) {
      ends[2 * e] = e / n;
      ends[2 * e + 1] = n + e % n;
    }
    return MatchingGraph.bipartite(n, n, n * n, ends);
  }

  /** All pairs of n nodes, in order; then a loop each where they may stay alone. */
  static MatchingGraph complete(final int n, final boolean alone) {
    final List<int[]> edges = new ArrayList<>();
    for (int i = 0; i < n; i++) {
      for (int j = i + 1; j < n; j++) {
        edges.add(new int[] {i, j});
      }
    }
    for (int i = 0; alone && i < n; i++) {
      edges.add(new int[] {i, i});
    }
    return MatchingGraph.general(n, edges.size(), flat(edges));
  }

  /** Two sides of n, a matching for certain, and other edges with the probability given. */
  static MatchingGraph perfect(final Random random, final int n, final double density) {
    final List<int[]> edges = new ArrayList<>();
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) {
        if (j == (i + 1) % n || random.nextDouble() < density) {
          edges.add(new int[] {i, n + j});
        }
      }
    }
    return MatchingGraph.bipartite(n, n, edges.size(), flat(edges));
  }

  /** Two sides, where each node may stay alone. */
  static MatchingGraph partial(
      final Random random, final int left, final int right, final double density) {
    final List<int[]> edges = new ArrayList<>();
    for (int i = 0; i < left; i++) {
      for (int j = left; j < left + right; j++) {
        if (random.nextDouble() < density) {
          edges.add(new int[] {i, j});
        }
      }
    }
    for (int v = 0; v < left + right; v++) {
      edges.add(new int[] {v, v});
    }
    return MatchingGraph.bipartite(left, right, edges.size(), flat(edges));
  }

  /** No sides; a matching for certain, and other edges with the probability given. */
  static MatchingGraph general(final Random random, final int pairs, final double density) {
    final List<int[]> edges = new ArrayList<>();
    for (int i = 0; i < 2 * pairs; i++) {
      for (int j = i + 1; j < 2 * pairs; j++) {
        if (i % 2 == 0 && j == i + 1 || random.nextDouble() < density) {
          edges.add(new int[] {j, i});
        }
      }
    }
    return MatchingGraph.general(2 * pairs, edges.size(), flat(edges));
  }

  /**
   * No sides, and some nodes that may stay alone; a matching for certain, in which each does with
   * the probability given.
   */
  static MatchingGraph roommates(
      final Random random, final int nodes, final double density, final double alone) {
    final List<int[]> edges = new ArrayList<>();
    final boolean[] taken = new boolean[nodes];
    for (int i = 0; i < nodes; i++) {
      for (int j = i + 1; j < nodes; j++) {
        final boolean paired = !taken[i] && !taken[j] && random.nextDouble() > alone;
        taken[i] |= paired;
        taken[j] |= paired;
        if (paired || random.nextDouble() < density) {
          edges.add(new int[] {i, j});
        }
      }
      if (!taken[i] || random.nextDouble() < alone) {
        edges.add(new int[] {i, i});
      }
    }
    return MatchingGraph.general(nodes, edges.size(), flat(edges));
  }

  /** One of the four, of at most 12 nodes. */
  static MatchingGraph any(final Random random) {
    final double density = random.nextDouble();
    return switch (random.nextInt(4)) {
      case 0 -> perfect(random, 1 + random.nextInt(6), density);
      case 1 -> partial(random, 1 + random.nextInt(6), 1 + random.nextInt(6), density);
      case 2 -> general(random, 1 + random.nextInt(6), density);
      default -> roommates(random, 1 + random.nextInt(10), density, random.nextDouble());
    };
  }

  /** Normal, of a deviation that is anything from .1 to 30. */
  static double[] scores(final Random random, final MatchingGraph graph) {
    final double deviation = 0.1 * Math.pow(300, random.nextDouble());
    final double[] scores = new double[graph.edges()];
    Arrays.setAll(scores, e -> deviation * random.nextGaussian());
    return scores;
  }

  private static int[] flat(final List<int[]> edges) {
    return edges.stream().flatMapToInt(Arrays::stream).toArray();
  }
}
