package org.majorant.ops.tools;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;

/** A real Prometheus on loopback, with a shipped configuration that is pointed elsewhere. */
final class PrometheusProcess implements AutoCloseable {
  private static final Duration START = Duration.ofSeconds(30);

  private final HttpClient http = HttpClient.newHttpClient();
  private final String url;
  private final Process process;

  /**
   * Starts it, and waits until it answers.
   *
   * @param dir for its data and log
   * @param config one of the shipped ones; it looks every second here, not every five
   * @param replacements of what the configuration says, each of which must be in it
   */
  PrometheusProcess(final Path dir, final String config, final Map<String, String> replacements)
      throws IOException, InterruptedException {
    final Tool prometheus = Tool.find("prometheus", "prometheus");
    String text = Files.readString(Shipped.PROMETHEUS.resolve(config)).replace("5s", "1s");
    for (final Map.Entry<String, String> replacement : replacements.entrySet()) {
      assertThat(text).contains(replacement.getKey());
      text = text.replace(replacement.getKey(), replacement.getValue());
    }
    final Path folder = Files.createDirectories(dir);
    Files.writeString(folder.resolve(config), text);
    for (final String rules : new String[] {"rules.yml", "alerts.yml"}) {
      Files.copy(Shipped.PROMETHEUS.resolve(rules), folder.resolve(rules));
    }
    final String address = "127.0.0.1:" + freePort();
    url = "http://" + address;
    process =
        prometheus
            .command(
                folder,
                "--config.file=" + config,
                "--storage.tsdb.path=data",
                "--web.listen-address=" + address)
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("log").toFile())
            .start();
    try {
      awaitReady(folder.resolve("log"));
    } catch (final AssertionError | IOException | InterruptedException e) {
      close();
      throw e;
    }
  }

  /** The result of an instant query: a list of labels and values. */
  JsonNode query(final String expression) throws IOException, InterruptedException {
    final String body = get("/api/v1/query?query=" + URLEncoder.encode(expression, UTF_8)).body();
    final JsonNode answer = Shipped.yaml(body);
    assertThat(answer.path("status").asText()).as("%s: %s", expression, body).isEqualTo("success");
    return answer.get("data").get("result");
  }

  /** Waits until a query has a result. */
  JsonNode await(final String expression, final Duration atMost)
      throws IOException, InterruptedException {
    final long end = System.nanoTime() + atMost.toNanos();
    JsonNode result = query(expression);
    while (result.isEmpty()) {
      assertThat(System.nanoTime()).as("no %s within %s", expression, atMost).isLessThan(end);
      Thread.sleep(100);
      result = query(expression);
    }
    return result;
  }

  @Override
  public void close() {
    process.destroyForcibly().onExit().join();
  }

  private void awaitReady(final Path log) throws IOException, InterruptedException {
    final long end = System.nanoTime() + START.toNanos();
    while (!isReady()) {
      assertThat(process.isAlive() && System.nanoTime() < end)
          .as("Prometheus answers: %s", Files.readString(log))
          .isTrue();
      Thread.sleep(100);
    }
  }

  private boolean isReady() throws InterruptedException {
    try {
      return get("/-/ready").statusCode() == 200;
    } catch (final IOException e) {
      return false;
    }
  }

  private HttpResponse<String> get(final String path) throws IOException, InterruptedException {
    return http.send(
        HttpRequest.newBuilder(URI.create(url + path)).build(), BodyHandlers.ofString());
  }

  static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
      return socket.getLocalPort();
    }
  }
}
