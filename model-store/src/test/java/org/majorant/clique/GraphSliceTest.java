package org.majorant.clique;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class GraphSliceTest {
  private static final FactorGraphs EXACT =
      new FactorGraphs(
          (cardinalities, scopes) -> FactorGraph.of(cardinalities, scopes, 8, GraphRoom.WIDEST),
          GraphRoom.WIDEST);
  private static final FactorGraphs FORESTS =
      new FactorGraphs(
          (cardinalities, scopes) -> FactorGraph.cover(cardinalities, scopes, GraphRoom.WIDEST),
          GraphRoom.WIDEST);

  @Test
  void slice_hasTheConditionalDistribution() {
    for (int seed = 0; seed < 300; seed++) {
      final SplittableRandom random = new SplittableRandom(seed);
      final int n = 1 + random.nextInt(5);
      final FactorGraph graph = graph(random, n);
      final double[] scores = random.doubles(graph.configurations(), -2, 2).toArray();
      final int[] given = new int[n + 1];
      for (int v = 0; v < n; v++) {
        final int cardinality = graph.tree().cardinality(v);
        given[v] = random.nextInt(3) == 0 ? random.nextInt(cardinality) : -1;
      }
      final GraphSlice slice = new GraphSlice(graph, given, EXACT);
      final double[] sliced = new double[slice.rest().configurations()];
      final double constant = slice.slice(scores, sliced);
      final GraphInference inference = new GraphInference();
      final double logPartition = constant + inference.collect(slice.rest(), sliced);
      inference.marginals(sliced.clone());
      final int[] best = new int[n];
      inference.map(best);

      final double[][] p = new double[n][];
      Arrays.setAll(p, v -> new double[graph.tree().cardinality(v)]);
      final int[] expected = new int[n];
      final double mass = enumerate(graph, scores, given, p, expected);
      assertThat(logPartition).as("seed %d", seed).isCloseTo(Math.log(mass), within(1e-12));
      final double[] all = new double[slice.rest().stateStart(n)];
      inference.nodeMarginals(all);
      for (int v = 0; v < n; v++) {
        final double[] actual =
            Arrays.copyOfRange(all, slice.rest().stateStart(v), slice.rest().stateStart(v + 1));
        if (given[v] >= 0) {
          assertThat(actual).containsExactly(new double[] {1}, within(1e-12));
        } else {
          assertThat(best[v]).as("seed %d", seed).isEqualTo(expected[v]);
          for (int y = 0; y < actual.length; y++) {
            assertThat(actual[y]).as("seed %d", seed).isCloseTo(p[v][y] / mass, within(1e-12));
          }
        }
      }
    }
  }

  /** A grid of 3 by 3 whose middle is given is a ring; with two opposite sides, too, two edges. */
  @Test
  void slice_ofAGrid_isNarrower_andItsForestsBoundIt() {
    final int[] cardinalities = new int[9];
    Arrays.fill(cardinalities, 2);
    final int[][] scopes = new int[12][];
    for (int row = 0, f = 0; row < 3; row++) {
      for (int column = 0; column < 3; column++) {
        final int v = 3 * row + column;
        if (column < 2) {
          scopes[f++] = new int[] {v, v + 1};
        }
        if (row < 2) {
          scopes[f++] = new int[] {v, v + 3};
        }
      }
    }
    final SplittableRandom random = new SplittableRandom(3);
    final FactorGraph grid = FactorGraph.cover(cardinalities, scopes, GraphRoom.WIDEST);
    assertThat(grid.isCover()).isTrue();
    final double[] scores = random.doubles(grid.configurations(), -1, 1).toArray();
    final int[] given = {-1, -1, -1, -1, 1, -1, -1, -1, -1};
    final GraphSlice ring = new GraphSlice(grid, given, FORESTS);
    assertThat(ring.rest().isCover()).isTrue();
    final double[][] p = new double[9][2];
    final double exact = Math.log(enumerate(grid, scores, given, p, new int[9]));
    final double[] sliced = new double[ring.rest().configurations()];
    final double constant = ring.slice(scores, sliced);
    final GraphInference inference = new GraphInference();
    assertThat(constant + inference.collect(ring.rest(), sliced)).isBetween(exact, exact + 0.5);
    assertThat(constant + inference.lower(sliced)).isBetween(exact - 0.5, exact);

    given[1] = 0;
    given[7] = 0;
    assertThat(new GraphSlice(grid, given, FORESTS).rest().isCover()).isFalse();
  }

  @Test
  void slice_ofAllVariables_isOneLabelling() {
    for (final FactorGraphs structures : new FactorGraphs[] {EXACT, FORESTS}) {
      final SplittableRandom random = new SplittableRandom(4);
      final FactorGraph graph = graph(random, 4);
      final double[] scores = random.doubles(graph.configurations(), -2, 2).toArray();
      final int[] given = {0, 1, 0, 1};
      final GraphSlice slice = new GraphSlice(graph, given, structures);
      assertThat(slice.rest().configurations()).isZero();
      double score = 0;
      for (int f = 0; f < graph.factors(); f++) {
        score += scores[graph.configuration(f, given)];
      }
      assertThat(slice.slice(scores, new double[0])).isEqualTo(score);
      final GraphInference inference = new GraphInference();
      assertThat(inference.collect(slice.rest(), new double[0])).isZero();
      assertThat(inference.lower(new double[0])).isZero();
    }
  }

  /** Variables of two or three states, with factors of one to three of them. */
  private static FactorGraph graph(final SplittableRandom random, final int n) {
    final int[] cardinalities = random.ints(n, 2, 4).toArray();
    final int[][] scopes = new int[1 + random.nextInt(6)][];
    for (int f = 0; f < scopes.length; f++) {
      scopes[f] = random.ints(0, n).distinct().limit(1 + random.nextInt(Math.min(3, n))).toArray();
    }
    return FactorGraph.of(cardinalities, scopes, 8, GraphRoom.WIDEST);
  }

  /** The mass of the labellings that agree, by state of each variable, and the best of them. */
  private static double enumerate(
      final FactorGraph graph,
      final double[] scores,
      final int[] given,
      final double[][] p,
      final int[] best) {
    final int[] labels = new int[graph.variables()];
    double mass = 0;
    double most = 0;
    for (int v = 0; v < labels.length; ) {
      boolean agrees = true;
      double score = 0;
      for (int u = 0; u < labels.length; u++) {
        agrees &= given[u] < 0 || given[u] == labels[u];
      }
      for (int f = 0; f < graph.factors(); f++) {
        score += scores[graph.configuration(f, labels)];
      }
      final double share = agrees ? Math.exp(score) : 0;
      mass += share;
      for (int u = 0; u < labels.length; u++) {
        p[u][labels[u]] += share;
      }
      if (share > most) {
        most = share;
        System.arraycopy(labels, 0, best, 0, labels.length);
      }
      for (v = 0; v < labels.length && ++labels[v] == graph.tree().cardinality(v); v++) {
        labels[v] = 0;
      }
    }
    return mass;
  }
}
