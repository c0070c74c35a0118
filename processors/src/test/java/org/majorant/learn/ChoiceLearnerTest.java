package org.majorant.learn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.majorant.learn.RandomChoices.FEATURES;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.majorant.model.SparseGraph;
import org.majorant.schema.Evidence;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.SparseVector;
import org.majorant.schema.Tally;
import org.majorant.solve.StopRule;
import org.majorant.train.GraphLoss;
import org.majorant.train.GraphSet;
import org.majorant.train.Solver;
import org.majorant.train.Trainer;

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
      assertThat(loss).as("seed %d", seed).isCloseTo(RandomChoices.loss(x, zero), within(1e-12));

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
      assertThat(isAlong(zero, direction)).as("seed %d: %s", seed, Arrays.toString(zero)).isTrue();
    }
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.3, 3, 30})
  void step_is_the_best_along_its_direction_and_certified(final double scale) {
    for (long seed = 0; seed < 60; seed++) {
      final SplittableRandom random = new SplittableRandom(seed);
      final Learner learner = learner();
      final Surrogate known = Surrogate.of(SPEC);
      for (int i = 0; i < 15; i++) {
        final SparseGraph x = RandomChoices.any(random, scale);
        learner.learn(x, i);
        final Site site = learner.ship(false);
        final Surrogate before = withScale(known, site);
        final double[] from = before.solve().theta();
        known.add(site);
        final double[] to = known.solve().theta();
        final double[] precision = before.solve().precision();
        final double step = objective(x, precision, from, to, 1);
        for (final double other : new double[] {0, 0.9, 0.999, 1.001, 1.1}) {
          assertThat(step)
              .as("seed %d, choice %d, %s of the step", seed, i, other)
              .isLessThanOrEqualTo(objective(x, precision, from, to, other) + 1e-9 * (1 + step));
        }
      }
      assertThat(learner.takeTally().getSlackMin()).as("seed %d", seed).isGreaterThan(-1e-9);
    }
  }

  @ParameterizedTest
  @CsvSource({"2, 1.04", "4, 1.04", "30, 1.04"})
  void progressive_loss_is_near_the_batch_optimum(final int alternatives, final double ratio) {
    final SplittableRandom random = new SplittableRandom(alternatives);
    final Learner learner = learner();
    final GraphSet set = new GraphSet(FEATURES);
    final int size = 3000;
    for (int i = 0; i < size; i++) {
      final SparseGraph x = RandomChoices.taught(random, TASTES, alternatives, 0);
      set.add(x);
      learner.learn(x, i);
    }
    final double optimum =
        Trainer.train(
                    new GraphLoss(set),
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

  @ParameterizedTest
  @ValueSource(strings = {"none", "{half-life: 40}", "{polynomial: 1}"})
  void learner_on_the_bases_that_it_made_goes_on_as_if_there_were_none(final String forgetting) {
    final ModelSpec spec = RandomChoices.spec(forgetting);
    final Learner whole = new Learner(spec, new Baselines(0));
    final Learner pieces = new Learner(spec, new Baselines(0));
    final Surrogate merged = Surrogate.of(spec);
    final SplittableRandom random = new SplittableRandom(5);
    for (int i = 0; i < 200; i++) {
      final SparseGraph x = RandomChoices.any(random, 1);
      if (i % 10 == 0) {
        merged.add(onTheWire(pieces.ship(false)));
        pieces.adopt(merged.site(), List.of());
      }
      assertThat(pieces.learn(x, i)).as("choice %d", i).isCloseTo(whole.learn(x, i), within(1e-9));
    }
  }

  @Test
  void evidence_is_the_slope_of_the_loss_along_the_move() {
    final SplittableRandom random = new SplittableRandom(6);
    final double[] from = random.doubles(FEATURES, -1, 1).toArray();
    final double[] to = random.doubles(FEATURES, -1, 1).toArray();
    final SlopeProbe probe = SlopeProbe.of(SPEC);
    probe.move(from);
    probe.move(to);
    double before = 0;
    double after = 0;
    for (int i = 0; i < 40; i++) {
      final SparseGraph x = RandomChoices.any(random, 1);
      probe.look(x);
      before += difference(x, from, to, 0);
      after += difference(x, from, to, 1);
    }
    final Evidence evidence = probe.take();
    assertThat(evidence.getExamples()).isEqualTo(40);
    assertThat(evidence.getBefore()).isCloseTo(before, within(1e-6));
    assertThat(evidence.getAfter()).isCloseTo(after, within(1e-6));
  }

  @Test
  void learning_a_choice_allocates_nothing() {
    final Learner learner = learner();
    final List<SparseGraph> stream = new ArrayList<>();
    final SplittableRandom random = new SplittableRandom(8);
    for (int i = 0; i < 100; i++) {
      stream.add(RandomChoices.any(random, 1));
    }
    final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    final long thread = Thread.currentThread().getId();
    long allocated = 0;
    for (int pass = 0; pass < 3; pass++) {
      final long start = threads.getThreadAllocatedBytes(thread);
      for (final SparseGraph x : stream) {
        learner.learn(x, 0);
      }
      allocated = threads.getThreadAllocatedBytes(thread) - start;
    }
    assertThat(allocated).isLessThan(2000);
  }

  private static Learner learner() {
    return new Learner(SPEC, new Baselines(0));
  }

  private static Site onTheWire(final Site site) {
    return SiteCodec.decode(ByteBuffer.wrap(SiteCodec.encode(site)), 1, FEATURES);
  }

  private static double[] thetaOf(final Learner learner) {
    final Surrogate known = Surrogate.of(SPEC);
    known.add(learner.ship(false));
    return known.solve().theta();
  }

  /** The surrogate with what the site says of the features' scale, and so of the prior, alone. */
  private static Surrogate withScale(final Surrogate known, final Site site) {
    final Site scale = new Site(site.kind, 1, site.size, 0, site.time);
    System.arraycopy(site.features, 0, scale.features, 0, site.size);
    System.arraycopy(site.count, 0, scale.count, 0, site.size);
    System.arraycopy(site.square, 0, scale.square, 0, site.size);
    final Surrogate with = Surrogate.of(SPEC);
    with.add(known.site());
    with.add(scale);
    return with;
  }

  /** w(log Z − s_y) + ½δᵀDδ at some share of a step. */
  private static double objective(
      final SparseGraph x,
      final double[] precision,
      final double[] from,
      final double[] to,
      final double share) {
    final double[] at = new double[FEATURES];
    double quadratic = 0;
    for (int i = 0; i < FEATURES; i++) {
      at[i] = from[i] + share * (to[i] - from[i]);
      quadratic += precision[i] * (at[i] - from[i]) * (at[i] - from[i]);
    }
    return x.weight * RandomChoices.loss(x, at) + 0.5 * quadratic;
  }

  private static double difference(
      final SparseGraph x, final double[] from, final double[] to, final double at) {
    final double h = 1e-5;
    final double[] low = new double[FEATURES];
    final double[] high = new double[FEATURES];
    for (int i = 0; i < FEATURES; i++) {
      low[i] = from[i] + (at - h) * (to[i] - from[i]);
      high[i] = from[i] + (at + h) * (to[i] - from[i]);
    }
    return (RandomChoices.loss(x, high) - RandomChoices.loss(x, low)) / (2 * h);
  }

  private static boolean isAlong(final double[] a, final double[] b) {
    double aa = 0;
    double bb = 0;
    double ab = 0;
    for (int i = 0; i < a.length; i++) {
      aa += a[i] * a[i];
      bb += b[i] * b[i];
      ab += a[i] * b[i];
    }
    return aa * bb < 1e-24 || ab > 0 && ab * ab > (1 - 1e-12) * aa * bb;
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
