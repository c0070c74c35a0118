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
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.majorant.acceptance.Jvm;
import org.majorant.acceptance.broker.OperatorRun;
import org.majorant.acceptance.broker.ShortLivedBroker;
import org.majorant.demo.broker.BrokerProcess;
import org.majorant.ops.operate.TopicPlan;
import org.majorant.schema.Tally;
import org.majorant.store.ModelSubscriber;

/**
 * Models of a fleet whose labels come late ({@link LateStream}): each joins each event once and
 * learns it once, from the first one on, though others have read the same topics before, and
 * through kills of both instances.
 */
@Tag("long")
class FleetLateIT {
  private static final int EVENTS = 4000;
  private static final int PARTITIONS = 2;

  /** The waits below are so much longer that a busy machine may send labels 20 s after that. */
  private static final long LATE_MILLIS = 5000;

  private static final Duration PATIENCE = Duration.ofSeconds(120);
  private static final LateStream STREAM = new LateStream(7, LATE_MILLIS, FleetLateIT::event);

  private final List<LearnerProcess> fleet = new ArrayList<>();
  private final Map<String, ModelSubscriber> subscribers = new HashMap<>(); // by model

  @TempDir(cleanup = ON_SUCCESS)
  private Path dir;

  private BrokerProcess broker;
  private Map<String, Object> client;

  private static LateStream.Labeled event(final long place) {
    final String event = "{\"vector\": {\"indices\": [%d, 31]}}".formatted(place % 31);
    final boolean yes = place % 31 < 15;
    return new LateStream.Labeled(event.getBytes(UTF_8), yes ? "yes" : "no", yes ? "no" : "yes");
  }

  @BeforeEach
  void start() throws Exception {
    broker = ShortLivedBroker.start(dir.resolve("broker"));
    client = Map.of("bootstrap.servers", broker.bootstrapServers());
    try (Admin admin = Admin.create(client)) {
      TopicPlan.create(admin, 1);
      admin
          .createTopics(
              List.of(
                  new NewTopic(LateStream.EVENTS, PARTITIONS, (short) 1),
                  new NewTopic(LateStream.LABELS, PARTITIONS, (short) 1)))
          .all()
          .get();
    }
  }

  @AfterEach
  void stop() {
    subscribers.values().forEach(ModelSubscriber::close);
    fleet.forEach(LearnerProcess::close);
    broker.kill();
  }

  @Test
  @Timeout(480)
  void models_joinEachEventOnce_wheneverTheyCome_andThroughKills() throws Exception {
    apply("plain", "");
    apply("first", ", label: {topic: labels, path: is, time: at, wait: 25s, default: 'no'}");
    startInstance("1");
    startInstance("2");
    try (LateSupply supply = new LateSupply(client, STREAM, EVENTS / 20.0, EVENTS)) {
      until("half is sent", () -> supply.sent() > EVENTS / 2);
      fleet.get(0).kill();
      fleet.get(0).start();
      apply(
          "second",
          ", label: {topic: labels, key: order, path: is, time: at, wait: 27s, default: 'no'}");
      until("more is sent", () -> supply.sent() > 3 * EVENTS / 4);
      fleet.get(0).kill();
      fleet.get(1).kill();
      fleet.get(0).start();
      fleet.get(1).start();
      supply.await();
    }
    requireJoinedAndLearned("first");
    requireJoinedAndLearned("second");
    until("all of the plain one", () -> tally("plain").getRecords() == EVENTS);
    assertThat(run("models", "list")).doesNotContain("learn --spec");
    final HttpRequest metrics =
        HttpRequest.newBuilder(URI.create(fleet.get(0).url().orElseThrow() + "/metrics")).build();
    assertThat(HttpClient.newHttpClient().send(metrics, BodyHandlers.ofString()).body())
        .contains("majorant_join_pending_events{model=\"first\"}")
        .contains("majorant_join_pending_events{model=\"second\"}")
        .doesNotContain("majorant_join_pending_events{model=\"plain\"}");
    assertThat(run("models", "lineage", "second", "--verify")).contains("majorant-joined-second");

    run("models", "pause", "second");
    run("models", "delete", "first", "--yes");
    subscribers.remove("first").close();
    try (Admin admin = Admin.create(client)) {
      final Set<String> topics = admin.listTopics().names().get();
      assertThat(topics).noneMatch(topic -> topic.contains("first"));
      assertThat(admin.listGroups().all().get())
          .noneMatch(group -> group.groupId().equals("majorant-first"));
    }
    run("models", "resume", "second");
    apply("first", ", label: {topic: labels, path: is, time: at, wait: 25s, default: 'no'}");
    requireJoinedAndLearned("first");
    requireJoinedAndLearned("second");
  }

  private void startInstance(final String instance) throws Exception {
    fleet.add(
        LearnerProcess.ofFleet(
            Jvm.SHORT_LIVED,
            dir,
            broker.bootstrapServers(),
            instance,
            "--value-format=json",
            "--join-memory=1"));
  }

  private void requireJoinedAndLearned(final String model) throws Exception {
    JoinedCheck.require(client, "majorant-joined-" + model, STREAM, EVENTS, "no", this::said);
    until(
        "%s has learned all, and not %s".formatted(model, tally(model)),
        () -> tally(model).getExamples() >= EVENTS);
    assertThat(tally(model).getExamples()).isEqualTo(EVENTS);
  }

  private Tally tally(final String model) {
    return subscribers
        .computeIfAbsent(model, name -> ModelSubscriber.start(client, name))
        .current()
        .map(version -> version.head().getTally())
        .orElseGet(Tally::new);
  }

  private void until(final String what, final Callable<Boolean> condition) throws Exception {
    final long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (!condition.call()) {
      assertThat(System.nanoTime()).as("%s: %s", what, said()).isLessThan(deadline);
      Thread.sleep(100);
    }
  }

  private String said() throws Exception {
    final StringBuilder all = new StringBuilder();
    for (final LearnerProcess instance : fleet) {
      all.append(instance.log()).append("\n");
    }
    return all.toString();
  }

  private void apply(final String model, final String label) throws Exception {
    final Path file =
        Files.writeString(
            dir.resolve(model + ".yaml"),
            "{model: %s, labels: ['no', 'yes'], input: events, features: {dimension: 32}, publish: {interval: 200ms}%s}"
                .formatted(model, label));
    run("models", "apply", file.toString());
  }

  /** What a command prints. */
  private String run(final String... command) {
    return OperatorRun.of(broker, command).requireCode(0);
  }
}
