package org.majorant.acceptance.learn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.io.CleanupMode.ON_SUCCESS;

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
import org.majorant.schema.Tally;
import org.majorant.store.ModelSubscriber;
import org.majorant.store.ModelVersion;
import org.majorant.store.Topics;

/** A version of two learners, of which each was killed once, is rebuilt bit for bit. */
@Tag("long")
class ReplayIT {
  private static final Duration PATIENCE = Duration.ofMinutes(5);
  private static final int EXAMPLES = 3000;
  private static final String[] JSON = {"--value-format", "json"};

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @Test
  void version_isRebuilt_untilRetentionTakesItsFirstSummaries(
      @TempDir(cleanup = ON_SUCCESS) final Path dir) throws Exception {
    final Path spec =
        Files.writeString(
            dir.resolve("spec.yaml"),
            "{model: tiny, labels: [\"no\", \"yes\"], features: {dimension: 16},"
                + " curvature: {memory: low-rank, rank: 3}, publish: {interval: 200ms, keep-versions: 2}}");
    try (BrokerProcess broker = ShortLivedBroker.start(dir.resolve("broker"))) {
      final Map<String, Object> client = Map.of("bootstrap.servers", broker.bootstrapServers());
      try (Admin admin = Admin.create(client)) {
        TopicPlan.create(admin, 4);
        final long newest = learn(dir, spec, broker, client);
        assertThat(replay(broker, newest, "--json")).as("%s%s", out, err).isZero();
        assertThat(out.toString()).contains("\"kept\":true", "\"difference\":null");
        assertThat(replay(broker, newest)).isZero();
        assertThat(out.toString())
            .startsWith("version %d of tiny from ".formatted(newest))
            .endsWith("bytes: identical, bit for bit\n");
        assertThat(replay(broker, 1)).isZero();
        assertThat(out.toString()).contains("identical, bit for bit (by its checksum; ");

        assertThat(replay(broker, newest + 1000)).isEqualTo(1);
        assertThat(err.toString()).contains("the newest there is %d".formatted(newest));
        goBack(dir, spec, broker, client, newest);
        final TopicPartition summaries = new TopicPartition(Topics.SUMMARIES, 0);
        admin.deleteRecords(Map.of(summaries, RecordsToDelete.beforeOffset(9))).all().get();
        assertThat(replay(broker, newest)).isEqualTo(1);
        assertThat(err.toString().lines())
            .singleElement()
            .asString()
            .contains("a replay begins at the model's first base", "they exist from base ");
      }
    }
  }

  /** Returns the version that has all examples. */
  private static long learn(
      final Path dir, final Path spec, final BrokerProcess broker, final Map<String, Object> client)
      throws Exception {
    final String at = broker.bootstrapServers();
    try (LearnerProcess one = new LearnerProcess(dir, spec, at, "1", JSON);
        LearnerProcess two = new LearnerProcess(dir, spec, at, "2", JSON);
        ModelSubscriber subscriber = ModelSubscriber.start(client, "tiny")) {
      produce(client, 0);
      ModelVersion version = subscriber.awaitVersion(1, PATIENCE);
      one.kill();
      one.start();
      produce(client, EXAMPLES / 3);
      version = subscriber.awaitVersion(version.version() + 1, PATIENCE);
      two.kill();
      two.start();
      produce(client, 2 * EXAMPLES / 3);
      while (version.head().getTally().getRecords() < EXAMPLES) {
        version = subscriber.awaitVersion(version.head().getVersion() + 1, PATIENCE);
      }
      assertThat(version.head().getTally().getExamples()).isEqualTo(EXAMPLES);
      return version.head().getVersion();
    }
  }

  /** A third of the examples, at a steady rate. */
  private static void produce(final Map<String, Object> client, final int from) {
    try (ExampleProducer producer = new ExampleProducer(client, Topics.EXAMPLES, 600)) {
      for (int i = from; i < from + EXAMPLES / 3; i++) {
        producer.send(example(i));
      }
      producer.flush();
    }
  }

  /** To a version that is kept no more; what comes of it can be rebuilt as well. */
  private void goBack(
      final Path dir,
      final Path spec,
      final BrokerProcess broker,
      final Map<String, Object> client,
      final long newest)
      throws Exception {
    final String back = Long.toString(newest / 2);
    assertThat(run(broker, "rollback", "--to-version", back, "--yes")).as("%s", err).isZero();
    assertThat(out.toString()).contains("tiny goes on from version " + back);
    try (LearnerProcess learner =
            new LearnerProcess(dir, spec, broker.bootstrapServers(), "1", JSON);
        ModelSubscriber subscriber = ModelSubscriber.start(client, "tiny")) {
      final Tally tally = subscriber.awaitVersion(newest + 1, PATIENCE).head().getTally();
      assertThat(learner.isAlive()).isTrue();
      assertThat(tally.getUndone()).isPositive();
      assertThat(tally.getExamples() + tally.getUndone()).isEqualTo(EXAMPLES);
    }
    assertThat(replay(broker, newest + 1)).as("%s%s", out, err).isZero();
  }

  private static byte[] example(final int i) {
    return "{\"vector\": {\"indices\": [%d, %d], \"values\": [1, 0.5]}, \"label\": \"%s\"}"
        .formatted(i % 7, 7 + i % 9, i % 7 < 3 ? "no" : "yes")
        .getBytes(StandardCharsets.UTF_8);
  }

  private int replay(final BrokerProcess broker, final long version, final String... options) {
    final List<String> words = new ArrayList<>(List.of("replay", "--to-version", "" + version));
    words.addAll(List.of(options));
    return run(broker, words.toArray(String[]::new));
  }

  private int run(final BrokerProcess broker, final String... words) {
    out.getBuffer().setLength(0);
    err.getBuffer().setLength(0);
    final List<String> line = new ArrayList<>(List.of("models"));
    line.addAll(List.of(words));
    line.addAll(List.of("tiny", "--bootstrap-server", broker.bootstrapServers()));
    return Majorant.commandLine()
        .setOut(new PrintWriter(out))
        .setErr(new PrintWriter(err))
        .execute(line.toArray(String[]::new));
  }
}
