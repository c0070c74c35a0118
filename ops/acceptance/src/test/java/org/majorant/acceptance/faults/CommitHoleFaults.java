package org.majorant.acceptance.faults;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.LongStream;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.majorant.acceptance.Jvm;
import org.majorant.acceptance.broker.ShortLivedBroker;
import org.majorant.acceptance.learn.LearnerProcess;
import org.majorant.demo.broker.BrokerProcess;
import org.majorant.lineage.LineageGap;
import org.majorant.lineage.OffsetHash;
import org.majorant.log.KafkaGapLog;
import org.majorant.ops.Majorant;
import org.majorant.ops.operate.ExampleProducer;
import org.majorant.ops.operate.TopicPlan;
import org.majorant.schema.AvroSerde;
import org.majorant.schema.BoundSummary;
import org.majorant.schema.MajorizeProgress;
import org.majorant.schema.ModelHead;
import org.majorant.schema.PartitionOffset;
import org.majorant.schema.SummarizeProgress;
import org.majorant.schema.Tally;
import org.majorant.store.ModelSubscriber;
import org.majorant.store.Topics;

/**
 * Transactions of Kafka that end in parts only, on a real broker. While the learner is stopped, the
 * test writes what such a transaction leaves: the group's offsets, the worker's changelog, or a
 * summary whose transaction is still open. When it runs again, each offset must be learned once, or
 * refused, told, and declared lost by {@code models accept-loss}. {@code CommitHoleTest} draws the
 * places of such faults, without a broker.
 */
@Tag("faults")
class CommitHoleFaults {
  private static final Duration PATIENCE = Duration.ofMinutes(5);
  private static final long BEFORE = 500;
  private static final long HOLE = 300;

  @TempDir private static Path dir;
  private static BrokerProcess broker;
  private static Map<String, Object> client;
  private static Admin admin;

  @BeforeAll
  static void start() throws Exception {
    broker = ShortLivedBroker.start(dir.resolve("broker"));
    client = Map.of("bootstrap.servers", broker.bootstrapServers());
    admin = Admin.create(client);
    TopicPlan.create(admin, 1);
  }

  @AfterAll
  static void stop() {
    admin.close();
    broker.close();
  }

  @Test
  void inputOffsetsWithoutTheSummary_areReadAgain() throws Exception {
    try (Victim victim = new Victim("unshipped")) {
      victim.produce(HOLE);
      victim.commit(BEFORE + HOLE);

      victim.goOn();

      assertThat(victim.lost).isEmpty();
    }
  }

  @Test
  void inputOffsetsAndChangelogWithoutTheSummary_areTold() throws Exception {
    try (Victim victim = new Victim("skipped")) {
      victim.produce(HOLE);
      victim.commit(BEFORE + HOLE);
      victim.save(BEFORE + HOLE);

      victim.goOn();

      assertThat(victim.lost.get(0).from()).isEqualTo(BEFORE);
      assertThat(victim.lost.get(0).to()).isGreaterThanOrEqualTo(BEFORE + HOLE);
    }
  }

  @Test
  void summaryWithoutTheInputOffsets_isKnownOrTold() throws Exception {
    try (Victim victim = new Victim("repeated")) {
      victim.commit(BEFORE - HOLE);
      victim.save(BEFORE - HOLE);

      victim.goOn();
    }
  }

  @Test
  void summaryOfAZombie_thatIsCommittedLate_isKnownOrTold() throws Exception {
    final ByteArraySerializer bytes = new ByteArraySerializer();
    final Map<String, Object> config = new HashMap<>(client);
    config.put("transactional.id", "zombie");
    config.put("transaction.timeout.ms", (int) PATIENCE.toMillis());
    try (Victim victim = new Victim("late");
        KafkaProducer<byte[], byte[]> zombie = new KafkaProducer<>(config, bytes, bytes)) {
      victim.produce(HOLE);
      zombie.initTransactions();
      zombie.beginTransaction();
      zombie.send(victim.summaryOfTheHole()).get();
      final long open = summariesWritten();
      victim.learner.start();
      await(() -> summariesWritten() > open + 1);
      zombie.commitTransaction();

      victim.awaitAll();
    }
  }

  @Test
  void progressWithoutTheBase_isMergedAgain() throws Exception {
    try (Victim victim = new Victim("baseless")) {
      victim.change(
          AvroSerde.of(MajorizeProgress.class),
          "majorize",
          progress -> {
            progress.setNext(progress.getNext() + 1);
            progress.setBase(progress.getBase() + 3);
            progress.setVersion(progress.getVersion() + 2);
          });

      victim.goOn();

      assertThat(victim.lost).isEmpty();
      assertThat(victim.learner.log()).contains("is not on majorant-surrogates");
    }
  }

  /** Where the topic ends, with the records of open transactions. */
  private static long summariesWritten() throws Exception {
    final TopicPartition summaries = new TopicPartition(Topics.SUMMARIES, 0);
    return admin
        .listOffsets(
            Map.of(summaries, OffsetSpec.latest()),
            new ListOffsetsOptions(IsolationLevel.READ_UNCOMMITTED))
        .partitionResult(summaries)
        .get()
        .offset();
  }

  /** What is asked again and again. */
  @FunctionalInterface
  private interface Condition {
    boolean holds() throws Exception;
  }

  private static void await(final Condition condition) throws Exception {
    final long end = System.nanoTime() + PATIENCE.toNanos();
    while (!condition.holds()) {
      assertThat(System.nanoTime()).as("not within %s", PATIENCE).isLessThan(end);
      Thread.sleep(100);
    }
  }

  /** A learner of its own model and topic, which has learned some examples and was stopped. */
  private static final class Victim implements AutoCloseable {
    private final String model;
    private final TopicPartition input;
    private final LearnerProcess learner;
    private final ModelSubscriber subscriber;
    private final List<LineageGap> lost = new ArrayList<>();
    private long produced;

    Victim(final String model) throws Exception {
      this.model = model;
      input = new TopicPartition("examples-" + model, 0);
      admin.createTopics(List.of(new NewTopic(input.topic(), 1, (short) 1))).all().get();
      final Path spec =
          Files.writeString(
              dir.resolve(model + ".yaml"),
              "{model: %s, input: %s, labels: ['no', 'yes'], features: {dimension: 4}, publish: {interval: 100ms}}"
                  .formatted(model, input.topic()));
      produce(BEFORE);
      subscriber = ModelSubscriber.start(client, model);
      learner =
          new LearnerProcess(
              Jvm.SHORT_LIVED,
              dir,
              spec,
              broker.bootstrapServers(),
              model,
              "--value-format",
              "json");
      await(() -> learned() == BEFORE);
      learner.stop();
    }

    void produce(final long count) {
      try (ExampleProducer producer = new ExampleProducer(client, input.topic(), 0)) {
        for (long i = 0; i < count; i++) {
          final String json =
              "{\"vector\": {\"indices\": [%d]}, \"label\": \"no\"}".formatted(i % 4);
          producer.send(json.getBytes(StandardCharsets.UTF_8));
        }
        producer.flush();
      }
      produced += count;
    }

    /** The group's offset of the input, as a transaction would commit it. */
    void commit(final long offset) throws Exception {
      admin
          .alterConsumerGroupOffsets(
              "majorant-" + model, Map.of(input, new OffsetAndMetadata(offset)))
          .all()
          .get();
    }

    /** The worker's progress. */
    void save(final long shipped) throws Exception {
      change(
          AvroSerde.of(SummarizeProgress.class),
          "summarize",
          progress -> progress.setNext(shipped));
    }

    /** What the changelog of a processor's store has last. */
    <T extends SpecificRecord> void change(
        final AvroSerde<T> serde, final String processor, final Consumer<T> how) throws Exception {
      final String changelog =
          "majorant-%s-majorant-%s-progress-changelog".formatted(model, processor);
      final ConsumerRecord<byte[], byte[]> last = last(changelog, "").orElseThrow();
      final T progress = serde.decode(last.value());
      how.accept(progress);
      final ByteArraySerializer bytes = new ByteArraySerializer();
      try (KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(client, bytes, bytes)) {
        producer.send(new ProducerRecord<>(changelog, last.key(), serde.encode(progress))).get();
      }
    }

    /** The summary that a worker would write of what was produced last; it teaches nothing. */
    ProducerRecord<byte[], byte[]> summaryOfTheHole() {
      final AvroSerde<BoundSummary> serde = AvroSerde.of(BoundSummary.class);
      final ConsumerRecord<byte[], byte[]> last = last(Topics.SUMMARIES, model).orElseThrow();
      final BoundSummary summary = serde.decode(last.value());
      final Tally tally = summary.getTally();
      summary.setFrom(BEFORE);
      summary.setTo(BEFORE + HOLE);
      tally.setRecords(HOLE);
      tally.setExamples(HOLE);
      tally.setOffsetHash(hash(BEFORE, BEFORE + HOLE));
      return new ProducerRecord<>(Topics.SUMMARIES, last.key(), serde.encode(summary));
    }

    /** Starts the learner again, sends more, and waits until all is learned or lost. */
    void goOn() throws Exception {
      learner.start();
      awaitAll();
    }

    /** Everything goes on, if need be after an operator has accepted what is lost. */
    void awaitAll() throws Exception {
      produce(HOLE);
      await(
          () -> {
            if (acceptLoss()) {
              produce(1); // what was refused meanwhile is told by the next summary
            }
            return learned() == produced;
          });
      requireExact();
    }

    /** Accepts what is lost, if anything is. */
    private boolean acceptLoss() throws Exception {
      final int known = lost.size();
      final StringWriter out = new StringWriter();
      Majorant.commandLine()
          .setOut(new PrintWriter(out))
          .setErr(new PrintWriter(new StringWriter()))
          .execute(
              "models",
              "accept-loss",
              model,
              "--yes",
              "--json",
              "--bootstrap-server",
              broker.bootstrapServers());
      for (final JsonNode gap : new JsonMapper().readTree(out.toString())) {
        lost.add(new LineageGap(0, gap.get("from").asLong(), gap.get("to").asLong()));
      }
      return lost.size() > known;
    }

    private void requireExact() throws Exception {
      final ModelHead head = subscriber.current().orElseThrow().head();
      final Tally tally = head.getTally();
      final long offsets = lost.stream().mapToLong(LineageGap::offsets).sum();
      System.out.printf("%s: %d of %d offsets lost, %s%n", model, offsets, produced, lost);
      if (!lost.isEmpty()) {
        assertThat(learner.log()).contains("lineage ends at " + lost.get(0).from());
      }
      assertThat(tally.getLost()).isEqualTo(offsets);
      assertThat(tally.getRecords()).isEqualTo(produced - offsets);
      assertThat(tally.getExamples()).isEqualTo(produced - offsets);
      final long gone = lost.stream().mapToLong(gap -> hash(gap.from(), gap.to())).sum();
      assertThat(tally.getOffsetHash()).isEqualTo(hash(0, produced) - gone);
    }

    private long learned() {
      return subscriber
          .current()
          .map(version -> version.head().getLineage())
          .orElse(List.of())
          .stream()
          .mapToLong(PartitionOffset::getNext)
          .sum();
    }

    /** The last record of a topic's first partition whose key begins so. */
    private static Optional<ConsumerRecord<byte[], byte[]>> last(
        final String topic, final String key) {
      final TopicPartition partition = new TopicPartition(topic, 0);
      final List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
      try (KafkaGapLog log = new KafkaGapLog(client, "none")) {
        log.replay(partition, 0, log.end(partition), records::add);
      }
      return records.stream()
          .filter(record -> new String(record.key(), StandardCharsets.UTF_8).startsWith(key))
          .reduce((earlier, later) -> later);
    }

    private static long hash(final long from, final long to) {
      return LongStream.range(from, to).map(OffsetHash::of).sum();
    }

    @Override
    public void close() {
      subscriber.close();
      learner.close();
    }
  }
}
