package org.majorant.learn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

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
import org.majorant.bound.MulticlassBound;
import org.majorant.features.FeatureSpace;
import org.majorant.features.SparseSequence;
import org.majorant.memory.Site;
import org.majorant.memory.SiteCodec;
import org.majorant.memory.Surrogate;
import org.majorant.model.Model;
import org.majorant.model.Scorer;
import org.majorant.schema.LabeledExample;
import org.majorant.schema.Member;
import org.majorant.schema.Members;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.RejectedExample;
import org.majorant.schema.Sequence;
import org.majorant.schema.SequenceBuffer;
import org.majorant.schema.SparseVector;
import org.majorant.schema.Tally;
import org.majorant.spec.SpecFile;
import org.majorant.tally.Baselines;
import org.majorant.tally.Tallies;

class SequenceLearnerTest {
  private static final int M = 3;
  private static final int FEATURES = 8;
  private static final ModelSpec SPEC = spec("none");

  /** I-X can neither begin a sequence nor come after O. */
  private static final ModelSpec FORBIDDEN = spec("none", "[[[START, O], I-X]]");

  private static final int O_TO_I = FEATURES * M + 2;

  @ParameterizedTest
  @CsvSource({
    "false, false, false",
    "true, false, false",
    "false, true, false",
    "true, true, false",
    "false, false, true",
    "true, false, true",
    "true, true, true"
  })
  void first_step_is_the_formulas_by_brute_force(
      final boolean partly, final boolean forbidden, final boolean ruled) throws Exception {
    final ModelSpec spec = forbidden ? FORBIDDEN : SPEC;
    for (long seed = 0; seed < 200; seed++) {
      final SparseSequence x = sequence(spec, new SplittableRandom(seed), partly, ruled, 1);
      if (!x.isLabeled()) {
        continue;
      }
      final Learner learner = learner(spec);
      final double loss = learner.learn(x, 0);
      final Site site = learner.ship(false);
      final double[] zero = new double[(FEATURES + M) * M];
      final Labellings all = new Labellings(x, spec, FEATURES);
      final double[] p = all.marginals(zero, false);
      final double[] q = all.marginals(zero, true);
      final double[] edges = all.edges(zero, false);
      final double[] gold = all.edges(zero, true);

      assertThat(loss)
          .as("seed %d", seed)
          .isCloseTo(all.logPartition(zero, false) - all.logPartition(zero, true), within(1e-12));
      final double[] gain = new double[zero.length];
      final double[] gradient = new double[zero.length]; // of emissions damped
      for (int t = 0; t < x.length; t++) {
        final double[] damping = damping(p, t);
        for (int j = x.starts[t]; j < x.starts[t + 1]; j++) {
          for (int c = 0; c < M; c++) {
            final int k = x.indices[j] * M + c;
            final double pt = p[t * M + c];
            final double qt = q[t * M + c];
            gain[k] += sq(x.values[j]) * Math.max(0, pt * (1 - pt) - qt * (1 - qt));
            gradient[k] += x.values[j] * (pt - qt) / (1 + damping[c] * squares(x, t) / 2);
          }
        }
        for (int at = 0; t > 0 && at < M * M; at++) {
          final double pe = edges[t * M * M + at];
          final double qe = gold[t * M * M + at];
          gain[FEATURES * M + at] += Math.max(0, pe * (1 - pe) - qe * (1 - qe));
          gradient[FEATURES * M + at] += pe - qe;
        }
      }
      assertThat(dense(site, site.curvature))
          .as("seed %d", seed)
          .containsExactly(gain, within(1e-12));
      final double[] push = dense(site, site.linear);
      if (dot(gradient, gradient) == 0) {
        assertThat(push).as("seed %d", seed).containsOnly(0); // the log-prior has decided all
        continue;
      }
      final double step = -dot(push, gradient) / dot(gradient, gradient);
      assertThat(step).as("seed %d", seed).isBetween(0.0, 2.0);
      for (int k = 0; k < push.length; k++) {
        gradient[k] *= -step;
      }
      assertThat(push).as("seed %d", seed).containsExactly(gradient, within(1e-11));
      assertThat(forbidden && (push[O_TO_I] != 0 || gain[O_TO_I] != 0)).isFalse();
    }
  }

  /** What cannot be has no weight that learns, however long it takes and whatever is forgotten. */
  @Test
  void forbidden_transition_is_never_learned_nor_predicted() throws Exception {
    final ModelSpec spec = spec("{half-life: 40}", "[[[START, O], I-X]]");
    final Learner learner = learner(spec);
    final Surrogate known = Surrogate.of(spec);
    final SplittableRandom random = new SplittableRandom(9);
    for (int i = 0; i < 300; i++) {
      assertThat(learner.learn(sequence(spec, random, i % 3 == 0, i % 2 == 0, 30), i))
          .isGreaterThan(-1e-12);
    }
    known.add(onTheWire(learner.ship(false)));
    final Surrogate.Solution solution = known.solve();
    assertThat(solution.theta()[O_TO_I]).isZero();
    for (int k = 0; k < solution.theta().length; k++) {
      assertThat(solution.theta()[k]).isFinite();
      assertThat(solution.precision()[k]).isPositive().isFinite();
    }
    final Tally tally = learner.takeTally();
    assertThat(tally.getSlackMin()).isGreaterThan(-1e-9);
    assertThat(Tallies.isFinite(tally)).isTrue();

    final Scorer scorer =
        new Scorer(
            new Model(spec, 1, solution.theta(), new float[0], new float[0])); // neither is read
    for (int i = 0; i < 100; i++) {
      final SparseSequence x = sequence(spec, random, false, i % 2 == 0, 3);
      scorer.read(x);
      final int[] path = scorer.labels();
      assertThat(path[0]).isNotEqualTo(2);
      assertThat(scorer.probabilities()[2]).isEqualTo(0.0);
      for (int t = 1; t < x.length; t++) {
        assertThat(path[t - 1] == 0 && path[t] == 2).isFalse();
      }
      final Labellings all = new Labellings(x, spec, FEATURES);
      assertThat(-scorer.loss())
          .isCloseTo(
              all.logPartition(solution.theta(), true) - all.logPartition(solution.theta(), false),
              within(1e-9));
    }
  }

  @ParameterizedTest
  @CsvSource({"none, false", "none, true", "{half-life: 40}, false"})
  void members_of_a_version_predict_as_those_of_the_worker(
      final String forgetting, final boolean partly) throws Exception {
    final ModelSpec spec = spec(forgetting, "[[[START, O], I-X]]");
    final Learner learner = learner(spec);
    final SplittableRandom random = new SplittableRandom(4);
    final Surrogate base = Surrogate.of(spec);
    for (int i = 0; i < 200; i++) {
      learner.learn(sequence(spec, random, partly && i % 2 == 0, i % 3 == 0, 3), i);
    }
    base.add(onTheWire(learner.ship(false)));
    final List<Double> losses = Arrays.stream(learner.shipMembers()).boxed().toList();
    final Surrogate.Solution solution = base.solve();
    final Model model = solution.model(spec, 1).mixing(solution.members(spec, losses));
    assertThat(model.members()).extracting(Member::getWeight).anyMatch(weight -> weight < 0.2);
    final Scorer scorer = new Scorer(model);
    final Learner next = learner(spec);
    next.adopt(base.site(), List.of());
    next.startMembers(losses.stream().mapToDouble(Double::doubleValue).toArray(), 200);
    learner.takeTally();
    SparseSequence x = sequence(spec, random, false, true, 3);
    while (x.length == 1) {
      x = sequence(spec, random, false, true, 3); // without a transition
    }
    scorer.read(x);
    final double worker = learner.learn(x, 199);
    assertThat(worker).isCloseTo(scorer.loss(), within(1e-5));
    assertThat(next.learn(x, 199)).as("from the base").isCloseTo(worker, within(1e-9));
    int right = 0;
    final int[] path = scorer.labels();
    for (int t = 0; t < x.length; t++) {
      right += path[t] == x.labels[t] ? 1 : 0;
    }
    final Tally tally = learner.takeTally();
    assertThat(tally.getCorrect()).isCloseTo(x.weight * right, within(1e-12));
    assertThat(tally.getLogLoss()).isCloseTo(x.weight * worker, within(1e-12));
  }

  /** A member's part in the weights is its loss a token, times the sequence's weight. */
  @Test
  void members_count_their_loss_a_token() throws Exception {
    final Learner learner = learner(SPEC);
    final SparseSequence x = sequence(SPEC, new SplittableRandom(3), false, true, 3);
    final double loss = learner.learn(x, 0); // all members are alike while all weights are zero
    assertThat(x.length).isGreaterThan(1);
    assertThat(x.weight).isNotEqualTo(1);
    final double lost = x.weight * loss / x.length;
    assertThat(learner.shipMembers())
        .containsExactly(new double[] {lost, lost, lost, lost}, within(1e-12));
  }

  @Test
  void probe_sees_the_slope_of_the_loss_where_transitions_are_forbidden() throws Exception {
    final double h = 1e-6;
    for (long seed = 0; seed < 100; seed++) {
      final SplittableRandom random = new SplittableRandom(seed);
      final SparseSequence x = sequence(FORBIDDEN, random, true, seed % 2 == 0, 1);
      final double[] from = random.doubles((FEATURES + M) * M, -1, 1).toArray();
      final double[] to = random.doubles(from.length, -1, 1).toArray();
      final SlopeProbe probe = new SlopeProbe(FORBIDDEN);
      probe.compare(x, i -> from[i], i -> to[i]);
      final Labellings all = new Labellings(x, FORBIDDEN, FEATURES);
      for (final double[] at : List.of(from, to)) {
        final double[] loss = new double[2];
        for (int side = 0; side < 2; side++) {
          final double[] moved = at.clone();
          for (int i = 0; i < moved.length; i++) {
            moved[i] += (side == 0 ? -h : h) * (to[i] - from[i]);
          }
          loss[side] = all.logPartition(moved, false) - all.logPartition(moved, true);
        }
        assertThat(at == from ? probe.before : probe.after)
            .as("seed %d", seed)
            .isCloseTo((loss[1] - loss[0]) / (2 * h), within(1e-6));
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    "0.3, false, false",
    "3, false, false",
    "30, false, false",
    "0.3, true, false",
    "3, true, false",
    "30, true, false",
    "0.3, false, true",
    "3, false, true",
    "30, true, true"
  })
  void no_step_raises_the_objective_and_each_is_certified(
      final double scale, final boolean forbidden, final boolean ruled) throws Exception {
    final ModelSpec spec = spec("none", forbidden ? "[[[START, O], I-X]]" : "[]");
    spec.setMembers(Members.NONE);
    for (long seed = 0; seed < 60; seed++) {
      final SplittableRandom random = new SplittableRandom(seed);
      final Learner learner = learner(spec);
      final Surrogate known = Surrogate.of(spec);
      for (int i = 0; i < 12; i++) {
        final SparseSequence x = sequence(spec, random, random.nextBoolean(), ruled, scale);
        if (!x.isLabeled()) {
          continue;
        }
        final double[] before = known.solve().theta();
        final double loss = learner.learn(x, i);
        known.add(learner.ship(false));
        final Surrogate.Solution after = known.solve();
        final Labellings all = new Labellings(x, spec, FEATURES);
        double objective =
            x.weight
                * (all.logPartition(after.theta(), false) - all.logPartition(after.theta(), true));
        for (int k = 0; k < before.length; k++) {
          objective += 0.5 * after.precision()[k] * sq(after.theta()[k] - before[k]);
        }
        assertThat(loss)
            .as("seed %d, sequence %d", seed, i)
            .isCloseTo(
                all.logPartition(before, false) - all.logPartition(before, true),
                within(1e-8 * (1 + loss)));
        assertThat(objective)
            .as("seed %d, sequence %d", seed, i)
            .isLessThanOrEqualTo(x.weight * loss + 1e-8 * (1 + loss));
      }
      assertThat(learner.takeTally().getSlackMin()).as("seed %d", seed).isGreaterThan(-1e-9);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"none", "{half-life: 40}", "{polynomial: 1}"})
  void learner_on_the_bases_that_it_made_goes_on_as_if_there_were_none(final String forgetting)
      throws Exception {
    final ModelSpec spec = spec(forgetting);
    final Learner whole = learner(spec);
    final Learner pieces = learner(spec);
    final Surrogate merged = Surrogate.of(spec);
    final SplittableRandom random = new SplittableRandom(5);
    for (int i = 0; i < 200; i++) {
      final SparseSequence x = sequence(random, false, 1);
      if (i % 10 == 0) {
        merged.add(onTheWire(pieces.ship(false)));
        pieces.adopt(merged.site(), List.of());
      }
      assertThat(pieces.learn(x, i)).isCloseTo(whole.learn(x, i), within(1e-9));
    }
  }

  @Test
  void kept_work_survives_a_base_without_it() throws Exception {
    final Learner kept = learner(SPEC);
    final Learner whole = learner(SPEC);
    final SplittableRandom random = new SplittableRandom(6);
    for (int i = 0; i < 20; i++) {
      final SparseSequence x = sequence(random, false, 1);
      kept.learn(x, i);
      whole.learn(x, i);
    }
    final Site own = kept.ship(false);
    final SparseSequence more = sequence(random, false, 1);
    kept.learn(more, 20);
    whole.learn(more, 20);
    kept.adopt(Surrogate.of(SPEC).site(), List.of(own));
    final SparseSequence last = sequence(random, false, 1);
    assertThat(kept.learn(last, 21)).isCloseTo(whole.learn(last, 21), within(1e-9));
  }

  @Test
  void stream_is_learned_and_tallied_by_token() throws Exception {
    final Learner learner = learner(SPEC);
    final SplittableRandom random = new SplittableRandom(7);
    long tokens = 0;
    for (int i = 0; i < 1000; i++) {
      final SparseSequence x = taught(random);
      learner.learn(x, i);
      tokens += x.length;
    }
    final Tally tally = learner.takeTally();
    assertThat(tally.getExamples()).isEqualTo(1000);
    assertThat(tally.getTokens()).isEqualTo(tokens);
    assertThat(tally.getWeight()).isEqualTo(tokens);
    assertThat(tally.getCorrect() / tokens).isGreaterThan(0.95);
    assertThat(tally.getLogLoss()).isLessThan(0.3 * tally.getClassFrequencyLogLoss());
    assertThat(tally.getBatchBound()).isGreaterThanOrEqualTo(tally.getBatchLoss());
  }

  @Test
  void learning_a_sequence_allocates_nothing() throws Exception {
    final Learner learner = learner(SPEC);
    final List<SparseSequence> stream = new ArrayList<>();
    final SplittableRandom random = new SplittableRandom(8);
    for (int i = 0; i < 100; i++) {
      stream.add(sequence(SPEC, random, i % 2 == 0, i % 3 == 0, 1));
    }
    stream.removeIf(x -> !x.isLabeled());
    final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    final long thread = Thread.currentThread().getId();
    long allocated = 0;
    for (int pass = 0; pass < 3; pass++) {
      final long start = threads.getThreadAllocatedBytes(thread);
      for (final SparseSequence x : stream) {
        learner.learn(x, 0);
      }
      allocated = threads.getThreadAllocatedBytes(thread) - start;
    }
    assertThat(allocated).isLessThan(2000);
  }

  private static Learner learner(final ModelSpec spec) {
    return new Learner(spec, new Baselines(M));
  }

  static ModelSpec spec(final String forgetting) {
    return spec(forgetting, "[]");
  }

  private static ModelSpec spec(final String forgetting, final String forbidden) {
    return SpecFile.read(
        "{model: m, task: sequence, labels: [O, B-X, I-X], features: {dimension: "
            + FEATURES
            + ", intercept: false}, forgetting: "
            + forgetting
            + ", transitions: {forbidden: "
            + forbidden
            + "}}");
  }

  private static Site onTheWire(final Site site) {
    return SiteCodec.decode(ByteBuffer.wrap(SiteCodec.encode(site)), M, FEATURES + M);
  }

  static SparseSequence sequence(
      final SplittableRandom random, final boolean partly, final double scale)
      throws RejectedExample {
    return drawn(SPEC, random, partly, false, scale);
  }

  /**
   * The first one that the spec allows.
   *
   * @param ruled whether it has a log-prior, by which some tokens cannot have some labels
   */
  private static SparseSequence sequence(
      final ModelSpec spec,
      final SplittableRandom random,
      final boolean partly,
      final boolean ruled,
      final double scale) {
    while (true) {
      try {
        return drawn(spec, random, partly, ruled, scale);
      } catch (final RejectedExample forbidden) {
        assertThat(forbidden).message().containsPattern("spec's transitions|rules out");
      }
    }
  }

  private static SparseSequence drawn(
      final ModelSpec spec,
      final SplittableRandom random,
      final boolean partly,
      final boolean ruled,
      final double scale)
      throws RejectedExample {
    final List<List<Double>> prior = new ArrayList<>();
    final List<Object> tokens = new ArrayList<>();
    final List<String> labels = new ArrayList<>();
    final int length = 1 + random.nextInt(5);
    for (int t = 0; t < length; t++) {
      final List<Integer> indices = new ArrayList<>();
      final List<Float> values = new ArrayList<>();
      for (int j = random.nextInt(4); j >= 0; j--) {
        indices.add(random.nextInt(FEATURES));
        values.add((float) (scale * (random.nextDouble() - 0.3)));
      }
      tokens.add(new SparseVector(indices, values));
      final String label = SPEC.getLabels().get(random.nextInt(M));
      labels.add(partly && random.nextBoolean() ? null : label);
      prior.add(ruled ? row(random) : null);
    }
    final double weight = scale == 1 ? 1 : 0.5 + 2 * random.nextDouble();
    return map(spec, new LabeledExample(null, null, weight, new Sequence(tokens, labels, prior)));
  }

  /**
   * Without ties of labels, which the two sums of the first step's test would break by rounding.
   */
  private static List<Double> row(final SplittableRandom random) {
    final List<Double> row = new ArrayList<>();
    for (int u = 0; u < M; u++) {
      row.add(random.nextInt(4) == 0 ? Double.NEGATIVE_INFINITY : 3 * random.nextDouble() - 1);
    }
    return row;
  }

  /** Labels that go round; the features of every third token tell where, the others nothing. */
  private static SparseSequence taught(final SplittableRandom random) throws RejectedExample {
    final List<Object> tokens = new ArrayList<>();
    final List<String> labels = new ArrayList<>();
    final int start = random.nextInt(M);
    for (int t = 0; t < 12; t++) {
      final int label = (start + t) % M;
      tokens.add(new SparseVector(List.of(t % 3 == 0 ? label : M), List.of()));
      labels.add(SPEC.getLabels().get(label));
    }
    return map(SPEC, new LabeledExample(null, null, 1.0, new Sequence(tokens, labels, null)));
  }

  private static SparseSequence map(final ModelSpec spec, final LabeledExample example)
      throws RejectedExample {
    final SequenceBuffer buffer = new SequenceBuffer();
    buffer.set(example);
    final SparseSequence x = new SparseSequence();
    x.fill(buffer, new FeatureSpace(spec));
    return x;
  }

  private static double[] damping(final double[] p, final int t) {
    final double[] log = new double[M];
    for (int c = 0; c < M; c++) {
      log[c] = Math.log(p[t * M + c]);
    }
    final MulticlassBound bound = new MulticlassBound(M);
    bound.expand(log);
    final double[] diagonal = new double[M];
    bound.diagonal(diagonal);
    return diagonal;
  }

  private static double squares(final SparseSequence x, final int t) {
    double squares = 0;
    for (int j = x.starts[t]; j < x.starts[t + 1]; j++) {
      squares += sq(x.values[j]);
    }
    return squares;
  }

  private static double[] dense(final Site site, final double[] part) {
    final double[] dense = new double[(FEATURES + M) * M];
    for (int j = 0; j < site.size; j++) {
      System.arraycopy(part, j * M, dense, site.features[j] * M, M);
    }
    return dense;
  }

  private static double dot(final double[] a, final double[] b) {
    double dot = 0;
    for (int k = 0; k < a.length; k++) {
      dot += a[k] * b[k];
    }
    return dot;
  }

  private static double sq(final double v) {
    return v * v;
  }
}
