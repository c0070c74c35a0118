package org.majorant.acceptance.tools;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.majorant.acceptance.Jvm;

/** A real Apicurio registry on loopback, as the build has unpacked it, that Compose configures. */
final class RegistryProcess implements AutoCloseable {
  private static final Path APP = Path.of("target/apicurio/quarkus-run.jar").toAbsolutePath();
  private static final int JAVA = 21;
  private static final Duration START = Duration.ofSeconds(180);

  private final String url;
  private final ServerProcess server;

  /**
   * Starts it, and waits until it answers; ends the test where no Java is new enough.
   *
   * @param dir for its log
   * @param bootstrapServers of the Kafka that keeps its schemas
   */
  RegistryProcess(final Path dir, final String bootstrapServers)
      throws IOException, InterruptedException {
    final int port = ServerProcess.freePort();
    url = "http://127.0.0.1:" + port;
    final ProcessBuilder builder =
        new ProcessBuilder(Jdk.newest(JAVA).java().toString()).directory(dir.toFile());
    builder.command().addAll(Jvm.SHORT_LIVED);
    builder
        .command()
        .addAll(
            List.of(
                "-Dquarkus.http.host=127.0.0.1",
                "-Dquarkus.http.port=" + port,
                "-Dquarkus.management.host=127.0.0.1",
                "-Dquarkus.management.port=0",
                "-jar",
                APP.toString()));
    builder.environment().putAll(environment(bootstrapServers));
    server =
        new ServerProcess(
            builder, dir.resolve("registry.log"), URI.create(confluentUrl() + "/subjects"), START);
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
    final HttpResponse<String> answer = server.send(request);
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
  }

  @Override
  public void close() {
    server.close();
  }
}
