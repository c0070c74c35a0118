package org.majorant.acceptance.tools;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;

/** A real Prometheus on loopback, with a shipped configuration that is pointed elsewhere. */
final class PrometheusProcess implements AutoCloseable {
  private static final Duration START = Duration.ofSeconds(30);

  private final String url;
  private final ServerProcess server;

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
    final String address = "127.0.0.1:" + ServerProcess.freePort();
    url = "http://" + address;
    server =
        new ServerProcess(
            prometheus.command(
                folder,
                "--config.file=" + config,
                "--storage.tsdb.path=data",
                "--web.listen-address=" + address),
            folder.resolve("log"),
            URI.create(url + "/-/ready"),
            START);
  }

  URI url() {
    return URI.create(url);
  }

  /** The result of an instant query: a list of labels and values. */
  JsonNode query(final String expression) throws IOException, InterruptedException {
    final String query = "/api/v1/query?query=" + URLEncoder.encode(expression, UTF_8);
    final String body = server.get(URI.create(url + query)).body();
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
    server.close();
  }
}
