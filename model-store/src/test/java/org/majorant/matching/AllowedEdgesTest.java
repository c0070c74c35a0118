package org.majorant.matching;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class AllowedEdgesTest {
  @Test
  void allowed_ofRandomGraphs_areTheEdgesThatLeaveAPerfectMatchingOfTheRest() {
    int forbidden = 0;
    for (int seed = 0; seed < RandomMatchings.MANY; seed++) {
      final Random random = new Random(seed);
      final BipartiteGraph graph =
          RandomMatchings.bipartite(random, 1 + random.nextInt(7), 0.2 + 0.6 * random.nextDouble());
      final Assignment matching = new Assignment();
      if (matching.solve(graph, new double[graph.edges()])) {
        final boolean[] allowed = AllowedEdges.of(graph, matching);
        for (int e = 0; e < allowed.length; e++) {
          assertThat(allowed[e]).as("seed %d, edge %d", seed, e).isEqualTo(isMatchable(graph, e));
          forbidden += allowed[e] ? 0 : 1;
        }
      }
    }
    assertThat(forbidden).isGreaterThan(RandomMatchings.MANY / 2); // both outcomes were tried
  }

  /** One row after another needs a column that the next could take: a path of 100,000 rows. */
  @Test
  void allowed_ofALongPath_areFoundWithoutRecursion() {
    final int n = 100_000;
    final BipartiteGraph path =
        new BipartiteGraph(
            n,
            IntStream.range(1, 2 * n).map(k -> k / 2).toArray(),
            IntStream.range(1, 2 * n).map(k -> (k - 1) / 2).toArray());
    final boolean[] only = new boolean[path.edges()];
    for (int e = 0; e < only.length; e++) {
      only[e] = path.row(e) == path.column(e);
    }
    assertThat(AllowedEdges.of(path, matchedOnDiagonal(path))).isEqualTo(only);
  }

  private static Assignment matchedOnDiagonal(final BipartiteGraph graph) {
    final double[] scores = new double[graph.edges()];
    for (int e = 0; e < scores.length; e++) {
      scores[e] = graph.row(e) == graph.column(e) ? 1 : 0;
    }
    final Assignment matching = new Assignment();
    assertThat(matching.solve(graph, scores)).isTrue();
    return matching;
  }

  /** Whether what is left without an edge's row and column has a perfect matching. */
  private static boolean isMatchable(final BipartiteGraph graph, final int edge) {
    final int row = graph.row(edge);
    final int column = graph.column(edge);
    final int[] left =
        IntStream.range(0, graph.edges())
            .filter(e -> graph.row(e) != row && graph.column(e) != column)
            .toArray();
    final BipartiteGraph rest =
        new BipartiteGraph(
            graph.size() - 1,
            IntStream.of(left).map(graph::row).map(i -> i > row ? i - 1 : i).toArray(),
            IntStream.of(left).map(graph::column).map(j -> j > column ? j - 1 : j).toArray());
    return new Assignment().solve(rest, new double[left.length]);
  }
}
