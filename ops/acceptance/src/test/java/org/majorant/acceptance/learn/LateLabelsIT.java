package org.majorant.acceptance.learn;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.io.CleanupMode.ON_SUCCESS;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.majorant.acceptance.broker.ShortLivedBroker;
import org.majorant.demo.broker.BrokerProcess;
import org.majorant.ops.operate.TopicPlan;
import org.majorant.schema.Tally;
import org.majorant.store.ModelSubscriber;

/**
 * Events and labels on two topics ({@link LateStream}), in a learner that is killed while they
 * come. Most of what waits lies on disk.
 */
@Tag("long")
class LateLabelsIT {
  private static final int EVENTS = 6000;
  private static final long LATE_MILLIS = 5000;

  /** So much longer than labels are late that a busy machine may send them 20 s after that. */
  private static final String WAIT = "wait: 25s";

  private static final Duration PATIENCE = Duration.ofSeconds(90);
  private static final int PARTITIONS = 4;
  private static final String JOINED = "majorant-joined-late";
  private static final LateStream STREAM = new LateStream(31, LATE_MILLIS, LateLabelsIT::event);

  private static final Pattern ON_DISK = Pattern.compile("majorant_join_disk_bytes.* [1-9]");

  private static LateStream.Labeled event(final long place) {
    final String event =
        "{\"vector\": {\"indices\": [%d, 31]}}%s".formatted(place % 31, " ".repeat(2000));
    final boolean yes = place % 31 < 15;
    return new LateStream.Labeled(event.getBytes(UTF_8), yes ? "yes" : "no", yes ? "no" : "yes");
  }

  @Test
  @Timeout(240)
  void learner_killed_joinsEachEventOnce(@TempDir(cleanup = ON_SUCCESS) final Path dir)
      throws Exception {
    join(dir, PARTITIONS, "", WAIT);
  }

  /** Through repartition topics, because of the path and of the numbers of partitions. */
  @Test
  @Timeout(240)
  void learner_killed_joinsEachEventOnce_byAPath(@TempDir(cleanup = ON_SUCCESS) final Path dir)
      throws Exception {
    join(dir, PARTITIONS - 1, "key: order, ", WAIT);
  }

  /** More than half of the labels come after the wait; those that are not the default revise. */
  @Test
  @Timeout(240)
  void learner_killed_revisesEachEventOnce(@TempDir(cleanup = ON_SUCCESS) final Path dir)
      throws Exception {
    join(dir, PARTITIONS, "", "revise: 1m, wait: 2s");
  }

  private static void join(
      final Path dir, final int partitionsOfLabels, final String key, final String wait)
      throws Exception {
    final Path spec =
        Files.writeString(
            dir.resolve("late.yaml"),
            """
            {model: late, labels: ["no", "yes"], input: events, features: {dimension: 32},
             publish: {interval: 200ms},
             label: {topic: labels, %spath: is, time: at, %s, default: "no"}}
            """
                .formatted(key, wait));
    try (BrokerProcess broker = ShortLivedBroker.start(dir.resolve("broker"))) {
      final Map<String, Object> client = Map.of("bootstrap.servers", broker.bootstrapServers());
      try (Admin admin = Admin.create(client)) {
        TopicPlan.create(admin, 1);
        admin
            .createTopics(
                List.of(
                    new NewTopic(LateStream.EVENTS, PARTITIONS, (short) 1),
                    new NewTopic(LateStream.LABELS, partitionsOfLabels, (short) 1)))
            .all()
            .get();
      }
      try (LearnerProcess learner =
          new LearnerProcess(
              dir,
              spec,
              broker.bootstrapServers(),
              "1",
              "--value-format=json",
              "--join-memory=1")) {
        send(client, learner);
        if (wait.startsWith("revise")) {
          final long revised =
              JoinedCheck.requireRevised(client, JOINED, STREAM, EVENTS, "no", () -> said(learner));
          assertThat(revised).isBetween(EVENTS / 5L, EVENTS / 2L);
          requireLearned(client, revised);
        } else {
          JoinedCheck.require(client, JOINED, STREAM, EVENTS, "no", () -> said(learner));
          requireLearned(client, 0);
          assertThat(said(learner)).contains("majorant_join_labels_total{"); // for an alert
        }
      }
    }
  }

  private static void send(final Map<String, Object> client, final LearnerProcess learner)
      throws Exception {
    while (learner.url().isEmpty()) {
      Thread.sleep(50);
    }
    try (LateSupply supply = new LateSupply(client, STREAM, EVENTS / 20.0, EVENTS)) {
      while (supply.sent() < EVENTS / 2 || !ON_DISK.matcher(said(learner)).find()) {
        Thread.sleep(50);
      }
      learner.kill();
      learner.start();
      supply.await();
    }
  }

  /** What the learner has printed, and the meters of its join. */
  private static String said(final LearnerProcess learner) throws Exception {
    final URI metrics = URI.create(learner.url().orElseThrow() + "/metrics");
    return HttpClient.newHttpClient()
            .send(HttpRequest.newBuilder(metrics).build(), BodyHandlers.ofLines())
            .body()
            .filter(line -> line.startsWith("majorant_join"))
            .collect(Collectors.joining("\n"))
        + learner.log();
  }

  private static void requireLearned(final Map<String, Object> client, final long revised)
      throws Exception {
    try (ModelSubscriber subscriber = ModelSubscriber.start(client, "late")) {
      final long deadline = System.nanoTime() + PATIENCE.toNanos();
      Tally tally = new Tally();
      while (tally.getExamples() + tally.getRevised() < EVENTS + revised
          && System.nanoTime() < deadline) {
        Thread.sleep(200);
        tally = subscriber.current().map(v -> v.head().getTally()).orElseGet(Tally::new);
      }
      assertThat(tally.getExamples()).isEqualTo(EVENTS);
      assertThat(tally.getRevised()).isEqualTo(revised);
    }
  }
}
