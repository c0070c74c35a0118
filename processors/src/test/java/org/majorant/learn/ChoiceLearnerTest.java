package org.majorant.learn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.majorant.learn.RandomChoices.FEATURES;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.majorant.features.SparseGraph;
import org.majorant.memory.Site;
import org.majorant.memory.Surrogate;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.SparseVector;
import org.majorant.schema.Tally;
import org.majorant.solve.StopRule;
import org.majorant.tally.Baselines;
import org.majorant.train.Solver;
import org.majorant.train.Trainer;
import org.majorant.train.TrainingSet;

/** What choices have that other graphs have not; the rest is in {@link GraphLearnerTest}. */
class ChoiceLearnerTest {
  private static final ModelSpec SPEC = RandomChoices.spec("none");
  private static final double[] TASTES = {1, -0.5, 0.3, 0, -1, 0.2, 0.7, -0.2};

  @Test
  void first_step_is_the_formulas_by_brute_force() {
    for (long seed = 0; seed < 300; seed++) {
      final SparseGraph x = RandomChoices.any(new SplittableRandom(seed), 2);
      final double[] zero = new double[FEATURES];
      final Learner learner = learner();
      final double loss = learner.learn(x, 0);
      final Site site = learner.ship(false);
      assertThat(loss).as("seed %d", seed).isCloseTo(RandomGraphs.loss(x, zero), within(1e-12));

      final double[] p = probabilities(x, zero);
      final double[] direction = new double[FEATURES];
      for (int j = 0; j < site.size; j++) {
        final int feature = site.features[j];
        final double prior = 0.3 * (site.square[j] > 0 ? site.square[j] : 1);
        assertThat(site.count[j]).isEqualTo(1);
        assertThat(site.square[j])
            .as("seed %d", seed)
            .isCloseTo(variance(x, feature, even(x.length)), within(1e-12));
        final double fisher = x.weight * variance(x, feature, p);
        assertThat(site.curvature[j]).as("seed %d", seed).isCloseTo(fisher, within(1e-12));
        direction[feature] = -x.weight * slope(x, feature, p) / (prior + fisher);
        final double theta = site.linear[j] / (prior + fisher);
        zero[feature] = theta;
      }
      assertThat(GraphLearnerTest.isAlong(zero, direction))
          .as("seed %d: %s", seed, Arrays.toString(zero))
          .isTrue();
    }
  }

  @ParameterizedTest
  @CsvSource({"2, 1.04", "4, 1.04", "30, 1.04"})
  void progressive_loss_is_near_the_batch_optimum(final int alternatives, final double ratio) {
    final SplittableRandom random = new SplittableRandom(alternatives);
    final Learner learner = learner();
    final TrainingSet set = RandomGraphs.empty(FEATURES);
    final int size = 3000;
    for (int i = 0; i < size; i++) {
      final SparseGraph x = RandomChoices.taught(random, TASTES, alternatives, 0);
      set.add(x);
      learner.learn(x, i);
    }
    final double optimum =
        Trainer.train(
                    set.loss(),
                    new double[FEATURES],
                    0.3,
                    Solver.NEWTON,
                    StopRule.of(100, 1e-8),
                    iteration -> {})
                .objective()
            / size;
    final Tally tally = learner.takeTally();
    assertThat(tally.getExamples()).isEqualTo(size);
    assertThat(tally.getLogLoss() / size).isBetween(optimum, ratio * optimum);
    assertThat(tally.getNoChangeLogLoss() / size)
        .isCloseTo(Math.log(alternatives), within(1e-9))
        .isCloseTo(tally.getClassFrequencyLogLoss() / size, within(1e-12));
    assertThat(tally.getCorrect() / size).isGreaterThan(1.5 / alternatives);
    assertThat(tally.getBatchBound()).isGreaterThanOrEqualTo(tally.getBatchLoss());
  }

  @Test
  void what_all_alternatives_have_in_common_changes_nothing() {
    final Learner plain = learner();
    final Learner shifted = learner();
    final SplittableRandom random = new SplittableRandom(4);
    final SplittableRandom same = new SplittableRandom(4);
    for (int i = 0; i < 300; i++) {
      final double loss = plain.learn(RandomChoices.taught(random, TASTES, 4, 0), i);
      final SparseGraph x = RandomChoices.taught(same, TASTES, 4, 64);
      assertThat(shifted.learn(x, i)).as("choice %d", i).isCloseTo(loss, within(1e-2));
    }
    final double[] theta = thetaOf(plain);
    final double[] other = thetaOf(shifted);
    assertThat(other).containsExactly(theta, within(1e-2));
  }

  @Test
  void feature_that_never_differs_learns_nothing() {
    final Learner learner = learner();
    final SplittableRandom random = new SplittableRandom(5);
    for (int i = 0; i < 100; i++) {
      final List<Object> alternatives = new ArrayList<>();
      for (int a = 0; a < 7; a++) {
        alternatives.add(
            new SparseVector(List.of(0, 3), List.of((float) random.nextDouble(), 0.1f)));
      }
      learner.learn(RandomChoices.map(alternatives, random.nextInt(7), null, 1), i);
    }
    final double[] theta = thetaOf(learner);
    assertThat(theta[3]).isCloseTo(0, within(1e-12));
    assertThat(theta[0]).isNotZero();
  }

  private static Learner learner() {
    return new Learner(SPEC, new Baselines(0));
  }

  private static double[] thetaOf(final Learner learner) {
    final Surrogate known = Surrogate.of(SPEC);
    known.add(learner.ship(false));
    return known.solve().theta();
  }

  private static double[] probabilities(final SparseGraph x, final double[] theta) {
    final double[] p = new double[x.length];
    double mass = 0;
    for (int a = 0; a < x.length; a++) {
      p[a] = Math.exp(RandomChoices.score(x, theta, a));
      mass += p[a];
    }
    for (int a = 0; a < x.length; a++) {
      p[a] /= mass;
    }
    return p;
  }

  private static double[] even(final int n) {
    final double[] p = new double[n];
    Arrays.fill(p, 1.0 / n);
    return p;
  }

  private static double slope(final SparseGraph x, final int feature, final double[] p) {
    return mean(x, feature, p) - RandomChoices.value(x, x.states[0], feature);
  }

  private static double mean(final SparseGraph x, final int feature, final double[] p) {
    double mean = 0;
    for (int a = 0; a < x.length; a++) {
      mean += p[a] * RandomChoices.value(x, a, feature);
    }
    return mean;
  }

  private static double variance(final SparseGraph x, final int feature, final double[] p) {
    final double mean = mean(x, feature, p);
    double variance = 0;
    for (int a = 0; a < x.length; a++) {
      final double deviation = RandomChoices.value(x, a, feature) - mean;
      variance += p[a] * deviation * deviation;
    }
    return variance;
  }
}
