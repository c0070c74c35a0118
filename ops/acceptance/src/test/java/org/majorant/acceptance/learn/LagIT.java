package org.majorant.acceptance.learn;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.majorant.acceptance.broker.ShortLivedBroker;
import org.majorant.demo.broker.BrokerProcess;
import org.majorant.json.ValueFormat;
import org.majorant.log.HoldLimits;
import org.majorant.ops.Majorant;
import org.majorant.ops.operate.TopicPlan;
import org.majorant.schema.ModelSpec;
import org.majorant.spec.SpecFile;
import org.majorant.store.Topics;
import org.majorant.stream.InstanceOptions;
import org.majorant.stream.LearnerApplication;

/** Whoever is asked for the lag gives the same number, whatever transactions do. */
@Tag("long")
class LagIT {
  private static final Pattern WATCHED = Pattern.compile("lag +([\\d,-]+)");
  private static final ModelSpec SPEC =
      SpecFile.read(
          "{model: m, labels: ['no', 'yes'], features: {dimension: 4},"
              + " publish: {interval: 100ms}}");

  private final MeterRegistry meters = new SimpleMeterRegistry();
  private BrokerProcess broker;

  @Test
  @Timeout(240)
  void lag_withOpenAndAbortedTransactions_isThatOfTheReader(@TempDir final Path dir)
      throws Exception {
    try (BrokerProcess started = ShortLivedBroker.start(dir.resolve("broker"))) {
      broker = started;
      final Map<String, Object> client = Map.of("bootstrap.servers", broker.bootstrapServers());
      try (Admin admin = Admin.create(client)) {
        TopicPlan.create(admin, 1);
      }
      try (KafkaProducer<byte[], byte[]> producer = producer("a");
          KafkaProducer<byte[], byte[]> other = producer("b")) {
        producer.initTransactions();
        other.initTransactions();
        try (LearnerApplication learner = learn(client, dir)) {
          followTransactions(producer, other);
          assertThat(learner.isRunning()).isTrue();
        }
        sendAborted(producer, 11);
        try (LearnerApplication again = learn(client, dir)) {
          awaitNoLag();
          sendAborted(producer, 3);
          awaitNoLag();
          assertThat(again.isRunning()).isTrue();
        }
        producer.beginTransaction();
        send(producer, 5);
        producer.commitTransaction();
        try (LearnerApplication last = learn(client, dir)) {
          awaitLearned(65, 397);
          assertThat(last.isRunning()).isTrue();
        }
      }
    }
  }

  private void followTransactions(
      final KafkaProducer<byte[], byte[]> producer, final KafkaProducer<byte[], byte[]> other)
      throws Exception {
    producer.beginTransaction();
    send(producer, 50);
    producer.commitTransaction();
    awaitLearned(50, 51);

    producer.beginTransaction();
    send(producer, 305);
    for (int i = 0; i < 3; i++) { // it does not grow either
      assertThat(said().values()).as("a transaction is open").containsOnly(0.0);
    }
    other.beginTransaction();
    send(other, 10);
    other.commitTransaction();
    assertThat(said().values()).as("what is committed behind it cannot be read").containsOnly(0.0);
    producer.abortTransaction();
    awaitLearned(60, 367);
    sendAborted(producer, 7);
    awaitNoLag();
  }

  private LearnerApplication learn(final Map<String, Object> client, final Path dir)
      throws InterruptedException {
    final var options =
        new InstanceOptions(
            dir.resolve("state"),
            "lag",
            1,
            ValueFormat.JSON,
            1_000_000,
            5_000_000,
            HoldLimits.DEFAULT,
            1L << 20,
            true);
    final LearnerApplication learner = LearnerApplication.start(client, SPEC, options, meters);
    while (!learner.isRunning()) {
      Thread.sleep(10);
    }
    return learner;
  }

  private KafkaProducer<byte[], byte[]> producer(final String id) {
    return new KafkaProducer<>(
        Map.of("bootstrap.servers", broker.bootstrapServers(), "transactional.id", id),
        new ByteArraySerializer(),
        new ByteArraySerializer());
  }

  private static void send(final KafkaProducer<byte[], byte[]> producer, final int count) {
    for (int i = 0; i < count; i++) {
      final String json = "{\"vector\": {\"indices\": [%d]}, \"label\": \"no\"}".formatted(i % 3);
      producer.send(new ProducerRecord<>(Topics.EXAMPLES, json.getBytes(UTF_8)));
    }
    producer.flush();
  }

  private static void sendAborted(final KafkaProducer<byte[], byte[]> producer, final int count) {
    producer.beginTransaction();
    send(producer, count);
    producer.abortTransaction();
  }

  /** A version has so many examples, and nothing is left to read. */
  private void awaitLearned(final long examples, final long offsets) throws Exception {
    final Instant deadline = Instant.now().plusSeconds(30);
    while (show().path("examples").asLong() < examples && Instant.now().isBefore(deadline)) {
      Thread.sleep(100);
    }
    assertThat(show().path("examples").asLong()).isEqualTo(examples);
    awaitNoLag();
    assertThat(show().at("/learners/partitions/0/end").asLong()).isGreaterThanOrEqualTo(offsets);
  }

  /** Readers are there in a moment, and stay there. */
  private void awaitNoLag() throws Exception {
    final Instant deadline = Instant.now().plusSeconds(30);
    while (said().values().stream().anyMatch(lag -> lag != 0) && Instant.now().isBefore(deadline)) {
      Thread.sleep(100);
    }
    for (int i = 0; i < 3; i++) {
      assertThat(said()).allSatisfy((who, lag) -> assertThat(lag).as(who).isZero());
    }
  }

  /** The lag by whoever is asked. */
  private Map<String, Double> said() throws Exception {
    final Matcher watched = WATCHED.matcher(run("watch --once --model m"));
    assertThat(watched.find()).isTrue();
    return Map.of(
        "watch",
        Double.valueOf(watched.group(1).replace(",", "")),
        "models show",
        show().at("/learners/lag").asDouble(-1),
        "majorant_lag_records",
        meters.get("majorant.lag.records").gauge().value());
  }

  /** Missing while there is no version. */
  private JsonNode show() throws Exception {
    return new ObjectMapper().readTree(run("models show m --json"));
  }

  private String run(final String command) {
    final StringWriter out = new StringWriter();
    final String line = command + " --bootstrap-server " + broker.bootstrapServers();
    Majorant.commandLine()
        .setOut(new PrintWriter(out))
        .setErr(new PrintWriter(new StringWriter()))
        .execute(line.split(" "));
    return out.toString();
  }
}
