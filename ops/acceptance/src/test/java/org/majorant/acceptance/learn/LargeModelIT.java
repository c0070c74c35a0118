package org.majorant.acceptance.learn;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.majorant.acceptance.broker.ShortLivedBroker;
import org.majorant.demo.broker.BrokerProcess;
import org.majorant.json.ValueFormat;
import org.majorant.log.HoldLimits;
import org.majorant.ops.operate.ExampleProducer;
import org.majorant.ops.operate.TopicPlan;
import org.majorant.schema.AvroSerde;
import org.majorant.schema.LabeledExample;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.Point;
import org.majorant.schema.SparseVector;
import org.majorant.spec.SpecFile;
import org.majorant.store.ModelCodec;
import org.majorant.store.ModelSubscriber;
import org.majorant.store.ModelVersion;
import org.majorant.store.Topics;
import org.majorant.stream.InstanceOptions;
import org.majorant.stream.LearnerApplication;

/** A model of a million features goes through a broker with its default limits, whole. */
@Tag("long")
class LargeModelIT {
  private static final int FEATURES = 1_000_000;
  private static final int PER_EXAMPLE = 1000;

  @Test
  void million_features_are_published_and_read_back_complete(@TempDir final Path dir)
      throws Exception {
    final ModelSpec spec =
        SpecFile.read(
            "{model: large, labels: [a, b], features: {dimension: 1000000},"
                + " curvature: {memory: diagonal}}");
    try (BrokerProcess broker = ShortLivedBroker.start(dir.resolve("broker"))) {
      final Map<String, Object> client = Map.of("bootstrap.servers", broker.bootstrapServers());
      try (Admin admin = Admin.create(client)) {
        TopicPlan.create(admin, 1);
      }
      final InstanceOptions options =
          new InstanceOptions(
              dir.resolve("state"),
              "large",
              1,
              ValueFormat.AVRO,
              1 << 20,
              100_000_000,
              HoldLimits.DEFAULT,
              1L << 20,
              true);
      try (LearnerApplication learner =
              LearnerApplication.start(client, spec, options, new SimpleMeterRegistry());
          ModelSubscriber subscriber = ModelSubscriber.start(client, "large")) {
        produce(client);
        final ModelVersion version = awaitExamples(subscriber, FEATURES / PER_EXAMPLE);
        assertThat(ModelCodec.encode(version.model())).hasSizeGreaterThan(30 * 512 * 1024);
        final double[] weights = version.model().weights();
        assertThat(weights).hasSize(FEATURES + 1);
        assertThat(IntStream.range(0, FEATURES).filter(i -> weights[i] == 0).count()).isZero();
        assertThat(learner.isRunning()).isTrue();
      }
    }
  }

  private static void produce(final Map<String, Object> client) {
    final AvroSerde<LabeledExample> serde = AvroSerde.of(LabeledExample.class);
    try (ExampleProducer producer = new ExampleProducer(client, Topics.EXAMPLES, 0)) {
      for (int i = 0; i < FEATURES / PER_EXAMPLE; i++) {
        final List<Integer> indices =
            IntStream.range(i * PER_EXAMPLE, (i + 1) * PER_EXAMPLE).boxed().toList();
        final Point point =
            new Point(new SparseVector(indices, List.of()), i % 2 == 0 ? "a" : "b", null, null);
        producer.send(serde.encode(new LabeledExample(null, null, 1.0, point)));
      }
      producer.flush();
    }
  }

  private static ModelVersion awaitExamples(final ModelSubscriber subscriber, final long examples)
      throws Exception {
    ModelVersion version = subscriber.awaitVersion(1, Duration.ofSeconds(90));
    while (version.head().getTally().getExamples() < examples) {
      version = subscriber.awaitVersion(version.version() + 1, Duration.ofSeconds(90));
    }
    return version;
  }
}
