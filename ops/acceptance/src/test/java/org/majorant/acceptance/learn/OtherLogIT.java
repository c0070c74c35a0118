package org.majorant.acceptance.learn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.io.CleanupMode.ON_SUCCESS;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewPartitions;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TopicExistsException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.majorant.acceptance.broker.ShortLivedBroker;
import org.majorant.demo.broker.BrokerProcess;
import org.majorant.ops.Majorant;
import org.majorant.ops.operate.TopicPlan;
import org.majorant.schema.ModelHead;
import org.majorant.schema.PartitionOffset;
import org.majorant.store.ModelSubscriber;
import org.majorant.store.Topics;

/**
 * The topic of a learner becomes another one under the same name, is not where the learner's group
 * says, or gets more partitions. Whatever a version has learned was read from the topic that it
 * names, from its begin on.
 */
@Tag("long")
class OtherLogIT {
  private static final Duration PATIENCE = Duration.ofSeconds(120);
  private static final Duration SEEN_WITHIN = Duration.ofSeconds(30);

  @TempDir(cleanup = ON_SUCCESS)
  private Path dir;

  private BrokerProcess broker;
  private Map<String, Object> client;
  private Admin admin;
  private LearnerProcess learner; // null: not started

  @BeforeEach
  void start() throws Exception {
    broker = ShortLivedBroker.start(dir.resolve("broker"));
    client = Map.of("bootstrap.servers", broker.bootstrapServers());
    admin = Admin.create(client);
    TopicPlan.create(admin, 1);
  }

  @AfterEach
  void stop() {
    if (learner != null) {
      learner.close();
    }
    admin.close();
    broker.close();
  }

  @Test
  void topicMadeAgain_isLearnedOnlyWhenItIsAccepted() throws Exception {
    learn();
    try (ModelSubscriber subscriber = ModelSubscriber.start(client, "m")) {
      produce(0, 100);
      final ModelHead first = await(subscriber, Map.of(0, 100L));
      assertThat(first.getLog().getEpoch()).isZero();

      learner.stop();
      makeAgain();
      produce(0, 50);
      learner.start();
      requireStopped();
      assertThat(run("models lineage m --verify")).contains("made again since");
      assertThat(run("doctor")).contains("input of m", "models accept-recreated m --bootstrap");
      assertThat(run("models accept-recreated m")).contains("add --yes");
      accept();
      final ModelHead second = await(subscriber, Map.of(0, 50L));
      assertThat(second.getLog().getEpoch()).isEqualTo(1);
      assertThat(second.getLog().getTopic()).isNotEqualTo(first.getLog().getTopic());
      assertThat(second.getTally().getExamples()).isEqualTo(150);
      assertThat(run("models lineage m --verify")).contains("has 50 before its offsets");
      assertThat(run("models lineage m"))
          .contains(
              second.getLog().getTopic() + ", in epoch 1 of the lineage",
              "150 offsets: 150 records, 0 lost, 0 without a record");
      final String[] log = {"\"topicId\":\"" + second.getLog().getTopic() + "\"", "\"epoch\":1"};
      assertThat(run("models lineage m --json"))
          .startsWith("{\"lineage\":{\"0\":50}")
          .contains(log);
      assertThat(run("models show m --json")).contains(log);
      assertThat(run("models show m")).contains(second.getLog().getTopic() + ", in epoch 1");

      assertThat(run("models replay m --to-version " + second.getVersion())).contains("identical");

      // while it runs; the new topic soon has the offsets at which the learner would go on
      makeAgain();
      produce(0, 120);
      requireStopped();
      produce(0, 10);
      accept();
      ModelHead head = second;
      while (head.getLog().getEpoch() == 1) {
        assertThat(head.getLineage()).isEqualTo(lineage(Map.of(0, 50L)));
        head = subscriber.awaitVersion(head.getVersion() + 1, PATIENCE).head();
      }
      final ModelHead third = await(subscriber, Map.of(0, 130L));
      assertThat(third.getTally().getExamples()).isEqualTo(280);
      assertThat(get("/metrics")).contains("majorant_input_recreated{model=\"m\"} 0");
      assertThat(run("models accept-recreated m")).contains("is the topic that m has learned from");
      assertThat(run("models accept-loss m")).contains("No partition of m has a gap");
    }
  }

  @Test
  void partitionsAdded_areLearned_andTheOldOnesGoOn() throws Exception {
    learn();
    try (ModelSubscriber subscriber = ModelSubscriber.start(client, "m")) {
      produce(0, 100);
      await(subscriber, Map.of(0, 100L));
      final long begin = System.nanoTime();
      addPartitions(3);
      produce(0, 10);
      await(subscriber, Map.of(0, 110L));
      produce(1, 20);
      produce(2, 30);
      await(subscriber, Map.of(0, 110L, 1, 20L, 2, 30L));
      assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(SEEN_WITHIN);
      assertThat(learner.log()).contains("examples has 3 partitions now, and had 1");
      assertThat(learner.isAlive()).isTrue();

      learner.stop();
      addPartitions(4);
      assertThat(run("doctor")).contains("topics expand m --bootstrap");
      produce(3, 40);
      learner.start();
      await(subscriber, Map.of(0, 110L, 1, 20L, 2, 30L, 3, 40L));
      assertThat(run("doctor")).contains("examples is what it has learned from");
    }
  }

  @Test
  void newModel_beginsWhereItsTopicDoes_whateverItsGroupHas() throws Exception {
    produce(0, 300);
    admin
        .alterConsumerGroupOffsets(
            "majorant-m",
            Map.of(new TopicPartition(Topics.EXAMPLES, 0), new OffsetAndMetadata(200)))
        .all()
        .get();
    learn();
    try (ModelSubscriber subscriber = ModelSubscriber.start(client, "m")) {
      final ModelHead head = await(subscriber, Map.of(0, 300L));
      assertThat(head.getTally().getExamples()).isEqualTo(300);
      assertThat(head.getTally().getLost()).isZero();
    }
  }

  private void learn() throws IOException {
    final Path spec =
        Files.writeString(
            dir.resolve("spec.yaml"),
            "{model: m, labels: ['no', 'yes'], features: {dimension: 4},"
                + " publish: {interval: 100ms}}");
    learner =
        new LearnerProcess(dir, spec, broker.bootstrapServers(), "1", "--value-format", "json");
  }

  private void makeAgain() throws Exception {
    admin.deleteTopics(List.of(Topics.EXAMPLES)).all().get();
    until(
        () -> {
          try {
            admin.createTopics(List.of(new NewTopic(Topics.EXAMPLES, 1, (short) 1))).all().get();
            return true;
          } catch (final ExecutionException e) {
            assertThat(e.getCause()).isInstanceOf(TopicExistsException.class);
            return false;
          }
        });
  }

  private void addPartitions(final int all) throws Exception {
    admin.createPartitions(Map.of(Topics.EXAMPLES, NewPartitions.increaseTo(all))).all().get();
  }

  private void produce(final int partition, final int count) throws Exception {
    final ByteArraySerializer bytes = new ByteArraySerializer();
    try (KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(client, bytes, bytes)) {
      for (int i = 0; i < count; i++) {
        final byte[] json =
            "{\"vector\": {\"indices\": [%d]}, \"label\": \"%s\"}"
                .formatted(i % 3, i % 2 == 0 ? "no" : "yes")
                .getBytes(StandardCharsets.UTF_8);
        producer.send(new ProducerRecord<>(Topics.EXAMPLES, partition, null, json));
      }
    }
  }

  /** It runs, and says in one line what to do: in its log, to probes and to Prometheus. */
  private void requireStopped() throws Exception {
    until(() -> learner.url().isPresent() && get("/readyz").contains("accept-recreated m"));
    assertThat(get("/metrics"))
        .contains("majorant_input_recreated{model=\"m\"} 1", "majorant_ready{model=\"m\"} 0");
    assertThat(learner.log()).contains("m has stopped: topic examples");
    assertThat(learner.isAlive()).isTrue();
  }

  /** The learner leaves its group within its session. */
  private void accept() throws Exception {
    until(() -> !run("models accept-recreated m --yes").contains("has members"));
  }

  private String get(final String path) throws Exception {
    final URI address = URI.create(learner.url().orElseThrow().replaceFirst("/$", "") + path);
    try {
      return HttpClient.newHttpClient()
          .send(HttpRequest.newBuilder(address).build(), HttpResponse.BodyHandlers.ofString())
          .body();
    } catch (final ConnectException e) {
      return ""; // it was stopped, and has not said yet where it answers now
    }
  }

  private static void until(final Callable<Boolean> condition) throws Exception {
    final long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (!condition.call()) {
      assertThat(System.nanoTime()).isLessThan(deadline);
      Thread.sleep(100);
    }
  }

  private ModelHead await(final ModelSubscriber subscriber, final Map<Integer, Long> lineage)
      throws Exception {
    ModelHead head = subscriber.awaitVersion(1, PATIENCE).head();
    while (!head.getLineage().equals(lineage(lineage))) {
      try {
        head = subscriber.awaitVersion(head.getVersion() + 1, PATIENCE).head();
      } catch (final RuntimeException e) {
        throw new AssertionError(learner.log(), e);
      }
    }
    return head;
  }

  private static List<PartitionOffset> lineage(final Map<Integer, Long> offsets) {
    final List<PartitionOffset> lineage = new ArrayList<>();
    offsets.keySet().stream()
        .sorted()
        .forEach(partition -> lineage.add(new PartitionOffset(partition, offsets.get(partition))));
    return lineage;
  }

  private String run(final String command) {
    final StringWriter out = new StringWriter();
    final PrintWriter writer = new PrintWriter(out);
    final List<String> line =
        List.of((command + " --bootstrap-server " + broker.bootstrapServers()).split(" "));
    Majorant.commandLine().setOut(writer).setErr(writer).execute(line.toArray(String[]::new));
    return out.toString();
  }
}
