package org.majorant.matching;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class BlossomMatchingTest {
  private final BlossomMatching blossom = new BlossomMatching();

  @Test
  void matching_ofCompleteGraphs_isTheBestOfAll() {
    for (int seed = 0; seed < RandomMatchings.MANY; seed++) {
      final Random random = new Random(seed);
      for (final MatchingGraph graph :
          List.of(
              RandomMatchings.complete(4, false),
              RandomMatchings.complete(6, false),
              RandomMatchings.complete(5, true))) {
        assertBest(seed, graph, RandomMatchings.scores(random, graph), 1e-5);
      }
    }
  }

  @Test
  void matching_ofRandomGraphs_isTheBestOfAll() {
    for (int seed = 0; seed < RandomMatchings.MANY; seed++) {
      final Random random = new Random(seed);
      final MatchingGraph graph =
          random.nextBoolean()
              ? RandomMatchings.general(random, 1 + random.nextInt(7), random.nextDouble())
              : RandomMatchings.roommates(
                  random, 1 + random.nextInt(12), random.nextDouble(), random.nextDouble());
      assertBest(seed, graph, RandomMatchings.scores(random, graph), 1e-5);
    }
  }

  /** Scores that rule out an edge must not make all others look alike. */
  @Test
  void matching_besideScoresThatAreAsGoodAsForbidden_isTheBestOfAll() {
    for (int seed = 0; seed < RandomMatchings.MANY; seed++) {
      final Random random = new Random(seed);
      final MatchingGraph graph =
          RandomMatchings.roommates(random, 2 + random.nextInt(8), 0.8, 0.3);
      final double[] scores = random.doubles(graph.edges(), -1, 1).toArray();
      final int forbidden = random.nextInt(graph.edges());
      scores[forbidden] = -1e9;
      final double best = new ExactMatchings(graph).best(scores);
      assertBest(seed, graph, scores, best < -1e8 ? 10 : 1e-5);
    }
  }

  /**
   * Two triangles, and between them a way of many nodes: all along it pairs have to change, for one
   * nat each.
   */
  @Test
  void matching_thatChangesAllAlongALongWay_isFound() {
    final int pairs = 100;
    final int nodes = 2 * pairs + 6;
    final int edges = nodes + 1;
    final int[] ends = new int[2 * edges];
    final double[] scores = new double[edges];
    for (int e = 0; e < nodes - 1; e++) {
      ends[2 * e] = e;
      ends[2 * e + 1] = e + 1;
      scores[e] = e % 2 == 0 && e > 1 && e < nodes - 3 ? -1 : 0;
    }
    ends[2 * edges - 3] = 2;
    ends[2 * edges - 2] = nodes - 3;
    ends[2 * edges - 1] = nodes - 1;
    final MatchingGraph graph = MatchingGraph.general(nodes, edges, ends);
    assertThat(score(0, graph, scores)).isCloseTo(-pairs - 1, within(1e-6));
  }

  /** Zeros and few different scores: ties, and odd cycles in plenty. */
  @Test
  void matching_ofTies_isTheBestOfAll() {
    for (int seed = 0; seed < RandomMatchings.MANY; seed++) {
      final Random random = new Random(seed);
      final MatchingGraph graph = RandomMatchings.general(random, 1 + random.nextInt(7), 0.5);
      final double[] scores = new double[graph.edges()];
      Arrays.setAll(scores, e -> random.nextInt(3));
      assertBest(seed, graph, scores, 1e-5);
    }
  }

  /** There is one exactly if it is the best to match all, where to stay alone costs much. */
  @Test
  void graph_withoutAPerfectMatching_isRefused() {
    int none = 0;
    for (int seed = 0; seed < RandomMatchings.MANY; seed++) {
      final Random random = new Random(seed);
      final int nodes = 2 * (1 + random.nextInt(5));
      final List<Integer> ends = new ArrayList<>();
      for (int i = 0; i < nodes; i++) {
        for (int j = i + 1; j < nodes; j++) {
          if (random.nextInt(nodes) < 2) {
            ends.addAll(List.of(i, j));
          }
        }
      }
      final int edges = ends.size() / 2;
      for (int v = 0; v < nodes; v++) {
        ends.addAll(List.of(v, v));
      }
      final int[] all = ends.stream().mapToInt(v -> v).toArray();
      final double[] scores = new double[edges + nodes];
      Arrays.fill(scores, edges, edges + nodes, -1);
      final MatchingGraph loose = MatchingGraph.general(nodes, edges + nodes, all);
      if (new ExactMatchings(loose).best(scores) < 0) {
        none++;
        assertThatThrownBy(() -> MatchingGraph.general(nodes, edges, all))
            .as("seed %d", seed)
            .isInstanceOf(IllegalArgumentException.class)
            .hasMessage("the candidate edges contain no perfect matching");
      } else {
        assertThat(MatchingGraph.general(nodes, edges, all).edges()).isEqualTo(edges);
      }
    }
    assertThat(none).isBetween(RandomMatchings.MANY / 10, RandomMatchings.MANY * 9 / 10);
  }

  private void assertBest(
      final int seed, final MatchingGraph graph, final double[] scores, final double rounding) {
    assertThat(score(seed, graph, scores))
        .as("seed %d", seed)
        .isCloseTo(new ExactMatchings(graph).best(scores), within(rounding));
  }

  /** Of what is found, which is a matching. */
  private double score(final int seed, final MatchingGraph graph, final double[] scores) {
    final double[] duals = new double[graph.nodes()];
    graph.cover().solve(new Assignment(), scores, new double[graph.cover().edges()], duals);
    final double[] reduced = new double[graph.edges()];
    for (int e = 0; e < graph.edges(); e++) {
      final boolean loop = graph.first(e) == graph.second(e);
      reduced[e] = scores[e] - duals[graph.first(e)] - (loop ? 0 : duals[graph.second(e)]);
    }
    assertThat(blossom.solve(graph, reduced)).as("seed %d", seed).isTrue();
    double score = 0;
    for (int v = 0; v < graph.nodes(); v++) {
      final int e = blossom.edge(v);
      final int other = graph.first(e) == v ? graph.second(e) : graph.first(e);
      assertThat(blossom.edge(other)).as("seed %d", seed).isEqualTo(e);
      score += other == v ? scores[e] : 0.5 * scores[e];
    }
    return score;
  }
}
