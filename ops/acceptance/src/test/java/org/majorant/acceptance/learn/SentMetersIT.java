package org.majorant.acceptance.learn;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.io.CleanupMode.ON_SUCCESS;

import io.opentelemetry.proto.metrics.v1.Metric;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.majorant.acceptance.broker.ShortLivedBroker;
import org.majorant.demo.broker.BrokerProcess;
import org.majorant.ops.http.OtlpReceiver;
import org.majorant.ops.operate.ExampleProducer;
import org.majorant.ops.operate.TopicPlan;
import org.majorant.store.ModelSubscriber;
import org.majorant.store.ModelVersion;
import org.majorant.store.Topics;

/** A learner with {@code --otlp-url} has sent what it counted when it has ended. */
@Tag("long")
class SentMetersIT {
  private static final int EXAMPLES = 300;

  @Test
  void learner_thatEnds_sendsItsCounts(@TempDir(cleanup = ON_SUCCESS) final Path dir)
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
        learnAll(client);
        learner.stop();
      }
      assertThat(last(receiver))
          .filteredOn(metric -> metric.getName().equals("majorant.examples"))
          .singleElement()
          .satisfies(
              metric ->
                  assertThat(metric.getSum().getDataPoints(0).getAsDouble()).isEqualTo(EXAMPLES));
    }
  }

  private static void learnAll(final Map<String, Object> client) throws Exception {
    try (ExampleProducer producer = new ExampleProducer(client, Topics.EXAMPLES, 0);
        ModelSubscriber subscriber = ModelSubscriber.start(client, "fruit")) {
      for (int i = 0; i < EXAMPLES; i++) {
        final String line = "{\"features\": {\"size\": %d}, \"label\": \"apple\"}".formatted(i % 7);
        producer.send(line.getBytes(UTF_8));
      }
      producer.flush();
      ModelVersion version = subscriber.awaitVersion(1, Duration.ofSeconds(60));
      while (version.head().getTally().getExamples() < EXAMPLES) {
        version = subscriber.awaitVersion(version.version() + 1, Duration.ofSeconds(60));
      }
    }
  }

  /** What was sent at the end: on a slow machine something may have been sent before. */
  private static List<Metric> last(final OtlpReceiver receiver) throws InterruptedException {
    List<Metric> metrics = List.of();
    for (var sent = receiver.next(); sent != null; sent = receiver.sentSoFar()) {
      metrics = sent.getResourceMetrics(0).getScopeMetrics(0).getMetricsList();
    }
    return metrics;
  }
}
