package org.majorant.acceptance.learn;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.io.CleanupMode.ON_SUCCESS;

import com.google.protobuf.ByteString;
import io.opentelemetry.proto.trace.v1.Span;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.majorant.acceptance.broker.ShortLivedBroker;
import org.majorant.demo.broker.BrokerProcess;
import org.majorant.ops.http.OtlpReceiver;
import org.majorant.ops.operate.TopicPlan;
import org.majorant.store.ModelSubscriber;
import org.majorant.store.Topics;

/** A learner with {@code --otlp-url} tells each version once, from its examples to its record. */
@Tag("long")
class SentTracesIT {
  private static final String EXAMPLE_TRACE = "0af7651916cd43dd8448eb211c80319c";

  @Test
  void version_isTold_fromItsExamplesToItsRecord(@TempDir(cleanup = ON_SUCCESS) final Path dir)
      throws Exception {
    try (BrokerProcess broker = ShortLivedBroker.start(dir.resolve("broker"));
        OtlpReceiver receiver = new OtlpReceiver()) {
      final Map<String, Object> client = Map.of("bootstrap.servers", broker.bootstrapServers());
      try (Admin admin = Admin.create(client)) {
        TopicPlan.create(admin, 1);
      }
      final String[] options = {"--value-format", "json", "--otlp-url", receiver.url().toString()};
      try (LearnerProcess learner =
          FruitLearner.start(dir, broker, "fruit", "apple", Topics.EXAMPLES, options)) {
        learnOne(client);
        learner.stop();
      }
      final List<Span> versions =
          receiver.spans().stream().filter(span -> span.getName().startsWith("version ")).toList();
      assertThat(versions).extracting(Span::getName).contains("version 1").doesNotHaveDuplicates();
      final Span version =
          versions.stream()
              .filter(span -> span.getName().equals("version 1"))
              .findFirst()
              .orElseThrow();
      assertThat(version.getLinksList())
          .singleElement()
          .satisfies(link -> assertThat(hex(link.getTraceId())).isEqualTo(EXAMPLE_TRACE));
      assertThat(receiver.spans())
          .filteredOn(span -> span.getTraceId().equals(version.getTraceId()))
          .extracting(span -> span.getName().split(" ")[0])
          .contains("summarize", "deliver", "majorize", "publish", "version");
      final String traceparent =
          "00-%s-%s-0[13]".formatted(hex(version.getTraceId()), hex(version.getSpanId()));
      assertThat(traceparents(client)).anyMatch(found -> found.matches(traceparent));
    }
  }

  private static String hex(final ByteString bytes) {
    return HexFormat.of().formatHex(bytes.toByteArray());
  }

  /** The version is read, too, whose record has a header. */
  private static void learnOne(final Map<String, Object> client) throws Exception {
    try (KafkaProducer<byte[], byte[]> producer =
            new KafkaProducer<>(client, new ByteArraySerializer(), new ByteArraySerializer());
        ModelSubscriber subscriber = ModelSubscriber.start(client, "fruit")) {
      final byte[] value = "{\"features\": {\"size\": 1}, \"label\": \"apple\"}".getBytes(UTF_8);
      final ProducerRecord<byte[], byte[]> record = new ProducerRecord<>(Topics.EXAMPLES, value);
      final String parent = "00-" + EXAMPLE_TRACE + "-b7ad6b7169203331-01";
      record.headers().add("traceparent", parent.getBytes(UTF_8));
      producer.send(record).get();
      assertThat(subscriber.awaitVersion(1, Duration.ofSeconds(60)).version()).isEqualTo(1);
    }
  }

  private static List<String> traceparents(final Map<String, Object> client) {
    final TopicPartition models = new TopicPartition(Topics.MODELS, 0);
    try (KafkaConsumer<byte[], byte[]> consumer =
        new KafkaConsumer<>(client, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
      consumer.assign(List.of(models));
      consumer.seekToBeginning(List.of(models));
      final List<String> found = new ArrayList<>();
      final long end = consumer.endOffsets(List.of(models)).get(models);
      while (consumer.position(models) < end) {
        for (final ConsumerRecord<byte[], byte[]> record : consumer.poll(Duration.ofSeconds(1))) {
          final Header header = record.headers().lastHeader("traceparent");
          if (header != null) {
            found.add(new String(header.value(), UTF_8));
          }
        }
      }
      return found;
    }
  }
}
