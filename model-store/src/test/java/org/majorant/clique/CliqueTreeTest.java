package org.majorant.clique;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class CliqueTreeTest {
  static Stream<CliqueTree> trees() {
    return Stream.of(
        Chains.tree(1, 4, 1),
        Chains.tree(6, 3, 0),
        Chains.tree(7, 3, 1),
        Chains.tree(6, 3, 2),
        Chains.tree(2, 3, 2),
        graph(new int[] {4, 2, 3, 3, 2}, new int[][] {{0, 1}, {0, 2}, {0, 3}, {4, 0}}, 1),
        graph(new int[] {2, 3, 2, 3, 2, 2}, new int[][] {{1, 0}, {2, 1}, {1, 3}, {3, 4}}, 1),
        graph(
            new int[] {3, 2, 3, 2, 3},
            new int[][] {{0, 1}, {1, 2}, {2, 3}, {3, 4}, {4, 0}, {1}, {2, 4}},
            2),
        graph(
            new int[] {2, 2, 2, 2, 2, 2, 3},
            new int[][] {{0, 1, 3}, {3, 4}, {1, 4, 2}, {6, 5}, {4}},
            2));
  }

  @ParameterizedTest
  @MethodSource("trees")
  void inference_equals_enumeration(final CliqueTree tree) {
    final Random random = new Random(tree.size());
    final SumProduct inference = new SumProduct();
    for (int trial = 0; trial < 10; trial++) {
      final double[] potentials = Enumeration.gaussian(tree, random, 1 + trial);
      final Observation evidence = trial % 2 == 0 ? anything(tree) : evidence(tree, random);
      final Enumeration all = new Enumeration(tree, potentials, evidence);
      final double[] clamped = potentials.clone();
      evidence.clamp(tree, clamped);
      assertThat(inference.collect(tree, clamped))
          .as("trial %d", trial)
          .isCloseTo(all.logPartition, within(1e-12 * (1 + Math.abs(all.logPartition))));
      inference.distribute();
      final int size = tree.configurations();
      assertThat(Arrays.copyOf(inference.marginals(), size))
          .containsExactly(all.marginals, within(1e-12));
      for (int v = 0; v < tree.variables(); v++) {
        final double[] p = new double[tree.cardinality(v)];
        inference.nodeMarginals(v, p);
        assertThat(p).containsExactly(all.nodeMarginals[v], within(1e-12));
      }
      final int[] labels = new int[tree.variables()];
      final double best = new MaxProduct().map(tree, clamped, labels);
      assertThat(best).isCloseTo(all.best, within(1e-12 * (1 + Math.abs(all.best))));
      assertThat(Enumeration.score(tree, clamped, labels)).isCloseTo(best, within(1e-12));
      assertThat(Enumeration.admits(evidence, labels)).isTrue();
    }
  }

  @ParameterizedTest
  @MethodSource("trees")
  void all_observed_leaves_the_score_of_the_labelling(final CliqueTree tree) {
    final Random random = new Random(3);
    final double[] potentials = Enumeration.gaussian(tree, random, 2);
    final int[] labels = new int[tree.variables()];
    for (int v = 0; v < labels.length; v++) {
      labels[v] = random.nextInt(tree.cardinality(v));
    }
    final double score = Enumeration.score(tree, potentials, labels);
    Observation.observed(labels).clamp(tree, potentials);
    assertThat(new SumProduct().collect(tree, potentials)).isCloseTo(score, within(1e-12));
  }

  @Test
  void factors_add_up_in_their_cliques_and_marginals_come_back() {
    final Random random = new Random(4);
    final int[] cardinalities = {2, 3, 2, 3};
    final int[][] scopes = {{1, 0}, {1, 2}, {3, 2}, {0, 3}, {3}, {1, 2}};
    final FactorGraph graph = FactorGraph.of(cardinalities, scopes, 2, GraphRoom.WIDEST);
    final double[] factors = random.doubles(graph.configurations(), -2, 2).toArray();
    final double[] potentials = new double[graph.tree().configurations()];
    graph.logPotentials(factors, potentials);
    final SumProduct inference = new SumProduct();
    final double logPartition = inference.collect(graph.tree(), potentials);
    inference.distribute();
    double sum = 0;
    final double[] third = new double[6];
    for (int i = 0; i < 36; i++) {
      final int[] y = {i / 18, i / 6 % 3, i / 3 % 2, i % 3};
      double score = factors[graph.start(4) + y[3]];
      for (final int f : new int[] {0, 1, 2, 3, 5}) {
        final int w = y[scopes[f][0]] * cardinalities[scopes[f][1]] + y[scopes[f][1]];
        score += factors[graph.start(f) + w];
        assertThat(graph.configuration(f, y)).isEqualTo(graph.start(f) + w);
      }
      sum += Math.exp(score);
      third[y[3] * 2 + y[2]] += Math.exp(score - logPartition);
    }
    assertThat(logPartition).isCloseTo(Math.log(sum), within(1e-12));
    final double[] marginals = new double[factors.length];
    graph.collapse(inference.marginals(), marginals);
    assertThat(Arrays.copyOfRange(marginals, graph.start(2), graph.start(3)))
        .containsExactly(third, within(1e-12));
  }

  @Test
  void elimination_beyond_the_width_is_refused_with_the_width() {
    final int[][] cycle = {{0, 1}, {1, 2}, {2, 3}, {3, 0}};
    final int[] binary = {2, 2, 2, 2};
    assertThat(FactorGraph.of(binary, cycle, 2, GraphRoom.WIDEST).tree().size()).isEqualTo(2);
    assertThatThrownBy(() -> FactorGraph.of(binary, cycle, 1, GraphRoom.WIDEST))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("tree-width 2")
        .hasMessageContaining("limit is 1");
  }

  /** Triangles glued along edges: a chordal graph, which min-fill eliminates without fill. */
  @Test
  void elimination_of_a_chordal_graph_finds_its_width_and_its_cliques() {
    for (int seed = 0; seed < 20; seed++) {
      final Random random = new Random(seed);
      final int n = 60;
      final int[] name = IntStream.range(0, n).toArray();
      for (int v = n - 1; v > 0; v--) {
        final int other = random.nextInt(v + 1);
        final int swap = name[v];
        name[v] = name[other];
        name[other] = swap;
      }
      final int[][] triangles = new int[n - 2][];
      triangles[0] = new int[] {name[0], name[1], name[2]};
      for (int v = 3; v < n; v++) {
        final int[] glue = triangles[random.nextInt(v - 2)];
        final int apart = random.nextInt(3);
        triangles[v - 2] = new int[] {glue[(apart + 1) % 3], name[v], glue[(apart + 2) % 3]};
      }
      final int[] binary = new int[n];
      Arrays.fill(binary, 2);
      assertThat(FactorGraph.of(binary, triangles, 2, GraphRoom.WIDEST).tree().size())
          .as("seed %d", seed)
          .isEqualTo(n - 2);
    }
  }

  @Test
  void clique_without_room_for_its_table_is_refused() {
    final int[] large = {1 << 11, 1 << 11, 1 << 11};
    assertThatThrownBy(() -> CliqueTree.of(large, new int[][] {{0, 1, 2}}, new int[] {-1}))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("configurations");
  }

  @Test
  void tree_without_running_intersection_is_refused() {
    final int[] binary = {2, 2, 2};
    final int[][] cliques = {{0, 1}, {1, 2}, {0, 2}};
    assertThatThrownBy(() -> CliqueTree.of(binary, cliques, new int[] {1, 2, -1}))
        .hasMessageContaining("variable 0 is in 2 separate parts");
    assertThatThrownBy(() -> CliqueTree.of(binary, cliques, new int[] {0, 2, -1}))
        .hasMessageContaining("before its parent");
  }

  @Test
  void large_graphs_keep_cliques_maximal_and_few() {
    final int n = 2000;
    final int[] binary = new int[n];
    Arrays.fill(binary, 2);
    final int[][] star = new int[n - 1][];
    final int[][] path = new int[n - 1][];
    for (int v = 1; v < n; v++) {
      star[v - 1] = new int[] {0, v};
      path[v - 1] = new int[] {v - 1, v};
    }
    for (final int[][] edges : new int[][][] {star, path}) {
      final CliqueTree tree = FactorGraph.of(binary, edges, 1, GraphRoom.WIDEST).tree();
      assertThat(tree.size()).isEqualTo(n - 1);
      assertThat(new SumProduct().collect(tree, new double[tree.configurations()]))
          .isCloseTo(n * Math.log(2), within(1e-9));
    }
  }

  @Test
  void impossible_labels_have_no_mass() {
    final CliqueTree tree = Chains.tree(3, 2, 1);
    final double[] potentials = new double[tree.configurations()];
    final Observation none = Observation.sets(null, new boolean[2], null);
    none.clamp(tree, potentials);
    final SumProduct inference = new SumProduct();
    assertThat(inference.collect(tree, potentials)).isEqualTo(Double.NEGATIVE_INFINITY);
    assertThatThrownBy(inference::distribute).isInstanceOf(IllegalStateException.class);
  }

  private static CliqueTree graph(
      final int[] cardinalities, final int[][] scopes, final int width) {
    return FactorGraph.of(cardinalities, scopes, width, GraphRoom.WIDEST).tree();
  }

  private static Observation anything(final CliqueTree tree) {
    return Observation.sets(new boolean[tree.variables()][]);
  }

  /** A random set of labels for about two variables in three; never an empty one. */
  private static Observation evidence(final CliqueTree tree, final Random random) {
    final boolean[][] sets = new boolean[tree.variables()][];
    for (int v = 0; v < sets.length; v++) {
      if (random.nextInt(3) > 0) {
        sets[v] = new boolean[tree.cardinality(v)];
        sets[v][random.nextInt(sets[v].length)] = true;
        sets[v][random.nextInt(sets[v].length)] = true;
      }
    }
    return Observation.sets(sets);
  }
}
