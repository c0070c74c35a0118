package org.majorant.acceptance.learn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.majorant.acceptance.broker.OperatorRun;
import org.majorant.acceptance.broker.ShortLivedBroker;
import org.majorant.demo.broker.BrokerProcess;
import org.majorant.fleet.FleetName;
import org.majorant.fleet.FleetSpecs;
import org.majorant.fleet.ModelPatterns;
import org.majorant.fleet.Specs;
import org.majorant.ops.data.Adult;
import org.majorant.ops.operate.ExampleProducer;
import org.majorant.ops.operate.Promotions;
import org.majorant.ops.operate.TopicPlan;
import org.majorant.ops.read.NewestBase;
import org.majorant.schema.AppliedSpec;
import org.majorant.schema.ModelHead;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.PartitionOffset;
import org.majorant.schema.SurrogateHead;
import org.majorant.schema.Wish;
import org.majorant.spec.SpecFile;
import org.majorant.store.ModelSubscriber;
import org.majorant.store.ModelVersion;
import org.majorant.stream.InstanceOptions;
import org.majorant.stream.LearnerApplication;
import org.majorant.trace.Traces;

/**
 * A broker of a test, with topics {@code left} and {@code right} of one partition each, and what is
 * applied to the fleets that learn from them.
 */
abstract class FleetOnBroker {
  static final Duration PATIENCE = Duration.ofSeconds(90);
  static final int RECORDS = 3000;
  static final int DIMENSION = 123;

  final SortedMap<String, AppliedSpec> applied = new ConcurrentSkipListMap<>();

  @TempDir Path dir;

  BrokerProcess broker;
  Map<String, Object> client;

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

  /** Gives a command on models, which must do what it is told, and returns what it printed. */
  String run(final String command) {
    return OperatorRun.of(broker, ("models " + command).split(" ")).requireCode(0);
  }

  /** What is applied on its topic, as a fleet in a process of its own follows it. */
  final class OnTopic implements AutoCloseable {
    private static final FleetName NAME = new FleetName("default");

    final Specs specs = new Specs(client);
    private final FleetSpecs fleet;
    private final List<Promotions> looks = new ArrayList<>();

    OnTopic() {
      fleet = FleetSpecs.start(client, NAME, "1", new ModelPatterns(List.of("*")));
      specs.change(before -> List.copyOf(applied.values()));
    }

    LearnerApplication learn() {
      return fleet(NAME.group(), fleet::current, new SimpleMeterRegistry());
    }

    /** Looks for promotions, and for alarms that begin challengers, until this is closed. */
    void look(final LearnerApplication learner) {
      final Promotions promotions = new Promotions(client, name -> true);
      promotions.start(fleet::current, learner::published);
      looks.add(promotions);
    }

    AppliedSpec applied(final String model) {
      return specs.read().applied(model).orElseThrow();
    }

    ModelSpec spec(final String model) {
      return applied(model).getSpec();
    }

    @Override
    public void close() {
      looks.forEach(Promotions::close);
      fleet.close();
      specs.close();
    }
  }

  LearnerApplication fleet() {
    return fleet(new SimpleMeterRegistry());
  }

  LearnerApplication fleet(final MeterRegistry meters) {
    return fleet("majorant-fleet-test", () -> new TreeMap<>(applied), meters);
  }

  LearnerApplication fleet(
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

  void alone(final String model, final String topic, final double l2) throws Exception {
    alone(model, topic, l2, RECORDS);
  }

  void alone(final String model, final String topic, final double l2, final int records)
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
  void publish() throws Exception {
    for (final String model : applied.keySet()) {
      version(model);
    }
  }

  static ModelSpec spec(
      final String model, final String topic, final double l2, final int dimension) {
    return SpecFile.read(
        ("{model: %s, input: {topic: %s}, labels: ['-1', '+1'], features: {dimension: %s},"
                + " prior: {l2: %s}, curvature: {memory: diagonal}, publish: {interval: 1s}}")
            .formatted(model, topic, dimension, l2));
  }

  void apply(final String model, final String topic, final double l2) {
    apply(model, topic, l2, DIMENSION);
  }

  void apply(final String model, final String topic, final double l2, final int dimension) {
    apply(model, spec(model, topic, l2, dimension));
  }

  void apply(final String model, final ModelSpec spec) {
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

  static AppliedSpec wish(final AppliedSpec spec, final Wish wish) {
    return AppliedSpec.newBuilder(spec).setWish(wish).setTime(System.currentTimeMillis()).build();
  }

  void produce(final String topic, final int from, final int to) throws IOException {
    try (ExampleProducer producer = new ExampleProducer(client, topic, 0)) {
      Adult.train().subList(from, to).forEach(producer::send);
      producer.flush();
    }
  }

  static void makeTopic(final Admin admin, final String topic) throws Exception {
    admin.createTopics(List.of(new NewTopic(topic, 1, (short) 1))).all().get();
  }

  static boolean isPaused(final LearnerApplication fleet, final String model) {
    return fleet.states().get(model).isPresent();
  }

  boolean learned(final String model) {
    return examples(model) > 0;
  }

  long examples(final String model) {
    return base(model).map(base -> base.getTally().getRecords()).orElse(0L);
  }

  Optional<SurrogateHead> base(final String model) {
    return NewestBase.head(client, model, Duration.ofSeconds(20));
  }

  ModelVersion version(final String model) throws Exception {
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
  void assertLearnedOnce(final String model) {
    final SurrogateHead base = base(model).orElseThrow();
    assertThat(base.getLineage())
        .as(model)
        .containsExactly(new PartitionOffset(0, base.getTally().getRecords()));
  }

  static void assertSame(final ModelVersion one, final ModelVersion other) {
    final ModelHead head = one.head();
    assertThat(head.getTally().getRecords()).isEqualTo(other.head().getTally().getRecords());
    assertThat(one.model().weights()).containsExactly(other.model().weights(), within(1e-9));
  }

  static void await(final String what, final BooleanSupplier condition)
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
