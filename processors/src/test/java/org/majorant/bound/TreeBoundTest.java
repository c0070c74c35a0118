package org.majorant.bound;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;
import org.majorant.clique.CliqueTree;
import org.majorant.clique.FactorGraph;
import org.majorant.clique.GraphRoom;
import org.majorant.clique.SumProduct;

class TreeBoundTest {
  private static final int DIMENSION = 4;

  private static final CliqueTree[] TREES = {
    Chains.tree(1, 5, 1),
    Chains.tree(5, 3, 0),
    Chains.tree(6, 3, 1),
    Chains.tree(5, 3, 2),
    graph(1, new int[] {3, 2, 4, 2, 3}, new int[][] {{0, 1}, {0, 2}, {0, 3}, {0, 4}}),
    graph(1, new int[] {3, 2, 3, 2, 2, 4}, new int[][] {{0, 1}, {1, 2}, {1, 3}, {4, 5}}),
    graph(2, new int[] {3, 2, 3, 2, 3}, new int[][] {{0, 1}, {1, 2}, {2, 3}, {3, 4}, {4, 0}}),
  };

  @ParameterizedTest
  @EnumSource(names = {"TIED_MAX", "TIED_SUM", "CLIQUE_BOUND"})
  void bound_is_never_below_log_partition(final CurvaturePolicy policy) {
    assertThat(violations(31, (theta, model) -> TreeBound.at(theta, model, policy))).isZero();
  }

  @Test
  void algorithm_3_is_never_below_log_partition() {
    assertThat(violations(32, JunctionTreeBound::at)).isZero();
  }

  @ParameterizedTest
  @EnumSource(names = {"HESSIAN", "CLIQUE_VARIANCE"})
  void other_policies_are_no_bounds(final CurvaturePolicy policy) {
    assertThat(violations(31, (theta, model) -> TreeBound.at(theta, model, policy))).isPositive();
  }

  @ParameterizedTest
  @EnumSource
  void expansion_is_tight_and_its_gradient_the_expected_features(final CurvaturePolicy policy) {
    final Random random = new Random(33);
    for (final CliqueTree tree : TREES) {
      final TreeFeatures model = model(tree, DIMENSION, random);
      final double[] theta = gaussian(random, DIMENSION, 1);
      final DenseBound bound = TreeBound.at(theta, model, policy);
      final double exact = logPartition(theta, model);
      assertThat(bound.logPartition()).isCloseTo(exact, within(1e-12));
      assertThat(bound.value(new double[DIMENSION])).isEqualTo(bound.logPartition());
      assertThat(bound.gradient()).containsExactly(expected(theta, model), within(1e-12));
      final DenseBound reference = JunctionTreeBound.at(theta, model);
      assertThat(reference.logPartition()).isCloseTo(exact, within(1e-12));
      assertThat(reference.gradient()).containsExactly(expected(theta, model), within(1e-12));
    }
  }

  @Test
  void hessian_policy_is_the_derivative_of_the_gradient() {
    final Random random = new Random(34);
    final double step = 1e-5;
    for (final CliqueTree tree : TREES) {
      final TreeFeatures model = model(tree, DIMENSION, random);
      final double[] theta = gaussian(random, DIMENSION, 1);
      final double[] hessian = TreeBound.at(theta, model, CurvaturePolicy.HESSIAN).curvature();
      for (int i = 0; i < DIMENSION; i++) {
        final double[] up = theta.clone();
        final double[] down = theta.clone();
        up[i] += step;
        down[i] -= step;
        final double[] above = expected(up, model);
        final double[] below = expected(down, model);
        for (int j = 0; j < DIMENSION; j++) {
          assertThat(hessian[i * DIMENSION + j])
              .isCloseTo((above[j] - below[j]) / (2 * step), within(2e-8));
        }
      }
    }
  }

  @Test
  void clique_variance_is_the_hessian_where_cliques_are_independent() {
    final Random random = new Random(35);
    final TreeFeatures model = model(Chains.tree(5, 3, 0), DIMENSION, random);
    final double[] theta = gaussian(random, DIMENSION, 1);
    assertThat(TreeBound.at(theta, model, CurvaturePolicy.CLIQUE_VARIANCE).curvature())
        .containsExactly(
            TreeBound.at(theta, model, CurvaturePolicy.HESSIAN).curvature(), within(1e-13));
  }

  @ParameterizedTest
  @EnumSource(
      mode = Mode.MATCH_ANY,
      names = {"TIED.*", "CLIQUE_BOUND"})
  void one_variable_is_algorithm_1(final CurvaturePolicy policy) {
    final Random random = new Random(36);
    final int n = 6;
    final double[] identity = new double[n * n];
    for (int i = 0; i < n; i++) {
      identity[i * n + i] = 1;
    }
    final TreeFeatures model =
        new TreeFeatures(Chains.tree(1, n, 1), n, new double[][] {identity}, new double[n]);
    final MulticlassBound multiclass = new MulticlassBound(n);
    for (int trial = 0; trial < 50; trial++) {
      final double[] scores = gaussian(random, n, 3);
      final double[] delta = gaussian(random, n, 2);
      multiclass.expand(scores);
      assertThat(TreeBound.at(scores, model, policy).value(delta))
          .isCloseTo(multiclass.value(delta), within(1e-12));
    }
  }

  /**
   * MATHS.md 3's traces, to a factor of 1.5. The chain has M = 9 labels; d = 117 weights, for each
   * label with each of 4 features a token and each label with the next; features and weights are
   * standard Gaussian.
   */
  @ParameterizedTest
  @CsvSource({"4, 7.5e3, 13", "8, 3.9e7, 26", "12, 2.5e11, 37"})
  void algorithm_3_grows_with_the_labellings_and_the_tied_bound_with_the_length(
      final int length, final double algorithm3, final double hessian) {
    final Random random = new Random(37);
    final TreeFeatures model = tagging(length, 9, 4, random);
    final double[] theta = gaussian(random, model.dimension(), 1);
    final double max = TreeBound.at(theta, model, CurvaturePolicy.TIED_MAX).trace();
    final double sum = TreeBound.at(theta, model, CurvaturePolicy.TIED_SUM).trace();
    assertThat(JunctionTreeBound.at(theta, model).trace()).satisfies(near(algorithm3));
    assertThat(TreeBound.at(theta, model, CurvaturePolicy.HESSIAN).trace())
        .satisfies(near(hessian));
    assertThat(max).isBetween(30.0 * length, 42.0 * length).isLessThan(sum);
    if (length == 12) {
      final double hoelder = TreeBound.at(theta, model, CurvaturePolicy.CLIQUE_BOUND).trace();
      assertThat(max).satisfies(near(496));
      assertThat(sum).satisfies(near(815));
      assertThat(hoelder).satisfies(near(4960));
    }
  }

  private static Consumer<Double> near(final double expected) {
    return actual -> assertThat(actual).isBetween(expected / 1.5, expected * 1.5);
  }

  private interface Expansion {
    DenseBound at(double[] theta, TreeFeatures model);
  }

  /** How many of 420 random pairs (θ̃, θ) find log Z(θ) above the expansion at θ̃. */
  private static int violations(final int seed, final Expansion expansion) {
    final Random random = new Random(seed);
    int violations = 0;
    for (int trial = 0; trial < 420; trial++) {
      final TreeFeatures model = model(TREES[trial % TREES.length], DIMENSION, random);
      final double[] theta = gaussian(random, DIMENSION, 3 * random.nextDouble());
      final double[] delta = gaussian(random, DIMENSION, Math.pow(10, 2 * random.nextDouble() - 1));
      final double[] moved = theta.clone();
      Arrays.setAll(moved, i -> theta[i] + delta[i]);
      final double exact = logPartition(moved, model);
      final double value = expansion.at(theta, model).value(delta);
      violations += value < exact - 1e-11 * (1 + Math.abs(exact)) ? 1 : 0;
    }
    return violations;
  }

  private static double logPartition(final double[] theta, final TreeFeatures model) {
    return new SumProduct().collect(model.tree(), model.logPotentials(theta));
  }

  /** Σ_c Σ_w p_c(w) f_c(w). */
  private static double[] expected(final double[] theta, final TreeFeatures model) {
    final SumProduct inference = new SumProduct();
    inference.collect(model.tree(), model.logPotentials(theta));
    inference.distribute();
    final double[] sum = new double[theta.length];
    for (int c = 0; c < model.tree().size(); c++) {
      for (int i = 0; i < model.features()[c].length; i++) {
        final int w = model.tree().start(c) + i / sum.length;
        sum[i % sum.length] += inference.marginals()[w] * model.features()[c][i];
      }
    }
    return sum;
  }

  /** Gaussian features, and measures of which one in ten is zero; the first never. */
  private static TreeFeatures model(final CliqueTree tree, final int d, final Random random) {
    final double[][] features = new double[tree.size()][];
    final double[] logMeasure = new double[tree.configurations()];
    for (int c = 0; c < features.length; c++) {
      features[c] = gaussian(random, tree.clique(c).size() * d, 1);
      for (int w = 0; w < tree.clique(c).size(); w++) {
        logMeasure[tree.start(c) + w] =
            w > 0 && random.nextInt(10) == 0 ? Double.NEGATIVE_INFINITY : 2 * random.nextGaussian();
      }
    }
    return new TreeFeatures(tree, d, features, logMeasure);
  }

  /** A chain with indicator features: label with each of k token features, label with label. */
  private static TreeFeatures tagging(
      final int length, final int m, final int k, final Random random) {
    final CliqueTree tree = Chains.tree(length, m, 1);
    final int d = k * m + m * m;
    final double[][] features = new double[tree.size()][m * m * d];
    for (int t = 0; t < length; t++) {
      final double[] token = gaussian(random, k, 1);
      final int c = Math.max(0, t - 1);
      for (int w = 0; w < m * m; w++) {
        final int label = t == 0 ? w / m : w % m;
        System.arraycopy(token, 0, features[c], w * d + label * k, k);
        features[c][w * d + k * m + w] = 1;
      }
    }
    return new TreeFeatures(tree, d, features, new double[tree.configurations()]);
  }

  private static CliqueTree graph(
      final int width, final int[] cardinalities, final int[][] scopes) {
    return FactorGraph.of(cardinalities, scopes, width, GraphRoom.WIDEST).tree();
  }

  private static double[] gaussian(final Random random, final int n, final double scale) {
    return random.doubles(n).map(u -> scale * random.nextGaussian()).toArray();
  }
}
