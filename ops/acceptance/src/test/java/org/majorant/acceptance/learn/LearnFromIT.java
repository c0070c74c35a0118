package org.majorant.acceptance.learn;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.io.CleanupMode.ON_SUCCESS;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewPartitions;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.majorant.acceptance.broker.ShortLivedBroker;
import org.majorant.demo.broker.BrokerProcess;
import org.majorant.log.KafkaGapLog;
import org.majorant.ops.Majorant;
import org.majorant.ops.operate.TopicPlan;
import org.majorant.schema.AvroSerde;
import org.majorant.schema.BoundSummary;
import org.majorant.schema.ModelHead;
import org.majorant.schema.PartitionOffset;
import org.majorant.store.ModelSubscriber;
import org.majorant.store.ModelVersion;
import org.majorant.store.Topics;

/** Learners that begin at a time: {@code learn --from}. */
@Tag("long")
class LearnFromIT {
  private static final Duration PATIENCE = Duration.ofMinutes(3);
  private static final String FROM = "2026-10-01";
  private static final Instant OLD = Instant.parse("2026-09-30T23:59:59Z");
  private static final Instant NEW = Instant.parse("2026-10-01T00:00:00Z");
  private static final int EACH = 100;

  /** Of a model, and of the topic of its events. */
  private static final String SPEC =
      "{model: %s, labels: [a, b], features: {hash-bits: 6}, input: {topic: %s, format: json},"
          + " publish: {interval: 200ms}}";

  private BrokerProcess broker;

  @Test
  @Timeout(600)
  void learner_beginsAtItsTime_throughAKill_andOfANewPartitionAtItsStart(
      @TempDir(cleanup = ON_SUCCESS) final Path dir) throws Exception {
    final Path spec = Files.writeString(dir.resolve("m.yaml"), SPEC.formatted("m", "in"));
    try (BrokerProcess started = start(dir, "in");
        ModelSubscriber subscriber = ModelSubscriber.start(client(), "m")) {
      produce("in", 0, OLD, EACH);
      produce("in", 0, NEW, EACH);
      produce("in", 1, OLD, EACH); // nothing newer: it begins with what comes next
      try (LearnerProcess learner =
          new LearnerProcess(dir, spec, started.bootstrapServers(), "1", "--from", FROM)) {
        while (learner.url().isEmpty()) {
          Thread.sleep(20);
        }
        learner.kill(); // before its first commit
        learner.start();
        assertThat(next(subscriber, EACH)).isEqualTo(Map.of(0, 2L * EACH));
        produce("in", 1, OLD, 10);
        assertThat(next(subscriber, EACH + 10)).isEqualTo(Map.of(0, 2L * EACH, 1, EACH + 10L));
        assertThat(learner.log()).contains("m begins with the records of 2026-10-01T00:00:00Z");
        learner.kill();
      }
      try (Admin admin = Admin.create(client())) {
        admin.createPartitions(Map.of("in", NewPartitions.increaseTo(3))).all().get();
      }
      produce("in", 2, OLD, 20);
      // another instance, because one of that name would get its partitions back, and no others
      try (LearnerProcess learner =
          new LearnerProcess(dir, spec, started.bootstrapServers(), "2", "--from", FROM)) {
        assertThat(next(subscriber, EACH + 30))
            .isEqualTo(Map.of(0, 2L * EACH, 1, EACH + 10L, 2, 20L));
        assertThat(learner.log())
            .contains("m has begun, and goes on where it is, whatever --from says");
      }
    }
  }

  /** An idle partition has no progress of its own when the learner ends. */
  @Test
  @Timeout(600)
  void idlePartition_beginsThere_whenTheLearnerStartsAgainWithoutTheOption(
      @TempDir(cleanup = ON_SUCCESS) final Path dir) throws Exception {
    final Path spec = Files.writeString(dir.resolve("m.yaml"), SPEC.formatted("m", "in"));
    try (BrokerProcess started = start(dir, "in");
        ModelSubscriber subscriber = ModelSubscriber.start(client(), "m")) {
      produce("in", 0, NEW, EACH);
      produce("in", 1, OLD, EACH);
      try (LearnerProcess learner =
          new LearnerProcess(dir, spec, started.bootstrapServers(), "1", "--from", FROM)) {
        assertThat(next(subscriber, EACH)).isEqualTo(Map.of(0, (long) EACH));
        learner.kill();
      }
      produce("in", 1, OLD, 10);
      try (LearnerProcess learner =
          new LearnerProcess(dir, spec, started.bootstrapServers(), "1")) {
        assertThat(next(subscriber, EACH + 10))
            .as(learner.log())
            .isEqualTo(Map.of(0, (long) EACH, 1, EACH + 10L));
      }
    }
  }

  /** On the topic that the file was learned from, after it; on another one at a time. */
  @Test
  @Timeout(600)
  void after_aFile_goesOnFromWhatItKnows(@TempDir(cleanup = ON_SUCCESS) final Path dir)
      throws Exception {
    final Path first = Files.writeString(dir.resolve("m.yaml"), SPEC.formatted("m", "in"));
    final Path file = dir.resolve("history.json.gz");
    try (BrokerProcess started = start(dir, "in", "other")) {
      produce("in", 0, NEW, EACH);
      try (LearnerProcess learner =
              new LearnerProcess(dir, first, started.bootstrapServers(), "1");
          ModelSubscriber subscriber = ModelSubscriber.start(client(), "m")) {
        assertThat(next(subscriber, EACH)).as(learner.log()).isEqualTo(Map.of(0, (long) EACH));
      }
      assertThat(
              Majorant.commandLine()
                  .execute(
                      ("models export m --with-curvature --out %s --bootstrap-server %s")
                          .formatted(file, started.bootstrapServers())
                          .split(" ")))
          .isZero();
      produce("in", 0, OLD, 50);
      produce("other", 0, OLD, EACH);
      produce("other", 0, NEW, 30);
      final String more = SPEC.replace("[a, b]", "[a, c, b]"); // what was learned has a place in it
      requireAfter(dir, more.formatted("m2", "in"), "m2", file, 50, Map.of(0, EACH + 50L));
      requireOneBeginning(dir, SPEC.formatted("m5", "in"), file);
      requireAfter(dir, SPEC.formatted("m3", "other"), "m3", file, 30, Map.of(0, EACH + 30L));
      final Path wide =
          Files.writeString(
              dir.resolve("m4.yaml"), SPEC.formatted("m4", "in").replace("bits: 6", "bits: 7"));
      try (LearnerProcess learner =
          new LearnerProcess(
              dir, wide, started.bootstrapServers(), "m4", "--after", file.toString())) {
        while (learner.isAlive()) {
          Thread.sleep(50);
        }
        assertThat(learner.log()).contains("was learned by another spec, so give its values");
      }
    }
  }

  /**
   * Two that start at once import the file once, or the second would undo what the first learned.
   */
  private void requireOneBeginning(final Path dir, final String spec, final Path file)
      throws Exception {
    final Path yaml = Files.writeString(dir.resolve("m5.yaml"), spec);
    final String[] options = {"--after", file.toString()};
    final String brokers = broker.bootstrapServers();
    try (LearnerProcess one = new LearnerProcess(dir, yaml, brokers, "m5-1", options);
        LearnerProcess two = new LearnerProcess(dir, yaml, brokers, "m5-2", options);
        ModelSubscriber subscriber = ModelSubscriber.start(client(), "m5")) {
      while (one.url().isEmpty() || two.url().isEmpty()) {
        Thread.sleep(50);
        one.startIfEnded(); // one may be told to start again
        two.startIfEnded();
      }
      final ModelHead head = version(subscriber, 55).head(); // five came for m2
      assertThat(head.getTally().getRecords()).as(one.log() + two.log()).isEqualTo(55);
      assertThat(head.getTally().getImported()).isEqualTo(EACH);
      try (KafkaGapLog log = new KafkaGapLog(client(), "test")) {
        final TopicPartition summaries = new TopicPartition(Topics.SUMMARIES, 0);
        final AvroSerde<BoundSummary> serde = AvroSerde.of(BoundSummary.class);
        final List<BoundSummary> restarts = new ArrayList<>();
        log.replay(
            summaries,
            0,
            log.end(summaries),
            record -> {
              if (new String(record.key(), UTF_8).equals("m5")) {
                final BoundSummary summary = serde.decode(record.value());
                if (summary.getRestart() != null) {
                  restarts.add(summary);
                }
              }
            });
        assertThat(restarts).hasSize(1);
      }
    }
  }

  private void requireAfter(
      final Path dir,
      final String spec,
      final String model,
      final Path file,
      final int records,
      final Map<Integer, Long> lineage)
      throws Exception {
    final Path yaml = Files.writeString(dir.resolve(model + ".yaml"), spec);
    final String[] options = {"--after", file.toString(), "--from", FROM};
    try (LearnerProcess learner =
            new LearnerProcess(dir, yaml, broker.bootstrapServers(), model, options);
        ModelSubscriber subscriber = ModelSubscriber.start(client(), model)) {
      final ModelHead head = version(subscriber, records).head();
      assertThat(head.getTally().getRecords()).as(learner.log()).isEqualTo(records);
      assertThat(head.getTally().getImported()).as(learner.log()).isEqualTo(EACH);
      assertThat(
              head.getLineage().stream()
                  .collect(
                      Collectors.toMap(PartitionOffset::getPartition, PartitionOffset::getNext)))
          .isEqualTo(lineage);
      learner.kill();
      learner.start();
      produce(model.equals("m2") ? "in" : "other", 0, OLD, 5);
      final ModelHead later = version(subscriber, records + 5).head();
      assertThat(later.getTally().getRecords()).isEqualTo(records + 5);
      assertThat(later.getTally().getImported()).isEqualTo(EACH);
      assertThat(learner.log()).contains("which had learned 100 examples", "whatever --after says");
    }
  }

  @Test
  @Timeout(600)
  void join_beginsBothTopicsThere(@TempDir(cleanup = ON_SUCCESS) final Path dir) throws Exception {
    final Path spec =
        Files.writeString(
            dir.resolve("m.yaml"),
            "{model: m, labels: [a, b], features: {hash-bits: 6}, input: {topic: in, format: json},"
                + " publish: {interval: 200ms}, columns: {ignore: [label]},"
                + " label: {topic: out, path: label, wait: 1h}}");
    try (BrokerProcess started = start(dir, "in", "out");
        ModelSubscriber subscriber = ModelSubscriber.start(client(), "m")) {
      for (final Instant time : List.of(OLD, NEW)) {
        produce("in", 0, time, EACH);
        produce("out", 0, time, EACH);
      }
      try (LearnerProcess learner =
          new LearnerProcess(dir, spec, started.bootstrapServers(), "1", "--from", FROM)) {
        final ModelVersion version = version(subscriber, EACH);
        assertThat(version.head().getTally().getRecords()).as(learner.log()).isEqualTo(EACH);
        assertThat(version.head().getTally().getExamples()).as(learner.log()).isEqualTo(EACH);
      }
    }
  }

  private BrokerProcess start(final Path dir, final String... topics) throws Exception {
    broker = ShortLivedBroker.start(dir.resolve("broker"));
    try (Admin admin = Admin.create(client())) {
      TopicPlan.create(admin, 1);
      for (final String topic : topics) {
        // the records of the test are older than a week
        admin
            .createTopics(
                List.of(new NewTopic(topic, 2, (short) 1).configs(Map.of("retention.ms", "-1"))))
            .all()
            .get();
      }
    }
    return broker;
  }

  private Map<String, Object> client() {
    return Map.of("bootstrap.servers", broker.bootstrapServers());
  }

  private void produce(
      final String topic, final int partition, final Instant time, final int count) {
    final ByteArraySerializer bytes = new ByteArraySerializer();
    try (KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(client(), bytes, bytes)) {
      for (int i = 0; i < count; i++) {
        final String value =
            "{\"x\": %d, \"label\": \"%s\"}".formatted(i % 7, i % 3 == 0 ? "a" : "b");
        producer.send(
            new ProducerRecord<>(
                topic,
                partition,
                time.toEpochMilli(),
                (time.equals(NEW) + "-" + i).getBytes(UTF_8),
                value.getBytes(UTF_8)));
      }
    }
  }

  /** The first version with so many records. */
  private static ModelVersion version(final ModelSubscriber subscriber, final int records)
      throws Exception {
    ModelVersion version = subscriber.awaitVersion(1, PATIENCE);
    while (version.head().getTally().getRecords() < records) {
      version = subscriber.awaitVersion(version.version() + 1, PATIENCE);
    }
    return version;
  }

  /** The lineage of a version that has learned exactly so many records. */
  private static Map<Integer, Long> next(final ModelSubscriber subscriber, final int records)
      throws Exception {
    final ModelHead head = version(subscriber, records).head();
    assertThat(head.getTally().getRecords()).isEqualTo(records);
    assertThat(head.getTally().getLost()).isZero();
    return head.getLineage().stream()
        .collect(Collectors.toMap(PartitionOffset::getPartition, PartitionOffset::getNext));
  }
}
