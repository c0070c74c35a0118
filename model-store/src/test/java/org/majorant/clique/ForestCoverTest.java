package org.majorant.clique;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class ForestCoverTest {
  /** Where all copies of a variable have one label, the mean of the forests is the graph. */
  @Test
  void cover_ofAnyGraph_hasTheGraphForItsMean() {
    for (long seed = 0; seed < RandomCovers.MANY; seed++) {
      final SplittableRandom random = new SplittableRandom(seed);
      final FactorGraph graph = RandomCovers.any(random).cover();
      final double[] scores = RandomCovers.scores(graph, random, 1);
      final int n = graph.variables();
      final int[] labels = new int[graph.tree().variables()];
      Arrays.setAll(
          labels,
          copy -> copy < n ? random.nextInt(graph.tree().cardinality(copy)) : labels[copy - n]);
      double score = 0;
      for (int f = 0; f < graph.factors(); f++) {
        score += scores[graph.configuration(f, labels)];
      }
      final double[] table = new double[graph.tree().configurations()];
      graph.logPotentials(scores, table);
      assertThat(graph.share() * Enumeration.score(graph.tree(), table, labels))
          .as("seed %d", seed)
          .isCloseTo(score, within(1e-12));
    }
  }

  @Test
  void collapse_isTheTransposeOverTheNumberOfForests() {
    for (long seed = 0; seed < 200; seed++) {
      final SplittableRandom random = new SplittableRandom(seed);
      final FactorGraph graph = RandomCovers.any(random).cover();
      final double[] factors = RandomCovers.scores(graph, random, 1);
      final double[] spread = new double[graph.tree().configurations()];
      graph.logPotentials(factors, spread);
      final double[] cliques = new double[spread.length];
      Arrays.setAll(cliques, w -> random.nextGaussian());
      final double[] collapsed = new double[factors.length];
      graph.collapse(cliques, collapsed);
      assertThat(dot(collapsed, factors))
          .as("seed %d", seed)
          .isCloseTo(graph.share() * dot(cliques, spread), within(1e-12));
    }
  }

  @Test
  void grid_hasTwoSpanningTrees() {
    final FactorGraph grid = RandomCovers.grid(4, 5, 2).cover();
    assertThat(grid.forests()).isEqualTo(2);
    assertThat(grid.isCover()).isTrue();
    assertThat(grid.tree().variables()).isEqualTo(40);
    assertThat(grid.tree().size()).isEqualTo(2 * 19);
    for (int c = 0; c < grid.tree().size(); c++) {
      assertThat(grid.tree().clique(c).size()).isEqualTo(4);
    }
    assertThat(roots(grid)).isEqualTo(2);
  }

  /** A cover of ten variables with all 45 pairs takes five forests of nine pairs at least. */
  @Test
  void completeGraph_takesAboutHalfAsManyForestsAsVariables() {
    assertThat(RandomCovers.complete(10).cover().forests()).isBetween(5, 6);
    assertThat(RandomCovers.complete(101).cover().forests()).isBetween(51, 65);
  }

  @Test
  void graphWithoutLoops_isOneForest() {
    for (long seed = 0; seed < 100; seed++) {
      final FactorGraph tree = RandomCovers.tree(new SplittableRandom(seed)).cover();
      assertThat(tree.forests()).as("seed %d", seed).isEqualTo(1);
      assertThat(tree.isCover()).as("seed %d", seed).isFalse();
    }
    final int[] three = {2, 2, 2, 2, 2};
    final int[][] wide = {{0, 1, 2}, {3}, {2, 4, 3}, {1, 0}, {2, 1, 0}};
    assertThat(FactorGraph.cover(three, wide, GraphRoom.WIDEST).forests()).isEqualTo(1);
    assertThat(
            FactorGraph.cover(three, new int[][] {{0, 1, 2}, {1, 2, 3}}, GraphRoom.WIDEST)
                .forests())
        .isEqualTo(2);
  }

  @Test
  void cover_ofTooLargeTables_isRefused() {
    final int[] many = {300, 300, 300};
    final String message =
        "the forests that cover it have more than 1048576 configurations, or 131072 variables";
    assertThatThrownBy(() -> FactorGraph.cover(many, new int[][] {{0, 1, 2}}, GraphRoom.WIDEST))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(message);
    // No two of these scopes can be in one forest.
    final int[] binary = new int[500];
    Arrays.fill(binary, 2);
    final int[][] alike = new int[498][];
    Arrays.setAll(alike, f -> new int[] {0, 1, f + 2});
    assertThatThrownBy(() -> FactorGraph.cover(binary, alike, GraphRoom.WIDEST))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(message);
    assertThat(
            FactorGraph.cover(many, new int[][] {{0, 1}, {1, 2}, {0, 2}}, GraphRoom.WIDEST)
                .forests())
        .isEqualTo(2);
  }

  /** What costs the square of it takes a minute here. */
  @Test
  void cover_ofManyVariables_isFast() {
    final long start = System.nanoTime();
    final FactorGraph grid = RandomCovers.grid(100, 100, 2).cover();
    assertThat(grid.forests()).isEqualTo(2);
    final FactorGraph dense = RandomCovers.complete(400).cover();
    assertThat(dense.forests()).isLessThan(300);
    assertThat((System.nanoTime() - start) / 1e9).isLessThan(60);
  }

  private static long roots(final FactorGraph graph) {
    long roots = 0;
    for (int c = 0; c < graph.tree().size(); c++) {
      roots += graph.tree().clique(c).parent() < 0 ? 1 : 0;
    }
    return roots;
  }

  private static double dot(final double[] a, final double[] b) {
    double sum = 0;
    for (int i = 0; i < a.length; i++) {
      sum += a[i] * b[i];
    }
    return sum;
  }
}
