package org.majorant.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.majorant.stream.TopologyFixture.weights;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.majorant.growth.Growth;
import org.majorant.lineage.LearnedState;
import org.majorant.log.HoldLimits;
import org.majorant.schema.AvroSerde;
import org.majorant.schema.LabeledExample;
import org.majorant.schema.ModelHead;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.NamedFeatures;
import org.majorant.schema.Point;
import org.majorant.schema.Sequence;
import org.majorant.schema.SurrogateHead;
import org.majorant.schema.Task;
import org.majorant.spec.Fingerprint;
import org.majorant.spec.SpecFile;
import org.majorant.store.Topics;

/**
 * A model whose spec grows goes on from all that it has learned: each example is learned once,
 * whatever happens meanwhile, and it ends where another model that went on from its file would.
 */
@Tag("long")
class GrownSpecTest {
  private static final AvroSerde<LabeledExample> RECORDS = AvroSerde.of(LabeledExample.class);
  private static final String FEW = "features: {names: [a, b, d=x]}";
  private static final String MORE = "features: {names: [a, c, b, d=y, d=x]}";
  private static final String NUMBERS =
      "features: {names: [a, b, d=x], standardize: 60, numbers: [a, b]}";
  private static final String MORE_BESIDE =
      "features: {names: [a, b, d=y, d=x], standardize: 60, numbers: [a, b]}";
  private static final int SIZE = 300;

  private static ModelSpec spec(final String fields) {
    final String full =
        fields
            .replace("MORE_BESIDE", MORE_BESIDE)
            .replace("MORE", MORE)
            .replace("NUMBERS", NUMBERS)
            .replace("FEW", FEW);
    return SpecFile.read("{model: m, publish: {interval: 300ms}, " + full + "}");
  }

  /** With labels that the spec has. */
  private static byte[] example(final ModelSpec spec, final int i) {
    final Random random = new Random(i);
    final List<String> labels = spec.getLabels();
    final String label = labels.get(i * i % 7 % labels.size());
    final NamedFeatures features =
        new NamedFeatures(
            List.of("a", "b", "c", random.nextBoolean() ? "d=x" : "d=y"),
            List.of(
                sign(random.nextInt(3) < 1 + labels.indexOf(label)),
                sign(random.nextBoolean()),
                sign(i % 3 == 0),
                1f));
    return RECORDS.encode(
        new LabeledExample(
            null,
            null,
            1.0,
            spec.getTask() == Task.SEQUENCE
                ? new Sequence(List.of(features, features), List.of(label, labels.get(0)), null)
                : new Point(features, label, null, null)));
  }

  /**
   * The unit of the prior is a mean square, which a worker of several partitions takes from the
   * base. The first base of another model does not say that it is alone: so it is always 1 here,
   * but for what is standardized.
   */
  private static float sign(final boolean positive) {
    return positive ? 1 : -1;
  }

  private static void learn(
      final TopologyFixture learner, final ModelSpec spec, final int from, final int to) {
    for (int i = from; i < to; i++) {
      learner.example(example(spec, i));
      if (i % 7 == 0) {
        learner.tick(1);
      }
    }
    learner.tick(40);
  }

  private static void grow(final TopologyFixture learner, final ModelSpec spec) {
    stop(learner);
    learner.grow(spec);
    learner.start(learner.log().end(Topics.EXAMPLES));
  }

  /** All that came is committed, whether it was learned or not. */
  private static void stop(final TopologyFixture learner) {
    learner.log().commit(Topics.SUMMARIES, learner.summaries().size());
    learner.log().commit(Topics.EXAMPLES, learner.log().end(Topics.EXAMPLES));
    learner.stop();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "labels: [p, q], FEW | labels: [o, p, q], FEW",
        "labels: [p, q, r], FEW | labels: [p, s, q, r], MORE",
        "labels: [p, q], FEW, curvature: {memory: diagonal} | labels: [p, q], MORE, curvature: {memory: diagonal}",
        "labels: [p, q, r], FEW, curvature: {memory: diagonal}, members: none | labels: [p, q, r, s], MORE, curvature: {memory: diagonal}, members: none",
        "labels: [p, q], FEW, forgetting: {half-life: 50} | labels: [p, q, r], MORE, forgetting: {half-life: 50}",
        "labels: [p, q], FEW, forgetting: {half-lives: [20, 100]} | labels: [p, q, r], MORE, forgetting: {half-lives: [20, 100]}",
        "labels: [p, q], features: {hash-bits: 6} | labels: [p, q, r], features: {hash-bits: 6}",
        "labels: [p, q], views: [linear, hats], NUMBERS | labels: [p, q, r], views: [linear, hats], MORE_BESIDE",
        "labels: [p, q], views: [linear], NUMBERS | labels: [p, q], views: [linear, hats], MORE_BESIDE",
        "labels: [p, q], FEW | labels: [p, q], views: [linear, crosses], MORE",
        "labels: open, FEW | labels: open, MORE",
        "labels: [p, q], FEW | labels: open, MORE",
        "task: sequence, labels: [p, q], features: {hash-bits: 6} | task: sequence, labels: [p, r, q], features: {hash-bits: 6}",
      })
  void modelGoesOn_asAnotherOneFromItsFile(final String less, final String more) {
    final ModelSpec before = spec(less);
    final ModelSpec stream = before.getLabels().isEmpty() ? spec("labels: [p, q], FEW") : before;
    final ModelSpec after = spec(more);
    final ModelSpec late = after.getLabels().isEmpty() ? stream : after;
    final LearnedState state;
    final double[] inPlace;
    final List<String> labels;
    try (TopologyFixture learner = new TopologyFixture(before, HoldLimits.DEFAULT)) {
      learn(learner, stream, 0, SIZE);
      state = learner.learned();
      final ModelHead last = learner.lastVersion();

      grow(learner, after);
      learner.tick(5);
      final ModelHead first = learner.lastVersion();
      assertThat(first.getVersion()).isEqualTo(last.getVersion() + 1);
      assertThat(first.getFingerprint()).isEqualTo(Fingerprint.of(after));
      assertThat(first.getLineage()).isEqualTo(last.getLineage());
      assertThat(first.getTally().getOffsetHash()).isEqualTo(last.getTally().getOffsetHash());
      final Growth growth = Growth.of(last.getSpec(), after);
      assertThat(learner.learned().data()).isEqualTo(state.grown(growth).data());

      learn(learner, late, SIZE, 2 * SIZE);
      final ModelHead end = learner.lastVersion();
      assertThat(end.getTally().getExamples()).isEqualTo(2 * SIZE);
      assertThat(learner.rebuild(end.getVersion()).difference()).isEmpty();
      inPlace = weights(learner.newestBase().orElseThrow(), growth.after());
      labels = end.getSpec().getLabels();
    }
    final ModelSpec known = ModelSpec.newBuilder(after).setLabels(labels).build();
    try (TopologyFixture learner = new TopologyFixture(after, HoldLimits.DEFAULT)) {
      learner.restart(state.grown(Growth.of(knowing(before, state), after)).importedBy(after));
      learner.tick(5);
      learn(learner, late, SIZE, 2 * SIZE);
      assertThat(weights(learner.newestBase().orElseThrow(), known))
          .containsExactly(inPlace, within(after.getFeatures().getStandardize() > 0 ? 0.02 : 1e-9));
    }
  }

  private static ModelSpec knowing(final ModelSpec before, final LearnedState state) {
    return before.getLabels().isEmpty()
        ? ModelSpec.newBuilder(before).setLabels(state.head().getLabels()).build()
        : before;
  }

  /** Each write may be the last one before a crash, in which the spec has grown or not. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "labels: [p, q], FEW | labels: [o, p, q], MORE",
        "labels: [p, q], FEW, curvature: {memory: diagonal} | labels: [p, q, r], MORE, curvature: {memory: diagonal}",
        "labels: [p, q], views: [linear], NUMBERS | labels: [p, q], views: [linear, hats], MORE_BESIDE",
        "labels: [p, q], FEW, forgetting: {half-lives: [20, 100]} | labels: [p, q, r], MORE, forgetting: {half-lives: [20, 100]}",
      })
  void eachExampleIsLearnedOnce_whereverItCrashes(final String less, final String more) {
    final ModelSpec before = spec(less);
    final ModelSpec after = spec(more);
    for (int seed = 0; seed < 12; seed++) {
      final Random random = new Random(seed);
      final List<Runnable> turns = new ArrayList<>();
      try (TopologyFixture learner = new TopologyFixture(before, HoldLimits.DEFAULT)) {
        learn(learner, before, 0, 100);
        if (seed % 3 == 0) { // what was shipped is not merged before the spec has grown
          learner.turnsOn(turns::add);
        }
        int sent = 100;
        for (int left = random.nextInt(40); left > 0; left--) {
          learner.example(example(before, sent++));
          if (random.nextInt(5) == 0) {
            learner.tick(1);
          }
        }
        learner.turnsOn(Runnable::run);
        grow(learner, after);
        TopologyFixture.Moment then = learner.moment();
        for (int i = 0; i < 60; i++) {
          if (random.nextInt(3) == 0) {
            learner.example(example(after, sent++));
          }
          learner.tick(random.nextInt(2));
          if (random.nextInt(12) == 0) {
            stop(learner);
            if (seed % 2 == 0) { // the last transaction was never committed
              for (final String store : then.stores().keySet()) {
                learner.setBack(store, then);
              }
              learner.setBackSummaries(then);
              learner.setBackBases(then);
              learner.log().commit(Topics.SUMMARIES, then.summaries());
            }
            learner.start(learner.log().end(Topics.EXAMPLES));
          }
          if (random.nextInt(6) == 0) {
            then = learner.moment();
          }
        }
        learner.tick(80);
        final SurrogateHead last = learner.newestBase().orElseThrow().head();
        assertThat(last.getSpec()).as("seed %d", seed).isEqualTo(Fingerprint.of(after));
        assertThat(last.getTally().getExamples()).as("seed %d", seed).isEqualTo(sent);
        assertThat(last.getTally().getRejected()).isZero();
        assertThat(last.getLineage().get(0).getNext()).isEqualTo(sent);
        if (seed % 2 == 1) { // what was never committed is in no round
          assertThat(learner.rebuild(last.getVersion()).difference()).as("seed %d", seed).isEmpty();
        }
      }
    }
  }
}
