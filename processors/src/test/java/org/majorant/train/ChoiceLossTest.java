package org.majorant.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;
import org.majorant.clique.FactorGraph;
import org.majorant.clique.GraphRoom;
import org.majorant.features.SparseGraph;
import org.majorant.features.SparsePoint;
import org.majorant.learn.RandomChoices;
import org.majorant.learn.RandomGraphs;
import org.majorant.matrix.Vectors;
import org.majorant.schema.SparseVector;
import org.majorant.solve.Regions;
import org.majorant.solve.StopRule;
import org.majorant.train.Loss.Curve;

class ChoiceLossTest {
  private static final StopRule TIGHT = StopRule.of(2000, 1e-9);

  @Test
  void loss_and_gradient_are_those_of_brute_force() {
    for (long seed = 0; seed < 50; seed++) {
      final List<SparseGraph> choices = choices(seed, 20);
      final Loss loss = set(choices).loss();
      final double[] theta = RandomData.vector(new Random(seed), loss.parameters(), 1);
      final double[] gradient = new double[theta.length];
      assertThat(loss.at(theta, gradient))
          .as("seed %d", seed)
          .isCloseTo(bruteForce(choices, theta), within(1e-9));
      for (int i = 0; i < theta.length; i++) {
        final double h = 1e-5;
        final double at = theta[i];
        theta[i] = at + h;
        final double above = bruteForce(choices, theta);
        theta[i] = at - h;
        final double below = bruteForce(choices, theta);
        theta[i] = at;
        assertThat(gradient[i])
            .as("seed %d, coordinate %d", seed, i)
            .isCloseTo((above - below) / (2 * h), within(1e-6));
      }
    }
  }

  @Test
  void bound_is_above_the_loss_and_tight_where_it_is_expanded() {
    for (long seed = 0; seed < 200; seed++) {
      final List<SparseGraph> choices = choices(seed, 1 + (int) seed % 4);
      final Loss loss = set(choices).loss();
      final Random random = new Random(seed);
      final int d = loss.parameters();
      final double[] theta = RandomData.vector(random, d, 2);
      final double[] direction = RandomData.vector(random, d, 1);
      final double[] gradient = new double[d];
      final double value = loss.at(theta, gradient);
      final double[] product = new double[d];
      loss.addTimes(Curve.BOUND, 1, direction, product);
      final double bend = Vectors.dot(direction, product);
      final Loss.Line line = loss.along(direction);
      assertThat(line.value(0)).as("seed %d", seed).isCloseTo(value, within(1e-12 * (1 + value)));
      assertThat(line.bend()).as("seed %d", seed).isCloseTo(bend, within(1e-9 * (1 + bend)));
      for (double alpha = -8; alpha <= 8; alpha += 0.5) {
        final double bound =
            value + alpha * Vectors.dot(gradient, direction) + 0.5 * alpha * alpha * bend;
        assertThat(line.value(alpha))
            .as("seed %d, %s", seed, alpha)
            .isLessThanOrEqualTo(bound + 1e-12 * (1 + Math.abs(bound)));
        final double[] moved = theta.clone();
        Vectors.add(alpha, direction, moved);
        assertThat(line.value(alpha))
            .as("seed %d, %s", seed, alpha)
            .isCloseTo(bruteForce(choices, moved), within(1e-9));
      }
    }
  }

  @ParameterizedTest
  @EnumSource(Curve.class)
  void diagonal_is_that_of_the_products(final Curve curve) {
    for (long seed = 0; seed < 30; seed++) {
      final Loss loss = set(choices(seed, 10)).loss();
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

  @Test
  void hessian_is_the_derivative_of_the_gradient() {
    final Loss loss = set(choices(3, 30)).loss();
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
      assertThat(product[i]).isCloseTo((above[i] - below[i]) / 2e-5, within(1e-6));
    }
  }

  @ParameterizedTest
  @EnumSource(mode = Mode.EXCLUDE, names = "FRANK_WOLFE")
  void every_solver_descends_with_a_certificate_to_the_same_optimum(final Solver solver) {
    for (int seed = 0; seed < 5; seed++) {
      final Loss loss = set(choices(seed, 60)).loss();
      final double[] start = new double[loss.parameters()];
      final Training best = Trainer.train(loss, start, 0.5, Solver.NEWTON, TIGHT, i -> {});
      final Training training = Trainer.train(loss, start, 0.5, solver, TIGHT, i -> {});
      double before = Double.MAX_VALUE / 2;
      for (final Iteration i : training.iterations()) {
        assertThat(i.objective())
            .as("seed %d, %s", seed, i)
            .isLessThanOrEqualTo(before * (1 + 1e-14));
        before = i.objective();
        if (i.slack() != null) {
          assertThat(i.slack()).isGreaterThanOrEqualTo(-1e-9 * i.objective());
        }
      }
      assertThat(training.objective())
          .as("seed %d", seed)
          .isCloseTo(best.objective(), within(1e-6 * best.objective()));
    }
  }

  /** A choice between labels whose features are e_y ⊗ x is multinomial regression. */
  @Test
  void blocks_of_features_are_multiclass() {
    for (int seed = 0; seed < 5; seed++) {
      final int labels = 3;
      final TrainingSet points = RandomData.data(new Random(seed), 80, labels, false);
      final Loss multiclass = points.loss(1, labels);
      final TrainingSet set = RandomGraphs.empty(points.rows.columns * labels);
      for (int i = 0; i < points.size(); i++) {
        set.add(blocks(points, i, labels));
      }
      final Loss choice = set.loss();
      final double[] start = new double[choice.parameters()];
      final Training one = Trainer.train(multiclass, start, 1, Solver.NEWTON, TIGHT, i -> {});
      final Training other = Trainer.train(choice, start, 1, Solver.NEWTON, TIGHT, i -> {});
      assertThat(other.objective()).isCloseTo(one.objective(), within(1e-9 * one.objective()));
      assertThat(other.theta()).containsExactly(one.theta(), within(1e-6));
    }
  }

  @Test
  void nonnegative_optimum_satisfies_its_conditions() {
    final Loss loss = set(choices(9, 60)).loss();
    final int d = loss.parameters();
    final Training training =
        ConstrainedTrainer.train(
            loss, new double[d], 0.1, 0, Regions.nonNegative(d), StopRule.of(500, 1e-13), i -> {});
    final double[] gradient = new double[d];
    loss.at(training.theta(), gradient);
    Vectors.add(0.1, training.theta(), gradient);
    for (int i = 0; i < d; i++) {
      assertThat(training.theta()[i]).isGreaterThanOrEqualTo(0);
      final double fault = training.theta()[i] > 0 ? gradient[i] : Math.min(0, gradient[i]);
      assertThat(fault).as("coordinate %d", i).isCloseTo(0, within(1e-4));
    }
  }

  @Test
  void choices_that_can_be_separated_have_no_optimum_without_a_prior() {
    final List<SparseGraph> choices = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      final Object better = new SparseVector(List.of(0), List.of(1f + i));
      final Object worse = new SparseVector(List.of(1), List.of(1f));
      choices.add(RandomChoices.map(List.of(worse, better), 1, null, 1));
    }
    choices.add(RandomChoices.map(List.of(new SparseVector(List.of(2), List.of())), 0, null, 0.1));
    final Loss loss = set(choices).loss();
    final Training training =
        Trainer.train(loss, new double[loss.parameters()], 0, Solver.NEWTON, TIGHT, i -> {});
    assertThat(training.stop()).isEqualTo(StopRule.Reason.UNBOUNDED);
    assertThat(training.theta()).doesNotContain(Double.NaN);
  }

  private static List<SparseGraph> choices(final long seed, final int size) {
    final SplittableRandom random = new SplittableRandom(seed);
    final List<SparseGraph> choices = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      choices.add(RandomChoices.any(random, 2));
    }
    return choices;
  }

  private static TrainingSet set(final List<SparseGraph> choices) {
    final TrainingSet set = RandomGraphs.empty(RandomChoices.FEATURES);
    choices.forEach(set::add);
    return set;
  }

  private static double bruteForce(final List<SparseGraph> choices, final double[] theta) {
    return choices.stream().mapToDouble(x -> x.weight * RandomGraphs.loss(x, theta)).sum();
  }

  private static SparseGraph blocks(final TrainingSet points, final int i, final int labels) {
    final SparseGraph x = new SparseGraph();
    x.weight = points.weights[i];
    x.graph = FactorGraph.of(new int[] {labels}, new int[][] {{0}}, 0, GraphRoom.WIDEST);
    x.states[0] = ((SparsePoint) points.examples[i]).label;
    x.observed = 1;
    x.length = labels;
    final int start = points.rows.starts[i];
    final int size = points.rows.starts[i + 1] - start;
    for (int y = 0; y < labels; y++) {
      for (int j = 0; j < size; j++) {
        x.indices[y * size + j] = points.rows.indices[start + j] * labels + y;
        x.values[y * size + j] = points.rows.values[start + j];
      }
      x.starts[y + 1] = (y + 1) * size;
    }
    return x;
  }
}
