package org.majorant.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;
import org.junit.jupiter.params.provider.MethodSource;
import org.majorant.clique.ChainPrior;
import org.majorant.features.SparseSequence;
import org.majorant.matrix.Vectors;
import org.majorant.solve.StopRule;
import org.majorant.train.Loss.Curve;

class SequenceLossTest {
  private static final int LABELS = 3;
  private static final StopRule TIGHT = StopRule.of(2000, 1e-7);

  private static final double NEVER = Double.NEGATIVE_INFINITY;
  private static final ChainPrior FREE = ChainPrior.uniform(LABELS);

  /** Label 2 cannot begin a sequence, nor come after 0; nor can 1 come after itself. */
  private static final ChainPrior FORBIDDEN =
      new ChainPrior(new double[] {0, 0, NEVER}, new double[] {0, 0, NEVER, 0, NEVER, 0, 0, 0, 0});

  private final Random random = new Random(7);

  private static Stream<Arguments> sets() {
    return Stream.of(FREE, FORBIDDEN)
        .flatMap(
            prior ->
                Stream.of(0.0, 0.4)
                    .flatMap(
                        share ->
                            Stream.of(false, true)
                                .map(ruled -> Arguments.of(prior, share, ruled))));
  }

  @ParameterizedTest
  @MethodSource("sets")
  void value_and_gradient_are_those_of_enumeration(
      final ChainPrior prior, final double unobserved, final boolean ruled) {
    for (int trial = 0; trial < 20; trial++) {
      final TrainingSet set = RandomSequences.set(random, 4, 5, prior, unobserved, ruled);
      final Loss loss = loss(set);
      final double[] theta = RandomData.vector(random, loss.parameters(), 1.5);
      final double[] gradient = new double[theta.length];
      assertThat(loss.at(theta, gradient))
          .as("trial %d", trial)
          .isCloseTo(enumerated(set, theta), within(1e-11));
      final double h = 1e-5;
      for (int i = 0; i < theta.length; i++) {
        final double[] above = theta.clone();
        final double[] below = theta.clone();
        above[i] += h;
        below[i] -= h;
        assertThat(gradient[i])
            .as("trial %d, weight %d", trial, i)
            .isCloseTo((enumerated(set, above) - enumerated(set, below)) / (2 * h), within(1e-7));
      }
    }
  }

  @Test
  void hessian_products_are_differences_of_gradients() {
    for (int trial = 0; trial < 20; trial++) {
      final ChainPrior prior = trial % 2 == 0 ? FREE : FORBIDDEN;
      final Loss loss = loss(RandomSequences.set(random, 6, 8, prior, 0, trial % 4 > 1));
      final double[] theta = RandomData.vector(random, loss.parameters(), 1);
      final double[] v = RandomData.vector(random, theta.length, 1);
      final double[] above = gradient(loss, theta, 1e-5, v);
      final double[] below = gradient(loss, theta, -1e-5, v);
      gradient(loss, theta, 0, v);
      final double[] product = new double[theta.length];
      loss.addTimes(Curve.HESSIAN, 0.5, v, product);
      loss.addTimes(Curve.HESSIAN, 0.5, v, product);
      for (int i = 0; i < product.length; i++) {
        assertThat(product[i])
            .as("trial %d, weight %d", trial, i)
            .isCloseTo((above[i] - below[i]) / 2e-5, within(1e-6));
      }
    }
  }

  @ParameterizedTest
  @MethodSource("sets")
  void bound_is_tight_and_never_below(
      final ChainPrior prior, final double unobserved, final boolean ruled) {
    for (int trial = 0; trial < 300; trial++) {
      final TrainingSet set = RandomSequences.set(random, 3, 6, prior, unobserved, ruled);
      final Loss loss = loss(set);
      final double scale = Math.pow(10, 2 * random.nextDouble() - 1);
      final double[] theta = RandomData.vector(random, loss.parameters(), 2);
      final double[] d = RandomData.vector(random, theta.length, scale);
      final double[] gradient = new double[theta.length];
      final double value = loss.at(theta, gradient);
      final Loss.Line line = loss.along(d);
      final double[] product = new double[theta.length];
      loss.addTimes(Curve.BOUND, 1, d, product);
      final double[] to = theta.clone();
      Vectors.add(1, d, to);
      final double bound = value + Vectors.dot(gradient, d) + 0.5 * line.bend();
      assertThat(line.value(0)).as("trial %d", trial).isCloseTo(value, within(1e-10));
      assertThat(line.value(1))
          .as("trial %d", trial)
          .isCloseTo(enumerated(set, to), within(1e-10 * (1 + value)))
          .isLessThanOrEqualTo(bound + 1e-10 * (1 + Math.abs(bound)));
      assertThat(line.bend())
          .as("trial %d", trial)
          .isLessThanOrEqualTo(Vectors.dot(d, product) * (1 + 1e-12));
    }
  }

  @ParameterizedTest
  @EnumSource(Curve.class)
  void diagonal_of_single_tokens_is_that_of_the_hessian(final Curve curve) {
    final Loss loss = loss(RandomSequences.set(random, 8, 1, FREE, 0));
    final double[] theta = RandomData.vector(random, loss.parameters(), 1);
    loss.at(theta, new double[theta.length]);
    final double[] diagonal = new double[theta.length];
    loss.addDiagonal(curve, diagonal);
    for (int i = 0; i < theta.length; i++) {
      final double[] unit = new double[theta.length];
      final double[] product = new double[theta.length];
      unit[i] = 1;
      loss.addTimes(Curve.HESSIAN, 1, unit, product);
      assertThat(diagonal[i]).as("weight %d", i).isCloseTo(product[i], within(1e-12));
    }
  }

  /** The weight of what cannot be stays where it began. */
  @ParameterizedTest
  @EnumSource(mode = Mode.EXCLUDE, names = "FRANK_WOLFE")
  void every_solver_finds_the_optimum(final Solver solver) {
    for (int seed = 0; seed < 6; seed++) {
      final ChainPrior prior = seed < 3 ? FREE : FORBIDDEN;
      final boolean ruled = seed % 3 == 2;
      final TrainingSet set = RandomSequences.set(new Random(seed), 30, 10, prior, 0, ruled);
      final Loss loss = loss(set);
      final double[] zero = new double[loss.parameters()];
      final Training best = Trainer.train(loss, zero, 0.5, Solver.NEWTON, TIGHT, i -> {});
      final Training training = Trainer.train(loss, zero, 0.5, solver, TIGHT, i -> {});
      requireCertified(training, seed);
      assertThat(training.objective())
          .as("seed %d", seed)
          .isCloseTo(best.objective(), within(1e-6 * best.objective()));
      for (int at = 0; prior == FORBIDDEN && at < LABELS * LABELS; at++) {
        assertThat(training.theta()[RandomSequences.FEATURES * LABELS + at] == 0)
            .as("seed %d, transition %d", seed, at)
            .isEqualTo(at == 2 || at == 4);
      }
    }
  }

  @Test
  void labels_not_observed_are_summed_out_by_steps_that_descend() {
    final TrainingSet set = RandomSequences.set(random, 30, 10, FREE, 0.3);
    final Loss loss = loss(set);
    final double[] start = RandomData.vector(random, loss.parameters(), 0.1);
    final StopRule rule = StopRule.of(100, 1e-4);
    final Training training = Trainer.train(loss, start, 0.5, Solver.ADAPTIVE, rule, i -> {});
    requireCertified(training, 7);
    assertThat(training.last().iteration()).isGreaterThan(3);
    assertThat(loss.isConvex()).isFalse();
    assertThatThrownBy(() -> loss.addTimes(Curve.HESSIAN, 1, start, start.clone()))
        .isInstanceOf(UnsupportedOperationException.class);
  }

  @Test
  void one_separable_sequence_without_a_prior_ends_with_that_reason() {
    final Loss loss = loss(RandomSequences.set(random, 1, 6, FREE, 0));
    final double[] zero = new double[loss.parameters()];
    assertThat(Trainer.train(loss, zero, 0, Solver.NEWTON, TIGHT, i -> {}).stop())
        .isEqualTo(StopRule.Reason.UNBOUNDED);
  }

  /**
   * A log-prior that leaves one label has it certain without a weight, so that nothing is to stop.
   */
  @Test
  void one_sequence_that_its_log_prior_decides_is_at_its_optimum_at_once() {
    final TrainingSet set = RandomSequences.empty(RandomSequences.FEATURES, FREE);
    final SparseSequence x = new SparseSequence();
    x.length = 1;
    x.weight = 1;
    x.observed = 1;
    x.labels[0] = 1;
    x.logPrior = new double[] {NEVER, 0, NEVER};
    set.add(x);
    final Loss loss = loss(set);
    final double[] zero = new double[loss.parameters()];
    final Training training = Trainer.train(loss, zero, 0, Solver.NEWTON, TIGHT, i -> {});
    assertThat(training.objective()).isZero();
    assertThat(training.theta()).containsOnly(0);
    assertThat(training.stop()).isNotEqualTo(StopRule.Reason.UNBOUNDED);
  }

  private static Loss loss(final TrainingSet set) {
    return set.loss();
  }

  private static double[] gradient(
      final Loss loss, final double[] theta, final double step, final double[] v) {
    final double[] at = theta.clone();
    final double[] gradient = new double[theta.length];
    Vectors.add(step, v, at);
    loss.at(at, gradient);
    return gradient;
  }

  /** No objective rises by more than the roundings that L-BFGS allows its line search. */
  private static void requireCertified(final Training training, final int seed) {
    double before = Double.MAX_VALUE / 2;
    for (final Iteration i : training.iterations()) {
      assertThat(i.objective())
          .as("seed %d, %s", seed, i)
          .isLessThanOrEqualTo(before + 8 * Math.ulp(before));
      before = i.objective();
      if (i.slack() != null) {
        assertThat(i.slack())
            .as("seed %d, %s", seed, i)
            .isGreaterThanOrEqualTo(-1e-9 * i.objective());
      }
    }
  }

  /** Over all labellings of each sequence, and over those that agree with the labels. */
  private static double enumerated(final TrainingSet set, final double[] theta) {
    double loss = 0;
    for (int i = 0; i < set.size(); i++) {
      final SparseSequence x = (SparseSequence) set.examples[i];
      final int length = x.length;
      final int[] path = new int[length];
      double all = 0;
      double agreeing = 0;
      for (int code = 0; code < Math.pow(LABELS, length); code++) {
        boolean agrees = true;
        for (int t = 0, rest = code; t < length; t++, rest /= LABELS) {
          path[t] = rest % LABELS;
          final int label = x.labels[t];
          agrees &= label < 0 || label == path[t];
        }
        final double mass = Math.exp(score(set, i, path, theta));
        all += mass;
        agreeing += agrees ? mass : 0;
      }
      loss += set.weights[i] * (Math.log(all) - Math.log(agreeing));
    }
    return loss;
  }

  private static double score(
      final TrainingSet set, final int i, final int[] path, final double[] theta) {
    final SparseSequence x = (SparseSequence) set.examples[i];
    double score = set.prior.first(path[0]);
    for (int t = 0; t < path.length; t++) {
      final int token = set.firsts[i] + t;
      score += x.logPrior == null ? 0 : x.logPrior[t * LABELS + path[t]];
      for (int j = set.rows.starts[token]; j < set.rows.starts[token + 1]; j++) {
        score += set.rows.values[j] * theta[set.rows.indices[j] * LABELS + path[t]];
      }
      if (t > 0) {
        score += theta[(RandomSequences.FEATURES + path[t - 1]) * LABELS + path[t]];
        score += set.prior.transition(path[t - 1], path[t]);
      }
    }
    return score;
  }
}
