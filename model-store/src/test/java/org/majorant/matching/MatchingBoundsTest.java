package org.majorant.matching;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class MatchingBoundsTest {
  private static final double ROUNDING = 1e-9;

  @Test
  void bounds_ofRandomGraphs_encloseThePermanent() {
    for (int seed = 0; seed < RandomMatchings.MANY; seed++) {
      final Random random = new Random(seed);
      final MatchingGraph graph =
          RandomMatchings.perfect(random, 1 + random.nextInt(8), random.nextDouble());
      final double[] scores = RandomMatchings.scores(random, graph);
      final MatchingBounds bounds = new MatchingBounds(1e-6, 1 + random.nextInt(200));
      bounds.enclose(graph, scores);
      final double exact = new ExactMatchings(graph).logPartition(scores);
      final double rounding = ROUNDING * (1 + Math.abs(exact));
      assertThat(bounds.lower()).as("seed %d", seed).isLessThan(exact + rounding);
      assertThat(bounds.upper()).as("seed %d", seed).isGreaterThan(exact - rounding);
    }
  }

  @Test
  void square_ofFour_isEnclosedCloserThanByTheRootOfTwoAlone() {
    final double[] scores = new double[16];
    Arrays.setAll(scores, e -> (7 * (e / 4) + 3 * (e % 4)) % 5 / 2.0);
    final MatchingBounds bounds = new MatchingBounds(1e-9, 10_000);
    bounds.enclose(RandomMatchings.square(4), scores);
    assertThat(bounds.lower()).isCloseTo(7.5, within(1e-6));
    assertThat(bounds.upper()).isBetween(8.1818867625, 8.64); // 7.5 + 2 log 2 would be 8.886
  }

  /** Which of the bounds is the least depends on the temperature. */
  @Test
  void excess_isThatOfTheBestBoundAtEachTemperature() {
    final double[] deviations = {0.5, 2, 8};
    final double[] most = {1.3, 2, 1.6}; // √2ⁿ alone leaves 1.92, 2.07, 3.09
    for (int i = 0; i < deviations.length; i++) {
      final double deviation = deviations[i];
      double excess = 0;
      for (int seed = 0; seed < 8; seed++) {
        final Random random = new Random(seed);
        final double[] scores = new double[100];
        Arrays.setAll(scores, e -> deviation * random.nextGaussian());
        final MatchingGraph graph = RandomMatchings.square(10);
        final MatchingBounds bounds = new MatchingBounds(1e-6, 2000);
        bounds.enclose(graph, scores);
        excess += (bounds.upper() - new ExactMatchings(graph).logPartition(scores)) / 8;
      }
      assertThat(excess).as("deviation %.1f", deviation).isBetween(0.0, most[i]);
    }
  }

  @Test
  void nodesWithoutAChoice_addNothing() {
    final MatchingGraph graph = MatchingGraph.bipartite(2, 2, 3, new int[] {0, 2, 0, 3, 1, 3});
    final MatchingBounds bounds = new MatchingBounds(1e-9, 100);
    bounds.enclose(graph, new double[] {1, 50, 2});
    assertThat(bounds.lower()).isCloseTo(3, within(ROUNDING));
    assertThat(bounds.upper()).isCloseTo(3, within(ROUNDING));
  }

  @Test
  void bounds_ofPartialMatchings_encloseTheSum() {
    for (int seed = 0; seed < RandomMatchings.MANY; seed++) {
      final Random random = new Random(seed);
      final MatchingGraph graph =
          RandomMatchings.partial(
              random, 1 + random.nextInt(6), 1 + random.nextInt(6), random.nextDouble());
      final double[] scores = RandomMatchings.scores(random, graph);
      final MatchingBounds bounds = new MatchingBounds(1e-6, 1 + random.nextInt(200));
      bounds.enclose(graph, scores);
      final double exact = new ExactMatchings(graph).logPartition(scores);
      final double rounding = ROUNDING * (1 + Math.abs(exact));
      assertThat(bounds.lower()).as("seed %d", seed).isLessThan(exact + rounding);
      assertThat(bounds.upper()).as("seed %d", seed).isGreaterThan(exact - rounding);
    }
  }

  /** One left node, which may choose either of two right ones or none: its choices are all. */
  @Test
  void bounds_ofASingleChoice_areExactFromAbove() {
    final int[] ends = {0, 1, 0, 2, 0, 0, 1, 1, 2, 2};
    final double[] scores = {1, 2, 0.5, -1, 3};
    final MatchingGraph graph = MatchingGraph.bipartite(1, 2, 5, ends);
    final MatchingBounds bounds = new MatchingBounds(1e-9, 1000);
    bounds.enclose(graph, scores);
    assertThat(bounds.upper())
        .isCloseTo(new ExactMatchings(graph).logPartition(scores), within(ROUNDING));
  }

  @Test
  void bounds_withoutSides_encloseTheSum() {
    for (int seed = 0; seed < RandomMatchings.MANY; seed++) {
      final Random random = new Random(seed);
      final MatchingGraph graph =
          random.nextBoolean()
              ? RandomMatchings.general(random, 1 + random.nextInt(5), random.nextDouble())
              : RandomMatchings.roommates(
                  random, 1 + random.nextInt(9), random.nextDouble(), random.nextDouble());
      final double[] scores = RandomMatchings.scores(random, graph);
      final MatchingBounds bounds = new MatchingBounds(1e-6, 1 + random.nextInt(200));
      bounds.enclose(graph, scores);
      final double exact = new ExactMatchings(graph).logPartition(scores);
      final double rounding = ROUNDING * (1 + Math.abs(exact));
      assertThat(bounds.lower()).as("seed %d", seed).isLessThan(exact + rounding);
      assertThat(bounds.upper()).as("seed %d", seed).isGreaterThan(exact - rounding);
    }
  }

  /** Without loops the bound from above is the program of κ = 0. */
  @Test
  void upper_withoutSides_isTheSubadditiveEntropy() {
    final MatchingInference inference = new MatchingInference(20_000);
    for (int seed = 0; seed < 20; seed++) {
      final Random random = new Random(seed);
      final MatchingGraph graph = RandomMatchings.complete(8, false);
      final double[] scores = random.doubles(graph.edges(), -2, 2).toArray();
      final MatchingBounds bounds = new MatchingBounds(1e-9, 20_000);
      bounds.enclose(graph, scores);
      inference.open(graph.withKappa(0));
      assertThat(inference.solve(scores, 1e-9)).isTrue();
      assertThat(bounds.upper()).as("seed %d", seed).isCloseTo(inference.upper(), within(1e-6));
    }
  }

  @Test
  void scores_thatAreTooLarge_areRefused() {
    final MatchingBounds bounds = new MatchingBounds(1e-6, 100);
    final MatchingGraph graph = RandomMatchings.complete(4, false);
    assertThatThrownBy(() -> bounds.enclose(graph, new double[] {0, 0, 0, 0, 0, 2e9}))
        .isInstanceOf(ArithmeticException.class)
        .hasMessage("the score of edge 5 is 2.0E9, and must be within 1e+09 of 0");
  }
}
