package org.majorant.matching;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class MatchingInferenceTest {
  private static final double TOLERANCE = 1e-9;
  private static final double PRINTED = 1e-8; // what the reference values are printed to
  private static final int SWEEPS = 20_000;

  private final MatchingInference inference = new MatchingInference(SWEEPS);

  @Test
  void square_ofEqualScores_hasTheClosedForm() {
    for (int n = 2; n <= 12; n++) {
      final double[] scores = new double[n * n];
      for (final double kappa : new double[] {0, 0.5, 1 - 1.0 / n, 1}) {
        assertLogPartition(
            RandomMatchings.square(n).withKappa(kappa),
            scores,
            n * Math.log(n) + kappa * n * (n - 1) * Math.log1p(-1.0 / n));
        assertThat(inference.marginal(n)).isCloseTo(1.0 / n, within(1e-6));
      }
    }
    assertLogPartition(RandomMatchings.square(4).withKappa(1), new double[16], 2.0929925751);
  }

  @Test
  void twoByTwo_isExactWithItsOwnKappa() {
    final MatchingGraph graph = RandomMatchings.square(2);
    assertLogPartition(graph, new double[4], Math.log(2));
    final double[] scores = {1, 0, 0, 0.5};
    assertLogPartition(graph, scores, Math.log1p(Math.exp(1.5)));
    assertThat(inference.marginal(0)).isCloseTo(0.8175744762, within(1e-6));
    assertLogPartition(graph.withKappa(1), scores, 1.5);
    assertThat(inference.marginal(0)).isCloseTo(1, within(1e-6));
  }

  @Test
  void fourByFour_hasTheReferenceValues() {
    final double[] scores = new double[16];
    Arrays.setAll(scores, e -> (7 * (e / 4) + 3 * (e % 4)) % 5 / 2.0);
    final MatchingGraph graph = RandomMatchings.square(4);
    assertThat(new ExactMatchings(graph).logPartition(scores))
        .isCloseTo(8.1818867625, within(1e-9));
    assertLogPartition(graph.withKappa(1), scores, 7.5);
    inference.solve(scores, 1e-12); // a vertex, which takes long to come to
    assertRow(0, 0, 0, 1);
    assertLogPartition(graph, scores, 7.989734596);
    assertRow(.045608, .178065, .088174, .688153);
    assertLogPartition(graph.withKappa(0), scores, 10.222519038);
    assertRow(.077643, .271002, .145057, .506298);
  }

  @Test
  void completeGraphs_haveTheReferenceValues() {
    final MatchingGraph six = RandomMatchings.complete(6, false);
    assertLogPartition(six.withKappa(1), new double[15], 2.150591122);
    assertLogPartition(six, new double[15], 2.686135645);
    assertThat(new ExactMatchings(six).logPartition(new double[15]))
        .isCloseTo(Math.log(15), within(1e-9));
    assertLogPartition(RandomMatchings.complete(4, true), new double[10], 2.326301620);
    assertThat(inference.marginal(0)).isCloseTo(0.2, within(1e-6));
    assertThat(inference.marginal(9)).isCloseTo(0.4, within(1e-6));
  }

  @Test
  void triangles_mayHoldHalfOfEachEdge() {
    final int[] ends = {0, 1, 1, 2, 0, 2, 3, 4, 4, 5, 3, 5, 2, 3};
    assertLogPartition(
        MatchingGraph.general(6, 7, ends).withKappa(1), new double[7], Math.log(4.0 / 3));
    assertThat(inference.marginal(6)).isCloseTo(1.0 / 3, within(1e-6));
    assertThat(inference.marginal(0)).isCloseTo(2.0 / 3, within(1e-6));
    // where the bridge is as good as forbidden, both triangles do, and the best matching does not
    final double[] bridge = {0, 0, 0, 0, 0, 0, -1000};
    assertLogPartition(
        MatchingGraph.general(6, 7, ends).withKappa(0.5), bridge, 6 * 0.5 * 0.5 * Math.log(2));
    assertThat(inference.marginal(6)).isLessThan(1e-9);
    assertThat(inference.best(2)).isEqualTo(6);
    assertThat(inference.best(0)).isZero();
  }

  /** After any number of sweeps the bounds enclose what many sweeps find. */
  @Test
  void bounds_afterAnyNumberOfSweeps_encloseTheMaximum() {
    int early = 0;
    for (int seed = 0; seed < RandomMatchings.MANY; seed++) {
      final Random random = new Random(seed);
      final MatchingGraph graph = RandomMatchings.any(random);
      final double[] scores = RandomMatchings.scores(random, graph);
      inference.open(graph);
      inference.solve(scores, TOLERANCE);
      final MatchingInference few = new MatchingInference(4 + random.nextInt(60));
      few.open(graph);
      early += few.solve(scores, TOLERANCE) ? 0 : 1;
      assertThat(few.lower()).as("seed %d", seed).isLessThan(inference.upper() + TOLERANCE);
      assertThat(few.upper()).as("seed %d", seed).isGreaterThan(inference.lower() - TOLERANCE);
    }
    assertThat(early).isGreaterThan(RandomMatchings.MANY / 10);
  }

  /** All but a few sharp ones without sides, whose weakest edges take for ever to settle. */
  @Test
  void solve_ofRandomGraphs_convergesToMarginalsThatSumToOne() {
    int failed = 0;
    for (int seed = 0; seed < RandomMatchings.MANY; seed++) {
      final Random random = new Random(seed);
      final MatchingGraph graph = RandomMatchings.any(random);
      final double[] scores = RandomMatchings.scores(random, graph);
      inference.open(graph);
      if (!inference.solve(scores, 1e-6 * graph.nodes())) {
        assertThat(inference.upper() - inference.lower()).isGreaterThan(1e-6 * graph.nodes());
        assertThat(graph.hasSides()).as("seed %d", seed).isFalse();
        failed++;
        continue;
      }
      final double[] sums = new double[graph.nodes()];
      for (int e = 0; e < graph.edges(); e++) {
        sums[graph.first(e)] += inference.marginal(e);
        sums[graph.second(e)] += graph.first(e) == graph.second(e) ? 0 : inference.marginal(e);
        assertThat(inference.marginal(e)).as("seed %d", seed).isBetween(0.0, 1 + 1e-7);
        assertThat(inference.marginal(e) + inference.complement(e))
            .as("seed %d", seed)
            .isCloseTo(1, within(1e-6));
      }
      for (final double sum : sums) {
        assertThat(sum).as("seed %d", seed).isCloseTo(1, within(1e-6 * graph.nodes() / 30));
      }
    }
    assertThat(failed).isLessThan(RandomMatchings.MANY / 50);
  }

  /**
   * Each node has edges to three neighbours: what one end has to tell is slow to reach the other.
   */
  @Test
  void ring_ofWeakTies_isSolved() {
    final int n = 100;
    final int[] ends = new int[6 * n];
    for (int e = 0; e < 3 * n; e++) {
      ends[2 * e] = e / 3;
      ends[2 * e + 1] = n + (e / 3 + e % 3) % n;
    }
    final MatchingGraph ring = MatchingGraph.bipartite(n, n, 3 * n, ends);
    final MatchingInference few = new MatchingInference(2000);
    for (int seed = 0; seed < 10; seed++) {
      final Random random = new Random(seed);
      final double[] scores = new double[3 * n];
      Arrays.setAll(scores, e -> random.nextGaussian());
      few.open(ring);
      assertThat(few.solve(scores, 1e-6 * n)).as("seed %d", seed).isTrue();
    }
  }

  /** Bethe's value is no more than the exact one where there are sides, and close to it. */
  @Test
  void partial_ofTwoSides_isABoundFromBelow() {
    for (int seed = 0; seed < RandomMatchings.MANY / 4; seed++) {
      final Random random = new Random(seed);
      final MatchingGraph graph = RandomMatchings.partial(random, 6, 6, random.nextDouble());
      final boolean mild = random.nextBoolean();
      final double[] scores =
          mild
              ? random.doubles(graph.edges(), -1, 1).toArray()
              : RandomMatchings.scores(random, graph);
      inference.open(graph);
      inference.solve(scores, TOLERANCE);
      final double exact = new ExactMatchings(graph).logPartition(scores);
      assertThat(inference.lower())
          .as("seed %d", seed)
          .isLessThan(exact + 1e-9 * (1 + Math.abs(exact)));
      assertThat(inference.upper()).as("seed %d", seed).isGreaterThan(exact - (mild ? 0.25 : 1));
    }
  }

  /**
   * With sides as {@link Assignment} has it of the cover, without as {@link BlossomMatching} does.
   */
  @Test
  void best_isAMatchingOfTheMostScore() {
    for (int seed = 0; seed < RandomMatchings.MANY; seed++) {
      final Random random = new Random(seed);
      final MatchingGraph graph = RandomMatchings.any(random);
      final double[] scores = RandomMatchings.scores(random, graph);
      inference.open(graph);
      inference.solve(scores, 1);
      double score = 0;
      for (int v = 0; v < graph.nodes(); v++) {
        final int e = inference.best(v);
        final int other = graph.first(e) == v ? graph.second(e) : graph.first(e);
        assertThat(inference.best(other)).as("seed %d", seed).isEqualTo(e);
        score += other == v ? scores[e] : 0.5 * scores[e];
      }
      assertThat(score)
          .as("seed %d", seed)
          .isCloseTo(new ExactMatchings(graph).best(scores), within(1e-5));
    }
  }

  /** The tangent at one end bounds log Z at the other from below. */
  @Test
  void primal_isATangent() {
    for (int seed = 0; seed < RandomMatchings.MANY; seed++) {
      final Random random = new Random(seed);
      final MatchingGraph graph = RandomMatchings.any(random);
      final double[] scores = RandomMatchings.scores(random, graph);
      final double[] others = RandomMatchings.scores(random, graph);
      inference.open(graph);
      inference.solve(others, 1e-6);
      final double before = inference.upper();
      inference.solve(scores, 1e-3);
      double tangent = inference.primal();
      for (int e = 0; e < graph.edges(); e++) {
        tangent += inference.marginal(e) * (others[e] - scores[e]);
      }
      assertThat(tangent).as("seed %d", seed).isLessThan(before + 1e-9 * (1 + Math.abs(before)));
    }
  }

  @Test
  void marginals_areTheGradient() {
    final double step = 1e-3;
    for (int seed = 0; seed < RandomMatchings.MANY / 10; seed++) {
      final Random random = new Random(seed);
      final MatchingGraph graph = RandomMatchings.any(random);
      final double[] scores = random.doubles(graph.edges(), -2, 2).toArray();
      final int edge = random.nextInt(graph.edges());
      inference.open(graph);
      inference.solve(scores, TOLERANCE);
      final double marginal = inference.marginal(edge);
      scores[edge] += step;
      inference.solve(scores, 1e-10);
      final double above = middle();
      scores[edge] -= 2 * step;
      inference.solve(scores, 1e-10);
      assertThat((above - middle()) / (2 * step))
          .as("seed %d", seed)
          .isCloseTo(marginal, within(1e-5));
    }
  }

  @Test
  void complement_ofALargeMarginal_isTheSumOfTheOthers() {
    // exactly 1/(1 + e^60) and the rest, which a difference from one could not tell from 0
    final double[] scores = {30, 0, 0, 30};
    assertLogPartition(RandomMatchings.square(2), scores, 60);
    assertThat(inference.complement(0)).isBetween(Math.exp(-61), Math.exp(-59));
    assertThat(inference.complement(0))
        .isCloseTo(
            0.5 * (inference.marginal(1) + inference.marginal(2)), within(1e-9 * Math.exp(-60)));
    assertThat(inference.complement(1)).isEqualTo(1);
  }

  @Test
  void solve_ofSimilarScores_beginsWhereTheLastEnded() {
    final Random random = new Random(3);
    final MatchingGraph graph = RandomMatchings.square(10);
    final double[] scores = new double[100];
    Arrays.setAll(scores, e -> 5 * random.nextGaussian() + e / 10);
    inference.open(graph);
    inference.solve(scores, 1e-5);
    final int first = inference.sweeps();
    Arrays.setAll(scores, e -> 1.0001 * scores[e]);
    assertThat(inference.solve(scores, 1e-5)).isTrue();
    assertThat(inference.sweeps()).isLessThan(first);
    assertSame(graph, scores);
    // from far away, too, where the last messages are worth nothing
    Arrays.setAll(scores, e -> scores[e] + 1e6 * (e / 10) - 1e5 * (e % 10));
    assertThat(inference.solve(scores, 1e-5)).isTrue();
    assertSame(graph, scores);
  }

  /** A learner that starts again must come to the same numbers as one that ran through. */
  @Test
  void open_forgetsAllThatCameBefore() {
    final Random random = new Random(4);
    final MatchingGraph graph = RandomMatchings.partial(random, 4, 6, 0.8);
    final double[] scores = RandomMatchings.scores(random, graph);
    final double[] bounds = new double[4];
    for (int twice = 0; twice < 2; twice++) {
      inference.open(graph);
      inference.solve(scores, 1e-3);
      bounds[2 * twice] = inference.lower();
      bounds[2 * twice + 1] = inference.upper();
      inference.open(RandomMatchings.square(7));
      inference.solve(random.doubles(49).toArray(), 1e-3);
    }
    assertThat(bounds[2]).isEqualTo(bounds[0]);
    assertThat(bounds[3]).isEqualTo(bounds[1]);
  }

  @Test
  void solve_thatGivesUp_saysHowFarItIs() {
    final MatchingInference few = new MatchingInference(5);
    final Random random = new Random(5);
    final MatchingGraph graph = RandomMatchings.square(10);
    few.open(graph);
    assertThat(few.solve(random.doubles(100, 0, 30).toArray(), 1e-6)).isFalse();
    assertThat(few.sweeps()).isEqualTo(5);
    assertThat(few.upper() - few.lower()).isGreaterThan(1e-6);
  }

  @Test
  void scores_thatAreNoNumbersOrTooLarge_areRefused() {
    inference.open(RandomMatchings.square(2));
    for (final double bad :
        new double[] {Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, -1.1e9}) {
      assertThatThrownBy(() -> inference.solve(new double[] {0, 0, bad, 0}, 1e-6))
          .isInstanceOf(ArithmeticException.class)
          .hasMessage("the score of edge 2 is %s, and must be within 1e+09 of 0", bad);
    }
    inference.solve(new double[] {1e9, -1e9, -1e9, 1e9}, 1e-6);
    assertThat(inference.lower()).isEqualTo(2e9);
    assertThat(inference.upper()).isEqualTo(2e9);
  }

  /** A new instance finds the same. */
  private void assertSame(final MatchingGraph graph, final double[] scores) {
    final MatchingInference cold = new MatchingInference(SWEEPS);
    cold.open(graph);
    assertThat(cold.solve(scores, 1e-5)).isTrue();
    assertThat(inference.lower()).isLessThanOrEqualTo(cold.upper());
    assertThat(cold.lower()).isLessThanOrEqualTo(inference.upper());
  }

  private double middle() {
    return 0.5 * (inference.lower() + inference.upper());
  }

  private void assertLogPartition(
      final MatchingGraph graph, final double[] scores, final double expected) {
    inference.open(graph);
    assertThat(inference.solve(scores, TOLERANCE)).isTrue();
    assertThat(inference.lower()).isCloseTo(expected, within(PRINTED));
    assertThat(inference.upper()).isCloseTo(expected, within(PRINTED));
  }

  private void assertRow(final double... expected) {
    for (int j = 0; j < expected.length; j++) {
      assertThat(inference.marginal(j)).isCloseTo(expected[j], within(1e-6));
    }
  }
}
