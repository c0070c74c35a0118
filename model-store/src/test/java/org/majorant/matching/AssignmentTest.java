package org.majorant.matching;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.junit.jupiter.api.Test;

class AssignmentTest {
  private static final double ROUNDING = 1e-9;

  @Test
  void matching_ofRandomGraphs_isTheBestOfAll() {
    final Assignment assignment = new Assignment();
    int none = 0;
    for (int seed = 0; seed < 5 * RandomMatchings.MANY; seed++) {
      final Random random = new Random(seed);
      final BipartiteGraph graph =
          RandomMatchings.bipartite(random, 1 + random.nextInt(6), 0.2 + 0.8 * random.nextDouble());
      final double[] scores = scores(random, graph);
      final double best = best(RandomMatchings.matrix(graph, scores), 0, 0);
      final boolean any = assignment.solve(graph, scores);
      assertThat(any).as("seed %d", seed).isEqualTo(best > Double.NEGATIVE_INFINITY);
      none += any ? 0 : 1;
      if (any) {
        assertThat(certifiedScore(seed, assignment, graph, scores))
            .as("seed %d", seed)
            .isCloseTo(best, within(ROUNDING));
      }
    }
    assertThat(none).isGreaterThan(RandomMatchings.MANY / 2); // both outcomes were tried
  }

  @Test
  void matching_ofLargerGraphs_hasTheScoreOfItsDuals() {
    final Assignment assignment = new Assignment();
    for (int seed = 0; seed < 100; seed++) {
      final Random random = new Random(seed);
      final BipartiteGraph graph = RandomMatchings.bipartite(random, 40, 0.15);
      final double[] scores = scores(random, graph);
      if (assignment.solve(graph, scores)) {
        certifiedScore(seed, assignment, graph, scores);
      }
    }
  }

  @Test
  void graph_withRowsThatShareTheirOnlyColumn_hasNoPerfectMatching() {
    final BipartiteGraph graph =
        new BipartiteGraph(3, new int[] {0, 1, 2, 2, 2}, new int[] {1, 1, 0, 1, 2});
    assertThat(new Assignment().solve(graph, new double[5])).isFalse();
    assertThat(new Assignment().solve(new BipartiteGraph(0, new int[0], new int[0]), new double[0]))
        .isTrue();
  }

  /** Checks that the matching is perfect and the duals prove it best. */
  private static double certifiedScore(
      final int seed,
      final Assignment assignment,
      final BipartiteGraph graph,
      final double[] scores) {
    double primal = 0;
    double dual = 0;
    for (int i = 0; i < graph.size(); i++) {
      final int e = assignment.edgeOfRow(i);
      assertThat(graph.row(e)).as("seed %d", seed).isEqualTo(i);
      assertThat(assignment.edgeOfColumn(graph.column(e))).as("seed %d", seed).isEqualTo(e);
      primal += scores[e];
      dual += assignment.rowDual(i) + assignment.columnDual(i);
    }
    for (int e = 0; e < graph.edges(); e++) {
      assertThat(assignment.rowDual(graph.row(e)) + assignment.columnDual(graph.column(e)))
          .as("seed %d", seed)
          .isGreaterThanOrEqualTo(scores[e] - ROUNDING);
    }
    assertThat(primal).as("seed %d", seed).isCloseTo(dual, within(ROUNDING));
    return primal;
  }

  /** Ties are as frequent as scores that are all different. */
  private static double[] scores(final Random random, final BipartiteGraph graph) {
    final boolean ties = random.nextBoolean();
    return random.doubles(graph.edges()).map(x -> ties ? Math.floor(4 * x) : 20 * x - 10).toArray();
  }

  private static double best(final double[][] matrix, final int row, final int taken) {
    if (row == matrix.length) {
      return 0;
    }
    double best = Double.NEGATIVE_INFINITY;
    for (int j = 0; j < matrix.length; j++) {
      if ((taken >> j & 1) == 0) {
        best = Math.max(best, matrix[row][j] + best(matrix, row + 1, taken | 1 << j));
      }
    }
    return best;
  }
}
