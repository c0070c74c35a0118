package org.majorant.stream;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Properties;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.TestInputTopic;
import org.apache.kafka.streams.TestOutputTopic;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.test.TestRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.majorant.learn.SiteCodec;
import org.majorant.learn.Surrogate;
import org.majorant.learn.Tallies;
import org.majorant.model.Fingerprint;
import org.majorant.model.SpecFile;
import org.majorant.schema.AvroSerde;
import org.majorant.schema.BoundSummary;
import org.majorant.schema.DeadLetter;
import org.majorant.schema.Evidence;
import org.majorant.schema.LabeledExample;
import org.majorant.schema.ModelHead;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.PartitionOffset;
import org.majorant.schema.Point;
import org.majorant.schema.Rejection;
import org.majorant.schema.SparseVector;
import org.majorant.schema.SurrogateHead;
import org.majorant.store.Snapshot;
import org.majorant.store.SnapshotAssembler;
import org.majorant.store.SnapshotFormat;
import org.majorant.store.Topics;

class LearnerTopologyTest {
  private static final ModelSpec SPEC =
      SpecFile.read(
          "{model: m, labels: [a, b], features: {dimension: 8}, publish: {interval: 1s}}");
  private static final AvroSerde<LabeledExample> EXAMPLES = AvroSerde.of(LabeledExample.class);
  private static final AvroSerde<BoundSummary> SUMMARIES = AvroSerde.of(BoundSummary.class);

  private final List<ConsumerRecord<byte[], byte[]>> log = new ArrayList<>();
  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
  private final SnapshotAssembler<SurrogateHead> surrogates =
      new SnapshotAssembler<>(SnapshotFormat.SURROGATES, model -> true);
  private Broadcast base;
  private final TopologyTestDriver driver = driver();
  private final TestInputTopic<byte[], byte[]> examples =
      driver.createInputTopic(
          Topics.EXAMPLES, new ByteArraySerializer(), new ByteArraySerializer());

  @AfterEach
  void close() {
    driver.close();
  }

  @Test
  void examples_become_a_version_that_names_their_offsets() {
    for (int i = 0; i < 100; i++) {
      examples.pipeInput(example(i, i % 2 == 0 ? "a" : "b", null));
    }
    settle();

    final ModelHead head = lastVersion();
    assertThat(head.getVersion()).isEqualTo(1);
    assertThat(head.getLineage()).containsExactly(new PartitionOffset(0, 100L));
    assertThat(head.getTally().getExamples()).isEqualTo(100);
    assertThat(head.getTally().getLogLoss()).isLessThan(head.getTally().getClassFrequencyLogLoss());
    assertThat(head.getBound()).isGreaterThanOrEqualTo(head.getObjective());
    assertThat(registry.get("majorant.examples").counter().count()).isEqualTo(100);
  }

  @Test
  void versions_come_at_most_once_an_interval_and_none_without_news() {
    for (int i = 0; i < 50; i++) {
      examples.pipeInput(example(i, "a", null));
      driver.advanceWallClockTime(Duration.ofMillis(100));
    }
    driver.advanceWallClockTime(Duration.ofSeconds(2));
    assertThat(lastVersion().getVersion()).isBetween(5L, 7L);
    final long version = lastVersionNumber;
    driver.advanceWallClockTime(Duration.ofSeconds(5));
    assertThat(snapshots()).isEmpty();
    assertThat(version).isPositive();
  }

  @Test
  void bad_example_goes_to_the_dead_letters_with_reason_place_and_bytes() {
    examples.pipeInput(example(1, "a", null));
    examples.pipeInput(new byte[] {7, 7});
    examples.pipeInput(example(2, "c", null));
    examples.pipeInput(example(3, "b", "another"));
    examples.pipeInput(example(4, null, null));
    settle();

    final List<DeadLetter> letters =
        output(Topics.DEAD_LETTERS).readValuesToList().stream()
            .map(AvroSerde.of(DeadLetter.class)::decode)
            .toList();
    assertThat(letters)
        .extracting(DeadLetter::getReason)
        .containsExactly(Rejection.UNDECODABLE, Rejection.LABEL);
    assertThat(letters).extracting(DeadLetter::getOffset).containsExactly(1L, 2L);
    assertThat(letters.get(0).getValue().remaining()).isEqualTo(2);
    final ModelHead head = lastVersion();
    assertThat(head.getTally().getRecords()).isEqualTo(5);
    assertThat(head.getTally().getExamples()).isEqualTo(1);
    assertThat(head.getTally().getRejected()).isEqualTo(2);
    assertThat(head.getTally().getOthers()).isEqualTo(1);
    assertThat(head.getTally().getUnlabeled()).isEqualTo(1);
    assertThat(head.getLineage()).containsExactly(new PartitionOffset(0, 5L));
  }

  @Test
  void summary_that_cannot_join_is_refused_with_its_reason_and_never_merged() {
    final TestInputTopic<byte[], byte[]> summaries =
        driver.createInputTopic(
            Topics.SUMMARIES, new ByteArraySerializer(), new ByteArraySerializer());
    final BoundSummary otherSpec = summary(3, 20, 21);
    otherSpec.setSpec(1);
    final BoundSummary futureBase = summary(3, 20, 21);
    futureBase.setBase(7);
    final List<byte[]> refused =
        List.of(
            bytes(otherSpec),
            bytes(futureBase),
            bytes(summary(3, 25, 30)),
            bytes(summary(3, 15, 25)),
            new byte[] {1},
            bytes(summary(3, 20, 21, state(0.5, -1e-3))),
            bytes(summary(3, 20, 21, state(Double.NaN, 0.1))));
    summaries.pipeInput("m".getBytes(), bytes(summary(3, 10, 20)));
    summaries.pipeInput("m".getBytes(), bytes(summary(3, 10, 20)));
    refused.forEach(value -> summaries.pipeInput("m".getBytes(), value));
    summaries.pipeInput("other".getBytes(), bytes(summary(4, 0, 5)));
    summaries.pipeInput("m".getBytes(), bytes(summary(3, 20, 22, state(0.5, 0.1))));
    driver.advanceWallClockTime(Duration.ofMillis(100));

    final ModelHead head = lastVersion();
    assertThat(head.getLineage()).containsExactly(new PartitionOffset(3, 22L));
    assertThat(head.getTally().getRecords()).isEqualTo(12);
    assertThat(refusals(Refusal.SPEC)).isEqualTo(1);
    assertThat(refusals(Refusal.BASE)).isEqualTo(1);
    assertThat(refusals(Refusal.GAP)).isEqualTo(1);
    assertThat(refusals(Refusal.OVERLAP)).isEqualTo(1);
    assertThat(refusals(Refusal.STATE)).isEqualTo(3);
    assertThat(registry.get("majorant.lineage.gap").counter().count()).isEqualTo(1);
  }

  @Test
  void base_is_broadcast_and_adds_up_to_the_same_model() {
    for (int i = 0; i < 40; i++) {
      examples.pipeInput(example(i, i % 3 == 0 ? "a" : "b", null));
    }
    settle();

    final Broadcast last = newestBase().orElseThrow();
    final Surrogate surrogate = Surrogate.of(SPEC);
    surrogate.add(last.base().state());
    assertThat(Arrays.stream(surrogate.solve().theta()).anyMatch(weight -> weight > 0)).isTrue();
    assertThat(last.head().getLineage()).containsExactly(new PartitionOffset(0, 40L));
  }

  /** Ticks enough for a worker to be heard, learn, ship, and have it merged and published. */
  private void settle() {
    for (int tick = 0; tick < 5; tick++) {
      driver.advanceWallClockTime(Duration.ofMillis(100));
    }
  }

  private double refusals(final Refusal reason) {
    return registry
        .get("majorant.summaries.refused")
        .tag("reason", reason.name().toLowerCase(Locale.ROOT))
        .counter()
        .count();
  }

  private static byte[] bytes(final BoundSummary summary) {
    return SUMMARIES.encode(summary);
  }

  private static BoundSummary summary(final int partition, final long from, final long to) {
    return summary(partition, from, to, SiteCodec.encode(Surrogate.of(SPEC).site()));
  }

  private static BoundSummary summary(
      final int partition, final long from, final long to, final byte[] state) {
    final var tally = Tallies.empty();
    tally.setRecords(to - from);
    return new BoundSummary(
        "m",
        Fingerprint.of(SPEC),
        0L,
        partition,
        from,
        to,
        tally,
        0L,
        new Evidence(),
        ByteBuffer.wrap(state));
  }

  /** A site of one example with one feature, as SiteCodec lays it out. */
  private static byte[] state(final double linear, final double curvature) {
    final byte serial = 1;
    final short vectors = 1;
    return ByteBuffer.allocate(56)
        .order(ByteOrder.LITTLE_ENDIAN)
        .put(serial)
        .put((byte) SPEC.getCurvature().ordinal())
        .putShort(vectors)
        .putInt(1)
        .putInt(0)
        .putDouble(0)
        .putInt(0)
        .putDouble(1)
        .putDouble(1)
        .putDouble(linear)
        .putDouble(curvature)
        .array();
  }

  private static byte[] example(final int i, final String label, final String model) {
    final Point point =
        new Point(new SparseVector(List.of(i % 2, 2 + i % 5), List.of(1f, 0.5f)), label, null);
    return EXAMPLES.encode(new LabeledExample(null, model, 1.0, point));
  }

  private long lastVersionNumber;

  private ModelHead lastVersion() {
    final List<Snapshot<ModelHead>> versions = snapshots();
    assertThat(versions).isNotEmpty();
    lastVersionNumber = versions.get(versions.size() - 1).head().getVersion();
    return versions.get(versions.size() - 1).head();
  }

  private List<Snapshot<ModelHead>> snapshots() {
    final SnapshotAssembler<ModelHead> assembler =
        new SnapshotAssembler<>(SnapshotFormat.MODELS, model -> true);
    final List<Snapshot<ModelHead>> complete = new ArrayList<>();
    for (final TestRecord<byte[], byte[]> r : output(Topics.MODELS).readRecordsToList()) {
      assembler.accept(r.key(), r.value()).ifPresent(complete::add);
    }
    return complete;
  }

  private TestOutputTopic<byte[], byte[]> output(final String topic) {
    return driver.createOutputTopic(
        topic, new ByteArrayDeserializer(), new ByteArrayDeserializer());
  }

  /** What the topology broadcast, as the feed of an instance sees it. */
  private Optional<Broadcast> newestBase() {
    if (driver != null) {
      for (final TestRecord<byte[], byte[]> r : output(Topics.SURROGATES).readRecordsToList()) {
        surrogates
            .accept(r.key(), r.value())
            .ifPresent(snapshot -> base = Broadcast.of(snapshot, SPEC));
      }
    }
    return Optional.ofNullable(base);
  }

  private TopologyTestDriver driver() {
    final BaseFeed feed =
        new BaseFeed() {
          @Override
          public Optional<Broadcast> current() {
            return newestBase();
          }

          @Override
          public Broadcast await(final long number, final Duration timeout) {
            return newestBase().orElseThrow();
          }
        };
    final GapLog gaps =
        new GapLog() {
          @Override
          public long replay(
              final TopicPartition partition,
              final long from,
              final long to,
              final RecordSink sink) {
            log.forEach(sink::accept);
            return from;
          }

          @Override
          public OptionalLong committed(final TopicPartition partition) {
            return OptionalLong.empty();
          }
        };
    final TopologySettings settings =
        new TopologySettings(
            Duration.ofMillis(100),
            100_000,
            1_000_000,
            HoldLimits.DEFAULT,
            feed,
            gaps,
            new LearningMetrics(registry, "m"));
    final Properties config = new Properties();
    config.put(StreamsConfig.APPLICATION_ID_CONFIG, "test");
    config.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, "none:1");
    return new TopologyTestDriver(LearnerTopology.of(SPEC, settings), config);
  }
}
