package org.majorant.learn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.majorant.learn.RandomMatchings.FEATURES;
import static org.majorant.learn.RandomMatchings.MANY_FEATURES;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Function;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.majorant.features.SparseMatching;
import org.majorant.likelihood.MatchingLikelihood;
import org.majorant.matching.MatchingInference;
import org.majorant.memory.Site;
import org.majorant.memory.SiteCodec;
import org.majorant.memory.Surrogate;
import org.majorant.schema.Evidence;
import org.majorant.schema.Matching;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.Tally;
import org.majorant.solve.Lbfgs;
import org.majorant.solve.StopRule;
import org.majorant.spec.SpecFile;
import org.majorant.tally.Baselines;
import org.majorant.train.Loss;
import org.majorant.train.TrainingSet;

@Tag("long")
class MatchingLearnerTest {
  private static final double[] PRICES = {1.5, 1, 0.5, 0.2, 0, 1.2, 0.8, 0.4, 0.1, 2};

  /**
   * The stream of section 8 of the notes that this was designed by, in full and diagonal memory.
   */
  @ParameterizedTest
  @CsvSource({"diagonal, 2.89472", "full, 2.89844"})
  void referenceStream_isLearnedAsByThePrototype(final String memory, final double progressive) {
    final ModelSpec spec = referenceSpec(memory);
    final Learner learner = new Learner(spec, new Baselines(0));
    double loss = 0;
    for (int t = 0; t < 300; t++) {
      loss += learner.learn(ReferenceMatchings.get(t), t);
    }
    assertThat(loss / 300).isCloseTo(progressive, within(0.003 * progressive));
    assertThat(thetaOf(spec, learner))
        .containsExactly(new double[] {1.5166, -.8228, .7724, .5149}, within(0.03));
  }

  @Test
  void referenceStream_isThatOfTheNotes() {
    final double[] first = {.0924147, .79965089, -.95301458, .49895221};
    for (int k = 0; k < 4; k++) {
      assertThat(ReferenceMatchings.feature(0, 0, 0, k)).isCloseTo(first[k], within(1e-6));
    }
    assertThat(labels(ReferenceMatchings.get(0))).containsExactly(4, 0, 3, 1, 2);
    assertThat(labels(ReferenceMatchings.get(1))).containsExactly(2, 3, 4, 1, 0);
  }

  /** Warm matchings; the prior is the one that the stream has at its end. */
  @ParameterizedTest
  @CsvSource({
    "10, diagonal, 1.008",
    "10, full, 1.008",
    "10, 'low-rank, rank: 4', 1.008",
    "20, diagonal, 1.003",
    "20, full, 1.003"
  })
  void stream_isNearTheBatchObjective(final int nodes, final String memory, final double ratio) {
    assertNearBatch(nodes, memory, random -> RandomMatchings.points(random, PRICES, nodes), ratio);
  }

  /** The same without sides. */
  @ParameterizedTest
  @CsvSource({"diagonal, 1.02", "full, 1.02", "'low-rank, rank: 4', 1.02"})
  void stream_ofRoommates_isNearTheBatchObjective(final String memory, final double ratio) {
    assertNearBatch(10, memory, random -> RandomMatchings.roommates(random, PRICES, 10), ratio);
  }

  /** Sharp scores: a matching's loss is 2.5 nats, where all are alike it is 15. */
  @Test
  void stream_ofColdMatchings_isNearTheBatchOptimum() {
    final ModelSpec spec = RandomMatchings.spec(MANY_FEATURES, "memory: full", "none");
    final Learner learner = new Learner(spec, new Baselines(0));
    final SplittableRandom random = new SplittableRandom(1);
    final double[] truth = new double[MANY_FEATURES];
    Arrays.setAll(truth, k -> 1.87 * Math.sin(k + 1.0)); // of length 6
    final TrainingSet whole = TrainingSet.of(spec);
    final TrainingSet last = TrainingSet.of(spec);
    double loss = 0;
    double lastLoss = 0;
    for (int t = 0; t < 1000; t++) {
      final SparseMatching x = RandomMatchings.map(RandomMatchings.products(random, truth, 10), 1);
      final double of = learner.learn(x, t);
      whole.add(x);
      loss += of;
      if (t >= 500) {
        last.add(x);
        lastLoss += of;
      }
    }
    final double[] theta =
        Lbfgs.minimise(
                whole.loss()::at,
                new double[MANY_FEATURES],
                StopRule.of(100, 1e-3),
                (iteration, evaluations, value, norm) -> {})
            .theta();
    final double[] unused = new double[MANY_FEATURES];
    assertThat(loss / whole.loss().at(theta, unused)).isBetween(1.0, 1.09);
    assertThat(lastLoss / last.loss().at(theta, unused)).isBetween(1.0, 1.03);
    assertThat(learner.takeTally().getSlackMin()).isGreaterThan(-1e-9);
  }

  private static void assertNearBatch(
      final int nodes,
      final String memory,
      final Function<SplittableRandom, Matching> draw,
      final double ratio) {
    final ModelSpec spec = RandomMatchings.spec("memory: " + memory);
    final Learner learner = new Learner(spec, new Baselines(0));
    final SplittableRandom random = new SplittableRandom(1);
    final TrainingSet stream = TrainingSet.of(spec);
    double loss = 0;
    for (int t = 0; t < 1000; t++) {
      final SparseMatching x = RandomMatchings.map(draw.apply(random), 1);
      stream.add(x);
      loss += learner.learn(x, t);
    }
    final Tally tally = learner.takeTally();
    final Surrogate known = Surrogate.of(spec);
    known.add(learner.ship(false));
    final double[] prior = new double[FEATURES];
    final Site site = known.site();
    for (int j = 0; j < site.size; j++) {
      prior[site.features[j]] = 0.3 * site.square[j] / site.count[j];
    }
    assertThat(loss / optimum(stream.loss(), prior)).isBetween(1.0, ratio);
    assertThat(tally.getWeight()).isEqualTo(stream.weight());
    assertThat(tally.getLogLoss()).isCloseTo(loss, within(1e-6));
    assertThat(tally.getSlackMin()).isGreaterThan(-1e-9);
    assertThat(tally.getCorrect() / tally.getWeight()).isGreaterThan(4.0 / nodes);
    assertThat(tally.getNoChangeLogLoss()).isGreaterThan(1.5 * loss);
    assertThat(tally.getInferenceGap() / 1000)
        .isBetween(0.0, 2 * nodes * MatchingLikelihood.TOLERANCE);
    assertThat(tally.getInferenceSweeps() / 1000).isBetween(12L, 100L);
    assertThat(tally.getBatchBound()).isGreaterThanOrEqualTo(tally.getBatchLoss());
  }

  private static double optimum(final Loss loss, final double[] prior) {
    return Lbfgs.minimise(
            (theta, gradient) -> {
              double objective = loss.at(theta, gradient);
              for (int i = 0; i < FEATURES; i++) {
                objective += 0.5 * prior[i] * theta[i] * theta[i];
                gradient[i] += prior[i] * theta[i];
              }
              return objective;
            },
            new double[FEATURES],
            StopRule.of(100, 1e-3),
            (iteration, evaluations, value, norm) -> {})
        .value();
  }

  /** From θ = 0: the variances, the gradient's direction, and the curvature after the step. */
  @ParameterizedTest
  @ValueSource(strings = {"diagonal", "full"})
  void first_step_isThatOfTheFormulas(final String memory) {
    final ModelSpec spec = RandomMatchings.spec("memory: " + memory);
    for (long seed = 0; seed < 200; seed++) {
      final SparseMatching x = RandomMatchings.any(new SplittableRandom(seed), 2);
      final Learner learner = new Learner(spec, new Baselines(0));
      final double[] gradient = new double[FEATURES];
      final double expected = RandomMatchings.loss(x, new double[FEATURES], gradient);
      final double loss = learner.learn(x, 0);
      assertThat(loss).as("seed %d", seed).isCloseTo(expected, within(1e-4));
      final Site site = learner.ship(false);
      for (int j = 0; j < site.size; j++) {
        assertThat(site.square[j])
            .as("seed %d", seed)
            .isCloseTo(variance(x, site.features[j]), within(1e-9));
      }
      final Surrogate known = Surrogate.of(spec);
      known.add(site);
      final double[] theta = known.solve().theta();
      final double[] curvature = curvature(x, theta);
      double slope = 0;
      int at = 0;
      for (int j = 0; j < site.size; j++) {
        final int i = site.features[j];
        slope += gradient[i] * theta[i];
        for (int k = j; k < (memory.equals("full") ? site.size : j + 1); k++) {
          assertThat(site.curvature[at++])
              .as("seed %d", seed)
              .isCloseTo(curvature[i * FEATURES + site.features[k]], within(0.02));
        }
      }
      assertThat(slope).as("seed %d", seed).isLessThan(1e-9);
    }
  }

  /** A step never raises the objective by more than inference may be wrong. */
  @ParameterizedTest
  @ValueSource(strings = {"diagonal", "full"})
  void step_neverRaisesTheLossOfItsExample(final String memory) {
    final ModelSpec spec = RandomMatchings.spec("memory: " + memory);
    for (final double scale : new double[] {0.3, 3, 30}) {
      for (long seed = 0; seed < 60; seed++) {
        final SplittableRandom random = new SplittableRandom(seed);
        final Learner learner = new Learner(spec, new Baselines(0));
        final Surrogate known = Surrogate.of(spec);
        for (int i = 0; i < 15; i++) {
          final SparseMatching x = RandomMatchings.any(random, scale);
          learner.learn(x, i);
          final Site site = learner.ship(false);
          final double[] from = withScale(spec, known, site).solve().theta();
          known.add(site);
          final double[] to = known.solve().theta();
          final double[] unused = new double[FEATURES];
          final double before = RandomMatchings.loss(x, from, unused);
          assertThat(RandomMatchings.loss(x, to, unused))
              .as("scale %s, seed %d, matching %d", scale, seed, i)
              .isLessThan(before + 3 * MatchingLikelihood.TOLERANCE * x.graph.nodes());
        }
        final Tally tally = learner.takeTally();
        assertThat(tally.getSlackMin()).as("seed %d", seed).isGreaterThan(-1e-9);
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    "full, none",
    "full, {half-life: 40}",
    "full, {polynomial: 1}",
    "diagonal, none",
    "diagonal, {half-life: 40}"
  })
  void learner_onTheBasesThatItMade_goesOnAsIfThereWereNone(
      final String memory, final String forgetting) {
    final ModelSpec spec = RandomMatchings.spec(FEATURES, "memory: " + memory, forgetting);
    final Learner whole = new Learner(spec, new Baselines(0));
    final Learner pieces = new Learner(spec, new Baselines(0));
    final Surrogate merged = Surrogate.of(spec);
    final SplittableRandom random = new SplittableRandom(5);
    for (int i = 0; i < 200; i++) {
      final SparseMatching x = RandomMatchings.any(random, 1);
      if (i % 10 == 0) {
        final Site site = pieces.ship(false);
        merged.add(SiteCodec.decode(ByteBuffer.wrap(SiteCodec.encode(site)), 1, FEATURES));
        pieces.resume(merged.site(), List.of());
      }
      assertThat(pieces.learn(x, i))
          .as("matching %d", i)
          .isCloseTo(whole.learn(x, i), within(1e-9));
    }
  }

  @Test
  void evidence_isTheSlopeOfTheLossAlongTheMove() {
    final SplittableRandom random = new SplittableRandom(6);
    final double[] from = random.doubles(FEATURES, -1, 1).toArray();
    final double[] to = random.doubles(FEATURES, -1, 1).toArray();
    final SlopeProbe probe = new SlopeProbe(RandomMatchings.spec("memory: diagonal"));
    probe.move(at -> from[at]);
    probe.move(at -> to[at]);
    double before = 0;
    double after = 0;
    for (int i = 0; i < 40; i++) {
      final SparseMatching x = RandomMatchings.any(random, 1);
      probe.look(x);
      final double[] gradients = new double[2 * FEATURES];
      final double[] gradientAfter = new double[FEATURES];
      RandomMatchings.loss(x, from, gradients);
      RandomMatchings.loss(x, to, gradientAfter);
      for (int k = 0; k < FEATURES; k++) {
        before += gradients[k] * (to[k] - from[k]);
        after += gradientAfter[k] * (to[k] - from[k]);
      }
    }
    final Evidence evidence = probe.take();
    assertThat(evidence.getExamples()).isEqualTo(40);
    assertThat(evidence.getBefore()).isCloseTo(before, within(0.05));
    assertThat(evidence.getAfter()).isCloseTo(after, within(0.05));
  }

  /** Full memory makes an array for each system that it factors. */
  @Test
  void learning_allocatesNothing() {
    final Learner learner = new Learner(RandomMatchings.spec("memory: diagonal"), new Baselines(0));
    final List<SparseMatching> stream = new ArrayList<>();
    final SplittableRandom random = new SplittableRandom(8);
    while (stream.size() < 100) {
      final SparseMatching x = RandomMatchings.any(random, 1);
      if (x.graph.hasSides()) { // else the best matching is found on objects
        stream.add(x);
      }
    }
    final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    final long thread = Thread.currentThread().getId();
    long allocated = 0;
    for (int pass = 0; pass < 3; pass++) {
      final long start = threads.getThreadAllocatedBytes(thread);
      for (final SparseMatching x : stream) {
        learner.learn(x, 0);
      }
      allocated = threads.getThreadAllocatedBytes(thread) - start;
    }
    assertThat(allocated).isLessThan(2000);
  }

  /** It is a dead letter in a stream. */
  @Test
  void scores_thatAreTooLarge_areRefused() {
    final Learner learner = new Learner(RandomMatchings.spec("memory: full"), new Baselines(0));
    final SplittableRandom random = new SplittableRandom(9);
    for (int i = 0; i < 20; i++) {
      learner.learn(RandomMatchings.any(random, 1), i);
    }
    final SparseMatching x = RandomMatchings.any(random, 1e15);
    assertThatThrownBy(() -> learner.learn(x, 20)).isInstanceOf(ArithmeticException.class);
  }

  private static double[] thetaOf(final ModelSpec spec, final Learner learner) {
    final Surrogate known = Surrogate.of(spec);
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

  /** Of a feature over all edges alike. */
  private static double variance(final SparseMatching x, final int feature) {
    double sum = 0;
    double squares = 0;
    for (int e = 0; e < x.length; e++) {
      double value = 0;
      for (int j = x.starts[e]; j < x.starts[e + 1]; j++) {
        value += x.indices[j] == feature ? x.values[j] : 0;
      }
      sum += value;
      squares += value * value;
    }
    return squares / x.length - sum * sum / x.length / x.length;
  }

  /** Centred, at θ. */
  private static double[] curvature(final SparseMatching x, final double[] theta) {
    final MatchingInference inference = new MatchingInference(20_000);
    final double[] scores = new double[x.length];
    x.score(theta, scores);
    inference.open(x.graph);
    inference.solve(scores, 1e-9);
    final CentredCurvature centred = new CentredCurvature(2);
    centred.expand(inference, x.starts, x.indices, x.values, FEATURES);
    final double[] out = new double[FEATURES * FEATURES];
    centred.addTo(x.weight, out);
    return out;
  }

  private static ModelSpec referenceSpec(final String memory) {
    return SpecFile.read(
        "{model: m, task: matching, prior: {l2: 1}, features: {dimension: 4}, curvature: {memory: "
            + memory
            + "}}");
  }

  private static List<Integer> labels(final SparseMatching x) {
    final List<Integer> labels = new ArrayList<>();
    for (int e = 0; e < x.length; e++) {
      if (x.chosen[e]) {
        labels.add(e % 5);
      }
    }
    return labels;
  }
}
