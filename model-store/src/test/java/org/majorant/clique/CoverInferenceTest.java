package org.majorant.clique;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class CoverInferenceTest {
  private static final double ROUNDING = 1e-9;

  private final GraphInference inference = new GraphInference(1e-11, 20_000);

  /** The values of a prototype, which are printed to so many digits. */
  @Test
  void threeByThree_byRowsAndColumns_hasTheReferenceValues() {
    final RandomCovers grid = RandomCovers.grid(3, 3, 2);
    final FactorGraph graph = rowsAndColumns(grid);
    final double[] scores = agreement(graph);
    final int[] nothing = nothing(graph);
    assertThat(RandomCovers.logPartition(graph, scores, nothing))
        .isCloseTo(9.630676115, within(1e-8));
    assertThat(inference.collect(graph, scores)).isCloseTo(9.860380831, within(1e-8));
    final double[] p = new double[graph.stateStart(graph.variables())];
    inference.nodeMarginals(p);
    final double[] first = {.310841, .217895, .668850};
    for (int v = 0; v < 3; v++) {
      assertThat(p[2 * v + 1]).isCloseTo(first[v], within(2e-6));
    }
    assertThat(inference.lower(scores)).isCloseTo(9.397897, within(1e-6));
    final GraphInference once = new GraphInference(1e-11, 1);
    assertThat(once.collect(graph, scores)).isCloseTo(9.984612698, within(1e-8));
    final double trees = inference.collect(grid.cover(), scores);
    assertThat(trees).isBetween(9.630676115, 9.860380831);
  }

  @Test
  void bounds_ofAnyGraph_encloseLogZ() {
    for (long seed = 0; seed < RandomCovers.MANY; seed++) {
      final SplittableRandom random = new SplittableRandom(seed);
      final FactorGraph graph = RandomCovers.any(random).cover();
      final double[] scores = RandomCovers.scores(graph, random, random.nextInt(5));
      final double exact = RandomCovers.logPartition(graph, scores, nothing(graph));
      final GraphInference some = new GraphInference(1e-4, 1 + random.nextInt(30));
      final double upper = some.collect(graph, scores);
      assertThat(upper).as("seed %d", seed).isGreaterThan(exact - ROUNDING);
      assertThat(some.lower(scores)).as("seed %d", seed).isLessThan(exact + ROUNDING);
      if (!graph.isCover()) {
        assertThat(upper).as("seed %d", seed).isCloseTo(exact, within(ROUNDING));
        assertThat(some.gap()).as("seed %d", seed).isZero();
      }
      final int[] observed = new int[graph.variables()];
      Arrays.setAll(observed, v -> random.nextInt(1 + graph.tree().cardinality(v)) - 1);
      assertThat(some.collect(graph, scores, observed))
          .as("seed %d", seed)
          .isLessThan(RandomCovers.logPartition(graph, scores, observed) + ROUNDING);
    }
  }

  /** The junction tree, held to all labellings in the first cases, gives what is exact. */
  @Test
  void bounds_ofGrids_encloseLogZ() {
    final RandomCovers[] grids = {RandomCovers.grid(4, 4, 2), RandomCovers.grid(3, 4, 3)};
    final GraphInference exact = new GraphInference();
    final GraphInference both = new GraphInference();
    for (long seed = 0; seed < RandomCovers.MANY; seed++) {
      final SplittableRandom random = new SplittableRandom(seed);
      final RandomCovers grid = grids[(int) (seed % 2)];
      final FactorGraph narrow = grid.exact();
      final FactorGraph cover = grid.cover();
      final double[] scores = RandomCovers.scores(cover, random, 4 * random.nextDouble());
      final double value = exact.collect(narrow, scores);
      if (seed < 8) {
        assertThat(RandomCovers.logPartition(cover, scores, nothing(cover)))
            .as("seed %d", seed)
            .isCloseTo(value, within(1e-9));
      }
      final double upper = both.collect(cover, scores);
      assertThat(upper).as("seed %d", seed).isBetween(value - ROUNDING, value + 2.5 * 16);
      assertThat(both.lower(scores)).as("seed %d", seed).isLessThan(value + ROUNDING);
      assertThat(both.sweeps() == 100 || both.gap() <= 1e-4 * cover.variables())
          .as("seed %d: %d sweeps, gap %s", seed, both.sweeps(), both.gap())
          .isTrue();
    }
  }

  /** The bound never rises from sweep to sweep, and less its gap it is never above the optimum. */
  @Test
  void gap_atEverySweep_holdsTheOptimum() {
    for (long seed = 0; seed < 30; seed++) {
      final SplittableRandom random = new SplittableRandom(seed);
      final FactorGraph graph = RandomCovers.grid(4, 4, 2 + (int) (seed % 2)).cover();
      final double[] scores = RandomCovers.scores(graph, random, 1 + seed % 3);
      final double best = inference.collect(graph, scores);
      assertThat(inference.gap()).as("seed %d", seed).isLessThan(1e-8);
      double before = Double.POSITIVE_INFINITY;
      for (int sweeps = 1; sweeps <= 20; sweeps++) {
        final GraphInference some = new GraphInference(0, sweeps);
        final double bound = some.collect(graph, scores);
        assertThat(some.sweeps()).isEqualTo(sweeps);
        assertThat(bound).as("seed %d, sweep %d", seed, sweeps).isLessThanOrEqualTo(before);
        assertThat(bound).as("seed %d, sweep %d", seed, sweeps).isGreaterThan(best - ROUNDING);
        assertThat(bound - some.gap())
            .as("seed %d, sweep %d", seed, sweeps)
            .isLessThan(best + ROUNDING);
        assertThat(disagreement(graph, some))
            .as("seed %d, sweep %d", seed, sweeps)
            .isLessThanOrEqualTo(Math.sqrt(graph.forests() * some.gap() / 2) + ROUNDING);
        before = bound;
      }
    }
  }

  /** Of three variables that do not depend on each other, only the middle one disagrees. */
  @Test
  void gap_ofIndependentVariables_isTheirDivergence() {
    final FactorGraph graph =
        FactorGraph.cover(
            new int[] {2, 3, 2}, new int[][] {{0}, {1}, {2}, {0, 1}, {1, 2}}, GraphRoom.WIDEST);
    final double[] p = {.3, .7, .2, .5, .3, .6, .4};
    final double[] means = {.3, .7, .6, .3, .1, .6, .4};
    final double[] scores = new double[graph.configurations()];
    Arrays.setAll(scores, w -> w < p.length ? Math.log(p[w]) : 0);
    final double[] table = new double[graph.tree().configurations()];
    graph.logPotentials(scores, table);
    final SumProduct sums = new SumProduct();
    sums.collect(graph.tree(), table);
    sums.distribute();
    double divergence = 0;
    for (int at = 2; at < 5; at++) {
      divergence += means[at] * Math.log(means[at] / p[at]);
    }
    assertThat(new ForestGap().of(graph, sums, p, means)).isCloseTo(divergence, within(1e-14));
    assertThat(new ForestGap().of(graph, sums, p, p)).isCloseTo(0, within(1e-14));
  }

  @Test
  void marginals_areTheDerivativesOfTheBound() {
    final double h = 1e-4;
    final SplittableRandom random = new SplittableRandom(3);
    for (final RandomCovers shape :
        new RandomCovers[] {
          RandomCovers.grid(3, 3, 3),
          RandomCovers.complete(6),
          RandomCovers.any(new SplittableRandom(2))
        }) {
      final FactorGraph graph = shape.cover();
      final double[] scores = RandomCovers.scores(graph, random, 1);
      final double[] p = new double[scores.length];
      inference.collect(graph, scores);
      inference.marginals(p);
      for (int w = 0; w < scores.length; w++) {
        final double score = scores[w];
        scores[w] = score + h;
        final double high = inference.collect(graph, scores);
        scores[w] = score - h;
        final double low = inference.collect(graph, scores);
        scores[w] = score;
        assertThat((high - low) / (2 * h)).as("configuration %d", w).isCloseTo(p[w], within(1e-5));
      }
    }
  }

  /** Mean field of a grid of which every second variable is observed has nothing to approximate. */
  @Test
  void lowerBound_ofVariablesThatHangTogetherByObservedOnes_isExact() {
    final FactorGraph graph = RandomCovers.grid(3, 4, 3).cover();
    final double[] scores = RandomCovers.scores(graph, new SplittableRandom(1), 2);
    final int[] observed = new int[12];
    Arrays.setAll(observed, v -> (v / 4 + v) % 2 == 0 ? v % 3 : -1);
    assertThat(inference.collect(graph, scores, observed))
        .isCloseTo(RandomCovers.logPartition(graph, scores, observed), within(1e-9));
    final double[] q = new double[scores.length];
    inference.marginals(q);
    for (int f = 0; f < graph.factors(); f++) {
      assertThat(IntStream.range(graph.start(f), graph.start(f + 1)).mapToDouble(w -> q[w]).sum())
          .isCloseTo(1, within(1e-12));
    }
  }

  @Test
  void labels_ofStrongScores_areThoseOfTheBestLabelling() {
    for (long seed = 0; seed < 50; seed++) {
      final SplittableRandom random = new SplittableRandom(seed);
      final RandomCovers grid = RandomCovers.grid(4, 4, 2);
      final FactorGraph graph = grid.cover();
      final double[] scores = RandomCovers.scores(graph, random, 1);
      final int[] truth = random.ints(16, 0, 2).toArray();
      for (int f = 0; f < graph.factors(); f++) {
        scores[graph.configuration(f, truth)] += 6;
      }
      final int[] labels = new int[16];
      inference.collect(graph, scores);
      inference.map(labels);
      assertThat(labels).as("seed %d", seed).isEqualTo(truth);
    }
  }

  @Test
  void search_thatBeginsWhereTheLastOneEnded_isShorter_andFindsTheSameBound() {
    final FactorGraph graph = RandomCovers.grid(6, 6, 2).cover();
    final GraphInference exact = new GraphInference(1e-8, 1000);
    int cold = 0;
    int warm = 0;
    for (long seed = 0; seed < 20; seed++) {
      final SplittableRandom random = new SplittableRandom(seed);
      final double[] scores = RandomCovers.scores(graph, random, 1);
      final double[] split = new double[graph.splitSize()];
      assertThat(exact.collectFrom(split, graph, scores)).isEqualTo(exact.collect(graph, scores));
      Arrays.setAll(scores, w -> scores[w] + 0.01 * random.nextGaussian());
      final double bound = exact.collect(graph, scores);
      cold += exact.sweeps();
      assertThat(exact.collectFrom(split, graph, scores)).isCloseTo(bound, within(36e-8));
      warm += exact.sweeps();
    }
    assertThat(warm).isLessThan(3 * cold / 4);
  }

  @Test
  void strongCoupling_thatDoesNotConverge_showsItsGap() {
    final FactorGraph graph = RandomCovers.grid(6, 6, 2).cover();
    final double[] scores = RandomCovers.scores(graph, new SplittableRandom(1), 8);
    final GraphInference short_ = new GraphInference(1e-4, 3);
    short_.collect(graph, scores);
    assertThat(short_.sweeps()).isEqualTo(3);
    assertThat(short_.gap()).isGreaterThan(36e-4);
  }

  @Test
  void scores_thatOverflow_areRefused() {
    final FactorGraph graph = RandomCovers.grid(2, 2, 2).cover();
    final double[] scores = new double[graph.configurations()];
    for (final double score : new double[] {Double.NaN, Double.NEGATIVE_INFINITY, 1e10}) {
      scores[3] = score;
      assertThatThrownBy(() -> inference.collect(graph, scores))
          .isInstanceOf(ArithmeticException.class)
          .hasMessage(
              "the score of configuration 3 is " + score + ", and must be within 1e+09 of 0");
      assertThatThrownBy(() -> inference.collect(graph, scores, nothing(graph)))
          .isInstanceOf(ArithmeticException.class);
    }
    scores[3] = 1e9;
    assertThat(inference.collect(graph, scores)).isBetween(1e9, 1e9 + 10);
  }

  @Test
  void inference_onceItsBuffersHaveGrown_allocatesNothing() {
    final FactorGraph graph = RandomCovers.grid(5, 5, 3).cover();
    final double[] scores = RandomCovers.scores(graph, new SplittableRandom(1), 1);
    final double[] p = new double[scores.length];
    final int[] labels = nothing(graph);
    labels[7] = 1;
    final GraphInference one = new GraphInference();
    final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    final long thread = Thread.currentThread().getId();
    long allocated = 0;
    for (int pass = 0; pass < 3; pass++) {
      final long start = threads.getThreadAllocatedBytes(thread);
      for (int i = 0; i < 20; i++) {
        one.collect(graph, scores);
        one.marginals(p);
        one.lower(scores);
        one.collect(graph, scores, labels);
        one.marginals(p);
      }
      allocated = threads.getThreadAllocatedBytes(thread) - start;
    }
    assertThat(allocated).isLessThan(2000);
  }

  private static int[] nothing(final FactorGraph graph) {
    final int[] nothing = new int[graph.variables()];
    Arrays.fill(nothing, -1);
    return nothing;
  }

  private static FactorGraph rowsAndColumns(final RandomCovers grid) {
    final WidestScopes edges = new WidestScopes(grid.cardinalities.length, grid.scopes);
    final int[] rows =
        IntStream.range(0, edges.size())
            .filter(e -> edges.scope(e)[1] == edges.scope(e)[0] + 1)
            .toArray();
    final int[] columns =
        IntStream.range(0, edges.size())
            .filter(e -> edges.scope(e)[1] != edges.scope(e)[0] + 1)
            .toArray();
    return FactorGraph.cover(
        grid.cardinalities, grid.scopes, edges, new int[][] {rows, columns}, GraphRoom.WIDEST);
  }

  /** The scores of the reference: of state 1, and where a variable agrees with the next. */
  private static double[] agreement(final FactorGraph grid) {
    final double[] scores = new double[grid.configurations()];
    for (int f = 0; f < grid.factors(); f++) {
      final int[] scope = grid.scope(f);
      if (scope.length == 1) {
        scores[grid.start(f) + 1] = ((5 * scope[0] + 2) % 7 - 3) / 2.0;
      } else {
        final double agree = scope[1] == scope[0] + 1 ? .6 : .4;
        scores[grid.start(f)] = agree;
        scores[grid.start(f) + 3] = agree;
      }
    }
    return scores;
  }

  /** The most by which a forest's marginals of a variable are from their mean. */
  private static double disagreement(final FactorGraph graph, final GraphInference some) {
    double most = 0;
    final double[] means = new double[graph.stateStart(graph.variables())];
    some.nodeMarginals(means);
    for (int v = 0; v < graph.variables(); v++) {
      final double[] mean = Arrays.copyOfRange(means, graph.stateStart(v), graph.stateStart(v + 1));
      for (int k = 0; k < graph.forests(); k++) {
        final double[] p = new double[mean.length];
        some.sums().nodeMarginals(k * graph.variables() + v, p);
        double distance = 0;
        for (int y = 0; y < p.length; y++) {
          distance += 0.5 * Math.abs(p[y] - mean[y]);
        }
        most = Math.max(most, distance);
      }
    }
    return most;
  }
}
