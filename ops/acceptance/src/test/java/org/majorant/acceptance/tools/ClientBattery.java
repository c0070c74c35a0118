package org.majorant.acceptance.tools;

import static java.nio.file.StandardOpenOption.APPEND;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.TestInstance.Lifecycle.PER_CLASS;
import static org.junit.jupiter.api.io.CleanupMode.ON_SUCCESS;

import com.fasterxml.jackson.databind.JsonNode;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.net.http.HttpClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.majorant.acceptance.broker.ShortLivedBroker;
import org.majorant.demo.broker.BrokerProcess;
import org.majorant.ops.http.HttpAddress;
import org.majorant.ops.http.ServingServer;
import org.majorant.ops.operate.TopicPlan;
import org.majorant.schema.ModelSpec;
import org.majorant.spec.SpecFile;

/** What the command of each package in {@code examples} that asks a server must pass. */
@TestInstance(PER_CLASS)
abstract class ClientBattery {
  private Path dir;
  private BrokerProcess broker;
  private ServingServer server;
  private ExampleVectors vectors;

  /** Makes the package ready in a directory, or ends the tests where what it needs is missing. */
  abstract void install(Path in) throws Exception;

  /** The package's command with these options. */
  abstract ProcessBuilder command(Path in, List<String> options);

  @BeforeAll
  void start(@TempDir(cleanup = ON_SUCCESS) final Path in) throws Exception {
    dir = in;
    install(dir);
    vectors = ExampleVectors.read();
    broker = ShortLivedBroker.start(dir.resolve("broker"));
    final Map<String, Object> client = Map.of("bootstrap.servers", broker.bootstrapServers());
    try (Admin admin = Admin.create(client)) {
      TopicPlan.create(admin, 1);
    }
    final RandomModels models = new RandomModels(broker.bootstrapServers());
    vectors.models().forEach(spec -> models.publish(spec, 1));
    models.publish(
        SpecFile.read(
            "{model: shop, labels: [a, b], columns: {decimal: {price: comma}},"
                + " features: {hash-bits: 10}}"),
        1);
    server =
        new ServingServer(
            HttpAddress.loopback(0),
            client,
            model -> true,
            64 << 20,
            new PrometheusMeterRegistry(PrometheusConfig.DEFAULT),
            null);
    final HttpClient http = HttpClient.newHttpClient();
    for (final ModelSpec spec : vectors.models()) {
      ServedModel.await(http, server.url(), spec.getModel());
    }
    ServedModel.await(http, server.url(), "shop");
  }

  @AfterAll
  void stop() {
    if (server != null) {
      server.close();
    }
    if (broker != null) {
      broker.close();
    }
  }

  /** Lines that Java refuses are named, and those after them predicted. The first is no UTF-8. */
  @Test
  void vectors_arePredictedOrRefused() throws Exception {
    for (final ModelSpec spec : vectors.models()) {
      final Path input =
          Files.write(dir.resolve("in.jsonl"), new byte[] {(byte) 0xff, '{', (byte) 0xc3, '\n'});
      Files.write(input, vectors.of(spec).stream().map(ExampleVectors.Line::text).toList(), APPEND);
      final Answer answer = run(input, spec.getModel());
      assertThat(answer.status()).as("%s", answer).isEqualTo(1);
      assertThat(answer.err().get(0)).startsWith("line 1: ");
      vectors.assertAnswers(
          spec, 2, answer.out(), answer.err().subList(1, answer.err().size()), "line %d: .*");
    }
  }

  @Test
  void version_andExplanation_areAskedFor() throws Exception {
    final Path input =
        Files.writeString(dir.resolve("one.jsonl"), "{\"features\": {\"größe\": 1.5}}\n");
    final Answer explained = run(input, "listed", "--version", "1", "--explain", "1");
    assertThat(explained.status()).as("%s", explained).isZero();
    assertThat(Shipped.yaml(explained.out().get(0)).at("/explain/0/features/0/name").asText())
        .isEqualTo("größe");
    final Answer missing = run(input, "listed", "--version", "7");
    assertThat(missing.status()).isEqualTo(1);
    assertThat(missing.err()).singleElement().asString().contains(server.url(), "7");
  }

  /** As a CSV's row is: a row and its features are predicted alike, and what it lacks is told. */
  @Test
  void row_isReadByTheColumnsOfTheSpec() throws Exception {
    final Path input =
        Files.writeString(
            dir.resolve("rows.jsonl"),
            """
            {"row": {"price": "€ 1.234,50", "plan": "gold", "odd": 1}}
            {"features": {"price": 1234.5, "plan": "gold", "odd": 1}}
            {"row": {"plan": "gold"}}
            """);
    final Answer answer = run(input, "shop");
    assertThat(answer.status()).as("%s", answer).isZero();
    final List<JsonNode> said = new ArrayList<>();
    for (final String line : answer.out()) {
      said.add(Shipped.yaml(line));
    }
    assertThat(said).hasSize(3);
    assertThat(said.get(0).get("probabilities")).isEqualTo(said.get(1).get("probabilities"));
    assertThat(said.get(2).get("missing").toString()).isEqualTo("[\"price\"]");
  }

  @Test
  void serverThatIsAway_isNamedInOneLine() throws Exception {
    final Path input = Files.writeString(dir.resolve("away.jsonl"), "{}\n{}\n");
    final String url = "http://127.0.0.1:" + ServerProcess.freePort();
    final Answer answer = run(url, input, "listed");
    assertThat(answer.status()).isEqualTo(1);
    assertThat(answer.err()).singleElement().asString().startsWith(url + ": ");
  }

  /**
   * How a command has ended.
   *
   * @param out lines of its standard output
   * @param err lines of its standard error
   */
  private record Answer(int status, List<String> out, List<String> err) {}

  private Answer run(final Path input, final String model, final String... options)
      throws Exception {
    return run(server.url(), input, model, options);
  }

  private Answer run(
      final String url, final Path input, final String model, final String... options)
      throws Exception {
    final List<String> all = new ArrayList<>(List.of("--url", url, "--model", model));
    all.addAll(List.of(options));
    final Path out = dir.resolve("out");
    final Path err = dir.resolve("err");
    final Process process =
        command(dir, all)
            .redirectInput(input.toFile())
            .redirectOutput(out.toFile())
            .redirectError(err.toFile())
            .start();
    return new Answer(process.waitFor(), Files.readAllLines(out), Files.readAllLines(err));
  }
}
