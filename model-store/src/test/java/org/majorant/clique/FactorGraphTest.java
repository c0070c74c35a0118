package org.majorant.clique;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class FactorGraphTest {
  private static final int[] CYCLE = {0, 1, 1, 2, 2, 3, 3, 0};

  @Test
  void graphs_ofOneStructure_areEliminatedOnce() {
    final FactorGraphs graphs = exact(2);
    final FactorGraph graph = cycle(graphs, 2);
    assertThat(cycle(graphs, 2)).isSameAs(graph);
    assertThat(cycle(graphs, 3)).isNotSameAs(graph);
    for (int size = 2; size < 6000; size++) {
      graphs.of(1, new int[] {size}, 1, new int[] {0, 1}, new int[] {0});
    }
    assertThat(cycle(graphs, 2)).isNotSameAs(graph); // long ago
  }

  @Test
  void graph_tooWide_isRefusedEachTimeWithWidthAndLimit() {
    final FactorGraphs graphs = exact(1);
    for (int twice = 0; twice < 2; twice++) {
      assertThatThrownBy(() -> cycle(graphs, 2))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("elimination meets tree-width 2, and the limit is 1");
    }
  }

  @Test
  void graph_ofTooLargeTables_isRefusedWithTheirSize() {
    assertThatThrownBy(
            () -> FactorGraph.of(new int[] {2000, 2000}, new int[][] {{0, 1}}, 1, GraphRoom.WIDEST))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("have 4000000 configurations, and the limit is 1048576");
  }

  /** Hubs that all variables lie around, and edges to fill: the cost goes by the width alone. */
  @Test
  void elimination_aroundAHub_isFast() {
    final int n = 10_000;
    final int[] cardinalities = new int[n];
    Arrays.fill(cardinalities, 2);
    final int[][] wheel = new int[2 * n - 2][];
    for (int v = 1; v < n; v++) {
      wheel[v - 1] = new int[] {0, v};
      wheel[n + v - 2] = new int[] {v, v % (n - 1) + 1};
    }
    final long start = System.nanoTime();
    final CliqueTree tree = FactorGraph.of(cardinalities, wheel, 3, GraphRoom.WIDEST).tree();
    assertThat(tree.size()).isEqualTo(n - 3);
    assertThat((System.nanoTime() - start) / 1e9).isLessThan(10);
  }

  @Test
  void observed_everyVariable_isOneLabellingAsByClamping() {
    final Random random = new Random(5);
    final FactorGraph graph = cycle(exact(2), 3);
    final double[] scores = random.doubles(graph.configurations(), -2, 2).toArray();
    final GraphInference inference = new GraphInference();
    final int[] labels = {2, 0, 1, 1};
    final double score = inference.collect(graph, scores, labels);
    final double[] q = new double[scores.length];
    inference.marginals(q);
    assertThat(Arrays.stream(q).sum()).isEqualTo(4);
    double sum = 0;
    for (int w = 0; w < q.length; w++) {
      sum += q[w] * scores[w];
    }
    assertThat(score).isCloseTo(sum, within(1e-12));
    double mass = 0;
    for (int state = 0; state < 3; state++) {
      mass += Math.exp(inference.collect(graph, scores, new int[] {2, 0, 1, state}));
    }
    assertThat(inference.collect(graph, scores, new int[] {2, 0, 1, -1}))
        .isCloseTo(Math.log(mass), within(1e-12));
  }

  private static FactorGraphs exact(final int maxWidth) {
    return new FactorGraphs(
        (cardinalities, scopes) ->
            FactorGraph.of(cardinalities, scopes, maxWidth, GraphRoom.WIDEST),
        GraphRoom.WIDEST);
  }

  private static FactorGraph cycle(final FactorGraphs graphs, final int states) {
    final int[] cardinalities = new int[9]; // longer than it says
    Arrays.fill(cardinalities, states);
    return graphs.of(4, cardinalities, 4, new int[] {0, 2, 4, 6, 8}, CYCLE);
  }
}
