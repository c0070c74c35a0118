package org.majorant.matching;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class MatchingGraphTest {
  @Test
  void kappa_ofGraphsWithoutLoops_goesByTheDegree() {
    assertThat(RandomMatchings.square(5).kappa(7)).isEqualTo(1 - 1.0 / 5);
    assertThat(RandomMatchings.complete(6, false).kappa(2)).isEqualTo(1 - 1.0 / 5);
    // 3 has no other partner than 0, which leaves no choice to 4 either.
    final MatchingGraph forced =
        MatchingGraph.bipartite(3, 3, 6, new int[] {0, 3, 0, 4, 1, 4, 1, 5, 2, 4, 2, 5});
    assertThat(forced.kappa(0)).isZero();
    assertThat(forced.kappa(1)).isEqualTo(0.5);
    assertThat(forced.withKappa(0.25).kappa(1)).isEqualTo(0.25);
  }

  @Test
  void kappa_isOneWhereSomethingThatANodeHangsTogetherWithMayStayAlone() {
    final MatchingGraph graph =
        MatchingGraph.bipartite(
            4, 5, 9, new int[] {0, 4, 0, 5, 1, 4, 1, 5, 2, 6, 2, 7, 3, 7, 3, 8, 6, 6});
    assertThatThrownBy(() -> graph.withKappa(0.5))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("kappa must be 1 where a node may stay alone");
    for (int v = 0; v < 9; v++) {
      final boolean apart = v < 2 || v == 4 || v == 5;
      assertThat(graph.kappa(v)).as("node %d", v).isEqualTo(apart ? 0.5 : graph.kappa(v));
    }
  }

  @Test
  void edges_thatNoMatchingHas_haveMarginalZero() {
    final MatchingGraph graph = MatchingGraph.bipartite(2, 2, 3, new int[] {0, 2, 0, 3, 1, 3});
    final MatchingInference inference = new MatchingInference(100);
    inference.open(graph);
    assertThat(inference.solve(new double[] {1, 50, 2}, 1e-9)).isTrue();
    assertThat(inference.upper()).isCloseTo(3, within(1e-9));
    assertThat(inference.marginal(0)).isEqualTo(1);
    assertThat(inference.marginal(1)).isZero();
    assertThat(inference.complement(1)).isEqualTo(1);
  }

  @Test
  void graph_withoutAMatching_isRefused() {
    assertRefused(
        "the candidate edges contain no perfect matching",
        () -> MatchingGraph.bipartite(2, 2, 2, new int[] {0, 2, 1, 2}));
    assertRefused(
        "3 nodes cannot be matched with 2, since none may stay alone",
        () -> MatchingGraph.bipartite(3, 2, 0, new int[0]));
    assertRefused(
        "the candidate edges contain no perfect matching",
        () -> MatchingGraph.general(4, 3, new int[] {0, 1, 0, 2, 0, 3}));
    assertRefused(
        "3 nodes cannot be matched, since none may stay alone and their number is odd",
        () -> MatchingGraph.general(3, 3, new int[] {0, 1, 1, 2, 2, 0}));
    // two triangles: a point of the local polytope, half of each edge, and no matching
    assertRefused(
        "the candidate edges contain no perfect matching",
        () -> MatchingGraph.general(6, 6, new int[] {0, 1, 1, 2, 2, 0, 3, 4, 4, 5, 5, 3}));
  }

  @Test
  void edge_thatIsNone_isRefused() {
    assertRefused(
        "edge 1 joins 1 with 4, and there are 4 nodes, from 0",
        () -> MatchingGraph.bipartite(2, 2, 2, new int[] {0, 2, 1, 4}));
    assertRefused(
        "edge 0 joins -1 with 2, and there are 4 nodes, from 0",
        () -> MatchingGraph.general(4, 1, new int[] {-1, 2}));
    assertRefused(
        "edge 0 joins 0 with 1, which are not a left and a right node",
        () -> MatchingGraph.bipartite(2, 2, 1, new int[] {0, 1}));
    assertRefused(
        "edge 1 joins 1 with 0, as an edge before it does",
        () -> MatchingGraph.general(2, 2, new int[] {0, 1, 1, 0}));
  }

  private static void assertRefused(final String message, final Runnable making) {
    assertThatThrownBy(making::run)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(message);
  }
}
