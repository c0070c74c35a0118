package org.majorant.acceptance.learn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.majorant.acceptance.broker.OperatorRun;
import org.majorant.acceptance.broker.ShortLivedBroker;
import org.majorant.demo.broker.BrokerProcess;
import org.majorant.fleet.FleetName;
import org.majorant.fleet.FleetSpecs;
import org.majorant.fleet.ModelPatterns;
import org.majorant.fleet.Specs;
import org.majorant.log.KafkaGapLog;
import org.majorant.ops.Majorant;
import org.majorant.ops.data.Adult;
import org.majorant.ops.operate.ExampleProducer;
import org.majorant.ops.operate.Promotions;
import org.majorant.ops.operate.TopicPlan;
import org.majorant.ops.read.NewestBase;
import org.majorant.replay.Replay;
import org.majorant.replay.ReplayException;
import org.majorant.schema.AppliedSpec;
import org.majorant.schema.AvroSerde;
import org.majorant.schema.Comparison;
import org.majorant.schema.LabeledExample;
import org.majorant.schema.ModelHead;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.OnDrift;
import org.majorant.schema.PartitionOffset;
import org.majorant.schema.Point;
import org.majorant.schema.SparseVector;
import org.majorant.schema.SurrogateHead;
import org.majorant.schema.Wish;
import org.majorant.spec.SpecFile;
import org.majorant.store.ModelSubscriber;
import org.majorant.store.ModelVersion;
import org.majorant.stream.InstanceOptions;
import org.majorant.stream.LearnerApplication;
import org.majorant.trace.Traces;

/**
 * Models of one application: each learns what it would learn alone, whatever becomes of the others,
 * and whenever it comes. Each topic has one partition, on which a model is a function of the log.
 */
@Tag("long")
class FleetIT {
  private static final Duration PATIENCE = Duration.ofSeconds(90);
  private static final int RECORDS = 3000;
  private static final int DIMENSION = 123;

  private final SortedMap<String, AppliedSpec> applied = new ConcurrentSkipListMap<>();

  @TempDir private Path dir;

  private BrokerProcess broker;
  private Map<String, Object> client;

  @BeforeEach
  void start() throws Exception {
    broker = ShortLivedBroker.start(dir.resolve("broker"));
    client = Map.of("bootstrap.servers", broker.bootstrapServers());
    try (Admin admin = Admin.create(client)) {
      TopicPlan.create(admin, 1);
      makeTopic(admin, "left");
      makeTopic(admin, "right");
    }
  }

  @AfterEach
  void stop() {
    broker.kill();
  }

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
    models("accept-recreated", model);
  }

  private void models(final String command, final String model) {
    final int code =
        Majorant.commandLine()
            .execute(
                "models",
                command,
                model,
                "--yes",
                "--bootstrap-server",
                client.get("bootstrap.servers").toString());
    assertThat(code).isZero();
  }

  /** Each takes along what it has learned, and no record is learned twice or left out. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void challenger_takes_its_champions_place_and_gives_it_back(final boolean open) throws Exception {
    apply("first", "left", 1.0);
    apply("second", "left", 3.0);
    if (open) { // each numbers them in an order of its own
      open("first", "+1", "-1");
      open("second", "-1", "+1");
    }
    applied.get("second").getSpec().setChallenges("first");
    try (OnTopic topic = new OnTopic();
        LearnerApplication fleet = topic.learn()) {
      produce("left", 0, 500);
      await("both", () -> examples("first") == 500 && examples("second") == 500);
      await("all are compared", () -> compared("second") == 500);
      final long before = version("first").head().getVersion();

      produce("left", 500, 600);
      models("promote", "second");
      produce("left", 600, 1000);
      await("both", () -> examples("first") == 1000 && examples("second") == 1000);
      assertLearnedOnce("first");
      assertLearnedOnce("second");
      final ModelVersion promoted = version("first");
      assertThat(promoted.head().getVersion()).isGreaterThan(before);
      assertThat(promoted.head().getSpec().getL2()).isEqualTo(3.0);
      final ModelVersion former = version("second");
      assertThat(former.head().getSpec().getL2()).isEqualTo(1.0);
      alone("weak", "left", 1.0, 1000);
      alone("strong", "left", 3.0, 1000);
      assertSame(promoted, version("strong"));
      if (open) {
        assertThat(former.head().getSpec().getLabels()).containsExactly("+1", "-1");
      } else {
        assertSame(former, version("weak"));
      }
      try (KafkaGapLog log = new KafkaGapLog(client, "none")) {
        assertThat(Replay.of(log, "first", before).difference()).isEmpty();
        assertThatThrownBy(() -> Replay.of(log, "first", promoted.head().getVersion()))
            .isInstanceOf(ReplayException.class)
            .hasMessageContaining("first changed places with another model before base");
      }

      produce("left", 1000, 1200);
      await("a new comparison", () -> compared("second") >= 200);
      assertThat(compared("second")).isLessThanOrEqualTo(700);
      topic.specs.change(
          now -> now.applied().values().stream().map(this::stoppedOnTheWay).toList());
      models("promote", "second");
      produce("left", 1200, 1500);
      await("both again", () -> examples("first") == 1500 && examples("second") == 1500);
      assertThat(version("first").head().getSpec().getL2()).isEqualTo(1.0);
      assertLearnedOnce("first");
      assertLearnedOnce("second");
      assertThat(fleet.states().values()).allMatch(Optional::isEmpty);
    }
  }

  /**
   * Two instances find it at once, and one of them exchanges the models. What was asked for long
   * ago by who has ended is completed.
   */
  @Test
  void challenger_that_is_better_is_promoted_once_by_itself() throws Exception {
    apply("first", "left", 1e6);
    apply("second", "left", 1.0);
    applied.get("second").getSpec().setChallenges("first");
    applied.get("second").getSpec().setPromoteAlpha(.05);
    try (OnTopic topic = new OnTopic();
        LearnerApplication fleet = topic.learn();
        Promotions one = new Promotions(client, name -> true);
        Promotions other = new Promotions(client, name -> true)) {
      one.start(topic.fleet::current, fleet::published);
      other.start(topic.fleet::current, fleet::published);
      produce("left", 0, 1000);
      await("the promotion", () -> topic.spec("first").getL2() == 1.0);
      produce("left", 1000, 1500);
      await("both", () -> examples("first") == 1500 && examples("second") == 1500);
      assertThat(topic.specs.read().applied("first").orElseThrow().getVersion()).isEqualTo(2);
      assertThat(topic.spec("second").getPromoteAlpha()).isEqualTo(.05);

      topic.specs.change(
          now ->
              now.applied().values().stream()
                  .map(this::stoppedOnTheWay)
                  .map(asked -> AppliedSpec.newBuilder(asked).setTime(1).build())
                  .toList());
      await("its end", () -> topic.spec("first").getL2() == 1e6);
      int sent = 1500;
      while (topic.spec("first").getL2() == 1e6 && sent < RECORDS) {
        produce("left", sent, sent + 25); // what is sent before both run again is not compared
        sent += 25;
        Thread.sleep(400);
      }
      final long all = sent;
      await("another one", () -> topic.spec("first").getL2() == 1.0);
      await("both again", () -> examples("first") == all && examples("second") == all);
      assertThat(topic.specs.read().applied("first").orElseThrow().getVersion()).isEqualTo(4);
      assertLearnedOnce("first");
      assertLearnedOnce("second");
    }
  }

  /**
   * At each alarm a challenger begins there, by two instances as by one, and takes the champion's
   * place; then the former champion begins anew at the next one.
   */
  @Test
  void alarm_begins_a_challenger_that_takes_the_place() throws Exception {
    apply("first", "left", 1.0);
    applied.get("first").getSpec().setOnDrift(OnDrift.CHALLENGER);
    try (OnTopic topic = new OnTopic();
        LearnerApplication fleet = topic.learn();
        Promotions one = new Promotions(client, name -> true);
        Promotions other = new Promotions(client, name -> true)) {
      one.start(topic.fleet::current, fleet::published);
      other.start(topic.fleet::current, fleet::published);
      produce("left", 0, 2000);
      await("the first", () -> examples("first") == 2000);
      final int flipped = produceUntilPromoted(topic, 2000, true);
      requireBegunAtTheAlarm(flipped, 2000);
      assertLearnedOnce("first-challenger");
      final int settled = flipped + 2000; // a rise is told of a loss that is known
      produce(flipped, settled, true);
      await("what it has settled to", () -> examples("first-challenger") == settled);
      final int back = produceUntilPromoted(topic, settled, false);
      requireBegunAtTheAlarm(back, settled);
      assertThat(topic.specs.read().applied("first").orElseThrow().getVersion()).isEqualTo(3);
      assertThat(topic.spec("first").getOnDrift()).isEqualTo(OnDrift.CHALLENGER);
      assertThat(topic.spec("first-challenger").getOnDrift()).isEqualTo(OnDrift.ALERT);
      assertThat(fleet.states().values()).allMatch(Optional::isEmpty);
    }
  }

  /** What is sent before both run again is not compared, so it goes slowly. */
  private int produceUntilPromoted(final OnTopic topic, final int from, final boolean flipped)
      throws Exception {
    final long version = topic.specs.read().applied("first").orElseThrow().getVersion();
    int sent = from;
    while (topic.specs.read().applied("first").orElseThrow().getVersion() == version) {
      assertThat(sent - from).as("examples without a promotion").isLessThan(10_000);
      produce(sent, sent + 50, flipped);
      sent += 50;
      Thread.sleep(200);
    }
    final int all = sent;
    await("the promoted one", () -> lineage("first") == all);
    await("the former one", () -> lineage("first-challenger") == all);
    return all;
  }

  /** It has learned all records after the alarm of the model whose place it has taken. */
  private void requireBegunAtTheAlarm(final int sent, final int change) {
    final long begin =
        base("first-challenger").orElseThrow().getAlarms().stream()
            .map(alarm -> alarm.getLineage().get(0).getNext())
            .filter(offset -> offset > change)
            .findFirst()
            .orElseThrow();
    assertThat(examples("first")).isEqualTo(sent - begin);
    run("lineage first --verify");
    run("lineage first-challenger --verify");
  }

  private long lineage(final String model) {
    return base(model)
        .filter(base -> !base.getLineage().isEmpty())
        .map(base -> base.getLineage().get(0).getNext())
        .orElse(0L);
  }

  /** Sends examples of Adult, again and again, with their labels or with the others. */
  private void produce(final int from, final int to, final boolean flipped) throws IOException {
    final AvroSerde<LabeledExample> serde = AvroSerde.of(LabeledExample.class);
    final List<byte[]> examples = Adult.train();
    try (ExampleProducer producer = new ExampleProducer(client, "left", 0)) {
      for (int i = from; i < to; i++) {
        final LabeledExample example = serde.decode(examples.get(i % examples.size()));
        final Point point = (Point) example.getStructure();
        if (flipped) {
          point.setLabel(point.getLabel().equals("+1") ? "-1" : "+1");
        }
        producer.send(serde.encode(example));
      }
      producer.flush();
    }
  }

  /** As who was to exchange it left it. */
  private AppliedSpec stoppedOnTheWay(final AppliedSpec applied) {
    return AppliedSpec.newBuilder(wish(applied, Wish.EXCHANGE))
        .setLastBase(base(applied.getModel()).orElseThrow().getBase())
        .build();
  }

  private void open(final String model, final String... known) {
    applied.get(model).getSpec().setOpenLabels(9);
    applied.get(model).getSpec().setLabels(List.of(known));
  }

  private long compared(final String model) {
    return base(model).map(SurrogateHead::getComparison).map(Comparison::getExamples).orElse(0L);
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
        grow(file(130, "-1", "+1", "other"));
        produce("left", 1200, 1500);
        await("the grown one", () -> examples("first") == 1500);
        final ModelVersion grown = version("first");
        assertThat(grown.head().getVersion()).isGreaterThan(before.head().getVersion());
        assertThat(grown.head().getSpec().getLabels()).containsExactly("-1", "+1", "other");
        assertThat(grown.head().getTally().getRejected()).isZero();
        assertThat(fleet.states().values()).allMatch(Optional::isEmpty);
      }
      grow(file(140, "-1", "more", "+1", "other"));
      produce("left", 1500, 1600);
      try (LearnerApplication fleet = topic.learn()) {
        await("the second", () -> examples("first") == 1600);
        assertThat(version("first").head().getSpec().getLabels()).hasSize(4);
        assertThat(fleet.states().values()).allMatch(Optional::isEmpty);
      }
      assertLearnedOnce("first");
      assertThat(topic.specs.read().applied("first").orElseThrow().getVersion()).isEqualTo(3);
      final String last = "--to-version=" + version("first").head().getVersion();
      assertThat(Majorant.commandLine().execute("models", "replay", "first", last, brokers()))
          .isZero();
      assertThat(
              Majorant.commandLine().execute("models", "apply", file(140, "-1", "+1"), brokers()))
          .isEqualTo(1);
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

  private String run(final String command) {
    return OperatorRun.of(broker, ("models " + command).split(" ")).requireCode(0);
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

  private void grow(final String file) {
    assertThat(Majorant.commandLine().execute("models", "apply", file, brokers())).isZero();
  }

  private String brokers() {
    return "--bootstrap-server=" + client.get("bootstrap.servers");
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

  /** What is applied on its topic, as a fleet in a process of its own follows it. */
  private final class OnTopic implements AutoCloseable {
    private static final FleetName NAME = new FleetName("default");

    private final Specs specs = new Specs(client);
    private final FleetSpecs fleet;

    OnTopic() {
      fleet = FleetSpecs.start(client, NAME, "1", new ModelPatterns(List.of("*")));
      specs.change(before -> List.copyOf(applied.values()));
    }

    LearnerApplication learn() {
      return fleet(NAME.group(), fleet::current, new SimpleMeterRegistry());
    }

    ModelSpec spec(final String model) {
      return specs.read().applied(model).orElseThrow().getSpec();
    }

    @Override
    public void close() {
      fleet.close();
      specs.close();
    }
  }

  private LearnerApplication fleet() {
    return fleet(new SimpleMeterRegistry());
  }

  private LearnerApplication fleet(final MeterRegistry meters) {
    return fleet("majorant-fleet-test", () -> new TreeMap<>(applied), meters);
  }

  private LearnerApplication fleet(
      final String group,
      final Supplier<SortedMap<String, AppliedSpec>> wanted,
      final MeterRegistry meters) {
    return LearnerApplication.start(
        client,
        group,
        wanted,
        InstanceOptions.of(dir.resolve("fleet"), "fleet-1"),
        meters,
        Traces.NONE);
  }

  private void alone(final String model, final String topic, final double l2) throws Exception {
    alone(model, topic, l2, RECORDS);
  }

  private void alone(final String model, final String topic, final double l2, final int records)
      throws Exception {
    try (LearnerApplication learner =
        LearnerApplication.start(
            client,
            spec(model, topic, l2, DIMENSION),
            InstanceOptions.of(dir.resolve(model), model),
            new SimpleMeterRegistry())) {
      await(model, () -> examples(model) == records);
      assertThat(learner.isRunning()).isTrue();
      version(model);
    }
  }

  /** Waits until each model's last base is a version. */
  private void publish() throws Exception {
    for (final String model : applied.keySet()) {
      version(model);
    }
  }

  private static ModelSpec spec(
      final String model, final String topic, final double l2, final int dimension) {
    return SpecFile.read(
        ("{model: %s, input: {topic: %s}, labels: ['-1', '+1'], features: {dimension: %s},"
                + " prior: {l2: %s}, curvature: {memory: diagonal}, publish: {interval: 1s}}")
            .formatted(model, topic, dimension, l2));
  }

  private void apply(final String model, final String topic, final double l2) {
    apply(model, topic, l2, DIMENSION);
  }

  private void apply(final String model, final String topic, final double l2, final int dimension) {
    apply(model, spec(model, topic, l2, dimension));
  }

  private void apply(final String model, final ModelSpec spec) {
    final long now = System.currentTimeMillis();
    applied.put(
        model,
        AppliedSpec.newBuilder()
            .setModel(model)
            .setSpec(spec)
            .setVersion(1)
            .setIncarnation(now)
            .setTime(now)
            .setWish(Wish.LEARN)
            .build());
  }

  private static AppliedSpec wish(final AppliedSpec spec, final Wish wish) {
    return AppliedSpec.newBuilder(spec).setWish(wish).setTime(System.currentTimeMillis()).build();
  }

  private void produce(final String topic, final int from, final int to) throws IOException {
    try (ExampleProducer producer = new ExampleProducer(client, topic, 0)) {
      Adult.train().subList(from, to).forEach(producer::send);
      producer.flush();
    }
  }

  private static void makeTopic(final Admin admin, final String topic) throws Exception {
    admin.createTopics(List.of(new NewTopic(topic, 1, (short) 1))).all().get();
  }

  private static boolean isPaused(final LearnerApplication fleet, final String model) {
    return fleet.states().get(model).isPresent();
  }

  private boolean learned(final String model) {
    return examples(model) > 0;
  }

  private long examples(final String model) {
    return base(model).map(base -> base.getTally().getRecords()).orElse(0L);
  }

  private Optional<SurrogateHead> base(final String model) {
    return NewestBase.head(client, model, Duration.ofSeconds(20));
  }

  private ModelVersion version(final String model) throws Exception {
    final long examples = examples(model);
    try (ModelSubscriber subscriber = ModelSubscriber.start(client, model)) {
      final Supplier<Optional<ModelVersion>> newest = subscriber::current;
      await(
          "a version of " + model,
          () ->
              newest
                  .get()
                  .filter(version -> version.head().getTally().getRecords() == examples)
                  .isPresent());
      return newest.get().orElseThrow();
    }
  }

  /** Its lineage is one range from the first offset, as long as what it has learned. */
  private void assertLearnedOnce(final String model) {
    final SurrogateHead base = base(model).orElseThrow();
    assertThat(base.getLineage())
        .as(model)
        .containsExactly(new PartitionOffset(0, base.getTally().getRecords()));
  }

  private static void assertSame(final ModelVersion one, final ModelVersion other) {
    final ModelHead head = one.head();
    assertThat(head.getTally().getRecords()).isEqualTo(other.head().getTally().getRecords());
    assertThat(one.model().weights()).containsExactly(other.model().weights(), within(1e-9));
  }

  private static void await(final String what, final BooleanSupplier condition)
      throws InterruptedException {
    final long end = System.nanoTime() + PATIENCE.toNanos();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() > end) {
        throw new AssertionError("not within " + PATIENCE.toSeconds() + " s: " + what);
      }
      Thread.sleep(200);
    }
  }
}
