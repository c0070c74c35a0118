package org.majorant.acceptance.learn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.io.CleanupMode.ON_SUCCESS;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.majorant.acceptance.broker.ShortLivedBroker;
import org.majorant.demo.broker.BrokerProcess;
import org.majorant.ops.Majorant;
import org.majorant.ops.operate.ExampleProducer;
import org.majorant.ops.operate.TopicPlan;
import org.majorant.schema.ModelHead;
import org.majorant.schema.PartitionOffset;
import org.majorant.schema.Tally;
import org.majorant.store.ModelSubscriber;
import org.majorant.store.Topics;

/** Retention overtakes a learner that stands still and then goes on, as if nothing had been. */
@Tag("long")
class RetentionIT {
  private static final Duration PATIENCE = Duration.ofSeconds(120);
  private static final TopicPartition INPUT = new TopicPartition(Topics.EXAMPLES, 0);
  private static final int EACH = 10_000;

  @Test
  void offsetsDeletedWhileTheLearnerStandsStill_areDeclaredLost(
      @TempDir(cleanup = ON_SUCCESS) final Path dir) throws Exception {
    final Path spec =
        Files.writeString(
            dir.resolve("spec.yaml"),
            "{model: m, labels: ['no', 'yes'], features: {dimension: 4},"
                + " publish: {interval: 100ms}}");
    try (BrokerProcess broker = ShortLivedBroker.start(dir.resolve("broker"))) {
      final Map<String, Object> client = Map.of("bootstrap.servers", broker.bootstrapServers());
      try (Admin admin = Admin.create(client);
          ModelSubscriber subscriber = ModelSubscriber.start(client, "m")) {
        TopicPlan.create(admin, 1);
        try (LearnerProcess learner =
            new LearnerProcess(
                dir, spec, broker.bootstrapServers(), "1", "--value-format", "json")) {
          produce(client, EACH);
          await(subscriber, EACH);
          learner.suspend();
          produce(client, EACH);
          deleteBefore(admin, 2 * EACH);
          produce(client, EACH);
          learner.resume();

          final ModelHead head = await(subscriber, 3 * EACH);
          final Tally tally = head.getTally();
          assertThat(tally.getLost()).as(learner.log()).isBetween(1L, (long) EACH);
          assertThat(tally.getRejected()).isBetween(2L, 3L);
          assertThat(tally.getExamples() + tally.getRejected() + tally.getLost())
              .isEqualTo(3 * EACH);
          assertThat(head.getLineage()).containsExactly(new PartitionOffset(0, 3L * EACH));
          assertShown(broker, tally);
          assertThat(learner.log()).containsOnlyOnce("retention deleted");
        }
      }
    }
  }

  /** What people and programs are told adds up to the lineage. */
  private static void assertShown(final BrokerProcess broker, final Tally tally)
      throws IOException {
    final String sums =
        "%,d offsets: %,d records, %,d lost, 0 without a record"
            .formatted(3 * EACH, tally.getRecords(), tally.getLost());
    assertThat(run(broker, "show")).contains(sums);
    assertThat(run(broker, "lineage")).contains(sums);
    final JsonNode said = new ObjectMapper().readTree(run(broker, "show", "--json"));
    for (final JsonNode counts : List.of(said, said.at("/learners/counts"))) {
      assertThat(counts.get("lost").asLong()).isEqualTo(tally.getLost());
      assertThat(counts.get("records").asLong() + tally.getLost()).isEqualTo(3 * EACH);
      assertThat(counts.get("empty").asLong()).isZero();
    }
  }

  private static String run(
      final BrokerProcess broker, final String command, final String... options) {
    final List<String> args = new ArrayList<>(List.of("models", command, "m"));
    args.addAll(List.of("--bootstrap-server", broker.bootstrapServers()));
    args.addAll(List.of(options));
    final StringWriter out = new StringWriter();
    final PrintWriter printed = new PrintWriter(out);
    assertThat(
            Majorant.commandLine()
                .setOut(printed)
                .setErr(printed)
                .execute(args.toArray(String[]::new)))
        .as("%s", out)
        .isZero();
    return out.toString();
  }

  /** The first of them is no example. */
  private static void produce(final Map<String, Object> client, final int count) {
    try (ExampleProducer producer = new ExampleProducer(client, INPUT.topic(), 0)) {
      for (int i = 0; i < count; i++) {
        final String json =
            i == 0
                ? "garbage"
                : "{\"vector\": {\"indices\": [%d]}, \"label\": \"no\"}".formatted(i % 3);
        producer.send(json.getBytes(StandardCharsets.UTF_8));
      }
      producer.flush();
    }
  }

  private static void deleteBefore(final Admin admin, final long offset) throws Exception {
    admin.deleteRecords(Map.of(INPUT, RecordsToDelete.beforeOffset(offset))).all().get();
  }

  private static ModelHead await(final ModelSubscriber subscriber, final long offset)
      throws Exception {
    ModelHead head = subscriber.awaitVersion(1, PATIENCE).head();
    while (!head.getLineage().equals(List.of(new PartitionOffset(0, offset)))) {
      head = subscriber.awaitVersion(head.getVersion() + 1, PATIENCE).head();
    }
    return head;
  }
}
