package org.majorant.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.majorant.stream.TopologyFixture.weights;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.majorant.growth.Growth;
import org.majorant.json.ValueFormat;
import org.majorant.lineage.LearnedState;
import org.majorant.log.HoldLimits;
import org.majorant.majorize.Refusal;
import org.majorant.memory.SiteCodec;
import org.majorant.memory.Surrogate;
import org.majorant.merge.Base;
import org.majorant.model.Model;
import org.majorant.schema.AvroSerde;
import org.majorant.schema.BoundSummary;
import org.majorant.schema.DeadLetter;
import org.majorant.schema.ModelHead;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.SchemaRegistry;
import org.majorant.schema.SurrogateHead;
import org.majorant.schema.Task;
import org.majorant.spec.Fingerprint;
import org.majorant.spec.OpenLabels;
import org.majorant.spec.SpecFile;
import org.majorant.store.Topics;

/**
 * A model with open labels gets to know them as they come: each example is learned once, whatever
 * happens while a label waits for its number, and then as if the label had been in the spec.
 */
@Tag("long")
class OpenLabelsTest {
  private static final AvroSerde<DeadLetter> DEAD_LETTERS = AvroSerde.of(DeadLetter.class);
  private static final HoldLimits FEW = new HoldLimits(40, 1 << 20, Duration.ofSeconds(10));

  private static ModelSpec open(final String settings) {
    return SpecFile.read("{model: m, publish: {interval: 300ms}, " + settings + "}");
  }

  /** Those of the first labels come at once, each other one a while after the last. */
  private static String label(final int i) {
    return "l" + (i * i + i / 3) % Math.min(2 + i / 40, 9);
  }

  private static byte[] example(final ModelSpec spec, final int i) {
    final String json =
        spec.getTask() == Task.SEQUENCE
            ? "{'tokens': ['w%d', 'v%d'], 'labels': ['%s', '%s']}"
                .formatted(i % 7, i % 5, label(i), label(i / 2))
            : "{'vector': {'indices': [%d, 7], 'values': [1, 0.5]}, 'label': '%s'}"
                .formatted((i * i + i / 3) % 7, label(i));
    return json.replace('\'', '"').getBytes(StandardCharsets.UTF_8);
  }

  private static TopologyFixture fixture(final ModelSpec spec, final HoldLimits hold) {
    return new TopologyFixture(spec, ValueFormat.JSON, SchemaRegistry.NONE, hold);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "labels: open, features: {dimension: 8}",
        "labels: {open: 20}, features: {dimension: 8}, curvature: {memory: full}",
        "labels: open, features: {dimension: 8}, curvature: {memory: low-rank, rank: 2}",
        "labels: open, features: {dimension: 8}, curvature: {memory: diagonal}, members: none",
        "labels: open, features: {dimension: 8}, forgetting: {half-life: 50}",
        "labels: {open: 20}, features: {dimension: 8}, forgetting: {half-lives: [20, 100]}",
        "labels: open, features: {dimension: 8, standardize: 60}",
        "labels: {open: 12, known: [z, l1]}, features: {dimension: 8}",
        "labels: {open: 20}, features: {dimension: 8, standardize: 60}, views: auto",
        "labels: open, features: {hash-bits: 9}, views: [linear, counts]",
        "labels: {open: 20}, features: {dimension: 8, standardize: 60}, views: [linear, hats],"
            + " forgetting: {half-lives: [20, 100]}",
        "labels: open, task: sequence, features: {hash-bits: 6}"
      })
  void labels_areKnownOnceTheyCame_andEachExampleIsLearnedOnce(final String settings) {
    final ModelSpec spec = open(settings);
    for (int seed = 0; seed < 6; seed++) {
      try (TopologyFixture learner = fixture(spec, seed % 2 == 0 ? HoldLimits.DEFAULT : FEW)) {
        final Random random = new Random(seed);
        final int size = 400;
        for (int i = 0; i < size; i++) {
          learner.example(example(spec, i));
          if (random.nextInt(seed < 2 ? 5 : 60) == 0) {
            learner.tick(1 + random.nextInt(2));
          }
          if (seed > 1 && random.nextInt(40) == 0) {
            crash(learner);
          }
        }
        learner.tick(80);

        final ModelHead last = learner.lastVersion();
        assertThat(last.getTally().getExamples()).as("seed %d", seed).isEqualTo(size);
        assertThat(last.getTally().getRejected()).isZero();
        assertThat(last.getLineage().get(0).getNext()).isEqualTo(size);
        assertThat(last.getSpec().getLabels())
            .containsAll(IntStream.range(0, 9).mapToObj(l -> "l" + l).toList());
        assertThat(last.getTally().getConfusion().stream().mapToLong(n -> n).sum())
            .isEqualTo(last.getTally().getExamples() * (spec.getTask() == Task.SEQUENCE ? 2 : 1));
        assertThat(Fingerprint.of(last.getSpec())).isEqualTo(Fingerprint.of(spec));
        assertThat(learner.rebuild(last.getVersion()).difference()).as("seed %d", seed).isEmpty();
      }
    }
  }

  private static void crash(final TopologyFixture learner) {
    learner.log().commit(Topics.SUMMARIES, learner.summaries().size());
    learner.log().commit(Topics.EXAMPLES, learner.log().end(Topics.EXAMPLES));
    learner.restart();
  }

  /** From the last new label on, it is the model of a spec that lists them. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "features: {dimension: 8}",
        "features: {dimension: 8}, curvature: {memory: full}",
        "features: {dimension: 8}, forgetting: {half-life: 50}",
        "features: {dimension: 8, standardize: 60}, views: auto",
        "features: {hash-bits: 9}, views: [linear, counts]",
        "task: sequence, features: {hash-bits: 6}"
      })
  void behindTheLastLabel_itLearnsAsOneThatListsThem(final String settings) {
    final ModelSpec spec = open("labels: {open: 12}, " + settings);
    final LearnedState state;
    final Base opened;
    try (TopologyFixture learner = fixture(spec, HoldLimits.DEFAULT)) {
      learn(learner, spec, 0, 400);
      state = learner.learned();
      learn(learner, spec, 400, 600);
      opened = learner.newestBase().orElseThrow();
    }
    final ModelSpec knowing = OpenLabels.knowing(spec, opened.head().getLabels());
    final ModelSpec closed = ModelSpec.newBuilder(knowing).setOpenLabels(0).build();
    try (TopologyFixture learner = fixture(closed, HoldLimits.DEFAULT)) {
      final LearnedState imported = state.importedBy(closed);
      imported.head().setLabels(List.of());
      learner.restart(imported);
      learner.tick(5);
      learn(learner, closed, 400, 600);
      assertThat(weights(learner.newestBase().orElseThrow(), closed))
          .containsExactly(weights(opened, knowing), within(1e-9));
    }
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

  @Test
  void oneLabelAlone_isHeld_andLearnedWhenThereIsAnother() {
    final ModelSpec spec = open("labels: open, features: {dimension: 8}");
    try (TopologyFixture learner = new TopologyFixture(spec, FEW)) {
      for (int i = 0; i < 100; i++) {
        learner.example(Given.example(i, "a", null));
      }
      learner.tick(30);
      assertThat(learner.newestBase().orElseThrow().head().getLabels()).containsExactly("a");
      assertThat(learner.versions()).isEmpty();
      crash(learner);
      learner.tick(30);
      learner.example(Given.example(0, "b", null));
      learner.tick(30);
      final ModelHead last = learner.lastVersion();
      assertThat(last.getSpec().getLabels()).containsExactly("a", "b");
      assertThat(last.getTally().getExamples()).isEqualTo(101);
    }
  }

  @Test
  void labelsBeyondTheLimit_areDeadLetters_andNothingElseIs() {
    final ModelSpec spec = open("labels: {open: 3}, features: {dimension: 8}");
    try (TopologyFixture learner = new TopologyFixture(spec, HoldLimits.DEFAULT)) {
      final List<String> labels = new ArrayList<>();
      for (int i = 0; i < 60; i++) {
        labels.add(i < 20 ? "a" : "abcde".substring(i % 5, i % 5 + 1));
        learner.example(Given.example(i, labels.get(i), null));
      }
      learner.example(Given.example(1, "", null));
      learner.tick(40);
      final ModelHead last = learner.lastVersion();
      final List<String> known = last.getSpec().getLabels();
      assertThat(known).hasSize(3);
      final long others = labels.stream().filter(label -> !known.contains(label)).count();
      assertThat(last.getTally().getExamples()).isEqualTo(60 - others);
      assertThat(last.getTally().getRejected()).isEqualTo(others + 1);
      assertThat(learner.output(Topics.DEAD_LETTERS)).hasSize((int) others + 1);
    }
  }

  /** Whether it comes while labels may, behind a record that waits for one, or when none may. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3, 4, 5, 6, 7})
  void recordThatCannotBeLearned_isOneDeadLetter_wheneverItComes(final int seed) {
    final ModelSpec spec = open("labels: {open: 4}, features: {dimension: 8}");
    final Random random = new Random(seed);
    try (TopologyFixture learner = fixture(spec, seed % 2 == 0 ? HoldLimits.DEFAULT : FEW)) {
      final Set<Long> bad = new HashSet<>();
      final List<Long> told = new ArrayList<>();
      final List<String> labels = new ArrayList<>();
      for (int i = 0; i < 300; i++) {
        final boolean broken = random.nextInt(4) == 0;
        labels.add(broken ? null : label(i));
        learner.example(broken ? new byte[] {'{'} : example(spec, i));
        if (broken) {
          bad.add((long) i);
        }
        if (random.nextInt(15) == 0) {
          learner.tick(1);
        }
        if (random.nextInt(60) == 0) {
          tell(learner, told);
          crash(learner);
        }
      }
      learner.tick(80);
      final SurrogateHead last = learner.newestBase().orElseThrow().head();
      for (int i = 0; i < 300; i++) {
        if (labels.get(i) != null && !last.getLabels().contains(labels.get(i))) {
          bad.add((long) i);
        }
      }
      tell(learner, told);
      assertThat(told).containsExactlyInAnyOrderElementsOf(bad);
      assertThat(last.getTally().getRejected()).isEqualTo(bad.size());
      assertThat(last.getTally().getExamples()).isEqualTo(300 - bad.size());
    }
  }

  /** Adds the offsets of the dead letters that were written since the last call. */
  private static void tell(final TopologyFixture learner, final List<Long> told) {
    learner.output(Topics.DEAD_LETTERS).stream()
        .map(letter -> DEAD_LETTERS.decode(letter.value()).getOffset())
        .forEach(told::add);
  }

  @Test
  void otherPartitions_mayKnowFewerLabels_andNameThemInAnotherOrder() {
    final ModelSpec spec = open("labels: {open: 9}, features: {dimension: 8}");
    try (TopologyFixture learner = new TopologyFixture(spec, HoldLimits.DEFAULT)) {
      learner.summary(naming(spec, 1, List.of("x", "b")));
      for (int i = 0; i < 60; i++) {
        learner.example(Given.example(i, i % 2 == 0 ? "a" : "b", null));
      }
      learner.tick(30);
      final BoundSummary older = naming(spec, 1, List.of());
      final ModelSpec two = OpenLabels.knowing(spec, List.of("x", "b"));
      older.setLabels(2);
      older.setState(ByteBuffer.wrap(Given.state(0.5, 0.25)));
      older.setFrom(0);
      older.setTo(1);
      older.getTally().setRecords(1);
      older.getTally().setExamples(1);
      assertThat(SiteCodec.decode(older.getState(), two).size()).isOne();
      learner.summary(older);
      learner.tick(10);
      final Base last = learner.newestBase().orElseThrow();
      assertThat(last.head().getLabels()).containsExactly("x", "b", "a");
      assertThat(last.examples()).isEqualTo(61);
      for (final Refusal reason : Refusal.values()) {
        assertThat(learner.refusals(reason)).as(reason.name()).isZero();
      }
    }
  }

  @Test
  void labelsThatNoWorkerMeets_areRefused() {
    final ModelSpec spec = open("labels: {open: 9}, features: {dimension: 8}");
    try (TopologyFixture learner = new TopologyFixture(spec, HoldLimits.DEFAULT)) {
      learner.summary(naming(spec, 1, Collections.nCopies(2, "a")));
      learner.summary(naming(spec, 2, List.of("")));
      learner.summary(naming(spec, 3, List.of("a".repeat(1000))));
      learner.summary(naming(spec, 4, IntStream.range(0, 10).mapToObj(l -> "l" + l).toList()));
      final BoundSummary ahead = naming(spec, 5, List.of());
      ahead.setLabels(1);
      learner.summary(ahead);
      learner.tick(3);
      assertThat(learner.refusals(Refusal.STATE)).isEqualTo(5);
    }
    try (TopologyFixture closed = new TopologyFixture()) {
      closed.summary(naming(TopologyFixture.SPEC, 1, List.of("a")));
      closed.tick(3);
      assertThat(closed.refusals(Refusal.STATE)).isOne();
    }
  }

  /** What another worker ships that has learned nothing. */
  private static BoundSummary naming(
      final ModelSpec spec, final int partition, final List<String> labels) {
    final BoundSummary summary =
        Given.summary(spec, partition, 0, 0, SiteCodec.encode(Surrogate.of(spec).site()));
    summary.setNewLabels(labels);
    return summary;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "features: {dimension: 8}",
        "features: {dimension: 8, standardize: 60}, views: auto",
      })
  void rollbackToFewerLabels_forgetsNoLabel(final String settings) {
    final ModelSpec spec = open("labels: {open: 12}, " + settings);
    try (TopologyFixture learner = fixture(spec, HoldLimits.DEFAULT)) {
      learn(learner, spec, 0, 100);
      final LearnedState few = learner.learned();
      learn(learner, spec, 100, 300);
      final List<String> all = learner.newestBase().orElseThrow().head().getLabels();
      assertThat(all).hasSizeGreaterThan(few.head().getLabels().size());
      learner.restart(few);
      crash(learner);
      learner.tick(5);
      learn(learner, spec, 300, 400);
      final ModelHead last = learner.lastVersion();
      assertThat(last.getSpec().getLabels()).startsWith(all.toArray(String[]::new));
      assertThat(last.getTally().getExamples()).isEqualTo(200);
      assertThat(learner.rebuild(last.getVersion()).difference()).isEmpty();
    }
  }

  /** A model with a list of labels goes on with open ones, and the other way round. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "features: {dimension: 8}",
        "features: {dimension: 8, standardize: 60}, views: auto",
      })
  void stateOfListedLabels_goesOnWithOpenOnes(final String settings) {
    final ModelSpec closed = open("labels: [l0, l1], " + settings);
    final LearnedState state;
    try (TopologyFixture learner = fixture(closed, HoldLimits.DEFAULT)) {
      learn(learner, closed, 0, 80);
      state = learner.learned();
    }
    final ModelSpec spec = open("labels: {open: 12}, " + settings);
    try (TopologyFixture learner = fixture(spec, HoldLimits.DEFAULT)) {
      learner.restart(state.grown(Growth.of(closed, spec)).importedBy(spec));
      learner.tick(5);
      learn(learner, spec, 0, 200);
      final Model last = lastOf(learner.models());
      assertThat(last.spec().getLabels()).startsWith("l0", "l1").hasSizeGreaterThan(4);
    }
  }

  private static Model lastOf(final List<Model> models) {
    return models.get(models.size() - 1);
  }
}
