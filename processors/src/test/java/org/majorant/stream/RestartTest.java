package org.majorant.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.majorant.stream.Given.state;
import static org.majorant.stream.Given.summary;
import static org.majorant.stream.TopologyFixture.weights;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.majorant.json.ValueFormat;
import org.majorant.lineage.LearnedState;
import org.majorant.lineage.OffsetHash;
import org.majorant.log.HoldLimits;
import org.majorant.majorize.Refusal;
import org.majorant.merge.Base;
import org.majorant.schema.BoundSummary;
import org.majorant.schema.ModelHead;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.PartitionOffset;
import org.majorant.schema.SchemaRegistry;
import org.majorant.schema.SurrogateHead;
import org.majorant.schema.Tally;
import org.majorant.spec.SpecFile;
import org.majorant.store.Topics;
import org.majorant.tally.Tallies;

/**
 * A model that an operator has go on from an earlier state, or from one of elsewhere: what it had
 * learned since counts no more, nothing is learned twice, and a crash at any place changes nothing.
 */
class RestartTest {
  private static final int PART = 60;

  /** On one partition it is the model that had learned the kept examples only, and no others. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "labels: [a, b], features: {dimension: 8}, curvature: {memory: diagonal}",
        "labels: [a, b], features: {dimension: 8}, curvature: {memory: full}",
        "labels: [a, b, c], features: {dimension: 8}, forgetting: {half-life: 15}",
        "labels: [a, b], features: {dimension: 8}, curvature: {memory: diagonal},"
            + " forgetting: {half-life: 15}",
        "labels: [a, b], features: {dimension: 8}, forgetting: {half-life: 10s}",
        "labels: [a, b], features: {dimension: 8}, forgetting: {polynomial: 1.5}",
        "labels: [a, b], features: {dimension: 8}, forgetting: {directional: 20}",
        "labels: [a, b], features: {dimension: 8, standardize: 12}, views: [linear, hats, products]",
        "labels: [a, b], features: {dimension: 8, standardize: 12}, views: [linear, products],"
            + " curvature: {memory: diagonal}, forgetting: {half-life: 15}",
        "labels: [a, b], features: {dimension: 8}, views: [linear, counts]",
        "labels: [a, b], features: {dimension: 8, standardize: 12}, views: [linear, crosses]",
        "task: choice, features: {names: [price, time]}",
        "task: graph, max-width: 1, features: {names: [warm]}",
        "task: matching, features: {names: [d, e]}",
        "task: matching, features: {names: [d, e]}, curvature: {memory: diagonal}",
        "task: sequence, labels: [O, A], features: {hash-bits: 6}"
      })
  void rollback_onOnePartition_givesTheModelOfTheKeptExamples(final String settings) {
    final ModelSpec spec = SpecFile.read("{model: m, publish: {interval: 1s}, " + settings + "}");
    final double[] kept = weights(undisturbed(spec), spec);
    assertThat(kept[0]).isNotCloseTo(0, within(0.01));
    for (int seed = 0; seed < 4; seed++) {
      assertThat(weights(rolledBack(spec, seed), spec))
          .as("seed %d", seed)
          .containsExactly(kept, within(1e-9));
    }
  }

  /** Low-rank memory folds where it ships, and that depends on the pace. */
  @Test
  void rollback_ofLowRankMemory_givesNearlyTheModelOfTheKeptExamples() {
    final ModelSpec spec =
        SpecFile.read(
            "{model: m, labels: [a, b], features: {dimension: 8}, batch: 16,"
                + " curvature: {memory: low-rank, rank: 3}}");
    final double[] kept = weights(undisturbed(spec), spec);
    assertThat(weights(rolledBack(spec, 1), spec)).containsExactly(kept, within(0.05));
  }

  /** The first and the last part, in the time that all three would take. */
  private static Base undisturbed(final ModelSpec spec) {
    try (TopologyFixture learner = learner(spec)) {
      learn(learner, spec, 0, 0);
      learner.tick(20 + PART / 5 + 20 + 2);
      learn(learner, spec, 2, 0);
      learner.tick(20);
      return learner.newestBase().orElseThrow();
    }
  }

  /** All three parts, and a rollback of the second; from seed 1 on it is killed here and there. */
  private static Base rolledBack(final ModelSpec spec, final int seed) {
    try (TopologyFixture learner = learner(spec)) {
      learn(learner, spec, 0, seed);
      learner.tick(20);
      final LearnedState good = learner.learned();
      learn(learner, spec, 1, seed);
      learner.tick(20);
      learner.restart(good);
      if (seed == 1) {
        crash(learner); // the record is in no base yet
      }
      learner.tick(2);
      learn(learner, spec, 2, seed);
      learner.tick(20);

      final Base newest = learner.newestBase().orElseThrow();
      assertCovered(newest.head(), 3 * PART, 2 * PART, PART);
      assertThat(newest.examples()).isEqualTo(2 * PART);
      return newest;
    }
  }

  /** One part of the examples, a tick after every fifth; in the second all labels are wrong. */
  private static void learn(
      final TopologyFixture learner, final ModelSpec spec, final int part, final int seed) {
    final Random random = new Random(10 * seed + part);
    for (int i = part * PART; i < (part + 1) * PART; i++) {
      learner.example(example(spec, i, part == 1));
      if (i % 5 == 4) {
        learner.tick(1);
      }
      if (seed > 0 && random.nextInt(PART / 3) == 0) {
        crash(learner);
      }
    }
  }

  private static void crash(final TopologyFixture learner) {
    learner.log().commit(Topics.SUMMARIES, learner.summaries().size());
    learner.log().commit(Topics.EXAMPLES, learner.log().end(Topics.EXAMPLES));
    learner.restart();
  }

  private static byte[] example(final ModelSpec spec, final int i, final boolean wrong) {
    final boolean yes = i % 3 == 0 != wrong;
    final int kind = i * i % 7;
    final String json =
        switch (spec.getTask()) {
          case MULTICLASS ->
              "{'vector': {'indices': [%d, 7], 'values': [1, 0.5]}, 'label': '%s'}"
                  .formatted(kind, yes ? "a" : "b");
          case CHOICE ->
              "{'alternatives': [{'price': %d, 'time': 1}, {'price': 2}], 'chosen': %d}"
                  .formatted(kind, yes ? 0 : 1);
          case GRAPH ->
              ("{'cardinalities': [2], 'states': [%d], 'factors':"
                      + " [{'variables': [0], 'configurations': [{}, {'warm': %d}]}]}")
                  .formatted(yes ? 0 : 1, kind - 2);
          case MATCHING ->
              "{'pairs': [[{'d': %d}, {'d': 1}], [{'d': 2, 'e': 1}, {}]], 'matches': [[0, %d], [1, %d]]}"
                  .formatted(kind, yes ? 0 : 1, yes ? 1 : 0);
          case SEQUENCE ->
              "{'tokens': ['w%d', 'x'], 'labels': ['%s', 'O']}".formatted(kind, yes ? "A" : "O");
        };
    return json.replace('\'', '"').getBytes(StandardCharsets.UTF_8);
  }

  private static TopologyFixture learner(final ModelSpec spec) {
    return new TopologyFixture(spec, ValueFormat.JSON, SchemaRegistry.NONE, HoldLimits.DEFAULT);
  }

  /** What is not shipped yet is learned on the state that counts, as if nothing had been before. */
  @Test
  void rollback_whileExamplesAreUnderWay_learnsEachOnce() {
    final ModelSpec spec =
        SpecFile.read(
            "{model: m, labels: [a, b], features: {dimension: 8}, forgetting: {half-life: 15}}");
    try (TopologyFixture kept = learner(spec);
        TopologyFixture learner = learner(spec)) {
      learn(kept, spec, 0, 0);
      kept.tick(20);
      learn(learner, spec, 0, 0);
      learner.tick(20);
      final LearnedState good = learner.learned();
      learn(learner, spec, 1, 0);
      learner.tick(20);
      learner.stopBases();
      learner.restart(good);
      learner.tick(2);
      for (int i = 2 * PART; i < 2 * PART + 7; i++) {
        kept.example(example(spec, i, false));
        learner.example(example(spec, i, false));
      }
      learner.startBases();
      kept.tick(20);
      learner.tick(20);

      final SurrogateHead head = learner.newestBase().orElseThrow().head();
      assertCovered(head, 2 * PART + 7, PART + 7, PART);
      assertThat(weights(learner, spec)).containsExactly(weights(kept, spec), within(1e-9));
    }
  }

  /** What was shipped on the former base is merged, at its place and not at its former time. */
  @Test
  void rollback_beforeALateSummary_doesNotForgetByTheFormerClock() {
    final ModelSpec spec =
        SpecFile.read(
            "{model: m, labels: [a, b], features: {dimension: 8}, forgetting: {half-life: 15}}");
    try (TopologyFixture learner = learner(spec)) {
      learn(learner, spec, 0, 0);
      learner.tick(20);
      final LearnedState good = learner.learned();
      final double effective = learner.newestBase().orElseThrow().head().getEffective();
      learn(learner, spec, 1, 0);
      learner.tick(20);
      learner.stopBases(); // the worker goes on learning on the bad base
      learner.restart(good);
      learner.tick(2);
      for (int i = 2 * PART; i < 2 * PART + 5; i++) {
        learner.example(example(spec, i, false));
      }
      learner.tick(3);
      learner.startBases();
      learner.tick(20);

      final Base newest = learner.newestBase().orElseThrow();
      assertCovered(newest.head(), 2 * PART + 5, PART + 5, PART);
      assertThat(newest.head().getEffective()).isCloseTo(effective, within(2.0));
      assertThat(newest.state().time()).isEqualTo(PART + 4);
    }
  }

  /** A worker that is alone knows a base by its number of examples, but not after a restart. */
  @Test
  void importOfAsManyExamples_isAdoptedByAWorkerThatIsAlone() {
    final ModelSpec spec = TopologyFixture.SPEC;
    try (TopologyFixture elsewhere = learner(spec);
        TopologyFixture learner = learner(spec)) {
      learn(elsewhere, spec, 1, 0);
      elsewhere.tick(20);
      learn(learner, spec, 0, 0);
      learner.tick(20);
      learner.restart(elsewhere.learned().importedBy(spec));
      learner.tick(20);
      final int before = learner.summaries().size();
      learn(learner, spec, 2, 0);
      learner.tick(20);
      learn(elsewhere, spec, 2, 0);
      elsewhere.tick(20);

      assertThat(learner.summaries()).hasSizeGreaterThan(before);
      assertThat(weights(learner, spec)).containsExactly(weights(elsewhere, spec), within(1e-9));
      final Tally tally = learner.lastVersion().getTally();
      assertThat(tally.getImported()).isEqualTo(PART);
      assertThat(tally.getUndone()).isEqualTo(PART);
      assertThat(tally.getExamples()).isEqualTo(PART);
    }
  }

  @Test
  void import_beforeAnythingIsLearned_isAVersionAtOnce_evenAfterACrash() {
    final ModelSpec spec = TopologyFixture.SPEC;
    try (TopologyFixture elsewhere = new TopologyFixture();
        TopologyFixture learner = new TopologyFixture()) {
      elsewhere.examples(PART);
      elsewhere.tick(20);
      learner.restart(elsewhere.learned().importedBy(spec));
      learner.tick(1);
      final ModelHead head = learner.lastVersion();
      crash(learner);
      learner.tick(20);

      assertThat(learner.versions()).isEmpty();
      assertThat(head.getVersion()).isEqualTo(1);
      assertThat(head.getLineage()).isEmpty();
      assertThat(head.getTally().getImported()).isEqualTo(PART);
      assertThat(head.getTally().getRecords()).isZero();
      assertThat(weights(learner, spec)).containsExactly(weights(elsewhere, spec), within(1e-12));
    }
  }

  @Test
  void rollback_ofSeveralPartitions_keepsTheLineageOfEach() {
    try (TopologyFixture learner = new TopologyFixture()) {
      learner.examples(20);
      learner.summary(summary(1, 0, 7, state(0.5, 0.1)));
      learner.tick(60); // the worker of partition 1 takes no base, and is waited for
      final LearnedState good = learner.learned();
      final long version = learner.lastVersion().getVersion();
      learner.summary(summary(1, 7, 9, state(0.5, 0.1)));
      learner.summary(summary(2, 0, 4, state(0.5, 0.1)));
      learner.tick(20);
      learner.restart(good);
      learner.summary(summary(2, 4, 5, state(0.5, 0.1))); // on a base before the rollback
      learner.tick(20);

      final ModelHead head = learner.lastVersion();
      assertThat(head.getVersion()).isGreaterThan(version);
      assertThat(head.getLineage())
          .containsExactly(
              new PartitionOffset(0, 20L), new PartitionOffset(1, 9L), new PartitionOffset(2, 5L));
      assertThat(head.getTally().getRecords()).isEqualTo(34);
      assertThat(head.getTally().getExamples()).isEqualTo(28);
      assertThat(head.getTally().getUndone()).isEqualTo(6);
      for (final Refusal reason : Refusal.values()) {
        assertThat(learner.refusals(reason)).as(reason.name()).isZero();
      }
    }
  }

  /** An unsolvable summary has all since the last base merged again, and a rollback among it. */
  @Test
  void rollback_isMergedAgain_whereASummaryAfterItCannotBeSolved() {
    try (TopologyFixture learner = new TopologyFixture()) {
      learner.examples(20);
      learner.tick(20);
      final LearnedState good = learner.learned();
      learner.examples(20);
      learner.tick(20);
      learner.restart(good);
      learner.summary(summary(1, 0, 7, state(0.5, 1e308)));
      learner.summary(summary(2, 0, 7, state(0.5, 1e308)));
      learner.tick(20);

      assertThat(learner.refusals(Refusal.UNSOLVABLE)).isEqualTo(1);
      final Tally tally = learner.lastVersion().getTally();
      assertThat(tally.getUndone()).isEqualTo(20);
      assertThat(tally.getExamples()).isEqualTo(27);
    }
  }

  @Test
  void stateThatCannotBeOfTheModel_isRefused() {
    try (TopologyFixture elsewhere = new TopologyFixture();
        TopologyFixture learner = new TopologyFixture()) {
      elsewhere.examples(21);
      elsewhere.tick(20);
      learner.examples(20);
      learner.tick(20);
      final ModelHead before = learner.lastVersion();
      learner.restart(elsewhere.learned());
      learner.tick(20);
      assertThat(learner.refusals(Refusal.TALLY)).isEqualTo(1);

      final LearnedState sound = learner.learned();
      learner.restart(new LearnedState(sound.head(), state(0.5, -0.1), List.of()));
      learner.tick(1);
      assertThat(learner.refusals(Refusal.STATE)).isEqualTo(1);
      learner.examples(5);
      learner.tick(20);
      final ModelHead after = learner.lastVersion();
      assertThat(after.getLineage()).containsExactly(new PartitionOffset(0, 25L));
      assertThat(after.getVersion()).isGreaterThan(before.getVersion());
    }
  }

  /** Numbers go on, so that services take the new model; of the old one nothing is left. */
  @Test
  void deletedModel_beginsAgainAboveItsFormerNumbers() {
    try (TopologyFixture learner = new TopologyFixture()) {
      learner.examples(30);
      learner.summary(summary(1, 0, 7, state(0.5, 0.1)));
      learner.tick(20);
      final SurrogateHead last = learner.newestBase().orElseThrow().head();
      final long version = learner.lastVersion().getVersion();
      final List<BoundSummary> summaries = learner.summaries();
      final SurrogateHead left =
          SurrogateHead.newBuilder(last)
              .setBase(last.getBase() + 1)
              .setVersion(version)
              .setLineage(List.of())
              .setTally(Tallies.empty())
              .setSummaries(new PartitionOffset(0, (long) summaries.size()))
              .setRestarted(last.getBase() + 1)
              .build();

      learner.delete(left);
      learner.tick(20);

      final ModelHead head = learner.lastVersion();
      assertThat(head.getVersion()).isEqualTo(version + 1);
      assertThat(head.getBase()).isGreaterThan(left.getBase());
      assertThat(head.getLineage()).containsExactly(new PartitionOffset(0, 30L));
      assertThat(head.getTally().getExamples()).isEqualTo(30);
    }
  }

  private static void assertCovered(
      final SurrogateHead head, final long records, final long examples, final long undone) {
    long hash = 0;
    for (long offset = 0; offset < records; offset++) {
      hash += OffsetHash.of(offset);
    }
    final Tally tally = head.getTally();
    assertThat(head.getLineage()).containsExactly(new PartitionOffset(0, records));
    assertThat(tally.getRecords()).isEqualTo(records);
    assertThat(tally.getOffsetHash()).isEqualTo(hash);
    assertThat(tally.getExamples()).isEqualTo(examples);
    assertThat(tally.getUndone()).isEqualTo(undone);
  }
}
