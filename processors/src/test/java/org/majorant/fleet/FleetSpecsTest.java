package org.majorant.fleet;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.SortedMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.majorant.schema.AppliedSpec;
import org.majorant.schema.FleetClaim;
import org.majorant.schema.Wish;
import org.majorant.spec.SpecFile;
import org.majorant.store.StoreException;
import org.majorant.store.Topics;

/** What a fleet has, by topics and groups that are made up, and through failures of these. */
@Timeout(60)
class FleetSpecsTest {
  private static final TopicPartition PARTITION = new TopicPartition(Topics.SPECS, 0);
  private static final ModelPatterns ALL = new ModelPatterns(List.of("*"));
  private static final FleetName FLEET = new FleetName("a");

  private final List<ConsumerRecord<byte[], byte[]>> log = new CopyOnWriteArrayList<>();
  private final Queue<RuntimeException> failures = new ConcurrentLinkedQueue<>();
  private final Set<String> groups = Set.of("majorant-fleet-b:members");
  private final AtomicBoolean released = new AtomicBoolean();
  private volatile RuntimeException refusal; // of groups
  private final FleetSpecs specs =
      new FleetSpecs(FLEET, ALL, this::open, new Groups(), () -> 1_000_000_000L);

  @AfterEach
  void close() {
    specs.close();
    assertThat(released).isTrue();
  }

  @Test
  void models_areThoseThatNoFleetBeforeItHas_whateverTheirWish() throws Exception {
    claim("b", "fraud-*");
    claim("a", "*");
    apply("adult", Wish.LEARN);
    apply("iris", Wish.DELETE);
    apply("fraud-1", Wish.LEARN);
    specs.startAtEnd();

    assertThat(specs.current()).containsOnlyKeys("adult", "iris");
    assertThat(specs.taken()).isEqualTo(Map.of("fraud-1", "fleet b"));
    assertThat(specs.obstacle()).isEmpty();
    final SortedMap<String, AppliedSpec> before = specs.current();
    assertThatThrownBy(before::clear).isInstanceOf(UnsupportedOperationException.class);

    bury("adult");
    until(() -> !specs.current().containsKey("adult"));
    assertThat(before).as("a snapshot").containsKey("adult");
  }

  @Test
  void recordsThatCannotBeRead_areSkipped_andWhatTheirKeysHadStays() throws Exception {
    claim("a", "*");
    apply("adult", Wish.LEARN);
    append("adult", new byte[] {1, 2, 3});
    append("iris", SpecsTable.encode(new FleetClaim("b", List.of("*"), 0L)));
    append("fleet:c", SpecsTable.encode(new FleetClaim("No Name", List.of("*"), 0L)));
    append("fleet:d", SpecsTable.encode(new FleetClaim("d", List.of(), 0L)));
    specs.startAtEnd();

    assertThat(specs.current()).containsOnlyKeys("adult");
    assertThat(specs.obstacle()).isEmpty();
  }

  @Test
  void failures_leaveWhatTheFleetHas_andTheTopicIsReadAgain() throws Exception {
    claim("a", "*");
    apply("adult", Wish.LEARN);
    specs.startAtEnd();
    refusal = new KafkaException("no group today");
    apply("iris", Wish.LEARN);
    until(() -> specs.obstacle().isPresent());
    assertThat(specs.obstacle().orElseThrow())
        .matches("topic majorant-specs has not been followed since \\S+Z: .*no group today");
    assertThat(specs.current()).containsOnlyKeys("adult");

    failures.add(new IllegalStateException("no idea"));
    bury("adult");
    refusal = null;
    until(() -> specs.obstacle().isEmpty());
    assertThat(specs.current()).containsOnlyKeys("iris");
  }

  @Test
  void claimThatIsAnotherOneNow_leavesTheFleetNothing() throws Exception {
    claim("a", "*");
    apply("adult", Wish.LEARN);
    specs.startAtEnd();
    claim("a", "fraud-*");
    until(() -> specs.obstacle().isPresent());

    assertThat(specs.obstacle())
        .contains(
            "fleet a learns fraud-* now, and not *: start all of its instances again with the same"
                + " --models");
    assertThat(specs.current()).isEmpty();
  }

  @Test
  void start_thatFails_isTold() {
    failures.add(new KafkaException("nobody there"));

    assertThatThrownBy(specs::startAtEnd)
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("nobody there");
  }

  private final class Groups implements LiveGroups {
    @Override
    public Set<String> ask(final Set<String> fleets, final Set<String> joined) {
      if (refusal != null) {
        throw refusal;
      }
      return groups;
    }

    @Override
    public void close() {
      released.set(true);
    }
  }

  private Consumer<byte[], byte[]> open() {
    final RuntimeException failure = failures.poll();
    if (failure != null) {
      throw failure;
    }
    return new Mock();
  }

  private void claim(final String fleet, final String pattern) {
    append("fleet:" + fleet, SpecsTable.encode(new FleetClaim(fleet, List.of(pattern), 0L)));
  }

  private void apply(final String model, final Wish wish) {
    append(
        model,
        SpecsTable.encode(
            AppliedSpec.newBuilder()
                .setModel(model)
                .setSpec(
                    SpecFile.read(
                        "{model: %s, labels: [a, b], features: {dimension: 3}}".formatted(model)))
                .setVersion(1)
                .setIncarnation(1)
                .setTime(1)
                .setWish(wish)
                .build()));
  }

  private void bury(final String model) {
    append(model, null);
  }

  private void append(final String key, final byte[] value) {
    log.add(new ConsumerRecord<>(Topics.SPECS, 0, log.size(), key.getBytes(UTF_8), value));
  }

  private static void until(final BooleanSupplier condition) throws InterruptedException {
    while (!condition.getAsBoolean()) {
      Thread.sleep(1);
    }
  }

  /** Gives what is on the log, and what comes. */
  private final class Mock extends MockConsumer<byte[], byte[]> {
    private int taken;

    Mock() {
      super("earliest");
      final Node node = new Node(0, "localhost", 1);
      updatePartitions(Topics.SPECS, List.of(new PartitionInfo(Topics.SPECS, 0, node, null, null)));
      updateBeginningOffsets(new HashMap<>(Map.of(PARTITION, 0L)));
      updateEndOffsets(new HashMap<>(Map.of(PARTITION, (long) log.size())));
    }

    @Override
    public synchronized ConsumerRecords<byte[], byte[]> poll(final Duration wait) {
      while (taken < log.size()) {
        addRecord(log.get(taken++));
      }
      return super.poll(Duration.ofMillis(1));
    }
  }
}
