package org.majorant.acceptance.soak;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.apache.kafka.clients.admin.Admin;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.majorant.acceptance.broker.ShortLivedBroker;
import org.majorant.acceptance.learn.LearnerProcess;
import org.majorant.demo.broker.BrokerProcess;
import org.majorant.ops.Published;
import org.majorant.ops.data.Adult;
import org.majorant.ops.operate.ExampleProducer;
import org.majorant.ops.operate.TopicPlan;
import org.majorant.schema.ModelSpec;
import org.majorant.spec.SpecFile;
import org.majorant.store.ModelPublisher;
import org.majorant.store.ModelSubscriber;
import org.majorant.store.Topics;

/**
 * Nobody else's model ends a learner, and neither do requests: a learner of Adult has the heap that
 * OPERATIONS.md says is enough, beside models of a million features each, at which strangers look.
 */
@Tag("soak")
class NeighboursSoak {
  private static final int WIDE = 14;
  private static final int FEATURES = 1_000_000;
  private static final int AT_ONCE = 12;
  private static final int REQUESTS = 200;
  private static final List<String> PATHS =
      List.of(
          "/api/models",
          "/api/models/wide%d",
          "/api/models/wide%d/weights",
          "/api/models/wide%d/weights?label=a",
          "/api/models/wide%d/mistakes",
          "/api/models/wide%d/versions/1",
          "/api/models/wide%d/versions/1/file",
          "/api/models/wide%d/changes?from=1&to=1",
          "/api/models/adult/weights",
          "/api/history?model=wide%d",
          "/metrics",
          "/");

  private final HttpClient http = HttpClient.newHttpClient();

  @Test
  @Timeout(300)
  void modelsOfOthers_andManyRequests_endNoLearner(@TempDir final Path dir) throws Exception {
    try (BrokerProcess broker = ShortLivedBroker.start(dir.resolve("broker"))) {
      final Map<String, Object> client = Map.of("bootstrap.servers", broker.bootstrapServers());
      try (Admin admin = Admin.create(client)) {
        TopicPlan.create(admin, 1);
      }
      publishWide(client);
      final List<byte[]> examples = Adult.train().subList(0, 10_000);
      final Path spec = Files.writeString(dir.resolve("adult.yaml"), SpecFile.write(Adult.spec()));
      try (LearnerProcess learner =
              new LearnerProcess(
                  List.of("-XX:+UseSerialGC", "-Xmx256m"),
                  dir,
                  spec,
                  broker.bootstrapServers(),
                  "alone");
          ModelSubscriber subscriber = ModelSubscriber.start(client, Adult.spec().getModel())) {
        send(client, examples.subList(0, 5_000));
        await(learner, subscriber, 5_000);
        final Map<Integer, Integer> answers = ask(learner.url().orElseThrow());
        assertThat(learner.isAlive()).as(learner.log()).isTrue();
        assertThat(answers.keySet()).as(learner.log()).isSubsetOf(200, 404, 503);
        assertThat(answers.get(200)).isGreaterThan(REQUESTS / 3); // more than half take no turn
        send(client, examples.subList(5_000, 10_000));
        await(learner, subscriber, 10_000);
        assertThat(learner.log()).doesNotContain("OutOfMemoryError");
      }
    }
  }

  private static void publishWide(final Map<String, Object> client) {
    final double[] weights = new Random(1).doubles(FEATURES + 1).toArray();
    for (int i = 0; i < WIDE; i++) {
      final ModelSpec spec =
          SpecFile.read(
              "{model: wide%d, labels: [a, b], features: {dimension: %d},".formatted(i, FEATURES)
                  + " curvature: {memory: diagonal}}");
      final var model = Published.model(spec, 1, weights);
      ModelPublisher.publish(client, Published.version(model).head(), model);
    }
  }

  private static void send(final Map<String, Object> client, final List<byte[]> examples) {
    try (ExampleProducer producer = new ExampleProducer(client, Topics.EXAMPLES, 0)) {
      examples.forEach(producer::send);
      producer.flush();
    }
  }

  private static void await(
      final LearnerProcess learner, final ModelSubscriber subscriber, final long examples)
      throws Exception {
    while (subscriber.awaitVersion(1, Duration.ofSeconds(60)).head().getTally().getExamples()
        < examples) {
      assertThat(learner.isAlive()).as(learner.log()).isTrue();
      Thread.sleep(100);
    }
  }

  /** How often each status was answered. */
  private Map<Integer, Integer> ask(final String url) throws Exception {
    final Map<Integer, Integer> answers = new ConcurrentHashMap<>();
    final Random random = new Random(7);
    final ExecutorService strangers = Executors.newFixedThreadPool(AT_ONCE);
    try {
      final List<CompletableFuture<Void>> asked = new ArrayList<>();
      for (int i = 0; i < REQUESTS; i++) {
        final String path = PATHS.get(random.nextInt(PATHS.size())).formatted(random.nextInt(WIDE));
        asked.add(
            CompletableFuture.runAsync(
                () -> answers.merge(status(url + path), 1, Integer::sum), strangers));
      }
      CompletableFuture.allOf(asked.toArray(CompletableFuture[]::new)).join();
    } finally {
      strangers.shutdownNow();
    }
    return new TreeMap<>(answers);
  }

  private int status(final String url) {
    try {
      return http.send(HttpRequest.newBuilder(URI.create(url)).build(), BodyHandlers.discarding())
          .statusCode();
    } catch (final Exception e) {
      throw new AssertionError(url, e);
    }
  }
}
