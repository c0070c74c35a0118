package org.majorant.acceptance.learn;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.io.CleanupMode.ON_SUCCESS;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.majorant.acceptance.broker.ShortLivedBroker;
import org.majorant.demo.broker.BrokerProcess;
import org.majorant.ops.Majorant;
import org.majorant.ops.deadletters.DeadLetterReplay;
import org.majorant.ops.deadletters.StoredDeadLetter;
import org.majorant.ops.operate.TopicPlan;
import org.majorant.ops.terminal.CommandFailed;
import org.majorant.schema.DeadLetter;
import org.majorant.schema.Rejection;
import org.majorant.store.ModelSubscriber;
import org.majorant.store.SnapshotReader;
import org.majorant.store.Topics;

/** What a learner rejects is listed, shown, and replayed once, to a learner that takes it. */
@Tag("long")
class DeadLettersIT {
  private static final Duration PATIENCE = Duration.ofSeconds(120);
  private static final String CUT_SHORT = "{\"features\"";
  private static final String PEAR = "{\"features\": {\"size\": %d}, \"label\": \"pear\"}";

  /** Of the records: old, but younger than what retention deletes. */
  private static final long OLD = System.currentTimeMillis() - Duration.ofHours(30).toMillis();

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @Test
  void rejected_isListedAndShown_andReplayedOnce(@TempDir(cleanup = ON_SUCCESS) final Path dir)
      throws Exception {
    try (BrokerProcess broker = ShortLivedBroker.start(dir.resolve("broker"))) {
      final Map<String, Object> client = Map.of("bootstrap.servers", broker.bootstrapServers());
      try (Admin admin = Admin.create(client)) {
        TopicPlan.create(admin, 2);
        admin.createTopics(List.of(new NewTopic("mended", 1, (short) 1))).all().get();
      }
      try (LearnerProcess learner =
          FruitLearner.start(
              dir, broker, "fruit", "apple", Topics.EXAMPLES, "--value-format", "json")) {
        produce(client);
        awaitThree(broker, learner);
        learner.stop();
      }
      final long cutShort = offsetOf(broker, "undecodable");
      listed(broker);
      shown(broker, cutShort);
      refused(broker, cutShort);
      replayedOnce(broker, client);
      try (LearnerProcess learner =
              FruitLearner.start(
                  dir, broker, "mended", "pear", "mended", "--value-format", "json");
          ModelSubscriber subscriber = ModelSubscriber.start(client, "mended")) {
        var tally = subscriber.awaitVersion(1, PATIENCE).head();
        while (tally.getTally().getExamples() < 2) {
          tally = subscriber.awaitVersion(tally.getVersion() + 1, PATIENCE).head();
        }
        assertThat(learner.isAlive()).isTrue();
      }
      forcedAndBack(broker, client, cutShort);
      anotherReplay_endsTheFirst(broker, client);
      openTransaction_isWaitedFor(broker, client);
    }
  }

  private void listed(final BrokerProcess broker) {
    assertThat(run(broker, "dead-letters list")).isZero();
    assertThat(out.toString().lines()).hasSize(5);
    assertThat(out.toString())
        .contains("3 dead letters: label 2, undecodable 1", "examples-1@3 ")
        .contains("not JSON near column 12; expected one JSON object a line");
    assertThat(run(broker, "dead-letters list --reason label --model fruit --limit 1")).isZero();
    assertThat(out.toString()).contains("2 dead letters: label 2").doesNotContain("undecodable");
    assertThat(out.toString().lines()).hasSize(3);
    assertThat(run(broker, "dead-letters list --since 1ms")).isZero();
    assertThat(out.toString()).isEqualTo("0 dead letters\n");
    assertThat(run(broker, "dead-letters list --since 2h")).isZero();
    assertThat(out.toString()).endsWith("3 dead letters: label 2, undecodable 1\n");
    assertThat(run(broker, "dead-letters list --since 2020-01-31T08:00:00Z")).isZero();
    assertThat(out.toString()).endsWith("3 dead letters: label 2, undecodable 1\n");
    assertThat(run(broker, "dead-letters list --since yesterday")).isEqualTo(2);
  }

  private void shown(final BrokerProcess broker, final long cutShort) throws Exception {
    assertThat(run(broker, "dead-letters show " + cutShort)).isZero();
    assertThat(out.toString())
        .contains(
            "model        fruit\n", "reason       undecodable\n", "key          2 bytes, text: k1")
        .endsWith("value        11 bytes, text: " + CUT_SHORT + "\n");
    assertThat(run(broker, "dead-letters show --json " + cutShort)).isZero();
    final JsonNode whole = new ObjectMapper().readTree(out.toString());
    assertThat(whole.at("/value").binaryValue()).asString(UTF_8).isEqualTo(CUT_SHORT);
    assertThat(whole.at("/offset").asLong()).isEqualTo(cutShort);
    final PrintStream terminal = System.out;
    final ByteArrayOutputStream raw = new ByteArrayOutputStream();
    try {
      System.setOut(new PrintStream(raw, true, UTF_8));
      assertThat(run(broker, "dead-letters show --raw " + cutShort)).isZero();
    } finally {
      System.setOut(terminal);
    }
    assertThat(raw.toString(UTF_8)).isEqualTo(CUT_SHORT);
    assertThat(run(broker, "dead-letters show 999")).isEqualTo(1);
    assertThat(err.toString()).contains("no dead letter at offset 999");
  }

  private void refused(final BrokerProcess broker, final long cutShort) {
    assertThat(run(broker, "dead-letters replay --to majorant-summaries --yes")).isEqualTo(1);
    assertThat(err.toString()).contains("majorant-summaries is Majorant's own");
    assertThat(run(broker, "dead-letters replay --to nowhere --yes")).isEqualTo(1);
    assertThat(err.toString()).contains("no topic nowhere");
    assertThat(run(broker, "dead-letters replay 999 --yes")).isEqualTo(1);
    assertThat(err.toString()).contains("no dead letter at offset 999");
    assertThat(run(broker, "dead-letters replay %d --model fruit".formatted(cutShort)))
        .isEqualTo(2);
    assertThat(err.toString()).contains("--model is instead of offsets");
  }

  private void replayedOnce(final BrokerProcess broker, final Map<String, Object> client)
      throws Exception {
    final String replay = "dead-letters replay --reason label --to mended";
    assertThat(run(broker, replay)).isEqualTo(1);
    assertThat(out.toString()).isEqualTo("2 to mended\n");
    assertThat(err.toString()).contains("nothing was sent: add --yes");
    assertThat(records(client, "mended")).isEmpty();

    assertThat(run(broker, replay + " --yes")).isZero();
    final List<ConsumerRecord<byte[], byte[]>> sent = records(client, "mended");
    assertThat(sent)
        .extracting(record -> new String(record.value(), UTF_8))
        .containsExactly(PEAR.formatted(1), PEAR.formatted(2));
    assertThat(sent).allMatch(record -> new String(record.key(), UTF_8).equals("k1"));
    assertThat(sent).allMatch(record -> record.timestamp() == OLD);

    assertThat(run(broker, replay + " --yes")).isZero();
    assertThat(out.toString())
        .contains("no dead letter is to be sent", "2 left out: replayed before");
    assertThat(records(client, "mended")).hasSize(2);
    assertThat(run(broker, "dead-letters list --reason label")).isZero();
    assertThat(out.toString().lines().filter(line -> line.contains(" mended "))).hasSize(2);
  }

  private void forcedAndBack(
      final BrokerProcess broker, final Map<String, Object> client, final long cutShort)
      throws Exception {
    assertThat(run(broker, "dead-letters replay --reason label --to mended --force --yes"))
        .isZero();
    assertThat(records(client, "mended")).hasSize(4);
    final int before = records(client, Topics.EXAMPLES).size();
    assertThat(run(broker, "dead-letters replay --yes --json " + cutShort)).isZero();
    assertThat(out.toString())
        .isEqualTo("{\"letters\":{\"examples\":1},\"replayedBefore\":0,\"cut\":0}\n");
    final List<ConsumerRecord<byte[], byte[]>> after = records(client, Topics.EXAMPLES);
    assertThat(after).hasSize(before + 1);
    assertThat(after.stream().filter(r -> new String(r.value(), UTF_8).equals(CUT_SHORT)))
        .hasSize(2)
        .as("where it was")
        .allMatch(record -> record.partition() == 1);
  }

  private void anotherReplay_endsTheFirst(
      final BrokerProcess broker, final Map<String, Object> client) throws Exception {
    final int before = records(client, "mended").size();
    final DeadLetter letter =
        new DeadLetter("m", Rejection.LABEL, "", "mended", 0, 0L, OLD, null, null, null);
    try (DeadLetterReplay first = new DeadLetterReplay(client)) {
      first.send(new StoredDeadLetter(0, OLD, letter), "mended");
      assertThat(run(broker, "dead-letters replay --to mended --yes")).isZero();
      assertThatThrownBy(first::finish)
          .isInstanceOf(CommandFailed.class)
          .hasMessageContaining("the replay has ended before all was sent");
    }
    assertThat(records(client, "mended")).hasSize(before);
  }

  private void openTransaction_isWaitedFor(
      final BrokerProcess broker, final Map<String, Object> client) throws Exception {
    final Map<String, Object> config = new HashMap<>(client);
    config.put("transactional.id", "a learner");
    final ByteArraySerializer bytes = new ByteArraySerializer();
    try (KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(config, bytes, bytes)) {
      producer.initTransactions();
      producer.beginTransaction();
      producer.send(new ProducerRecord<>(Topics.DEAD_LETTERS, new byte[] {1})).get();
      assertThat(run(broker, "dead-letters list --timeout 1s")).isEqualTo(1);
      assertThat(err.toString()).contains("is not committed: wait longer by --timeout");
      producer.commitTransaction();
    }
    assertThat(run(broker, "dead-letters list")).isZero();
    assertThat(out.toString()).contains("3 dead letters: label 2, undecodable 1");
    assertThat(err.toString()).contains("1 on majorant-dead-letters that are no dead letters");
  }

  private static void produce(final Map<String, Object> client) throws Exception {
    final ByteArraySerializer bytes = new ByteArraySerializer();
    try (KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(client, bytes, bytes)) {
      final String good = PEAR.replace("pear", "apple").formatted(1);
      for (final String value :
          List.of(good, PEAR.formatted(1), good, CUT_SHORT, PEAR.formatted(2), good)) {
        producer
            .send(
                new ProducerRecord<>(
                    Topics.EXAMPLES, 1, OLD, "k1".getBytes(UTF_8), value.getBytes(UTF_8)))
            .get();
      }
    }
  }

  private void awaitThree(final BrokerProcess broker, final LearnerProcess learner)
      throws Exception {
    final long start = System.nanoTime();
    do {
      assertThat(System.nanoTime() - start).as(learner.log()).isLessThan(PATIENCE.toNanos());
      Thread.sleep(100);
    } while (run(broker, "dead-letters list --json --timeout 60s") != 0
        || new ObjectMapper().readTree(out.toString()).at("/count").asInt() < 3);
  }

  private long offsetOf(final BrokerProcess broker, final String reason) throws Exception {
    assertThat(run(broker, "dead-letters list --json --reason " + reason)).isZero();
    return new ObjectMapper().readTree(out.toString()).at("/letters/0/offset").asLong();
  }

  /** All committed records of a topic. */
  private static List<ConsumerRecord<byte[], byte[]>> records(
      final Map<String, Object> client, final String topic) {
    final List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
    try (Consumer<byte[], byte[]> consumer = SnapshotReader.consumer(client)) {
      final List<TopicPartition> partitions =
          consumer.partitionsFor(topic).stream()
              .map(info -> new TopicPartition(topic, info.partition()))
              .toList();
      consumer.assign(partitions);
      final Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
      while (partitions.stream().anyMatch(p -> consumer.position(p) < ends.get(p))) {
        consumer.poll(Duration.ofMillis(100)).forEach(records::add);
      }
    }
    return records;
  }

  private int run(final BrokerProcess broker, final String command) {
    out.getBuffer().setLength(0);
    err.getBuffer().setLength(0);
    final String line = command + " --bootstrap-server " + broker.bootstrapServers();
    return Majorant.commandLine()
        .setOut(new PrintWriter(out))
        .setErr(new PrintWriter(err))
        .execute(line.split(" "));
  }
}
