package org.majorant.acceptance.learn;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.TopicPartition;
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
import org.majorant.ops.operate.ExampleProducer;
import org.majorant.ops.operate.TopicPlan;
import org.majorant.schema.AvroSerde;
import org.majorant.schema.LabeledExample;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.Point;
import org.majorant.schema.SchemaRegistry;
import org.majorant.schema.SparseVector;
import org.majorant.schema.Tally;
import org.majorant.spec.SpecFile;
import org.majorant.store.ModelSubscriber;
import org.majorant.store.ModelVersion;
import org.majorant.store.Topics;
import org.majorant.stream.InstanceOptions;
import org.majorant.stream.LearnerApplication;

/**
 * A schema registry that is away for longer than a transaction may last costs no record: the
 * learner stops before the first whose schema it does not know, says so, and goes on when there is
 * an answer. What the registry does not have is the record's fault.
 */
@Tag("long")
class RegistryAwayIT {
  private static final Duration PATIENCE = Duration.ofSeconds(120);
  private static final Duration OUTAGE = Duration.ofSeconds(12);
  private static final int OURS = 1;
  private static final int OTHER = 2;
  private static final int UNKNOWN = 4711;
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final ModelSpec SPEC =
      SpecFile.read(
          "{model: fruit, labels: [a, b], features: {dimension: 8}, publish: {interval: 100ms}}");

  private final MeterRegistry meters = new SimpleMeterRegistry();
  private HttpServer registry;
  private volatile boolean away;

  /** Of examples under two numbers, and what is registered besides. */
  private final List<String> schemas =
      new CopyOnWriteArrayList<>(
          List.of(
              LabeledExample.getClassSchema().toString(),
              LabeledExample.getClassSchema().toString()));

  @BeforeEach
  void startRegistry() throws IOException {
    registry = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    registry.createContext("/", this::answer);
    registry.start();
  }

  @AfterEach
  void stopRegistry() {
    registry.stop(0);
  }

  private void answer(final HttpExchange exchange) throws IOException {
    final JsonNode body = JSON.readTree(exchange.getRequestBody().readAllBytes());
    final String path = exchange.getRequestURI().getPath();
    if (away) {
      send(exchange, 503, Map.of());
    } else if (exchange.getRequestMethod().equals("POST")) {
      send(exchange, 200, Map.of("id", idOf(body.path("schema").asText())));
    } else if (number(path) <= schemas.size()) {
      send(exchange, 200, Map.of("schema", schemas.get(number(path) - 1)));
    } else {
      send(exchange, 404, Map.of("error_code", 40403, "message", "Schema not found"));
    }
  }

  private static int number(final String path) {
    return Integer.parseInt(path.substring(path.lastIndexOf('/') + 1));
  }

  private synchronized int idOf(final String schema) {
    if (!schemas.contains(schema)) {
      schemas.add(schema);
    }
    return schemas.indexOf(schema) + 1;
  }

  private static void send(
      final HttpExchange exchange, final int status, final Map<String, Object> body)
      throws IOException {
    final byte[] bytes = JSON.writeValueAsBytes(body);
    exchange.sendResponseHeaders(status, bytes.length);
    exchange.getResponseBody().write(bytes);
    exchange.close();
  }

  @Test
  @Timeout(240)
  void registry_away_costsNoRecord(@TempDir final Path dir) throws Exception {
    try (BrokerProcess broker = ShortLivedBroker.start(dir.resolve("broker"))) {
      final String url = "http://127.0.0.1:" + registry.getAddress().getPort();
      final Map<String, Object> plain = Map.of("bootstrap.servers", broker.bootstrapServers());
      final Map<String, Object> client =
          Map.of("bootstrap.servers", broker.bootstrapServers(), SchemaRegistry.URL, url);
      try (Admin admin = Admin.create(plain)) {
        TopicPlan.create(admin, 1);
        final var options = InstanceOptions.of(dir.resolve("state"), "away");
        try (ExampleProducer producer = new ExampleProducer(plain, Topics.EXAMPLES, 0);
            LearnerApplication learner = LearnerApplication.start(client, SPEC, options, meters);
            ModelSubscriber versions = ModelSubscriber.start(client, "fruit")) {
          send(producer, OURS);
          awaitRecords(versions, 20);
          away = true;
          send(producer, OTHER);
          await(() -> gauge("majorant.registry.wait.seconds") > OUTAGE.toSeconds());
          assertThat(gauge("majorant.ready")).isZero();
          assertThat(learner.obstacle().orElseThrow())
              .startsWith("it has waited for the schema registry since ")
              .contains("503");
          assertThat(deadLetters(admin)).isZero();

          away = false;
          send(producer, UNKNOWN);
          send(producer, OURS);
          final Tally tally = awaitRecords(versions, 80);
          assertThat(tally.getExamples()).isEqualTo(60);
          assertThat(tally.getRejected()).as("whose schema nobody has").isEqualTo(20);
          assertThat(tally.getLost()).isZero();
          assertThat(deadLetters(admin)).isGreaterThanOrEqualTo(20);
          await(learner::isRunning);
          assertThat(gauge("majorant.registry.wait.seconds")).isZero();
        }
      }
    }
  }

  /** What keeps an instance of a fleet from learning is told of each model that it has. */
  @Test
  @Timeout(240)
  void registry_away_isListedOfEachModelOfAFleet(@TempDir final Path dir) throws Exception {
    try (BrokerProcess broker = ShortLivedBroker.start(dir.resolve("broker"))) {
      final Map<String, Object> plain = Map.of("bootstrap.servers", broker.bootstrapServers());
      run(broker, "topics", "create");
      for (final String model : List.of("fruit", "calm")) {
        final Path file = dir.resolve(model + ".yaml");
        Files.writeString(
            file, "{model: %s, labels: [a, b], features: {dimension: 8}}".formatted(model));
        run(broker, "models", "apply", file.toString());
      }
      run(broker, "models", "pause", "calm");
      final Path config =
          Files.writeString(
              dir.resolve("config"),
              "%s=http://127.0.0.1:%d%n"
                  .formatted(SchemaRegistry.URL, registry.getAddress().getPort()));
      final String learned = "fruit, version 1 of its spec, is learned by fleet default";
      try (ExampleProducer producer = new ExampleProducer(plain, Topics.EXAMPLES, 0);
          LearnerProcess fleet =
              LearnerProcess.ofFleet(
                  Jvm.SHORT_LIVED,
                  dir,
                  broker.bootstrapServers(),
                  "one",
                  "--command-config",
                  config.toString())) {
        await(() -> isReady(fleet));
        assertThat(listed(broker, config)).contains("  " + learned);
        away = true;
        send(producer, OTHER);
        await(
            () ->
                listed(broker, config)
                    .contains(
                        learned + ", but not on one (it has waited for the schema registry since"));
        assertThat(listed(broker, config)).contains("  calm, version 1 of its spec, is paused\n");
        away = false;
        await(() -> listed(broker, config).contains("  " + learned + "\n"));
      }
    }
  }

  private static boolean isReady(final LearnerProcess fleet) throws Exception {
    final Optional<String> url = fleet.url();
    return url.isPresent()
        && HttpClient.newHttpClient()
                .send(
                    HttpRequest.newBuilder(URI.create(url.get() + "/readyz")).build(),
                    HttpResponse.BodyHandlers.discarding())
                .statusCode()
            == 200;
  }

  private static String listed(final BrokerProcess broker, final Path config) {
    return run(broker, "models", "list", "--command-config", config.toString());
  }

  private static String run(final BrokerProcess broker, final String... command) {
    return OperatorRun.of(broker, command).requireCode(0);
  }

  private static void send(final ExampleProducer producer, final int schema) throws Exception {
    for (int i = 0; i < 20; i++) {
      final Point point =
          new Point(
              new SparseVector(List.of(i % 8), List.of()), i % 2 == 0 ? "a" : "b", null, null);
      final byte[] single =
          AvroSerde.of(LabeledExample.class).encode(new LabeledExample(null, null, 1.0, point));
      producer.send(
          ByteBuffer.allocate(single.length - 5)
              .put((byte) 0)
              .putInt(schema)
              .put(single, 10, single.length - 10)
              .array());
    }
    producer.flush();
  }

  /** Of the first version that has so many records. */
  private static Tally awaitRecords(final ModelSubscriber versions, final int count)
      throws Exception {
    ModelVersion version = versions.awaitVersion(1, PATIENCE);
    while (version.head().getTally().getRecords() < count) {
      version = versions.awaitVersion(version.version() + 1, PATIENCE);
    }
    return version.head().getTally();
  }

  private double gauge(final String name) {
    return meters.get(name).gauge().value();
  }

  /** With the markers of their transactions. */
  private static long deadLetters(final Admin admin) throws Exception {
    final TopicPartition partition = new TopicPartition(Topics.DEAD_LETTERS, 0);
    return admin
        .listOffsets(Map.of(partition, OffsetSpec.latest()))
        .partitionResult(partition)
        .get()
        .offset();
  }

  private interface Condition {
    boolean holds() throws Exception;
  }

  private static void await(final Condition condition) throws Exception {
    final long end = System.nanoTime() + PATIENCE.toNanos();
    while (!condition.holds()) {
      assertThat(System.nanoTime()).isLessThan(end);
      Thread.sleep(50);
    }
  }
}
