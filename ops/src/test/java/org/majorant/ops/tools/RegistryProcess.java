package org.majorant.ops.tools;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;

/** A real Apicurio registry on loopback, as the build has unpacked it, that Compose configures. */
final class RegistryProcess implements AutoCloseable {
  private static final Path APP = Path.of("target/apicurio/quarkus-run.jar").toAbsolutePath();
  private static final int JAVA = 21;
  private static final Duration START = Duration.ofSeconds(180);

  private final HttpClient http = HttpClient.newHttpClient();
  private final String url;
  private final Process process;

  /**
   * Starts it, and waits until it answers; ends the test where no Java is new enough.
   *
   * @param dir for its log
   * @param bootstrapServers of the Kafka that keeps its schemas
   */
  RegistryProcess(final Path dir, final String bootstrapServers)
      throws IOException, InterruptedException {
    final int port = PrometheusProcess.freePort();
    url = "http://127.0.0.1:" + port;
    final ProcessBuilder builder =
        new ProcessBuilder(
                Jdk.newest(JAVA).java().toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Dquarkus.http.host=127.0.0.1",
                "-Dquarkus.http.port=" + port,
                "-Dquarkus.management.host=127.0.0.1",
                "-Dquarkus.management.port=0",
                "-jar",
                APP.toString())
            .directory(dir.toFile())
            .redirectErrorStream(true)
            .redirectOutput(dir.resolve("registry.log").toFile());
    builder.environment().putAll(environment(bootstrapServers));
    process = builder.start();
    try {
      awaitReady(dir.resolve("registry.log"));
    } catch (final AssertionError | IOException | InterruptedException e) {
      close();
      throw e;
    }
  }

  /** What docker-compose.yml sets, too. */
  static Map<String, String> environment(final String bootstrapServers) {
    return Map.of(
        "APICURIO_STORAGE_KIND",
        "kafkasql",
        "APICURIO_KAFKASQL_BOOTSTRAP_SERVERS",
        bootstrapServers);
  }

  /** As its own clients name it. */
  String nativeUrl() {
    return url + "/apis/registry/v3";
  }

  /** As Confluent's clients name it. */
  String confluentUrl() {
    return url + "/apis/ccompat/v7";
  }

  /** Sends a JSON body to the Confluent-compatible API. */
  void send(final String method, final String path, final String json)
      throws IOException, InterruptedException {
    final HttpRequest request =
        HttpRequest.newBuilder(URI.create(confluentUrl() + path))
            .header("Content-Type", "application/vnd.schemaregistry.v1+json")
            .method(method, BodyPublishers.ofString(json))
            .build();
    final HttpResponse<String> answer = http.send(request, BodyHandlers.ofString());
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
  }

  @Override
  public void close() {
    process.destroyForcibly().onExit().join();
  }

  private void awaitReady(final Path log) throws IOException, InterruptedException {
    final long end = System.nanoTime() + START.toNanos();
    while (!isReady()) {
      assertThat(process.isAlive() && System.nanoTime() < end)
          .as("the registry answers: %s", Files.readString(log))
          .isTrue();
      Thread.sleep(200);
    }
  }

  private boolean isReady() throws InterruptedException {
    try {
      final HttpRequest request =
          HttpRequest.newBuilder(URI.create(confluentUrl() + "/subjects")).build();
      return http.send(request, BodyHandlers.ofString()).statusCode() == 200;
    } catch (final IOException e) {
      return false;
    }
  }
}
