package org.majorant.learn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.majorant.matching.MatchingGraph;
import org.majorant.matching.MatchingInference;

class CentredCurvatureTest {
  private static final int FEATURES = 3;

  private final MatchingInference inference = new MatchingInference(20_000);

  @Test
  void curvature_ofManySweeps_isTheHessianOfTheSubadditiveEntropy() {
    for (int seed = 0; seed < 100; seed++) {
      final Random random = new Random(seed);
      final MatchingGraph graph =
          random.nextBoolean() ? square(6).withKappa(0) : complete(8).withKappa(0);
      final double[] features = random.doubles(graph.edges() * FEATURES, -1, 1).toArray();
      final double[] theta = random.doubles(FEATURES, -2, 2).toArray();
      final double[] along = random.doubles(FEATURES, -1, 1).toArray();
      final double step = 1e-2;
      final double numeric =
          (logPartition(graph, features, theta, along, step)
                  - 2 * logPartition(graph, features, theta, along, 0)
                  + logPartition(graph, features, theta, along, -step))
              / (step * step);
      logPartition(graph, features, theta, along, 0);
      double before = Double.POSITIVE_INFINITY;
      for (final int sweeps : new int[] {1, 2, 4, 100}) {
        final double curvature = along(curvature(sweeps, features), along);
        assertThat(curvature).as("seed %d", seed).isLessThan(before + 1e-12);
        before = curvature;
      }
      assertThat(before).as("seed %d", seed).isCloseTo(numeric, within(1e-3 * numeric));
      assertThat(along(curvature(2, features), along))
          .as("seed %d", seed)
          .isBetween(before - 1e-12, 1.5 * before);
    }
  }

  @Test
  void features_thatOnlyTellTheNodes_doNotVary() {
    final Random random = new Random(1);
    final MatchingGraph graph = square(5);
    final double[] features = new double[25 * FEATURES];
    final double[] nodes = random.doubles(10 * FEATURES).toArray();
    for (int e = 0; e < 25; e++) {
      for (int k = 0; k < FEATURES; k++) {
        features[e * FEATURES + k] =
            nodes[graph.first(e) * FEATURES + k] + nodes[graph.second(e) * FEATURES + k];
      }
    }
    logPartition(graph, features, new double[] {1, 2, 3}, new double[FEATURES], 0);
    assertThat(Arrays.stream(curvature(4, features)).map(Math::abs).max().orElseThrow())
        .isLessThan(1e-12);
  }

  /** Two nodes, paired with probability p or both alone: least squares by hand. */
  @Test
  void loops_haveFeaturesOfTheirOwn() {
    final MatchingGraph graph = MatchingGraph.bipartite(1, 1, 3, new int[] {0, 1, 0, 0, 1, 1});
    final double[] features = {1, 0, 0, 0, 1, 0, 0, 0, 1};
    inference.open(graph);
    assertThat(inference.solve(new double[] {0.5, 0, 0}, 1e-9)).isTrue();
    final double p = 1 / (1 + Math.exp(-0.5));
    assertThat(inference.marginal(0)).isCloseTo(p, within(1e-4));
    assertThat(along(curvature(100, features), new double[] {1, -1, -1}))
        .isCloseTo(9 * p * (1 - p) / (1 + p), within(1e-3));
  }

  @Test
  void diagonal_isThatOfTheMatrix_whateverTheWeight() {
    final Random random = new Random(2);
    final MatchingGraph graph = partial(random, 3, 4, 0.7);
    final double[] features = random.doubles(graph.edges() * FEATURES).toArray();
    inference.open(graph);
    inference.solve(random.doubles(graph.edges(), -3, 3).toArray(), 1e-6);
    final double[] whole = curvature(2, features);
    final double[] diagonal = {1, 1, 1};
    expand(2, features).addDiagonal(0.5, diagonal);
    for (int k = 0; k < FEATURES; k++) {
      assertThat(diagonal[k] - 1).isCloseTo(0.5 * whole[k * FEATURES + k], within(1e-12));
    }
  }

  /** With as many rows as edges they are all of it; with fewer, those of the largest squares. */
  @Test
  void rows_areTheGreatestPartsOfTheMatrix() {
    final Random random = new Random(3);
    final MatchingGraph graph = partial(random, 3, 4, 0.7);
    final double[] features = random.doubles(graph.edges() * FEATURES).toArray();
    inference.open(graph);
    inference.solve(random.doubles(graph.edges(), -3, 3).toArray(), 1e-6);
    final double[] whole = new double[FEATURES * FEATURES];
    final CentredCurvature centred = expand(2, features);
    centred.addTo(0.5, whole);
    double last = Double.POSITIVE_INFINITY;
    final int all = graph.edges() + 2; // zeros follow
    final double[] rows = new double[1 + all * FEATURES];
    centred.rows(0.5, all, rows, 1);
    for (int row = 0; row < all; row++) {
      double square = 0;
      for (int k = 0; k < FEATURES; k++) {
        final double value = rows[1 + row * FEATURES + k];
        square += value * value;
        for (int l = 0; l < FEATURES; l++) {
          whole[k * FEATURES + l] -= value * rows[1 + row * FEATURES + l];
        }
      }
      assertThat(square).isLessThanOrEqualTo(last + 1e-15);
      last = square;
    }
    assertThat(last).isZero();
    assertThat(Arrays.stream(whole).map(Math::abs).max().orElseThrow()).isLessThan(1e-12);
  }

  private double logPartition(
      final MatchingGraph graph,
      final double[] features,
      final double[] theta,
      final double[] along,
      final double step) {
    final double[] scores = new double[graph.edges()];
    for (int e = 0; e < scores.length; e++) {
      for (int k = 0; k < FEATURES; k++) {
        scores[e] += features[e * FEATURES + k] * (theta[k] + step * along[k]);
      }
    }
    inference.open(graph);
    assertThat(inference.solve(scores, 1e-9)).isTrue();
    return 0.5 * (inference.lower() + inference.upper());
  }

  private CentredCurvature expand(final int sweeps, final double[] features) {
    final int edges = features.length / FEATURES;
    final CentredCurvature curvature = new CentredCurvature(sweeps);
    curvature.expand(
        inference,
        IntStream.rangeClosed(0, edges).map(e -> e * FEATURES).toArray(),
        IntStream.range(0, features.length).map(at -> at % FEATURES).toArray(),
        features,
        FEATURES);
    return curvature;
  }

  private double[] curvature(final int sweeps, final double[] features) {
    final double[] out = new double[FEATURES * FEATURES];
    expand(sweeps, features).addTo(1, out);
    return out;
  }

  private static double along(final double[] matrix, final double[] direction) {
    double sum = 0;
    for (int k = 0; k < FEATURES; k++) {
      for (int l = 0; l < FEATURES; l++) {
        sum += matrix[k * FEATURES + l] * direction[k] * direction[l];
      }
    }
    return sum;
  }

  /** All pairs of n nodes with n others; edge i n + j joins i with j. */
  private static MatchingGraph square(final int n) {
    final int[] ends =
        IntStream.range(0, n * n).flatMap(e -> IntStream.of(e / n, n + e % n)).toArray();
    return MatchingGraph.bipartite(n, n, n * n, ends);
  }

  /** All pairs of n nodes. */
  private static MatchingGraph complete(final int n) {
    final int[] ends =
        IntStream.range(0, n * n)
            .filter(e -> e / n < e % n)
            .flatMap(e -> IntStream.of(e / n, e % n))
            .toArray();
    return MatchingGraph.general(n, ends.length / 2, ends);
  }

  /** Two sides, where each node may stay alone. */
  private static MatchingGraph partial(
      final Random random, final int left, final int right, final double density) {
    final int[] ends =
        IntStream.concat(
                IntStream.range(0, left * right)
                    .filter(e -> random.nextDouble() < density)
                    .flatMap(e -> IntStream.of(e / right, left + e % right)),
                IntStream.range(0, left + right).flatMap(v -> IntStream.of(v, v)))
            .toArray();
    return MatchingGraph.bipartite(left, right, ends.length / 2, ends);
  }
}
