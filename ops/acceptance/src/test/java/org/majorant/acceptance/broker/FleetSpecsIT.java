package org.majorant.acceptance.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.majorant.demo.broker.BrokerProcess;
import org.majorant.fleet.FleetException;
import org.majorant.fleet.FleetName;
import org.majorant.fleet.FleetSpecs;
import org.majorant.fleet.ModelPatterns;
import org.majorant.fleet.Specs;
import org.majorant.fleet.SpecsTable;
import org.majorant.fleet.ToldFaults;
import org.majorant.ops.operate.TopicPlan;
import org.majorant.schema.AppliedSpec;
import org.majorant.schema.Wish;
import org.majorant.spec.SpecFile;
import org.majorant.store.StoreException;
import org.majorant.store.Topics;

/** Who has which model, by what a real broker says of groups and transactions. */
@Tag("long")
class FleetSpecsIT {
  private static final ModelPatterns FRAUD = new ModelPatterns(List.of("fraud-*"));
  private static final ModelPatterns ALL = new ModelPatterns(List.of("*"));

  @TempDir private Path dir;

  private BrokerProcess broker;
  private Map<String, Object> client;
  private Specs specs;

  @BeforeEach
  void start() throws Exception {
    broker = ShortLivedBroker.start(dir);
    client = Map.of("bootstrap.servers", broker.bootstrapServers());
    specs = new Specs(client);
  }

  @AfterEach
  void stop() throws Exception {
    specs.close();
    broker.close();
  }

  @Test
  void models_areOfTheFirstFleetThatMatchesThem_andOfALearnerOfTheirOwn() throws Exception {
    create();
    apply("fraud-1");
    apply("adult");
    try (FleetSpecs first = FleetSpecs.start(client, new FleetName("first"), "1", FRAUD);
        FleetSpecs second = FleetSpecs.start(client, new FleetName("second"), "1", ALL)) {
      assertThat(first.current()).containsOnlyKeys("fraud-1");
      assertThat(first.obstacle()).isEmpty();
      assertThat(second.current()).containsOnlyKeys("adult");
      assertThat(second.taken()).isEqualTo(Map.of("fraud-1", "fleet first"));
      assertThat(specs.fleetOf(specs.read(), "fraud-1")).contains(new FleetName("first"));
      assertThat(specs.fleetOf(specs.read(), "fraud-9")).as("is not applied").isEmpty();

      final long applied = System.nanoTime();
      apply("fraud-2");
      await(() -> first.current().containsKey("fraud-2"));
      assertThat(Duration.ofNanos(System.nanoTime() - applied)).isLessThan(Duration.ofSeconds(4));

      try (Member learner = new Member("majorant-adult")) {
        learner.join();
        await(() -> second.current().isEmpty());
        assertThat(second.taken()).containsEntry("adult", "learn --spec");
      }
      await(() -> second.current().containsKey("adult"));

      try (var producer =
          new KafkaProducer<>(client, new ByteArraySerializer(), new ByteArraySerializer())) {
        producer.send(Specs.tombstone("adult")).get();
      }
      await(() -> second.current().isEmpty());
    }
  }

  @Test
  void fleetThatRuns_isNotStartedWithOtherPatterns() throws Exception {
    create();
    final FleetName fleet = new FleetName("first");
    try (FleetSpecs one = FleetSpecs.start(client, fleet, "1", FRAUD)) {
      assertThat(one.current()).as("a fleet of none lives, too").isEmpty();
      await(() -> hasMembers("majorant-fleet-first:members"));
      try (FleetSpecs another = FleetSpecs.start(client, fleet, "1", FRAUD)) {
        assertThat(another.obstacle()).isEmpty();
      }
      assertThatThrownBy(() -> FleetSpecs.start(client, fleet, "1", ALL))
          .isInstanceOf(FleetException.class)
          .hasMessageStartingWith("fleet first runs with --models 'fraud-*': give the same");
    }
    try (FleetSpecs later = FleetSpecs.start(client, fleet, "1", ALL)) {
      assertThat(later.obstacle()).isEmpty();
    }
  }

  /** What an instance has told counts for no longer than it lives. */
  @Test
  void faults_areToldByInstance_andWithdrawn() throws Exception {
    create();
    apply("adult");
    apply("iris");
    final FleetName fleet = new FleetName("first");
    final Map<String, Optional<String>> one = states("adult", "there is no topic adult");
    final Map<String, Optional<String>> two = states("iris", "it failed");
    try (ToldFaults first = new ToldFaults(client, fleet, "one")) {
      try (FleetSpecs specsOfFirst = FleetSpecs.start(client, fleet, "one", ALL);
          FleetSpecs specsOfSecond = FleetSpecs.start(client, fleet, "two", ALL);
          ToldFaults second = new ToldFaults(client, fleet, "two")) {
        first.start(specsOfFirst::current, () -> one);
        second.start(specsOfSecond::current, () -> two);
        final Map<String, String> no = Map.of("one", "there is no topic adult");
        await(() -> faults().equals(Map.of("adult", no, "iris", Map.of("two", "it failed"))));

        specs.change(before -> List.of(paused(before, "iris")));
        await(() -> faults().equals(Map.of("adult", no)));

        one.put("adult", Optional.empty());
        await(() -> faults().isEmpty());

        one.put("adult", Optional.of("out of room"));
        await(() -> faults().equals(Map.of("adult", Map.of("one", "out of room"))));
      }
      assertThat(faults()).as("of one that lives no more").isEmpty();
    }
    try (ToldFaults again = new ToldFaults(client, fleet, "one");
        FleetSpecs specsOfFirst = FleetSpecs.start(client, fleet, "one", ALL)) {
      await(() -> hasMembers("majorant-fleet-first:members"));
      again.start(specsOfFirst::current, () -> one);
      assertThat(faults()).as("before it has looked").isEmpty();
      await(() -> faults().containsKey("adult"));
    }
  }

  private Map<String, Map<String, String>> faults() {
    return ToldFaults.read(client, specs.read());
  }

  private static Map<String, Optional<String>> states(final String model, final String why) {
    final Map<String, Optional<String>> states = new ConcurrentHashMap<>();
    states.put(model, Optional.of(why));
    return states;
  }

  private static AppliedSpec paused(final SpecsTable before, final String model) {
    return AppliedSpec.newBuilder(before.applied(model).orElseThrow()).setWish(Wish.PAUSE).build();
  }

  private boolean hasMembers(final String group) {
    try (Admin admin = Admin.create(client)) {
      return !admin
          .describeConsumerGroups(List.of(group))
          .describedGroups()
          .get(group)
          .get()
          .members()
          .isEmpty();
    } catch (final ExecutionException e) {
      return false; // it is not there yet
    } catch (final InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void changeThatAnotherOneOvertakes_beginsAgainWithWhatThatHasWritten() throws Exception {
    create();
    apply("adult");
    final List<Wish> seen = new ArrayList<>();
    specs.change(
        before -> {
          if (seen.isEmpty()) {
            try (Specs another = new Specs(client)) {
              another.change(same -> List.of(with(same, Wish.PAUSE)));
            }
          }
          seen.add(before.applied("adult").orElseThrow().getWish());
          return List.of(with(before, Wish.DELETE));
        });
    assertThat(seen).containsExactly(Wish.LEARN, Wish.PAUSE);
    assertThat(specs.read().applied("adult")).map(AppliedSpec::getWish).contains(Wish.DELETE);
  }

  @Test
  void missingTopic_isTold_andIsNoFleet() {
    assertThat(specs.exist()).isFalse();
    assertThat(specs.read().applied()).isEmpty();
    assertThatThrownBy(() -> FleetSpecs.start(client, new FleetName("first"), "1", ALL))
        .isInstanceOf(StoreException.class)
        .hasMessage(
            "there is no topic majorant-specs: create it with 'ops/majorant topics create'");
  }

  private void create() throws Exception {
    try (Admin admin = Admin.create(client)) {
      TopicPlan.create(admin, 1);
    }
  }

  private void apply(final String model) {
    final AppliedSpec applied =
        AppliedSpec.newBuilder()
            .setModel(model)
            .setSpec(
                SpecFile.read(
                    "{model: %s, labels: [a, b], features: {dimension: 3}}".formatted(model)))
            .setVersion(1)
            .setIncarnation(1)
            .setTime(1)
            .setWish(Wish.LEARN)
            .build();
    assertThat(specs.change(before -> List.of(applied))).contains(applied);
    assertThat(specs.read().applied(model)).contains(applied);
  }

  private static AppliedSpec with(final SpecsTable table, final Wish wish) {
    return AppliedSpec.newBuilder(table.applied("adult").orElseThrow()).setWish(wish).build();
  }

  private static void await(final BooleanSupplier condition) throws InterruptedException {
    final long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime()).as("in time").isLessThan(deadline);
      Thread.sleep(50);
    }
  }

  /** What a learner is to a broker: a member of its group. */
  private final class Member implements AutoCloseable {
    private final KafkaConsumer<byte[], byte[]> consumer;

    Member(final String group) {
      final Map<String, Object> config = new HashMap<>(client);
      config.put("group.id", group);
      final ByteArrayDeserializer bytes = new ByteArrayDeserializer();
      consumer = new KafkaConsumer<>(config, bytes, bytes);
    }

    void join() {
      consumer.subscribe(List.of(Topics.EXAMPLES));
      while (consumer.assignment().isEmpty()) {
        consumer.poll(Duration.ofMillis(100));
      }
    }

    @Override
    public void close() {
      consumer.close();
    }
  }
}
