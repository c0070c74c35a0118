package org.majorant.schema;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.avro.Schema;
import org.apache.kafka.common.errors.SerializationException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is asked of a registry, and what is made of its answers. */
class RestRegistryTest {
  private static final Schema SCHEMA = ModelBlock.getClassSchema();

  private final List<String> asked = Collections.synchronizedList(new ArrayList<>());
  private final Deque<Answer> answers = new ArrayDeque<>();
  private final AtomicLong nanos = new AtomicLong(-5);
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private HttpServer server;
  private RestRegistry registry;

  private record Answer(int status, String body) {}

  @BeforeEach
  void start() throws IOException {
    final var address = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    server = HttpServer.create(address, 0);
    server.createContext("/", this::answer);
    server.setExecutor(threads);
    server.start();
    registry = registry("me:secret");
  }

  @AfterEach
  void stop() {
    server.stop(0);
    threads.shutdownNow();
  }

  private RestRegistry registry(final String userInfo) {
    return registry(userInfo, Duration.ofMillis(500));
  }

  private RestRegistry registry(final String userInfo, final Duration patience) {
    final URI url = URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/v7");
    return new RestRegistry(url, userInfo, patience, nanos::get);
  }

  private void answer(final HttpExchange exchange) throws IOException {
    final String body = new String(exchange.getRequestBody().readAllBytes(), UTF_8);
    asked.add(
        "%s %s %s %s"
            .formatted(
                exchange.getRequestMethod(),
                exchange.getRequestURI(),
                exchange.getRequestHeaders().getFirst("Authorization"),
                body)
            .strip());
    final Answer answer = answers.size() > 1 ? answers.remove() : answers.element();
    final byte[] bytes = answer.body.getBytes(UTF_8);
    exchange.sendResponseHeaders(answer.status, bytes.length == 0 ? -1 : bytes.length);
    exchange.getResponseBody().write(bytes);
    exchange.close();
  }

  @Test
  void schema_isAskedForOnce() {
    answers.add(new Answer(200, "{\"schema\": \"\\\"string\\\"\"}"));
    assertThat(registry.schema(7)).isEqualTo(Schema.create(Schema.Type.STRING));
    assertThat(registry.schema(7)).isEqualTo(Schema.create(Schema.Type.STRING));
    assertThat(asked).containsExactly("GET /v7/schemas/ids/7 Basic bWU6c2VjcmV0");
  }

  @Test
  void schema_thatIsThereInAMoment_isWaitedFor() {
    answers.add(new Answer(404, "{\"message\": \"Schema 7 not found.\"}"));
    answers.add(new Answer(503, ""));
    answers.add(new Answer(200, "{\"schema\": \"\\\"int\\\"\"}"));
    final RestRegistry patient = registry(null, Duration.ofMinutes(1)); // on a busy machine, too
    assertThat(patient.schema(7)).isEqualTo(Schema.create(Schema.Type.INT));
  }

  @Test
  void schema_unknown_saysSoInALine_andIsAskedForAgainNextTime() {
    answers.add(new Answer(404, "{\"message\": \"Schema 7 not\\n found.\"}"));
    assertThatThrownBy(() -> registry.schema(7))
        .isInstanceOf(RegistryException.class)
        .hasMessageEndingWith("/v7 does not tell schema 7: 404 Schema 7 not found.");
    answers.clear();
    answers.add(new Answer(200, "{\"schema\": \"\\\"int\\\"\"}"));
    assertThat(registry.schema(7)).isEqualTo(Schema.create(Schema.Type.INT));
  }

  /** Anybody can write a record with any number. */
  @Test
  void schema_thatTheRegistrySaysItDoesNotHave_isTheRecordsFault_andManyAreNotWaitedFor() {
    answers.add(new Answer(404, "{\"error_code\": 40403, \"message\": \"Schema not found\"}"));
    assertThatThrownBy(() -> registry.schema(7))
        .isInstanceOf(SerializationException.class)
        .hasMessageContaining("/v7 does not have schema 7: register it");
    final int waited = asked.size();
    assertThat(waited).as("it was asked again for a while").isGreaterThan(1);
    for (int id = 100; id < 150; id++) {
      final int unknown = id;
      assertThatThrownBy(() -> registry.schema(unknown)).isInstanceOf(SerializationException.class);
    }
    assertThat(asked).hasSize(waited + 50);
  }

  /** It was once asked for at each record: 22 records a second. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"error_code\": 40403, \"message\": \"Schema not found\"}",
        "{\"schemaType\": \"JSON\", \"schema\": \"{}\"}"
      })
  void schema_refused_isAskedForAgainOnlyWhenTheRefusalHasEnded_andLoggedOnce(final String body) {
    answers.add(new Answer(body.contains("error_code") ? 404 : 200, body));
    try (LogRecorder log = new LogRecorder(RefusedSchemas.class)) {
      final Throwable first = catchThrowable(() -> registry.schema(7));
      final int waited = asked.size();
      for (int record = 0; record < 2000; record++) {
        assertThatThrownBy(() -> registry.schema(7))
            .isInstanceOf(SerializationException.class)
            .hasMessage(first.getMessage());
      }
      assertThat(asked).hasSize(waited);

      nanos.addAndGet(RefusedSchemas.HOLDS.toNanos());
      assertThatThrownBy(() -> registry.schema(7)).hasMessage(first.getMessage());
      assertThat(asked).as("once, without a wait").hasSize(waited + 1);
      assertThat(log.messages())
          .containsExactly("records of schema 7 go to the dead letters: " + first.getMessage());
    }
    nanos.addAndGet(RefusedSchemas.HOLDS.toNanos());
    answers.clear();
    answers.add(new Answer(200, "{\"schema\": \"\\\"int\\\"\"}"));
    assertThat(registry.schema(7)).as("registered").isEqualTo(Schema.create(Schema.Type.INT));
  }

  /** Both numbers fall into one bin of a map; no lock is held while one of them is asked for. */
  @Test
  @Timeout(60)
  void schema_whileAnotherIsAskedFor_isAskedForAtOnce() throws Exception {
    answers.add(new Answer(200, "{\"schema\": \"\\\"int\\\"\"}"));
    final CountDownLatch held = new CountDownLatch(1);
    server.createContext(
        "/v7/schemas/ids/7",
        exchange -> {
          try {
            held.await();
          } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
          }
          answer(exchange);
        });
    final Future<Schema> slow = threads.submit(() -> registry.schema(7));
    final Future<Schema> quick =
        threads.submit(
            () -> {
              Thread.sleep(200); // the other has been sent
              return registry.schema(7 + (1 << 10));
            });

    assertThat(quick.get(4, TimeUnit.SECONDS)).isEqualTo(Schema.create(Schema.Type.INT));
    assertThat(slow).isNotDone();
    held.countDown();
    assertThat(slow.get()).isEqualTo(Schema.create(Schema.Type.INT));
  }

  @Test
  void schema_thatRefersToOthers_isWhole() {
    answers.add(
        new Answer(
            200,
            """
            {"references": [{"name": "n.A", "subject": "n.A", "version": 2},
                            {"name": "n.B", "subject": "b", "version": 1}],
             "schema": "{\\"type\\": \\"array\\", \\"items\\": [\\"n.A\\", \\"n.B\\"]}"}
            """));
    answers.add(
        new Answer(
            200,
            """
            {"references": [{"name": "n.B", "subject": "b", "version": 1}], "schema":
             "{\\"type\\": \\"record\\", \\"name\\": \\"n.A\\",
               \\"fields\\": [{\\"name\\": \\"b\\", \\"type\\": \\"n.B\\"}]}"}
            """
                .replaceAll(",\\n\\s*", ", ")));
    answers.add(
        new Answer(
            200,
            "{\"schema\": \"{\\\"type\\\": \\\"record\\\","
                + " \\\"name\\\": \\\"n.B\\\", \\\"fields\\\": []}\"}"));
    final Schema schema = registry.schema(7);
    assertThat(schema.getElementType().getTypes().get(0).getField("b").schema().getFullName())
        .isEqualTo("n.B");
    assertThat(asked)
        .extracting(call -> call.split(" ")[1])
        .containsExactly(
            "/v7/schemas/ids/7", "/v7/subjects/n.A/versions/2", "/v7/subjects/b/versions/1");
  }

  @Test
  void schema_thatIsNotAvro_isTheRecordsFault() {
    answers.add(new Answer(200, "{\"schemaType\": \"JSON\", \"schema\": \"{}\"}"));
    assertThatThrownBy(() -> registry.schema(7)).isInstanceOf(SerializationException.class);
  }

  @Test
  void register_sendsTheSchemaOnce() {
    answers.add(new Answer(200, "{\"id\": 12}"));
    assertThat(registry(null).register("a b-X", SCHEMA)).isEqualTo(12);
    assertThat(registry.register("a b-X", SCHEMA)).isEqualTo(12);
    assertThat(registry.register("a b-X", SCHEMA)).isEqualTo(12);
    assertThat(asked).hasSize(2);
    assertThat(asked.get(0)).startsWith("POST /v7/subjects/a+b-X/versions null {\"schema\":\"{");
  }

  @Test
  void register_incompatible_saysSoInALineAtOnce() {
    answers.add(new Answer(409, "{\"error_code\": 409, \"message\": \"x at /fields/0\"}"));
    assertThatThrownBy(() -> registry.register("s", SCHEMA))
        .isInstanceOf(RegistryException.class)
        .hasMessageEndingWith("does not take ModelBlock for subject s: 409 x at /fields/0");
    assertThat(asked).hasSize(1);
  }

  @Test
  void whatIsNoRegistry_isSaidInALine() {
    answers.add(new Answer(200, "<html>"));
    assertThat(catchThrowable(() -> registry.schema(1)))
        .isInstanceOf(RegistryException.class)
        .hasMessageEndingWith("/v7 is no schema registry");
    server.stop(0);
    assertThat(catchThrowable(() -> registry.schema(1)))
        .isInstanceOf(RegistryException.class)
        .hasMessageMatching("no schema registry answers at http://127.0.0.1:\\d+/v7 .*");
  }

  @ParameterizedTest
  @ValueSource(strings = {"localhost:8081", "kafka://x", "http:", "http://a b", ""})
  void url_thatIsNone_isRefused(final String url) {
    assertThatThrownBy(() -> SchemaRegistry.of(Map.of(SchemaRegistry.URL, url)))
        .isInstanceOf(RegistryException.class)
        .hasMessageStartingWith("no address of a schema registry: '" + url + "'");
  }

  @Test
  void noUrl_isNoRegistry() {
    assertThat(SchemaRegistry.of(Map.of())).isSameAs(SchemaRegistry.NONE);
  }
}
