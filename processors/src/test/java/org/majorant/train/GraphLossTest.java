package org.majorant.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;
import org.majorant.features.SparseGraph;
import org.majorant.learn.RandomGraphs;
import org.majorant.matrix.Vectors;
import org.majorant.solve.StopRule;
import org.majorant.train.Loss.Curve;

class GraphLossTest {
  private static final StopRule TIGHT = StopRule.of(2000, 1e-9);

  @Test
  void loss_and_gradient_are_those_of_brute_force() {
    for (long seed = 0; seed < 50; seed++) {
      final List<SparseGraph> graphs = graphs(seed, 10, seed % 2 * 0.5);
      final Loss loss = set(graphs).loss();
      final double[] theta = RandomData.vector(new Random(seed), loss.parameters(), 1);
      final double[] gradient = new double[theta.length];
      assertThat(loss.at(theta, gradient))
          .as("seed %d", seed)
          .isCloseTo(bruteForce(graphs, theta), within(1e-9));
      assertThat(loss.gap()).isZero();
      for (int i = 0; i < theta.length; i++) {
        final double at = theta[i];
        theta[i] = at + 1e-5;
        final double above = bruteForce(graphs, theta);
        theta[i] = at - 1e-5;
        final double below = bruteForce(graphs, theta);
        theta[i] = at;
        assertThat(gradient[i])
            .as("seed %d, coordinate %d", seed, i)
            .isCloseTo((above - below) / 2e-5, within(1e-5));
      }
    }
  }

  @Test
  void bound_is_above_the_loss_and_tight_where_it_is_expanded() {
    for (long seed = 0; seed < 150; seed++) {
      final List<SparseGraph> graphs = graphs(seed, 1 + (int) seed % 4, seed % 2 * 0.5);
      final Loss loss = set(graphs).loss();
      final Random random = new Random(seed);
      final int d = loss.parameters();
      final double[] theta = RandomData.vector(random, d, 2);
      final double[] direction = RandomData.vector(random, d, 1);
      final double[] gradient = new double[d];
      final double value = loss.at(theta, gradient);
      final double[] product = new double[d];
      loss.addTimes(Curve.BOUND, 1, direction, product);
      final Loss.Line line = loss.along(direction);
      final double bend = line.bend();
      assertThat(line.value(0)).as("seed %d", seed).isCloseTo(value, within(1e-12 * (1 + value)));
      assertThat(bend)
          .as("seed %d", seed)
          .isLessThanOrEqualTo(Vectors.dot(direction, product) * (1 + 1e-12) + 1e-12);
      for (double alpha = -8; alpha <= 8; alpha += 0.5) {
        final double bound =
            value + alpha * Vectors.dot(gradient, direction) + 0.5 * alpha * alpha * bend;
        assertThat(line.value(alpha))
            .as("seed %d, %s", seed, alpha)
            .isLessThanOrEqualTo(bound + 1e-11 * (1 + Math.abs(bound)));
      }
    }
  }

  @Test
  void hessian_is_the_derivative_of_the_gradient() {
    final Loss loss = set(graphs(3, 30, 0)).loss();
    final int d = loss.parameters();
    final Random random = new Random(3);
    final double[] theta = RandomData.vector(random, d, 1);
    final double[] direction = RandomData.vector(random, d, 1);
    final double[] product = new double[d];
    loss.at(theta, new double[d]);
    loss.addTimes(Curve.HESSIAN, 1, direction, product);
    final double[] above = new double[d];
    final double[] below = new double[d];
    Vectors.add(1e-5, direction, theta);
    loss.at(theta, above);
    Vectors.add(-2e-5, direction, theta);
    loss.at(theta, below);
    for (int i = 0; i < d; i++) {
      assertThat(product[i]).isCloseTo((above[i] - below[i]) / 2e-5, within(1e-5));
    }
  }

  @ParameterizedTest
  @EnumSource(Curve.class)
  void diagonal_of_a_single_factor_is_that_of_the_products(final Curve curve) {
    for (long seed = 0; seed < 100; seed++) {
      final List<SparseGraph> graphs = graphs(seed, 10, 0);
      graphs.removeIf(x -> x.graph.factors() > 1);
      final Loss loss = set(graphs).loss();
      final int d = loss.parameters();
      loss.at(RandomData.vector(new Random(seed), d, 1), new double[d]);
      final double[] diagonal = new double[d];
      loss.addDiagonal(curve, diagonal);
      for (int i = 0; i < d; i++) {
        final double[] unit = new double[d];
        unit[i] = 1;
        final double[] column = new double[d];
        loss.addTimes(curve, 1, unit, column);
        assertThat(diagonal[i]).as("seed %d", seed).isCloseTo(column[i], within(1e-12));
      }
    }
  }

  @ParameterizedTest
  @EnumSource(mode = Mode.EXCLUDE, names = "FRANK_WOLFE")
  void every_solver_descends_with_a_certificate_to_the_same_optimum(final Solver solver) {
    for (int seed = 0; seed < 5; seed++) {
      final Loss loss = set(graphs(seed, 60, 0)).loss();
      final double[] start = new double[loss.parameters()];
      final Training best = Trainer.train(loss, start, 0.5, Solver.NEWTON, TIGHT, i -> {});
      final Training training = Trainer.train(loss, start, 0.5, solver, TIGHT, i -> {});
      for (final Iteration i : training.iterations()) {
        if (i.slack() != null) {
          assertThat(i.slack()).isGreaterThanOrEqualTo(-1e-9 * i.objective());
        }
      }
      assertThat(training.objective())
          .as("seed %d", seed)
          .isCloseTo(best.objective(), within(1e-6 * best.objective()));
    }
  }

  @Test
  void states_not_observed_descend_by_the_bound_and_have_no_hessian() {
    final Loss loss = set(graphs(7, 60, 0.5)).loss();
    final double[] start = new double[loss.parameters()];
    Arrays.fill(start, 0.1);
    final Training training =
        Trainer.train(loss, start, 0.5, Solver.BOUND, StopRule.of(200, 1e-9), i -> {});
    double before = Double.MAX_VALUE / 2;
    for (final Iteration i : training.iterations()) {
      assertThat(i.objective()).isLessThanOrEqualTo(before * (1 + 1e-14));
      before = i.objective();
    }
    assertThat(loss.isConvex()).isFalse();
    assertThatThrownBy(() -> loss.addTimes(Curve.HESSIAN, 1, start, start.clone()))
        .isInstanceOf(UnsupportedOperationException.class);
  }

  private static List<SparseGraph> graphs(final long seed, final int size, final double hidden) {
    final SplittableRandom random = new SplittableRandom(seed);
    final List<SparseGraph> graphs = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      graphs.add(
          i % 2 == 0 ? RandomGraphs.any(random, 2, hidden) : RandomGraphs.ruled(random, 2, hidden));
    }
    return graphs;
  }

  private static TrainingSet set(final List<SparseGraph> graphs) {
    final TrainingSet set = RandomGraphs.empty(RandomGraphs.FEATURES);
    graphs.forEach(set::add);
    return set;
  }

  private static double bruteForce(final List<SparseGraph> graphs, final double[] theta) {
    return graphs.stream().mapToDouble(x -> x.weight * RandomGraphs.loss(x, theta)).sum();
  }
}
