package org.majorant.learn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.majorant.learn.SyntheticStream.example;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.majorant.features.Dimensions;
import org.majorant.features.SparsePoint;
import org.majorant.memory.Site;
import org.majorant.memory.Surrogate;
import org.majorant.model.PointPredictor;
import org.majorant.prior.PriorMean;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.Tally;
import org.majorant.spec.SpecFile;
import org.majorant.tally.Baselines;

/** Hidden states, and labels that are only known to be one of some. */
class LatentLearnerTest {
  @ParameterizedTest
  @CsvSource({
    "diagonal, 2, 2, 0", "diagonal, 3, 1, 0.7", "diagonal, 3, 2, 0.7",
    "full, 2, 2, 0", "full, 3, 1, 0.7", "full, 3, 2, 0.7",
    "low-rank, 2, 2, 0", "low-rank, 3, 1, 0.7", "low-rank, 3, 2, 0.7"
  })
  void stream_is_learned_better_than_the_class_frequencies_and_every_step_is_certified(
      final String curvature, final int labels, final int states, final double partial) {
    final Learner learner = new Learner(spec(curvature, labels, states), new Baselines(labels));
    final Random random = new Random(11);
    double last = 0;
    for (int i = 0; i < 4000; i++) {
      last += i < 3000 ? 0 : learner.learn(partly(random, labels, partial), i);
      if (i < 3000) {
        learner.learn(partly(random, labels, partial), i);
      }
    }
    final Tally tally = learner.takeTally();
    assertThat(tally.getExamples()).isEqualTo(4000);
    assertThat(last / 1000).isLessThan(0.7 * tally.getClassFrequencyLogLoss() / 4000);
    assertThat(tally.getSlackMin()).isBetween(-1e-9, 1.0);
    assertThat(tally.getBatchBound()).isGreaterThanOrEqualTo(tally.getBatchLoss());
  }

  @ParameterizedTest
  @ValueSource(strings = {"diagonal", "full", "low-rank"})
  void published_model_predicts_as_the_worker_that_it_came_from(final String curvature) {
    final ModelSpec spec = spec(curvature, 3, 2);
    final Learner learner = new Learner(spec, new Baselines(3));
    final Random random = new Random(2);
    for (int i = 0; i < 600; i++) {
      learner.learn(partly(random, 3, 0.5), i);
    }
    final Surrogate known = Surrogate.of(spec);
    known.add(learner.ship(false));
    final PointPredictor predictor = new PointPredictor(known.solve().model(spec, 1));
    for (int seed = 0; seed < 20; seed++) {
      final SparsePoint x = partly(new Random(seed), 3, 0.5);
      final double[] p = new double[3];
      predictor.probabilities(partly(new Random(seed), 3, 0.5), p);
      double right = 0;
      for (int y = 0; y < 3; y++) {
        right += x.admits(y) ? p[y] : 0;
      }
      final Learner worker = new Learner(spec, new Baselines(3));
      worker.adopt(known.site(), List.of());
      // the example itself moves the scale, and so the prior and its mean, by a little
      assertThat(worker.learn(x, 600))
          .as("seed %d", seed)
          .isCloseTo(-Math.log(right), within(0.02));
    }
  }

  @Test
  void same_spec_starts_alike_and_states_of_a_label_do_not() {
    final ModelSpec spec = spec("diagonal", 2, 2);
    final float[] rms = new float[Dimensions.of(spec).features()];
    Arrays.fill(rms, 2);
    rms[1] = 0;
    final double[] start = PriorMean.of(spec).weights(rms);
    assertThat(PriorMean.of(spec).weights(rms)).containsExactly(start);
    assertThat(Arrays.stream(start).distinct().count()).isEqualTo(start.length - 3);
    assertThat(Arrays.copyOfRange(start, 4, 8)).containsOnly(0);
    assertThat(Arrays.stream(start).map(Math::abs).max().orElseThrow()).isBetween(0.1, 0.15);
    spec.setModel("another");
    assertThat(PriorMean.of(spec).weights(rms)).isNotEqualTo(start);
    assertThat(PriorMean.of(spec("diagonal", 2, 1)).weights(new float[] {1})).containsOnly(0);
  }

  /** What a model has learned is θ − θ₀: were θ₀ another after an upgrade, θ would be, too. */
  @Test
  void start_of_a_spec_of_release_01_is_frozen() {
    final ModelSpec spec =
        SpecFile.read("{model: m, labels: [a, b], latent: 2, features: {dimension: 1}}");
    assertThat(PriorMean.of(spec).weights(new float[] {2, 1}))
        .containsExactly(
            -0.03907358394103907,
            -0.10414032425905113,
            0.04473976619619535,
            0.09883063682248205,
            0.2709515417898236,
            -0.1400591529894663,
            0.0016716917527207942,
            0.21597675450495626);
  }

  @Test
  void step_lowers_the_loss_of_its_example() {
    for (int seed = 0; seed < 200; seed++) {
      final Learner learner = new Learner(spec("diagonal", 3, 2), new Baselines(3));
      final Random random = new Random(seed);
      for (int i = 0; i < 5; i++) {
        learner.learn(partly(random, 3, 0.5), i);
      }
      final double before = learner.learn(partly(new Random(seed), 3, 0.5), 5);
      final double after = learner.learn(partly(new Random(seed), 3, 0.5), 6);
      assertThat(after).as("seed %d", seed).isLessThan(before);
    }
  }

  @ParameterizedTest
  @CsvSource({"1, false", "2, false", "3, true", "1, true"})
  void remembered_curvature_dominates_the_information_of_what_was_observed(
      final int states, final boolean partial) {
    final RememberedCurvature remembered = new RememberedCurvature(spec("full", 4, states), false);
    final SparsePoint x = new SparsePoint();
    x.label = partial ? SparsePoint.PARTIAL : 2;
    x.weight = 1;
    x.admissible = new boolean[] {false, true, true, false};
    final int n = 4 * states;
    for (int seed = 0; seed < 500; seed++) {
      final Random random = new Random(seed);
      final double[] s = random.doubles(n, -4, 4).toArray();
      final double[] v = random.doubles(n, 0, 2).toArray();
      final double[] c = new double[n];
      remembered.of(x, s, v, c);
      for (int g = 0; g < 4; g++) {
        final double[] along = random.doubles(n, -1, 1).toArray();
        double mass = 0;
        double all = 0;
        double slope = 0;
        double quadratic = 0;
        for (int o = 0; o < n; o++) {
          final boolean member = o / states == g || x.admits(o / states) && x.admits(g);
          all += Math.exp(s[o]);
          mass += member ? Math.exp(s[o]) : 0;
          slope += member ? Math.exp(s[o]) * along[o] : 0;
          quadratic += member ? c[o] * along[o] * along[o] : 0;
        }
        final double information = mass / all * (1 - mass / all) * (slope / mass) * (slope / mass);
        assertThat(quadratic).as("seed %d", seed).isGreaterThanOrEqualTo(information - 1e-12);
        if (states == 1 && !partial) {
          assertThat(quadratic).as("seed %d", seed).isCloseTo(information, within(1e-12));
        }
      }
    }
  }

  @Test
  void probe_sees_the_slope_of_the_loss() {
    final ModelSpec spec = spec("diagonal", 3, 2);
    final int d = Dimensions.of(spec).parameters();
    final double h = 1e-6;
    for (int seed = 0; seed < 100; seed++) {
      final Random random = new Random(seed);
      final SparsePoint x = partly(random, 3, 0.5);
      final double[] from = random.doubles(d, -0.1, 0.1).toArray();
      final double[] to = random.doubles(d, -0.1, 0.1).toArray();
      final SlopeProbe probe = new SlopeProbe(spec);
      probe.compare(x, i -> from[i], i -> to[i]);
      for (final double[] at : List.of(from, to)) {
        final double[] up = new double[d];
        final double[] down = new double[d];
        for (int i = 0; i < d; i++) {
          up[i] = at[i] + h * (to[i] - from[i]);
          down[i] = at[i] - h * (to[i] - from[i]);
        }
        final double slope = (loss(spec, x, up) - loss(spec, x, down)) / (2 * h);
        assertThat(at == from ? probe.before : probe.after)
            .as("seed %d", seed)
            .isCloseTo(slope, within(1e-6));
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"diagonal", "full", "low-rank"})
  void constraints_that_bind_nowhere_change_nothing(final String curvature) {
    final ModelSpec spec = spec(curvature, 2, 2);
    final Learner learner = new Learner(spec, new Baselines(2));
    final Random random = new Random(4);
    for (int i = 0; i < 300; i++) {
      learner.learn(example(random, 2), i);
    }
    final Site site = learner.ship(false);
    final Surrogate free = Surrogate.of(spec);
    free.add(site);
    spec.setL1(1e-12);
    final Surrogate restricted = Surrogate.of(spec);
    restricted.add(site);
    final Surrogate.Solution expected = free.solve();
    final Surrogate.Solution solution = restricted.constrained();
    assertThat(solution.theta()).containsExactly(expected.theta(), within(1e-6));
    assertThat(solution.penalty()).isCloseTo(expected.penalty(), within(1e-6));
  }

  @Test
  void learning_allocates_nothing() {
    final Learner learner = new Learner(spec("diagonal", 3, 2), new Baselines(3));
    final Random random = new Random(1);
    final SparsePoint[] examples = new SparsePoint[200];
    Arrays.setAll(examples, i -> partly(random, 3, 0.5));
    final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long least = Long.MAX_VALUE;
    for (int attempt = 0; attempt < 100; attempt++) {
      final long before = threads.getCurrentThreadAllocatedBytes();
      for (final SparsePoint x : examples) {
        learner.learn(x, 0);
      }
      least = Math.min(least, threads.getCurrentThreadAllocatedBytes() - before);
    }
    assertThat((double) least / examples.length).isLessThan(1);
  }

  @Test
  void baselines_score_a_set_by_its_probability_and_learn_its_shares() {
    final Baselines baselines = new Baselines(3);
    baselines.score(0);
    baselines.score(0);
    baselines.score(1);
    baselines.score(new boolean[] {false, true, true});
    // one of two transitions repeated; frequencies were (3, 2, 1) of 6 with the ones added
    assertThat(baselines.noChangeLoss()).isCloseTo(-Math.log(0.5 + 0.25), within(1e-12));
    assertThat(baselines.classFrequencyLoss()).isCloseTo(-Math.log(0.5), within(1e-12));
    assertThat(baselines.labelCounts()).containsExactly(2, 1 + 2 / 3.0, 1 / 3.0);
    assertThat(baselines.lastLabel()).isEqualTo(1);
    assertThat(baselines.transitions()).isEqualTo(2);
  }

  private static double loss(final ModelSpec spec, final SparsePoint x, final double[] theta) {
    final Dimensions dimensions = Dimensions.of(spec);
    final double[] mass = new double[2];
    for (int o = 0; o < dimensions.outcomes(); o++) {
      double score = 0;
      for (int j = 0; j < x.size; j++) {
        score += x.values[j] * theta[x.indices[j] * dimensions.vectors() + o];
      }
      mass[0] += Math.exp(score);
      mass[1] += x.admits(o / dimensions.states()) ? Math.exp(score) : 0;
    }
    return Math.log(mass[0] / mass[1]);
  }

  /** An example whose label is, with this probability, only known to be one of two. */
  private static SparsePoint partly(
      final Random random, final int labels, final double probability) {
    final SparsePoint x = example(random, labels);
    if (random.nextDouble() < probability) {
      x.admissible = new boolean[labels];
      x.admissible[x.label] = true;
      x.admissible[(x.label + 1 + random.nextInt(labels - 1)) % labels] = true;
      x.label = SparsePoint.PARTIAL;
    }
    return x;
  }

  private static ModelSpec spec(final String curvature, final int labels, final int states) {
    final ModelSpec spec = SyntheticStream.spec(curvature, labels, "none");
    spec.setLatent(states);
    return spec;
  }
}
