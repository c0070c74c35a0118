package org.majorant.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;
import org.junit.jupiter.params.provider.ValueSource;
import org.majorant.features.Dimensions;
import org.majorant.features.SparsePoint;
import org.majorant.matrix.Vectors;
import org.majorant.schema.Task;
import org.majorant.solve.StopRule;
import org.majorant.train.Loss.Curve;

class TrainerTest {
  private static final StopRule TIGHT = StopRule.of(2000, 1e-7);

  @ParameterizedTest
  @EnumSource(mode = Mode.EXCLUDE, names = "FRANK_WOLFE")
  void every_solver_descends_with_a_certificate_to_the_same_optimum(final Solver solver) {
    for (int seed = 0; seed < 10; seed++) {
      final int labels = 2 + seed % 4;
      final Loss loss = RandomData.loss(seed, 60, labels, 1, seed % 2 == 0);
      final double[] start = new double[loss.parameters()];
      final Training best = Trainer.train(loss, start, 0.5, Solver.NEWTON, TIGHT, i -> {});
      final Training training = Trainer.train(loss, start, 0.5, solver, TIGHT, i -> {});
      requireMonotone(training, seed, solver != Solver.LBFGS);
      assertThat(training.objective())
          .as("seed %d", seed)
          .isCloseTo(best.objective(), within(1e-6 * best.objective()));
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = Solver.class,
      names = {"BOUND", "RELAXED", "ADAPTIVE"})
  void hidden_states_descend_too(final Solver solver) {
    for (int seed = 0; seed < 10; seed++) {
      final Loss loss = RandomData.loss(seed, 50, 2 + seed % 2, 3, false);
      final double[] start = RandomData.vector(new Random(seed), loss.parameters(), 0.1);
      final Training training =
          Trainer.train(loss, start, 0.5, solver, StopRule.of(60, 1e-6), i -> {});
      requireMonotone(training, seed, solver != Solver.LBFGS);
      assertThat(training.last().iteration()).as("seed %d", seed).isGreaterThan(3);
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = Solver.class,
      names = {"BOUND", "RELAXED", "ADAPTIVE"})
  void partly_observed_labels_descend_too(final Solver solver) {
    for (int seed = 0; seed < 10; seed++) {
      final int labels = 3 + seed % 2;
      final int states = 1 + seed % 3;
      final TrainingSet data = RandomData.partial(new Random(seed), 50, labels);
      final Loss loss = data.loss(states, labels * states);
      final double[] start = RandomData.vector(new Random(seed), loss.parameters(), 0.1);
      final Training training =
          Trainer.train(loss, start, 0.5, solver, StopRule.of(60, 1e-6), i -> {});
      requireMonotone(training, seed, true);
      assertThat(training.objective()).as("seed %d", seed).isLessThan(0.9 * first(training));
    }
  }

  private static double first(final Training training) {
    return training.iterations().get(0).objective();
  }

  @Test
  void loss_without_a_hessian_refuses_it() {
    final TrainingSet partial = RandomData.partial(new Random(1), 10, 3);
    final TrainingSet whole = RandomData.data(new Random(1), 10, 3, false);
    for (final Loss loss : List.of(partial.loss(1, 3), whole.loss(2, 6))) {
      final double[] v = new double[loss.parameters()];
      assertThat(loss.isConvex()).isFalse();
      assertThatThrownBy(() -> loss.addTimes(Curve.HESSIAN, 1, v, v))
          .isInstanceOf(UnsupportedOperationException.class);
    }
    assertThat(whole.loss(1, 3).isConvex()).isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "2, 1, 1, false",
    "2, 1, 2, false",
    "5, 1, 5, false",
    "3, 2, 6, false",
    "3, 1, 3, true",
    "4, 3, 12, true"
  })
  void gradient_and_products_are_those_of_the_loss(
      final int labels, final int states, final int vectors, final boolean partial) {
    final Random random = new Random(labels + states);
    final TrainingSet data =
        partial
            ? RandomData.partial(random, 40, labels)
            : RandomData.data(random, 40, labels, false);
    final Loss loss = data.loss(states, vectors);
    final int d = loss.parameters();
    final double[] theta = RandomData.vector(random, d, 0.5);
    final double[] direction = RandomData.vector(random, d, 1);
    final double[] gradient = new double[d];
    final double value = loss.at(theta, gradient);
    final Loss.Line line = loss.along(direction);
    final double h = 1e-4;
    assertThat(line.value(0)).isCloseTo(value, within(1e-9));
    assertThat((line.value(h) - line.value(-h)) / (2 * h))
        .isCloseTo(Vectors.dot(gradient, direction), within(1e-5));

    final double[] product = new double[d];
    loss.addTimes(Curve.BOUND, 1, direction, product);
    assertThat(line.bend()).isCloseTo(Vectors.dot(direction, product), within(1e-9));
    for (double alpha = -4; alpha <= 4; alpha += 0.25) {
      final double bound =
          value
              + alpha * Vectors.dot(gradient, direction)
              + 0.5 * alpha * alpha * Vectors.dot(direction, product);
      assertThat(line.value(alpha)).isLessThanOrEqualTo(bound + 1e-9);
    }
    if (loss.isConvex()) {
      final double[] hessian = new double[d];
      loss.addTimes(Curve.HESSIAN, 1, direction, hessian);
      final double second = (line.value(h) - 2 * line.value(0) + line.value(-h)) / (h * h);
      assertThat(Vectors.dot(direction, hessian)).isCloseTo(second, within(1e-4));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void separable_data_without_a_prior_ends_with_that_reason(final int vectors) {
    final Random random = new Random(3);
    final TrainingSet data = RandomData.data(random, 40, 2, true);
    final Loss loss = data.loss(1, vectors);
    final Training training =
        Trainer.train(loss, new double[loss.parameters()], 0, Solver.NEWTON, TIGHT, i -> {});
    assertThat(training.stop()).isEqualTo(StopRule.Reason.UNBOUNDED);
    assertThat(training.theta()).doesNotContain(Double.NaN);
  }

  @Test
  void separable_data_with_hidden_states_ends_with_that_reason() {
    final TrainingSet data = RandomData.data(new Random(3), 40, 2, true);
    final Loss loss = data.loss(2, 4);
    final double[] start = RandomData.vector(new Random(3), loss.parameters(), 0.1);
    final Training training = Trainer.train(loss, start, 0, Solver.ADAPTIVE, TIGHT, i -> {});
    assertThat(training.stop()).isEqualTo(StopRule.Reason.UNBOUNDED);
    assertThat(training.theta()).doesNotContain(Double.NaN);
  }

  /** A log-prior has the label certain without a weight, so that the loss says no separation. */
  @Test
  void point_that_its_log_prior_decides_is_at_its_optimum_at_once() {
    final SparsePoint x = new SparsePoint();
    x.size = 1;
    x.values[0] = 1;
    x.weight = 1;
    x.label = 1;
    x.logPrior = new double[] {Double.NEGATIVE_INFINITY, 0, Double.NEGATIVE_INFINITY};
    final Dimensions sizes = new Dimensions(3, 1, 3, 1, 0);
    final TrainingSet set = new TrainingSet(Task.MULTICLASS, sizes, null);
    set.add(x);
    final Training training =
        Trainer.train(set.loss(), new double[3], 0, Solver.NEWTON, TIGHT, i -> {});
    assertThat(training.objective()).isZero();
    assertThat(training.stop()).isEqualTo(StopRule.Reason.GRADIENT_NORM);
  }

  @Test
  void ends_at_a_gap_to_a_known_optimum() {
    final Loss loss = RandomData.loss(1, 60, 3, 1, false);
    final double[] start = new double[loss.parameters()];
    final double optimum = Trainer.train(loss, start, 1, Solver.NEWTON, TIGHT, i -> {}).objective();
    final Training training =
        Trainer.train(loss, start, 1, Solver.BOUND, new StopRule(1000, 0, optimum, 1e-4), i -> {});
    assertThat(training.stop()).isEqualTo(StopRule.Reason.RELATIVE_GAP);
    assertThat(training.objective()).isLessThanOrEqualTo(optimum * (1 + 1e-4));
    assertThat(training.last().passes()).isGreaterThan(training.last().iteration());
  }

  private static void requireMonotone(
      final Training training, final int seed, final boolean certified) {
    double before = Double.MAX_VALUE / 2;
    for (final Iteration i : training.iterations()) {
      assertThat(i.objective())
          .as("seed %d, iteration %s", seed, i)
          .isLessThanOrEqualTo(before * (1 + 1e-14));
      before = i.objective();
      if (certified && i.iteration() > 0) {
        assertThat(i.slack())
            .as("seed %d, iteration %s", seed, i)
            .isGreaterThanOrEqualTo(-1e-9 * i.objective());
      }
    }
  }
}
