package org.majorant.acceptance.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.io.CleanupMode.ON_SUCCESS;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListTopicsOptions;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.clients.admin.TransactionDescription;
import org.apache.kafka.clients.admin.TransactionListing;
import org.apache.kafka.common.TopicPartitionInfo;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.majorant.acceptance.learn.LearnerProcess;
import org.majorant.log.KafkaGapLog;
import org.majorant.ops.Majorant;
import org.majorant.ops.lineage.LineageReader;
import org.majorant.ops.operate.ExampleProducer;
import org.majorant.ops.operate.TopicPlan;
import org.majorant.ops.read.LineageCheck;
import org.majorant.schema.ModelHead;
import org.majorant.schema.PartitionOffset;
import org.majorant.schema.Tally;
import org.majorant.store.ModelSubscriber;
import org.majorant.store.ModelVersion;
import org.majorant.store.Topics;

/**
 * One of three brokers at a time is killed or stands still, each time the one that matters most for
 * something else, while examples are sent and learned. Learning must go on without it, on every
 * partition; who looks on must see the lag meanwhile, and {@code doctor} must say that replicas are
 * missing; and at the end each record that was acknowledged must be counted once, as the topic
 * itself tells.
 */
@Tag("faults")
class ThreeBrokersFaults {
  private static final String MODEL = "replicated";
  private static final int PARTITIONS = 3;
  private static final double RATE = 300;
  private static final int GARBAGE_EACH = 1000;
  private static final Duration PATIENCE = Duration.ofMinutes(3);

  /** What the broker does that is lost next. */
  private enum Role {
    LEADER_OF_THE_SUMMARIES {
      @Override
      int node(final Admin admin) throws ExecutionException, InterruptedException {
        return leader(admin, Topics.SUMMARIES);
      }
    },
    COORDINATOR_OF_THE_GROUP {
      @Override
      int node(final Admin admin) throws ExecutionException, InterruptedException {
        final String group = "majorant-" + MODEL;
        return admin
            .describeConsumerGroups(List.of(group))
            .describedGroups()
            .get(group)
            .get()
            .coordinator()
            .id();
      }
    },
    COORDINATOR_OF_THE_TRANSACTIONS {
      @Override
      int node(final Admin admin) throws ExecutionException, InterruptedException {
        final List<String> ids =
            admin.listTransactions().all().get().stream()
                .map(TransactionListing::transactionalId)
                .filter(id -> id.startsWith("majorant-" + MODEL))
                .toList();
        return admin.describeTransactions(ids).all().get().values().stream()
            .map(TransactionDescription::coordinatorId)
            .findFirst()
            .orElseThrow();
      }
    },
    LEADER_OF_EXAMPLES {
      @Override
      int node(final Admin admin) throws ExecutionException, InterruptedException {
        return leader(admin, Topics.EXAMPLES);
      }
    };

    abstract int node(Admin admin) throws ExecutionException, InterruptedException;

    private static int leader(final Admin admin, final String topic)
        throws ExecutionException, InterruptedException {
      final TopicDescription described =
          admin.describeTopics(List.of(topic)).allTopicNames().get().get(topic);
      return described.partitions().get(0).leader().id();
    }
  }

  @Test
  void broker_killedOrStandingStill_isDoneWithout(@TempDir(cleanup = ON_SUCCESS) final Path dir)
      throws Exception {
    final Path spec =
        Files.writeString(
            dir.resolve("spec.yaml"),
            "{model: %s, labels: ['no', 'yes'], features: {dimension: 32}, publish: {interval: 200ms}}"
                .formatted(MODEL));
    try (BrokerCluster cluster = BrokerCluster.start(dir);
        Admin admin = Admin.create(cluster.client())) {
      await("three brokers", () -> brokers(admin) == BrokerCluster.NODES);
      TopicPlan.create(admin, PARTITIONS);
      try (LearnerProcess learner =
              new LearnerProcess(
                  dir, spec, cluster.bootstrapServers(), "1", "--value-format", "json");
          ModelSubscriber subscriber = ModelSubscriber.start(cluster.client(), MODEL);
          LineageReader reader = LineageReader.of(cluster.client());
          Stream stream = new Stream(cluster.client())) {
        final Attack attack = new Attack(cluster, admin, learner, subscriber, reader, stream);
        attack.awaitLearning();
        attack.kill(Role.LEADER_OF_THE_SUMMARIES);
        attack.kill(Role.COORDINATOR_OF_THE_GROUP);
        attack.kill(Role.COORDINATOR_OF_THE_TRANSACTIONS);
        attack.suspend(Role.LEADER_OF_EXAMPLES);
        requireExact(cluster, subscriber, stream.end());
        requireReplicated(admin);
        attack.requireHealthy();
        assertThat(learner.isAlive()).as(learner.log()).isTrue();
      }
    }
  }

  /** Produced = learned + rejected, offset by offset. */
  private static void requireExact(
      final BrokerCluster cluster, final ModelSubscriber subscriber, final long sent)
      throws Exception {
    await("all records", () -> learned(subscriber) >= sent);
    final ModelHead head = subscriber.current().orElseThrow().head();
    final Tally tally = head.getTally();
    final long garbage = (sent + GARBAGE_EACH - 1) / GARBAGE_EACH;
    assertThat(learned(subscriber)).isEqualTo(sent);
    assertThat(tally.getRecords()).isEqualTo(sent);
    assertThat(tally.getRejected()).isEqualTo(garbage);
    assertThat(tally.getExamples()).isEqualTo(sent - garbage);
    assertThat(tally.getLost()).isZero();
    try (KafkaGapLog log = new KafkaGapLog(cluster.client(), "none")) {
      final LineageCheck check = LineageCheck.of(head, log);
      assertThat(check.isVerified()).as(check.toString()).isTrue();
      assertThat(check.found()).isEqualTo(sent);
    }
  }

  /** The topics of Kafka and of Kafka Streams as well. */
  private static void requireReplicated(final Admin admin) throws Exception {
    final Collection<TopicDescription> topics = topics(admin);
    assertThat(topics)
        .extracting(TopicDescription::name)
        .contains("__consumer_offsets", "__transaction_state")
        .anyMatch(name -> name.endsWith("-changelog"));
    assertThat(topics)
        .allSatisfy(
            topic ->
                assertThat(topic.partitions())
                    .as(topic.name())
                    .allMatch(partition -> partition.replicas().size() == BrokerCluster.NODES));
  }

  private static long learned(final ModelSubscriber subscriber) {
    return subscriber
        .current()
        .map(ModelVersion::head)
        .map(ModelHead::getLineage)
        .orElse(List.of())
        .stream()
        .mapToLong(PartitionOffset::getNext)
        .sum();
  }

  private static int brokers(final Admin admin) throws ExecutionException, InterruptedException {
    return admin.describeCluster().nodes().get().size();
  }

  private static Collection<TopicDescription> topics(final Admin admin)
      throws ExecutionException, InterruptedException {
    final var all = new ListTopicsOptions().listInternal(true);
    return admin.describeTopics(admin.listTopics(all).names().get()).allTopicNames().get().values();
  }

  /** Asks until it is so; brokers that are away may refuse the question. */
  private static void await(final String what, final Callable<Boolean> condition) throws Exception {
    final long end = System.nanoTime() + PATIENCE.toNanos();
    Exception refused = null;
    while (System.nanoTime() < end) {
      try {
        if (condition.call()) {
          return;
        }
      } catch (final ExecutionException e) {
        refused = e;
      }
      Thread.sleep(50);
    }
    throw new AssertionError("no %s within %s".formatted(what, PATIENCE), refused);
  }

  /** Takes away one broker after the other, and gives it back. */
  private record Attack(
      BrokerCluster cluster,
      Admin admin,
      LearnerProcess learner,
      ModelSubscriber subscriber,
      LineageReader reader,
      Stream stream) {
    void kill(final Role role) throws Exception {
      final int node = role.node(admin);
      cluster.kill(node);
      final double seconds = awaitLearning();
      System.out.printf("%s killed: learning went on after %.1f s%n", role, seconds);
      requireMissed();
      cluster.start(node);
      awaitWhole();
    }

    void suspend(final Role role) throws Exception {
      final int node = role.node(admin);
      cluster.suspend(node);
      final List<CompletableFuture<String>> doctors =
          IntStream.range(0, 8).mapToObj(i -> CompletableFuture.supplyAsync(this::doctor)).toList();
      final double seconds = awaitLearning();
      System.out.printf("%s stood still: learning went on after %.1f s%n", role, seconds);
      requireMissed();
      for (final CompletableFuture<String> doctor : doctors) {
        assertThat(doctor.get()).contains(" answers, ");
      }
      cluster.resume(node);
      awaitWhole();
    }

    /**
     * Until what is sent from now on is learned, of every partition.
     *
     * @return how long that took, seconds
     */
    double awaitLearning() throws Exception {
      final long start = System.nanoTime();
      final long each = stream.sent() / PARTITIONS + 1;
      try {
        await("learning", () -> hasLearned(each));
      } catch (final AssertionError e) {
        throw new AssertionError(
            "%s%n%s%n%s".formatted(e.getMessage(), doctor(), learner.log()), e);
      }
      final double seconds = (System.nanoTime() - start) / 1e9;
      await("lag", () -> reader.lag(subscriber.current().orElseThrow().head()).isPresent());
      return seconds;
    }

    private boolean hasLearned(final long each) {
      final List<PartitionOffset> lineage =
          subscriber.current().map(version -> version.head().getLineage()).orElse(List.of());
      return lineage.size() == PARTITIONS
          && lineage.stream().allMatch(partition -> partition.getNext() > each);
    }

    private void requireMissed() throws Exception {
      await("replica that is missed", () -> inSync(BrokerCluster.NODES - 1));
      assertThat(doctor()).contains("has 2 of 3 replicas in sync", "start the brokers");
    }

    private void awaitWhole() throws Exception {
      await("replica that is in sync again", () -> inSync(BrokerCluster.NODES));
    }

    /**
     * Nothing is left of the attack in the end. That all replicas are in sync may be what a broker
     * that stood still remembers of the time before, and answers until it hears of the others.
     */
    void requireHealthy() throws Exception {
      await("doctor who misses no replica", () -> !doctor().contains("replicas in sync"));
      assertThat(doctor()).contains("3 brokers", "none hangs");
    }

    private boolean inSync(final int replicas) throws ExecutionException, InterruptedException {
      return topics(admin).stream()
          .flatMap(topic -> topic.partitions().stream())
          .map(TopicPartitionInfo::isr)
          .allMatch(isr -> isr.size() == replicas);
    }

    private String doctor() {
      final StringWriter out = new StringWriter();
      final PrintWriter writer = new PrintWriter(out);
      Majorant.commandLine()
          .setOut(writer)
          .setErr(writer)
          .execute("doctor", "--bootstrap-server", cluster.bootstrapServers());
      return out.toString();
    }
  }

  /** Examples at a steady rate from a thread of its own, some of which are garbage. */
  private static final class Stream implements AutoCloseable {
    private final ExampleProducer producer;
    private final Thread thread = new Thread(this::send, "stream");
    private volatile Throwable fault;
    private volatile long sent;
    private volatile boolean ended;

    Stream(final Map<String, Object> client) {
      producer = new ExampleProducer(client, Topics.EXAMPLES, RATE);
      thread.start();
    }

    /** Records so far. */
    long sent() {
      return sent;
    }

    /** Ends; all is on the topic then. */
    long end() throws InterruptedException {
      ended = true;
      thread.join(TimeUnit.MINUTES.toMillis(5));
      assertThat(fault).isNull();
      assertThat(thread.isAlive()).isFalse();
      return sent;
    }

    private void send() {
      try {
        while (!ended) {
          final String json =
              sent % GARBAGE_EACH == 0
                  ? "garbage"
                  : "{\"vector\": {\"indices\": [%d, 31]}, \"label\": \"%s\"}"
                      .formatted(sent % 31, sent % 31 < 15 ? "yes" : "no");
          producer.send(json.getBytes(StandardCharsets.UTF_8));
          sent = producer.sent();
        }
        producer.flush();
      } catch (final RuntimeException e) {
        fault = e;
      }
    }

    @Override
    public void close() {
      ended = true;
      producer.close();
    }
  }
}
