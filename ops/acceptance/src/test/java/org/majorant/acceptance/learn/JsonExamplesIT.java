package org.majorant.acceptance.learn;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.io.CleanupMode.ON_SUCCESS;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.majorant.acceptance.broker.ShortLivedBroker;
import org.majorant.demo.broker.BrokerProcess;
import org.majorant.json.ExampleJson;
import org.majorant.model.PointPredictor;
import org.majorant.ops.operate.ExampleProducer;
import org.majorant.ops.operate.TopicPlan;
import org.majorant.schema.AvroSerde;
import org.majorant.schema.DeadLetter;
import org.majorant.schema.Rejection;
import org.majorant.store.ModelSubscriber;
import org.majorant.store.ModelVersion;
import org.majorant.store.SnapshotReader;
import org.majorant.store.Topics;
import org.majorant.template.FeatureTemplates;

/** JSON lines as Kafka's console producer sends them, learned by {@code --value-format json}. */
class JsonExamplesIT {
  private static final int EXAMPLES = 2000;

  @Test
  void lines_areLearned_andABadOneIsADeadLetter(@TempDir(cleanup = ON_SUCCESS) final Path dir)
      throws Exception {
    final Path spec =
        Files.writeString(
            dir.resolve("spec.yaml"),
            "{model: fruit, labels: [apple, lemon], features: {hash-bits: 8},"
                + " publish: {interval: 100ms}}");
    try (BrokerProcess broker = ShortLivedBroker.start(dir.resolve("broker"))) {
      final Map<String, Object> client = Map.of("bootstrap.servers", broker.bootstrapServers());
      try (Admin admin = Admin.create(client)) {
        TopicPlan.create(admin, 1);
      }
      try (LearnerProcess learner =
              new LearnerProcess(
                  dir, spec, broker.bootstrapServers(), "1", "--value-format", "json");
          ModelSubscriber subscriber = ModelSubscriber.start(client, "fruit")) {
        produce(client);
        final ModelVersion version = awaitAll(subscriber);
        assertThat(learner.isAlive()).isTrue();
        assertThat(version.head().getTally().getExamples()).isEqualTo(EXAMPLES);
        assertThat(version.head().getTally().getRejected()).isEqualTo(1);
        final PointPredictor predictor = new PointPredictor(version.model());
        final ExampleJson json = new ExampleJson(FeatureTemplates.of(List.of()));
        for (final String label : List.of("apple", "lemon")) {
          assertThat(predictor.predict(json.read(fruit(label, 0.5))).probabilities().get(label))
              .isGreaterThan(0.9);
        }
      }
      final DeadLetter letter = onlyDeadLetter(client);
      assertThat(letter.getReason()).isEqualTo(Rejection.UNDECODABLE);
      assertThat(letter.getMessage())
          .isEqualTo("not JSON near column 12; expected one JSON object a line");
      assertThat(letter.getOffset()).isEqualTo(EXAMPLES / 2);
    }
  }

  private static void produce(final Map<String, Object> client) {
    final SplittableRandom random = new SplittableRandom(1);
    try (ExampleProducer producer = new ExampleProducer(client, Topics.EXAMPLES, 0)) {
      for (int i = 0; i < EXAMPLES; i++) {
        if (i == EXAMPLES / 2) {
          producer.send("{\"features\"".getBytes(UTF_8));
        }
        final String line = fruit(random.nextBoolean() ? "apple" : "lemon", random.nextDouble());
        producer.send(line.getBytes(UTF_8));
      }
      producer.flush();
    }
  }

  private static String fruit(final String label, final double size) {
    return "{\"features\": {\"size\": %s, \"colour\": \"%s\"}, \"label\": \"%s\"}"
        .formatted(size, label.equals("apple") ? "red" : "yellow", label);
  }

  private static ModelVersion awaitAll(final ModelSubscriber subscriber) throws Exception {
    ModelVersion version = subscriber.awaitVersion(1, Duration.ofSeconds(60));
    while (version.head().getTally().getRecords() <= EXAMPLES) {
      version = subscriber.awaitVersion(version.version() + 1, Duration.ofSeconds(60));
    }
    return version;
  }

  private static DeadLetter onlyDeadLetter(final Map<String, Object> client) {
    try (Consumer<byte[], byte[]> consumer = SnapshotReader.consumer(client)) {
      final List<TopicPartition> partitions =
          consumer.partitionsFor(Topics.DEAD_LETTERS).stream()
              .map(info -> new TopicPartition(info.topic(), info.partition()))
              .toList();
      consumer.assign(partitions);
      final var records = consumer.poll(Duration.ofSeconds(20));
      assertThat(records).hasSize(1);
      return AvroSerde.of(DeadLetter.class).decode(records.iterator().next().value());
    }
  }
}
