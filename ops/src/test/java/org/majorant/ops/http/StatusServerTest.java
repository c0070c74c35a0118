package org.majorant.ops.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayDeque;
import java.util.Base64;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.majorant.ops.data.Adult;
import org.majorant.ops.http.catalog.LoadedVersions;
import org.majorant.ops.http.catalog.ModelCatalog;
import org.majorant.ops.lineage.LineageReader;
import org.majorant.ops.read.Passes;
import org.majorant.ops.terminal.CommandFailed;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.SchemaRegistry;
import org.majorant.spec.SpecFile;
import org.majorant.store.Topics;

class StatusServerTest {
  private static final Pattern ASSET =
      Pattern.compile("(?:src|href|from|import)[= ][\"']([^\"']+\\.(?:js|css|svg|json))[\"']");

  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);

  @Test
  @Timeout(60)
  void readyz_learnerNotRunning_is503WithTheReason() throws Exception {
    try (StatusServer server = server(StatusServerTest::emptyTopic)) {
      assertThat(get(server, "/healthz").statusCode()).isEqualTo(200);
      assertThat(get(server, "/readyz").statusCode()).isEqualTo(503);

      server.watch(() -> Optional.of("Kafka Streams is REBALANCING"));
      final HttpResponse<String> response = get(server, "/readyz");
      assertThat(response.statusCode()).isEqualTo(503);
      assertThat(response.headers().firstValue("content-type")).contains("application/json");
      assertThat(response.body())
          .contains("\"ready\":false", "\"reason\":\"Kafka Streams is REBALANCING\"")
          .hasLineCount(1);

      server.watch(Optional::empty);
      awaitReady(server);
    }
  }

  /** Those of a wide model take as long as the start of its learner. */
  @Test
  @Timeout(60)
  void versions_areReadWhenTheLearnerHasBegun_notBefore() throws Exception {
    final AtomicInteger opened = new AtomicInteger();
    try (StatusServer server = server(Adult.spec(), () -> counted(opened))) {
      assertThat(get(server, "/healthz").statusCode()).isEqualTo(200);
      assertThat(get(server, "/readyz").body()).contains("the learner starts");
      assertThat(opened).hasValue(0);

      server.watch(Optional::empty);
      server.watch(Optional::empty);
      awaitReady(server);
      assertThat(opened).hasValue(1);
    }
  }

  @Test
  @Timeout(60)
  void versions_ofAWideModel_waitUntilItLearns() throws Exception {
    final AtomicInteger opened = new AtomicInteger();
    final ModelSpec wide = wide(100_000_000); // it would wait for 100 seconds
    try (StatusServer server = server(wide, () -> counted(opened))) {
      final AtomicBoolean learns = new AtomicBoolean();
      final AtomicInteger asked = new AtomicInteger();
      server.watch(
          () -> {
            asked.incrementAndGet();
            return learns.get() ? Optional.empty() : Optional.of("Kafka Streams is REBALANCING");
          });
      while (asked.get() < 3) {
        Thread.sleep(1);
      }
      assertThat(opened).hasValue(0);

      learns.set(true);
      awaitReady(server);
      assertThat(opened).hasValue(1);
    }
  }

  /** Who asks for predictions has them from the last version. */
  @Test
  @Timeout(60)
  void versions_ofALearnerThatCannotLearn_areReadInTheEnd() throws Exception {
    final AtomicInteger opened = new AtomicInteger();
    try (StatusServer server = server(wide(300_000), () -> counted(opened))) {
      server.watch(() -> Optional.of("Kafka Streams is REBALANCING"));
      while (opened.get() == 0) {
        Thread.sleep(1);
      }
    }
  }

  /** The catalog reads its topic first. */
  private static void awaitReady(final StatusServer server) throws Exception {
    while (get(server, "/readyz").statusCode() != 200) {
      Thread.sleep(1);
    }
  }

  private static Consumer<byte[], byte[]> counted(final AtomicInteger opened) {
    opened.incrementAndGet();
    return emptyTopic();
  }

  private static ModelSpec wide(final int features) {
    return SpecFile.read(
        "{model: adult, labels: [a, b], features: {dimension: %d}}".formatted(features));
  }

  /** It said ready whatever became of the thread that reads the published models. */
  @Test
  @Timeout(60)
  void readyz_modelTopicNotFollowed_is503WithTheReasonUntilItIs() throws Exception {
    final AtomicBoolean away = new AtomicBoolean(true);
    final Supplier<Consumer<byte[], byte[]>> consumers =
        () -> {
          if (away.get()) {
            throw new KafkaException("no such host");
          }
          return emptyTopic();
        };
    try (StatusServer server = server(consumers)) {
      server.watch(Optional::empty);
      HttpResponse<String> response = get(server, "/readyz");
      while (!response.body().contains("no such host")) { // before the first attempt
        Thread.sleep(1);
        response = get(server, "/readyz");
      }
      assertThat(response.statusCode()).isEqualTo(503);
      assertThat(response.body())
          .contains("\"ready\":false", "topic majorant-models has not been followed since")
          .hasLineCount(1);

      away.set(false);
      awaitReady(server);
    }
  }

  @Test
  void port_taken_saysWhichAndWhatToDo() throws Exception {
    try (StatusServer server = server(HttpAddress.loopback(0))) {
      final int port = URI.create(server.url()).getPort();
      assertThatThrownBy(() -> server(HttpAddress.loopback(port)).close())
          .isInstanceOf(CommandFailed.class)
          .hasMessage(
              "port " + port + " is taken: name another by --http-port, or 0 for any free one");
    }
  }

  @Test
  void token_asksForItEverywhereButForHealth() throws Exception {
    final HttpAddress address =
        new HttpAddress("127.0.0.1", 0, Optional.of("s3cret"), Optional.empty());
    try (StatusServer server = server(address)) {
      assertThat(get(server, "/healthz").statusCode()).isEqualTo(200);
      assertThat(get(server, "/readyz").statusCode()).isEqualTo(503);

      final HttpResponse<String> refused = get(server, "/metrics");
      assertThat(refused.statusCode()).isEqualTo(401);
      assertThat(refused.headers().firstValue("www-authenticate")).contains("Bearer");
      assertThat(refused.body()).doesNotContain("jvm_");
      assertThat(get(server, "/none").statusCode()).isEqualTo(401);
      assertThat(get(server, "/metrics", "Authorization", "Bearer other").statusCode())
          .isEqualTo(401);
      assertThat(get(server, "/metrics", "Authorization", "Bearer s3cret").body()).contains("jvm_");

      for (final String path : List.of("/", "/page.css", "/api/models", "/api/events")) {
        assertThat(get(server, path).statusCode()).as(path).isEqualTo(401);
      }
      final String basic = Base64.getEncoder().encodeToString("me:s3cret".getBytes(UTF_8));
      assertThat(refused.headers().allValues("www-authenticate"))
          .contains("Basic realm=\"majorant\"");
      assertThat(get(server, "/", "Authorization", "Basic " + basic).statusCode()).isEqualTo(200);
    }
  }

  @Test
  void address_beyondLoopback_needsAToken() {
    assertThat(new HttpAddress("localhost", 0, Optional.empty(), Optional.empty()).token())
        .isEmpty();
    assertThat(new HttpAddress("0.0.0.0", 0, Optional.of("s3cret"), Optional.empty()).host())
        .isEqualTo("0.0.0.0");
    assertThatThrownBy(() -> new HttpAddress("0.0.0.0", 0, Optional.empty(), Optional.empty()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "--http-host 0.0.0.0 is beyond loopback: name a file with a token by"
                + " --http-token-file");
  }

  /** What a browser loads, compressed as it asks for it. */
  @Test
  void page_andAllThatItNeeds_areServedInFewBytes() throws Exception {
    try (StatusServer server = server(HttpAddress.loopback(0))) {
      final Set<String> needed = new LinkedHashSet<>(List.of("/", "/api/history"));
      final Deque<String> unread = new ArrayDeque<>(List.of("/"));
      int bytes = 0;
      while (!unread.isEmpty()) {
        final String path = unread.remove();
        final Matcher names = ASSET.matcher(get(server, path).body());
        while (names.find()) {
          final String asset = URI.create(path).resolve(names.group(1)).getPath();
          if (needed.add(asset)) {
            unread.add(asset);
          }
        }
      }
      for (final String path : needed) {
        final var request =
            HttpRequest.newBuilder(URI.create(server.url() + path))
                .header("Accept-Encoding", "gzip")
                .build();
        final var response =
            HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofByteArray());
        assertThat(response.statusCode()).as(path).isEqualTo(200);
        bytes += response.body().length;
      }
      assertThat(needed).hasSizeGreaterThan(9).anyMatch(path -> path.endsWith("umd.min.js"));
      assertThat(bytes).isBetween(50_000, 150_000);
    }
  }

  private StatusServer server(final HttpAddress address) throws IOException {
    return new StatusServer(
        address, Map.of("bootstrap.servers", "127.0.0.1:1"), Adult.spec(), null, registry);
  }

  /** Of a learner whose page reads the model topic by such consumers. */
  private StatusServer server(final Supplier<Consumer<byte[], byte[]>> consumers)
      throws IOException {
    return server(Adult.spec(), consumers);
  }

  private StatusServer server(
      final ModelSpec spec, final Supplier<Consumer<byte[], byte[]>> consumers) {
    return new StatusServer(
        HttpAddress.loopback(0),
        new ModelCatalog(
            model -> true,
            spec.getModel(),
            new LoadedVersions(1 << 20, (model, place, versions) -> {}),
            SchemaRegistry.NONE,
            consumers),
        Map.of("bootstrap.servers", "127.0.0.1:1"),
        new Passes(Map.of()),
        new LatestDeadLetters(spec.getModel()::equals, Map.of("bootstrap.servers", "127.0.0.1:1")),
        LineageReader.of(Map.of("bootstrap.servers", "127.0.0.1:1")),
        "127.0.0.1:1",
        spec,
        null,
        registry);
  }

  private static Consumer<byte[], byte[]> emptyTopic() {
    final MockConsumer<byte[], byte[]> consumer = new MockConsumer<>("earliest");
    final TopicPartition partition = new TopicPartition(Topics.MODELS, 0);
    consumer.updatePartitions(
        Topics.MODELS, List.of(new PartitionInfo(Topics.MODELS, 0, null, null, null)));
    consumer.updateBeginningOffsets(Map.of(partition, 0L));
    consumer.updateEndOffsets(Map.of(partition, 0L));
    return consumer;
  }

  private static HttpResponse<String> get(
      final StatusServer server, final String path, final String... headers) throws Exception {
    final HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(server.url() + path));
    if (headers.length > 0) {
      request.headers(headers);
    }
    return HttpClient.newHttpClient().send(request.build(), HttpResponse.BodyHandlers.ofString());
  }
}
