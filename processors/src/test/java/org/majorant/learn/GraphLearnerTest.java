package org.majorant.learn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.majorant.learn.RandomGraphs.FEATURES;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.majorant.features.SparseGraph;
import org.majorant.memory.Site;
import org.majorant.memory.SiteCodec;
import org.majorant.memory.Surrogate;
import org.majorant.schema.Evidence;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.Tally;
import org.majorant.solve.StopRule;
import org.majorant.tally.Baselines;
import org.majorant.train.Solver;
import org.majorant.train.Trainer;
import org.majorant.train.TrainingSet;

class GraphLearnerTest {
  private static final ModelSpec SPEC = Kind.SEEN.spec("none");
  static final double[] TRUTH = {1, -0.5, 0.3, 0, -1, 1.2, 0.9, -0.7};

  private enum Kind {
    SEEN,
    PARTLY_SEEN,
    RULED,
    PARTLY_SEEN_RULED,
    CHOICE;

    ModelSpec spec(final String forgetting) {
      return this == CHOICE ? RandomChoices.spec(forgetting) : RandomGraphs.spec(forgetting);
    }

    SparseGraph any(final SplittableRandom random, final double scale) {
      return switch (this) {
        case SEEN -> RandomGraphs.any(random, scale, 0);
        case PARTLY_SEEN -> RandomGraphs.any(random, scale, 0.5);
        case RULED -> RandomGraphs.ruled(random, scale, 0);
        case PARTLY_SEEN_RULED -> RandomGraphs.ruled(random, scale, 0.5);
        case CHOICE -> RandomChoices.any(random, scale);
      };
    }
  }

  /**
   * From θ = 0: the loss, the observed information of each factor by itself, and the gradient's
   * direction. Hidden states are not counted as observed.
   */
  @ParameterizedTest
  @ValueSource(doubles = {0, 0.5})
  void first_step_is_the_formulas_by_brute_force(final double hidden) {
    for (long seed = 0; seed < 300; seed++) {
      final SparseGraph x = RandomGraphs.any(new SplittableRandom(seed), 2, hidden);
      final Learner learner = learner();
      final double[] zero = new double[FEATURES];
      assertThat(learner.learn(x, 0))
          .as("seed %d", seed)
          .isCloseTo(RandomGraphs.loss(x, zero), within(1e-12));
      final Site site = learner.ship(false);
      final double[] theta = new double[FEATURES];
      final double[] direction = new double[FEATURES];
      for (int j = 0; j < site.size; j++) {
        final int feature = site.features[j];
        assertThat(site.square[j])
            .as("seed %d", seed)
            .isCloseTo(factorVariances(x, feature), within(1e-12));
        assertThat(site.curvature[j])
            .as("seed %d", seed)
            .isCloseTo(x.weight * observedInformation(x, feature), within(1e-12));
        final double scale = site.square[j] > 0 ? site.square[j] / site.count[j] : 1;
        final double precision = 0.3 * scale + site.curvature[j];
        theta[feature] = site.linear[j] / precision;
        direction[feature] = -x.weight * slope(x, feature) / precision;
      }
      assertThat(isAlong(theta, direction)).as("seed %d", seed).isTrue();
    }
  }

  @ParameterizedTest
  @EnumSource
  void step_never_raises_the_objective_and_is_the_best_where_all_is_observed(final Kind kind) {
    for (final double scale : new double[] {0.3, 3, 30}) {
      assertStepsAreBest(kind, scale);
    }
  }

  private static void assertStepsAreBest(final Kind kind, final double scale) {
    final ModelSpec spec = kind.spec("none");
    for (long seed = 0; seed < 60; seed++) {
      final SplittableRandom random = new SplittableRandom(seed);
      final Learner learner = new Learner(spec, new Baselines(0));
      final Surrogate known = Surrogate.of(spec);
      for (int i = 0; i < 15; i++) {
        final SparseGraph x = kind.any(random, scale);
        learner.learn(x, i);
        final Site site = learner.ship(false);
        final Surrogate before = withScale(spec, known, site);
        final double[] from = before.solve().theta();
        known.add(site);
        final double[] to = known.solve().theta();
        final double[] precision = before.solve().precision();
        final double step = objective(x, precision, from, to, 1);
        final double[] others =
            x.observed == x.graph.variables()
                ? new double[] {0, 0.9, 0.999, 1.001, 1.1}
                : new double[] {0};
        for (final double other : others) {
          assertThat(step)
              .as("scale %s, seed %d, graph %d, %s of the step", scale, seed, i, other)
              .isLessThanOrEqualTo(objective(x, precision, from, to, other) + 1e-9 * (1 + step));
        }
      }
      assertThat(learner.takeTally().getSlackMin()).as("seed %d", seed).isGreaterThan(-1e-9);
    }
  }

  @ParameterizedTest
  @CsvSource({"0, 1.02", "0.3, 1.03"})
  void chain_learned_by_the_stream_is_near_the_batch_optimum(
      final double hidden, final double ratio) {
    final SplittableRandom random = new SplittableRandom(1);
    final Learner learner = learner();
    final TrainingSet set = RandomGraphs.empty(FEATURES);
    for (int i = 0; i < 2000; i++) {
      final SparseGraph x = RandomGraphs.chain(random, TRUTH, 6, hidden);
      set.add(x);
      learner.learn(x, i);
    }
    final double optimum =
        Trainer.train(
                    set.loss(),
                    new double[FEATURES],
                    0.3,
                    hidden == 0 ? Solver.NEWTON : Solver.LBFGS,
                    StopRule.of(200, 1e-8),
                    iteration -> {})
                .objective()
            / set.weight();
    final Tally tally = learner.takeTally();
    assertThat(tally.getWeight()).isEqualTo(set.weight());
    assertThat(tally.getLogLoss() / tally.getWeight()).isBetween(optimum, ratio * optimum);
    assertThat(tally.getNoChangeLogLoss() / tally.getWeight()).isCloseTo(Math.log(3), within(1e-9));
    assertThat(tally.getCorrect() / tally.getWeight()).isGreaterThan(0.5);
    assertThat(tally.getBatchBound()).isGreaterThanOrEqualTo(tally.getBatchLoss());
    final double[] theta = thetaOf(learner);
    for (int i = 0; i < FEATURES; i++) {
      assertThat(theta[i]).as("feature %d", i).isCloseTo(TRUTH[i], within(0.35));
    }
  }

  @ParameterizedTest
  @CsvSource({
    "PARTLY_SEEN, none",
    "PARTLY_SEEN, {half-life: 40}",
    "PARTLY_SEEN_RULED, none",
    "CHOICE, none",
    "CHOICE, {half-life: 40}",
    "CHOICE, {polynomial: 1}"
  })
  void learner_on_the_bases_that_it_made_goes_on_as_if_there_were_none(
      final Kind kind, final String forgetting) {
    final ModelSpec spec = kind.spec(forgetting);
    final Learner whole = new Learner(spec, new Baselines(0));
    final Learner pieces = new Learner(spec, new Baselines(0));
    final Surrogate merged = Surrogate.of(spec);
    final SplittableRandom random = new SplittableRandom(5);
    for (int i = 0; i < 200; i++) {
      final SparseGraph x = kind.any(random, 1);
      if (i % 10 == 0) {
        final Site site = pieces.ship(false);
        merged.add(SiteCodec.decode(ByteBuffer.wrap(SiteCodec.encode(site)), 1, FEATURES));
        pieces.adopt(merged.site(), List.of());
      }
      assertThat(pieces.learn(x, i)).as("graph %d", i).isCloseTo(whole.learn(x, i), within(1e-9));
    }
  }

  @ParameterizedTest
  @EnumSource
  void evidence_is_the_slope_of_the_loss_along_the_move(final Kind kind) {
    final SplittableRandom random = new SplittableRandom(6);
    final double[] from = random.doubles(FEATURES, -1, 1).toArray();
    final double[] to = random.doubles(FEATURES, -1, 1).toArray();
    final SlopeProbe probe = new SlopeProbe(kind.spec("none"));
    probe.move(at -> from[at]);
    probe.move(at -> to[at]);
    double before = 0;
    double after = 0;
    for (int i = 0; i < 40; i++) {
      final SparseGraph x = kind.any(random, 1);
      probe.look(x);
      before += difference(x, from, to, 0);
      after += difference(x, from, to, 1);
    }
    final Evidence evidence = probe.take();
    assertThat(evidence.getExamples()).isEqualTo(40);
    assertThat(evidence.getBefore()).isCloseTo(before, within(1e-6));
    assertThat(evidence.getAfter()).isCloseTo(after, within(1e-6));
  }

  @ParameterizedTest
  @EnumSource
  void learning_allocates_nothing(final Kind kind) {
    final Learner learner = new Learner(kind.spec("none"), new Baselines(0));
    final List<SparseGraph> stream = new ArrayList<>();
    final SplittableRandom random = new SplittableRandom(8);
    for (int i = 0; i < 100; i++) {
      stream.add(kind.any(random, 1));
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
    final boolean partly = kind == Kind.PARTLY_SEEN || kind == Kind.PARTLY_SEEN_RULED;
    // 24 bytes of evidence each time that some states are hidden
    assertThat(allocated).isLessThan(2000 + (partly ? 100 * 4 * 24 : 0));
  }

  private static Learner learner() {
    return new Learner(SPEC, new Baselines(0));
  }

  private static double[] thetaOf(final Learner learner) {
    final Surrogate known = Surrogate.of(SPEC);
    known.add(learner.ship(false));
    return known.solve().theta();
  }

  /** The surrogate with what the site says of the features' scale, and so of the prior, alone. */
  private static Surrogate withScale(final ModelSpec spec, final Surrogate known, final Site site) {
    final Site scale = Site.of(site.kind, 1, site.size, 0, site.time);
    System.arraycopy(site.features, 0, scale.features, 0, site.size);
    System.arraycopy(site.count, 0, scale.count, 0, site.size);
    System.arraycopy(site.square, 0, scale.square, 0, site.size);
    final Surrogate with = Surrogate.of(spec);
    with.add(known.site());
    with.add(scale);
    return with;
  }

  /** w × loss + ½δᵀDδ at some share of a step. */
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
    return x.weight * RandomGraphs.loss(x, at) + 0.5 * quadratic;
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
    return (RandomGraphs.loss(x, high) - RandomGraphs.loss(x, low)) / (2 * h);
  }

  /** ∂loss/∂θ at 0. */
  private static double slope(final SparseGraph x, final int feature) {
    final double[] unit = new double[FEATURES];
    unit[feature] = 1;
    double slope = 0;
    for (final boolean agreeing : new boolean[] {false, true}) {
      final double mass = RandomGraphs.mass(x, new double[FEATURES], agreeing);
      final double mean =
          RandomGraphs.sum(x, agreeing, labels -> RandomGraphs.score(x, unit, labels)) / mass;
      slope += agreeing ? -mean : mean;
    }
    return slope;
  }

  /** The feature's variances over the configurations of each factor, all alike, summed. */
  private static double factorVariances(final SparseGraph x, final int feature) {
    double sum = 0;
    for (int f = 0; f < x.graph.factors(); f++) {
      sum += variance(x, f, feature, false);
    }
    return sum;
  }

  /** (Var_p − Var_q)₊ of each factor at θ = 0, summed. */
  private static double observedInformation(final SparseGraph x, final int feature) {
    double sum = 0;
    for (int f = 0; f < x.graph.factors(); f++) {
      sum += Math.max(0, variance(x, f, feature, false) - variance(x, f, feature, true));
    }
    return sum;
  }

  /** Of a feature over a factor's configurations, over all labellings or those that agree. */
  private static double variance(
      final SparseGraph x, final int f, final int feature, final boolean agreeing) {
    final ToDoubleFunction<int[]> value = labels -> value(x, f, labels, feature);
    final double mass = RandomGraphs.sum(x, agreeing, labels -> 1);
    final double mean = RandomGraphs.sum(x, agreeing, value) / mass;
    final ToDoubleFunction<int[]> square =
        labels -> Math.pow(value.applyAsDouble(labels) - mean, 2);
    return RandomGraphs.sum(x, agreeing, square) / mass;
  }

  private static double value(
      final SparseGraph x, final int f, final int[] labels, final int feature) {
    final int w = x.graph.configuration(f, labels);
    double value = 0;
    for (int j = x.starts[w]; j < x.starts[w + 1]; j++) {
      value += x.indices[j] == feature ? x.values[j] : 0;
    }
    return value;
  }

  static boolean isAlong(final double[] a, final double[] b) {
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
}
