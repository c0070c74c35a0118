package org.majorant.acceptance.tools;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import com.fasterxml.jackson.databind.JsonNode;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.KeyStore;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import kafka.server.KafkaConfig;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.utils.AppInfoParser;
import org.apache.kafka.server.config.AbstractKafkaConfig;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.majorant.acceptance.broker.ShortLivedBroker;
import org.majorant.demo.broker.BrokerProcess;
import org.majorant.ops.KeyFiles;
import org.majorant.ops.Majorant;
import org.majorant.ops.data.Adult;
import org.majorant.ops.http.HttpAddress;
import org.majorant.ops.http.PemKeyStore;
import org.majorant.ops.http.StatusServer;
import org.majorant.ops.operate.TopicPlan;

/**
 * What docker-compose.yml asks of each service, tried without an engine: Compose parses it, Kafka
 * its own settings, the command line its commands, a shell its scripts.
 */
@Tag("tools")
class ComposeToolsIT {
  private static final String INSIDE = "kafka:19092";

  private static JsonNode services;

  @TempDir private Path dir;

  @BeforeAll
  static void parse() throws Exception {
    final String config =
        Tool.find("docker-compose", "docker-compose")
            .run(Shipped.ROOT, "--profile", "demo", "--profile", "registry", "config");
    services = Shipped.yaml(config).get("services");
  }

  @Test
  void services_areAllThereAndPublishOnLoopbackOnly() {
    assertThat(services.fieldNames())
        .toIterable()
        .containsExactlyInAnyOrder(
            "kafka",
            "topics",
            "token",
            "learner",
            "serve",
            "prometheus",
            "grafana",
            "producer",
            "registry");
    assertThat(services.findValues("ports"))
        .hasSize(6)
        .flatMap(ports -> Shipped.stream(ports).map(JsonNode::asText).toList())
        .allMatch(port -> port.startsWith("127.0.0.1:"));
  }

  /** Both listen where --http-port is by default, and ask for the token, which both can read. */
  @ParameterizedTest
  @CsvSource({"learner, 8080", "serve, 8082"})
  void process_isReachedFromThisMachine(final String name, final int port) {
    final JsonNode service = services.get(name);
    assertThat(service.at("/ports/0").asText()).startsWith("127.0.0.1:%d:8080".formatted(port));
    assertThat(Shipped.stream(service.get("command")).map(JsonNode::asText))
        .contains("--http-host=0.0.0.0", "--http-token-file=/run/majorant/token");
    assertThat(service.get("volumes").toString()).contains("token:/run/majorant:ro");
  }

  @Test
  void memory_isLimited() {
    for (final JsonNode service : services) {
      assertThat(service.path("mem_limit").asText()).as("%s", service).matches("[1-9]\\d*[mg]?");
    }
  }

  @Test
  void images_arePinnedOrBuiltHere() {
    for (final JsonNode service : services) {
      final String image = service.get("image").asText();
      if (service.has("build")) {
        assertThat(image).isEqualTo("majorant");
        final Path context = Path.of(service.at("/build/context").asText());
        assertThat(context.resolve(service.at("/build/dockerfile").asText())).isRegularFile();
      } else {
        assertThat(image).matches("[a-z/-]+:v?\\d+\\.\\d+\\.\\d+");
      }
    }
  }

  @Test
  void mounts_areThere() {
    assertThat(services.findValues("volumes"))
        .flatMap(volumes -> Shipped.stream(volumes).map(JsonNode::asText).toList())
        .filteredOn(volume -> volume.startsWith("/"))
        .hasSize(3)
        .allMatch(volume -> Files.isDirectory(Path.of(volume.split(":")[0])));
  }

  @Test
  void kafka_knowsItsSettings() {
    final Properties settings = new Properties();
    services
        .at("/kafka/environment")
        .properties()
        .forEach(
            entry -> {
              final String name = entry.getKey().replaceFirst("^KAFKA_", "");
              settings.put(
                  name.toLowerCase(Locale.ROOT).replace('_', '.'), entry.getValue().asText());
            });
    assertThat(AbstractKafkaConfig.CONFIG_DEF.names()).containsAll(settings.stringPropertyNames());
    assertThatCode(() -> KafkaConfig.fromProps(settings)).doesNotThrowAnyException();
    assertThat(settings.getProperty("advertised.listeners")).contains("INSIDE://" + INSIDE);
    assertThat(services.at("/kafka/image").asText()).endsWith(":" + AppInfoParser.getVersion());
  }

  @Test
  void registry_isTheOneThatIsTriedAndKeepsItsSchemasInKafka() throws Exception {
    final String version = services.at("/registry/image").asText().replaceFirst(".*:", "");
    assertThat(Files.readString(Shipped.ROOT.resolve("pom.xml")))
        .contains("<apicurio.app.version>" + version + "</apicurio.app.version>");
    services
        .at("/registry/environment")
        .properties()
        .forEach(
            entry ->
                assertThat(RegistryProcess.environment(INSIDE))
                    .containsEntry(entry.getKey(), entry.getValue().asText()));
    assertThat(services.at("/registry/environment")).hasSize(2);
  }

  @Test
  void commands_areOnesOfTheCommandLine() {
    for (final String name : List.of("topics", "learner", "serve", "producer")) {
      final List<String> command =
          Shipped.stream(services.get(name).get("command")).map(JsonNode::asText).toList();
      assertThatCode(() -> Majorant.commandLine().parseArgs(command.toArray(String[]::new)))
          .as(name)
          .doesNotThrowAnyException();
      assertThat(String.join("=", command)).contains("--bootstrap-server=" + INSIDE);
      command.stream()
          .filter(argument -> argument.matches("--(spec|data)=.*"))
          .map(argument -> Shipped.ROOT.resolve(argument.substring(argument.indexOf('=') + 1)))
          .forEach(file -> assertThat(file).isRegularFile());
    }
  }

  @Test
  void token_isMadeOnceForTheLearnersGroup() throws Exception {
    final String script = services.at("/token/command/0").asText();
    final Tool bash = Tool.find("bash", "bash");

    bash.run(dir, "-ec", script);
    final String token = Files.readString(dir.resolve("token"));
    assertThat(token).matches("[A-Za-z0-9+/]{43}=");
    assertThat(Files.getPosixFilePermissions(dir.resolve("token")))
        .isEqualTo(PosixFilePermissions.fromString("rw-r-----"));

    bash.run(dir, "-ec", script);
    assertThat(dir.resolve("token")).hasContent(token);
    assertThat(services.at("/prometheus/group_add/0").asText()).isEqualTo("10001");
    assertThat(Files.readString(Shipped.ROOT.resolve("ops/docker/Dockerfile")))
        .contains("useradd --uid 10001", "USER 10001:10001");
  }

  /** Whichever of the two the learner speaks. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void healthCheck_isThatOfReadiness(final boolean encrypted) throws Exception {
    Tool.find("openssl", "openssl");
    final Optional<KeyStore> tls;
    if (encrypted) {
      final KeyFiles files = KeyFiles.make(dir, "learner", "EC");
      tls = Optional.of(PemKeyStore.read(files.certificate(), files.key()));
    } else {
      tls = Optional.empty();
    }
    try (BrokerProcess broker = ShortLivedBroker.start(dir.resolve("broker"))) {
      final Map<String, Object> client = Map.of("bootstrap.servers", broker.bootstrapServers());
      try (Admin admin = Admin.create(client)) {
        TopicPlan.create(admin, 1);
      }
      try (StatusServer server =
          new StatusServer(
              new HttpAddress("127.0.0.1", 0, Optional.of("s3cret"), tls),
              client,
              Adult.spec(),
              null,
              new PrometheusMeterRegistry(PrometheusConfig.DEFAULT))) {
        final int port = URI.create(server.url()).getPort();
        assertThat(checkHealth(port)).isNotZero();
        server.watch(Optional::empty);
        final long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        int status = 1; // until the published models are followed
        while (status != 0 && System.nanoTime() < end) {
          status = checkHealth(port);
        }
        assertThat(status).isZero();
      }
    }
  }

  private int checkHealth(final int port) throws Exception {
    final List<String> exec =
        Dockerfile.read(Shipped.ROOT.resolve("ops/docker/Dockerfile")).exec("HEALTHCHECK");
    assertThat(exec).startsWith("bash", "-c").hasSize(3);
    final String here = exec.get(2).replace("8080", "" + port);
    assertThat(here).isNotEqualTo(exec.get(2));
    return Tool.find("bash", "bash").command(dir, "-c", here).start().waitFor();
  }
}
