package org.majorant.acceptance.learn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.io.CleanupMode.ON_SUCCESS;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.majorant.acceptance.broker.ShortLivedBroker;
import org.majorant.demo.broker.BrokerProcess;
import org.majorant.lineage.LineageGap;
import org.majorant.ops.Majorant;
import org.majorant.ops.operate.ExampleProducer;
import org.majorant.ops.operate.TopicPlan;
import org.majorant.schema.ModelHead;
import org.majorant.schema.SurrogateHead;
import org.majorant.store.ModelSubscriber;
import org.majorant.store.SnapshotFormat;
import org.majorant.store.SnapshotReader;
import org.majorant.store.Topics;

/** A partition whose summaries are refused for ever goes on by {@code models accept-loss}. */
@Tag("long")
class AcceptLossIT {
  private static final Duration PATIENCE = Duration.ofSeconds(120);

  private final StringWriter out = new StringWriter();

  @Test
  void loss_isTold_andAcceptedOnlyWithYes(@TempDir(cleanup = ON_SUCCESS) final Path dir)
      throws Exception {
    final Path spec =
        Files.writeString(
            dir.resolve("spec.yaml"),
            "{model: tiny, labels: [no, yes], features: {dimension: 4},"
                + " publish: {interval: 100ms}}".replace("no, yes", "'no', 'yes'"));
    try (BrokerProcess broker = ShortLivedBroker.start(dir.resolve("broker"))) {
      final Map<String, Object> client = Map.of("bootstrap.servers", broker.bootstrapServers());
      try (Admin admin = Admin.create(client)) {
        TopicPlan.create(admin, 1);
      }
      try (LearnerProcess learner =
              new LearnerProcess(
                  dir, spec, broker.bootstrapServers(), "1", "--value-format", "json");
          ModelSubscriber subscriber = ModelSubscriber.start(client, "tiny")) {
        produce(client, 100);
        ModelHead head = awaitOffset(subscriber, 100);
        assertThat(head.getTally().getExamples()).isEqualTo(100);
        assertThat(run(broker, "models accept-loss tiny")).isZero();
        assertThat(out.toString()).contains("No partition of tiny has a gap");
        assertThat(run(broker, "models lineage tiny --verify")).isZero();
        assertThat(out.toString()).contains("counts 100 records; examples has 100 before");

        // a forged summary, which the next one of the worker overlaps
        learner.stop();
        produce(client, 100);
        forge(client, head, 150);
        learner.start();
        awaitOffset(subscriber, 150);
        while (run(broker, "models accept-loss tiny") == 0) {
          Thread.sleep(100);
        }
        assertThat(out.toString()).contains("offsets are lost, [150, ").contains("add --yes");
        assertThat(run(broker, "models accept-loss tiny --yes")).isZero();

        produce(client, 100);
        while (head.getLineage().get(0).getNext() < 300) {
          head = subscriber.awaitVersion(head.getVersion() + 1, PATIENCE).head();
          run(broker, "models accept-loss tiny --yes"); // where the worker had shipped meanwhile
        }
        assertThat(learner.isAlive()).isTrue();
        assertThat(head.getTally().getLost()).isPositive();
        assertThat(run(broker, "models lineage tiny --verify")).isEqualTo(1);
        assertThat(out.toString()).contains("are not those on the topic; it counts");
      }
    }
  }

  private static void produce(final Map<String, Object> client, final int count) {
    try (ExampleProducer producer = new ExampleProducer(client, Topics.EXAMPLES, 0)) {
      for (int i = 0; i < count; i++) {
        final String label = i % 2 == 0 ? "no" : "yes";
        producer.send(
            "{\"vector\": {\"indices\": [%d]}, \"label\": \"%s\"}"
                .formatted(i % 3, label)
                .getBytes(StandardCharsets.UTF_8));
      }
      producer.flush();
    }
  }

  private static void forge(
      final Map<String, Object> client, final ModelHead version, final long to) throws Exception {
    final SurrogateHead[] newest = new SurrogateHead[1];
    try (SnapshotReader<SurrogateHead> reader =
        new SnapshotReader<>(
            SnapshotFormat.SURROGATES,
            SnapshotReader.consumer(client),
            model -> true,
            SnapshotReader.TIMEOUT)) {
      reader.readToEnd(base -> newest[0] = base.head());
    }
    final byte[] value =
        new LineageGap(0, version.getLineage().get(0).getNext(), to)
            .declaration(newest[0], version.getSpec());
    final ByteArraySerializer bytes = new ByteArraySerializer();
    try (KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(client, bytes, bytes)) {
      final byte[] key = "tiny".getBytes(StandardCharsets.UTF_8);
      producer.send(new ProducerRecord<>(Topics.SUMMARIES, key, value)).get();
    }
  }

  private static ModelHead awaitOffset(final ModelSubscriber subscriber, final long offset)
      throws Exception {
    ModelHead head = subscriber.awaitVersion(1, PATIENCE).head();
    while (head.getLineage().get(0).getNext() < offset) {
      head = subscriber.awaitVersion(head.getVersion() + 1, PATIENCE).head();
    }
    return head;
  }

  private int run(final BrokerProcess broker, final String command) {
    out.getBuffer().setLength(0);
    final PrintWriter writer = new PrintWriter(out);
    final List<String> line =
        List.of((command + " --bootstrap-server " + broker.bootstrapServers()).split(" "));
    return Majorant.commandLine()
        .setOut(writer)
        .setErr(writer)
        .execute(line.toArray(String[]::new));
  }
}
