package org.majorant.acceptance.learn;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.ToDoubleFunction;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.majorant.acceptance.broker.OperatorRun;
import org.majorant.ops.operate.ExampleProducer;
import org.majorant.schema.AppliedSpec;
import org.majorant.schema.AvroSerde;
import org.majorant.schema.LabeledExample;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.PartitionOffset;
import org.majorant.schema.Point;
import org.majorant.schema.SparseVector;
import org.majorant.schema.Wish;
import org.majorant.spec.SpecFile;
import org.majorant.store.ModelVersion;
import org.majorant.stream.LearnerApplication;

/**
 * Models of one application: each learns what it would learn alone, whatever becomes of the others,
 * and whenever it comes. Each topic has one partition, on which a model is a function of the log.
 */
@Tag("long")
class FleetIT extends FleetOnBroker {
  @Test
  void each_model_learns_what_it_learns_alone_whenever_it_comes() throws Exception {
    apply("first", "left", 1.0);
    apply("second", "left", 3.0);
    apply("third", "right", 1.0);
    try (LearnerApplication fleet = fleet()) {
      produce("left", 0, RECORDS / 2);
      produce("right", 0, RECORDS);
      await("the first three", () -> learned("first") && learned("second"));
      apply("late", "left", 3.0); // it has to read what is there
      applied.computeIfPresent("first", (name, spec) -> wish(spec, Wish.PAUSE));
      await("the pause", () -> fleet.states().get("first").isPresent());
      produce("left", RECORDS / 2, RECORDS);
      await("the late one", () -> examples("late") == RECORDS && examples("second") == RECORDS);
      assertThat(examples("first")).isEqualTo(RECORDS / 2);

      applied.computeIfPresent("first", (name, spec) -> wish(spec, Wish.LEARN));
      await("the paused one", () -> examples("first") == RECORDS && examples("third") == RECORDS);
      await("no obstacle", () -> fleet.obstacle().isEmpty());
      publish();
    }
    for (final String model : applied.keySet()) {
      assertLearnedOnce(model);
    }
    assertSame(version("second"), version("late"));
    alone("alone", "left", 1.0);
    assertSame(version("first"), version("alone"));
  }

  @Test
  void model_of_a_topic_that_comes_later_is_learned_beside_the_others() throws Exception {
    apply("first", "left", 1.0);
    try (LearnerApplication fleet = fleet()) {
      produce("left", 0, 500);
      await("the first", () -> examples("first") == 500);
      apply("elsewhere", "new", 1.0);
      apply("huge", "left", 1.0, 100_000_000);
      await(
          "the reason",
          () ->
              fleet.states().getOrDefault("elsewhere", Optional.empty()).stream()
                  .anyMatch(why -> why.contains("there is no topic new: create it")));
      await(
          "the other reason",
          () ->
              fleet.states().getOrDefault("huge", Optional.empty()).stream()
                  .anyMatch(why -> why.contains("of a heap of")));
      produce("left", 500, 1000);
      await("the first goes on", () -> examples("first") == 1000);
      try (Admin admin = Admin.create(client)) {
        makeTopic(admin, "new");
      }
      produce("new", 0, 500);
      await("the other", () -> examples("elsewhere") == 500);
      produce("left", 1000, 1500);
      await("both", () -> examples("first") == 1500);
    }
    assertLearnedOnce("first");
    assertLearnedOnce("elsewhere");
  }

  /** Kafka Streams refused to start: the topic of the workers' progress was too wide for it. */
  @Test
  void fleet_whose_widest_input_is_gone_goes_on() throws Exception {
    apply("first", "left", 1.0);
    apply("wide", "wide", 1.0);
    try (Admin admin = Admin.create(client)) {
      admin.createTopics(List.of(new NewTopic("wide", 3, (short) 1))).all().get();
    }
    produce("left", 0, 500);
    produce("wide", 0, 500);
    try (LearnerApplication fleet = fleet()) {
      await("both", () -> examples("first") == 500 && examples("wide") == 500);
      assertThat(fleet.isRunning()).isTrue();
    }
    applied.remove("wide");
    produce("left", 500, 1000);
    try (LearnerApplication fleet = fleet()) {
      await("the other", () -> examples("first") == 1000);
      assertThat(fleet.isRunning()).isTrue();
    }
    assertLearnedOnce("first");
  }

  @Test
  void topic_that_is_made_again_pauses_its_models_and_no_others() throws Exception {
    apply("first", "left", 1.0);
    apply("second", "left", 1.0);
    apply("third", "right", 1.0);
    try (LearnerApplication fleet = fleet()) {
      produce("left", 0, 500);
      produce("right", 0, 500);
      await("all", () -> examples("first") == 500 && examples("third") == 500);
      try (Admin admin = Admin.create(client)) {
        admin.deleteTopics(List.of("left")).all().get();
        await("the pause", () -> isPaused(fleet, "first") && isPaused(fleet, "second"));
        makeTopic(admin, "left");
      }
      produce("left", 0, 100);
      produce("right", 500, 1000);
      await("the other", () -> examples("third") == 1000);
      assertThat(fleet.states().get("third")).isEmpty();
      assertThat(examples("first")).isEqualTo(500);
      assertThat(isPaused(fleet, "second")).isTrue();
    }
  }

  /** Its thread failed every ten seconds, and no one said which topic is missing. */
  @Test
  void model_whose_labels_topic_is_gone_pauses_until_it_is_there_again() throws Exception {
    apply("first", "right", 1.0);
    apply(
        "late",
        SpecFile.read(
            "{model: late, input: {topic: left}, labels: [a, b], features: {hash-bits: 5}, label: {topic: labels, path: is, wait: 1m}}"));
    final MeterRegistry meters = new SimpleMeterRegistry();
    try (Admin admin = Admin.create(client)) {
      makeTopic(admin, "labels");
      try (LearnerApplication fleet = fleet(meters)) {
        await("the join", () -> !isPaused(fleet, "late"));
        admin.deleteTopics(List.of("labels")).all().get();
        final Optional<String> why =
            Optional.of("there is no topic labels: create it, and the model is learned");
        await("the pause", () -> fleet.states().get("late").equals(why));
        assertThat(meters.get("majorant.paused").tag("model", "late").gauge().value()).isOne();
        produce("right", 0, 500);
        await("the other", () -> examples("first") == 500);
        assertThat(fleet.states().get("late")).isEqualTo(why);
        makeTopic(admin, "labels");
        await("the join again", () -> !isPaused(fleet, "late"));
        assertThat(meters.get("majorant.paused").tag("model", "late").gauge().value()).isZero();
      }
    }
  }

  /**
   * All that was learned before stays, and each record of the topic as it is now is learned once.
   */
  @Test
  void topic_that_is_made_again_is_learned_when_an_operator_accepts_it() throws Exception {
    apply("first", "left", 1.0);
    apply("second", "left", 1.0);
    try (OnTopic topic = new OnTopic();
        LearnerApplication fleet = topic.learn()) {
      produce("left", 0, 500);
      await("both", () -> examples("first") == 500 && examples("second") == 500);
      version("first");
      try (Admin admin = Admin.create(client)) {
        admin.deleteTopics(List.of("left")).all().get();
        await("the pause", () -> isPaused(fleet, "first") && isPaused(fleet, "second"));
        makeTopic(admin, "left");
      }
      produce("left", 500, 600);
      accept("first");
      await("what was there", () -> examples("first") == 600);
      produce("left", 600, 1000);
      await("what came", () -> examples("first") == 1000);
      assertThat(base("first").orElseThrow().getLineage())
          .containsExactly(new PartitionOffset(0, 500L));
      assertThat(isPaused(fleet, "second")).isTrue();
    }
  }

  private void accept(final String model) {
    run("accept-recreated %s --yes".formatted(model));
  }

  /** While it is learned, and while nobody learns it; and each version can be replayed. */
  @Test
  void model_whose_spec_grows_goes_on_from_all_that_it_has_learned() throws Exception {
    apply("first", "left", 1.0);
    try (OnTopic topic = new OnTopic()) {
      try (LearnerApplication fleet = topic.learn()) {
        produce("left", 0, 1000);
        await("the first", () -> examples("first") == 1000);
        final ModelVersion before = version("first");
        produce("left", 1000, 1200);
        run("apply " + file(130, "-1", "+1", "other"));
        produce("left", 1200, 1500);
        await("the grown one", () -> examples("first") == 1500);
        final ModelVersion grown = version("first");
        assertThat(grown.head().getVersion()).isGreaterThan(before.head().getVersion());
        assertThat(grown.head().getSpec().getLabels()).containsExactly("-1", "+1", "other");
        assertThat(grown.head().getTally().getRejected()).isZero();
        assertThat(fleet.states().values()).allMatch(Optional::isEmpty);
      }
      run("apply " + file(140, "-1", "more", "+1", "other"));
      produce("left", 1500, 1600);
      try (LearnerApplication fleet = topic.learn()) {
        await("the second", () -> examples("first") == 1600);
        assertThat(version("first").head().getSpec().getLabels()).hasSize(4);
        assertThat(fleet.states().values()).allMatch(Optional::isEmpty);
      }
      assertLearnedOnce("first");
      assertThat(topic.applied("first").getVersion()).isEqualTo(3);
      final String last = "--to-version=" + version("first").head().getVersion();
      run("replay first " + last);
      OperatorRun.of(broker, "models", "apply", file(140, "-1", "+1")).requireCode(1);
    }
  }

  /** At a time, after what a file knows, and again when it is reset; through a restart, too. */
  @Test
  void model_begins_where_the_command_that_applies_it_says() throws Exception {
    apply("first", "left", 1.0);
    final String since;
    final Path known = dir.resolve("known.json.gz");
    try (OnTopic topic = new OnTopic()) {
      try (LearnerApplication fleet = topic.learn()) {
        produce("left", 0, 500);
        await("the first", () -> examples("first") == 500);
        version("first");
        run("export first --with-curvature --out " + known);
        Thread.sleep(10);
        since = Instant.now().truncatedTo(ChronoUnit.MILLIS).toString();
        Thread.sleep(10);
        produce("left", 500, 800);
        assertThat(run("apply %s --from %s".formatted(file("second"), since)))
            .contains("it begins with the records of " + since);
        assertThat(run("apply %s --after %s".formatted(file("third"), known)))
            .contains("it begins with the records after those that it has learned");
        await("both", () -> examples("second") == 300 && examples("third") == 300);
        assertThat(run("apply %s --from 30d".formatted(file("second"))))
            .contains("second has begun, and goes on where it is, whatever --from says");
        assertThat(fleet.obstacle()).isEmpty();
      }
      produce("left", 800, 1000);
      try (LearnerApplication fleet = topic.learn()) {
        await(
            "all",
            () ->
                examples("first") == 1000 && examples("second") == 500 && examples("third") == 500);
        for (final String model : List.of("second", "third")) {
          assertThat(base(model).orElseThrow().getLineage())
              .containsExactly(new PartitionOffset(0, 1000L));
        }
        assertThat(base("third").orElseThrow().getTally().getImported()).isEqualTo(500);
        version("second");
        assertThat(run("lineage second --verify"))
            .contains("counts 500 records; left has 500 before its offsets");
        run("reset second --from %s --yes".formatted(since));
        produce("left", 1000, 1100);
        await("the second again", () -> examples("second") == 600);
        run("reset second --yes");
        await("all that there is", () -> examples("second") == 1100);
        assertLearnedOnce("second");
        assertThat(fleet.states().values()).allMatch(Optional::isEmpty);
      }
    }
  }

  private Path file(final String model) throws IOException {
    return Files.writeString(
        dir.resolve(model + ".yaml"), SpecFile.write(spec(model, "left", 1.0, DIMENSION)));
  }

  private String file(final int dimension, final String... labels) throws IOException {
    final ModelSpec spec = spec("first", "left", 1.0, dimension);
    spec.setLabels(List.of(labels));
    return Files.writeString(dir.resolve("grown.yaml"), SpecFile.write(spec)).toString();
  }

  /** Nothing ran any more, and what had ended counted as what reads the topic. */
  @Test
  void fleet_whose_only_topic_was_deleted_learns_from_it_when_it_is_there_again() throws Exception {
    apply("first", "left", 1.0);
    try (LearnerApplication fleet = fleet()) {
      produce("left", 0, 100);
      await("the first", () -> examples("first") == 100);
      try (Admin admin = Admin.create(client)) {
        admin.deleteTopics(List.of("left")).all().get();
        await("the pause", () -> isPaused(fleet, "first"));
        await(
            "the end of what read it",
            () ->
                fleet.obstacle().filter(why -> why.startsWith("no model is applied")).isPresent());
        makeTopic(admin, "left");
      }
      produce("left", 0, 200);
      apply("second", "left", 1.0);
      await("the second", () -> examples("second") == 200);
    }
    assertLearnedOnce("second");
  }

  /** Of two labels it had room, and of three it has none. */
  @Test
  void model_that_outgrows_the_heap_by_its_labels_pauses_and_others_go_on() throws Exception {
    final int dimension = (int) (Runtime.getRuntime().maxMemory() / 4 * 3 / 300 / 2);
    apply("first", "left", 1.0);
    applied.put(
        "wide",
        AppliedSpec.newBuilder(applied.get("first"))
            .setModel("wide")
            .setSpec(
                SpecFile.read(
                    "{model: wide, input: {topic: right}, labels: {open: 3}, features: {dimension: %d}, curvature: {memory: diagonal}, members: none}"
                        .formatted(dimension)))
            .build());
    try (LearnerApplication fleet = fleet()) {
      produce("left", 0, 500);
      produce("right", 0, 500);
      await("both", () -> examples("first") == 500 && examples("wide") == 500);
      final Point third = new Point(new SparseVector(List.of(1), List.of(1f)), "third", null, null);
      try (ExampleProducer producer = new ExampleProducer(client, "right", 0)) {
        producer.send(
            AvroSerde.of(LabeledExample.class).encode(new LabeledExample(null, null, 1.0, third)));
        producer.flush();
      }
      await("the pause", () -> isPaused(fleet, "wide"));
      assertThat(fleet.states().get("wide").orElseThrow()).contains("of a heap of");
      produce("left", 500, 1000);
      await("the other", () -> examples("first") == 1000);
    }
  }

  /** It was said to be open, and was never tried again. */
  @Test
  void model_that_could_not_be_opened_is_tried_again() throws Exception {
    apply("first", "left", 1.0);
    produce("left", 0, 100);
    final AtomicInteger failures = new AtomicInteger();
    final MeterRegistry failing =
        new SimpleMeterRegistry() {
          @Override
          protected <T> Gauge newGauge(
              final Meter.Id id, final T object, final ToDoubleFunction<T> value) {
            if (id.getName().equals("majorant.paused") && failures.getAndIncrement() == 0) {
              throw new IllegalStateException("no gauge today");
            }
            return super.newGauge(id, object, value);
          }
        };
    try (LearnerApplication fleet = fleet(failing)) {
      await("the first", () -> examples("first") == 100);
      assertThat(failures.get()).isGreaterThan(1);
      assertThat(fleet.states().get("first")).isEmpty();
    }
    assertLearnedOnce("first");
  }

  @Test
  void deleted_model_ends_with_a_base_of_nothing_and_another_incarnation_begins_anew()
      throws Exception {
    apply("first", "left", 1.0);
    apply("second", "left", 1.0);
    try (LearnerApplication fleet = fleet()) {
      produce("left", 0, 500);
      await("both", () -> examples("first") == 500 && examples("second") == 500);
      applied.computeIfPresent("first", (name, spec) -> wish(spec, Wish.DELETE));
      await("the end", () -> base("first").filter(base -> base.getBlocks() == 0).isPresent());
      final long end = base("first").orElseThrow().getBase();
      applied.remove("first");
      produce("left", 500, 800);
      await("the other", () -> examples("second") == 800);
      assertThat(base("first").orElseThrow().getBase()).isEqualTo(end);

      apply("first", "left", 1.0);
      await("the next incarnation", () -> examples("first") == 800);
      assertThat(fleet.states().get("first")).isEmpty();
      publish();
    }
    assertLearnedOnce("first");
    assertSame(version("first"), version("second"));
  }

  /** It had nothing to read, and so nothing ran that could write that the model has ended. */
  @Test
  void fleet_that_starts_with_nothing_but_a_model_to_delete_ends_it() throws Exception {
    apply("first", "left", 1.0);
    produce("left", 0, 100);
    try (LearnerApplication fleet = fleet()) {
      await("the model", () -> examples("first") == 100);
      assertThat(fleet.obstacle()).isEmpty();
    }
    applied.computeIfPresent("first", (name, spec) -> wish(spec, Wish.DELETE));
    try (LearnerApplication fleet = fleet()) {
      await("the end", () -> base("first").filter(base -> base.getBlocks() == 0).isPresent());
      assertThat(fleet.states().get("first")).isPresent();
    }
  }

  @Test
  void model_that_was_learned_alone_goes_on_in_a_fleet() throws Exception {
    produce("left", 0, 700);
    alone("mover", "left", 1.0, 700);
    produce("left", 700, 1400);
    apply("mover", "left", 1.0);
    apply("other", "left", 1.0);
    try (LearnerApplication fleet = fleet()) {
      await("both", () -> examples("mover") == 1400 && examples("other") == 1400);
      assertThat(fleet.obstacle()).isEmpty();
      publish();
    }
    assertLearnedOnce("mover");
    assertSame(version("mover"), version("other"));
  }
}
