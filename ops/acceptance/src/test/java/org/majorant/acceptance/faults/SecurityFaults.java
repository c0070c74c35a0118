package org.majorant.acceptance.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.io.CleanupMode.ON_SUCCESS;

import java.io.StringWriter;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.Resource;
import org.apache.kafka.common.resource.ResourcePattern;
import org.apache.kafka.common.resource.ResourceType;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer.OrderAnnotation;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.majorant.acceptance.faults.Commands.Run;
import org.majorant.acceptance.faults.Commands.Running;
import org.majorant.ops.KeyFiles;
import org.majorant.store.ModelSubscriber;

/**
 * Brokers that ask who one is. Every command that talks to brokers works over TLS and with a
 * password; who is not let in hears why in one line, at once; and no secret is in anything that
 * anybody prints, logs or serves meanwhile.
 */
@TestMethodOrder(OrderAnnotation.class)
@Tag("faults")
class SecurityFaults {
  private static final Duration PATIENCE = Duration.ofMinutes(3);
  private static final String TOKEN = "t0ken-of-the-page";
  private static final String REGISTRY_PASSWORD = "pa55word-of-the-registry";
  private static final Map<String, String> COMMANDS = new LinkedHashMap<>();

  static {
    COMMANDS.put("topics create", "topics create --partitions 1 --reconfigure");
    COMMANDS.put("produce", "produce --format libsvm --data DIR/data");
    COMMANDS.put("spec infer", "spec infer --topic events");
    COMMANDS.put("spec check", "spec check DIR/events.yaml");
    COMMANDS.put(
        "learn",
        "learn --spec DIR/spec --state-dir DIR/state --http-port 0 --http-token-file DIR/token"
            + " --http-tls-cert DIR/page.crt --http-tls-key DIR/page.key");
    COMMANDS.put(
        "serve",
        "serve --http-port 0 --http-token-file DIR/token"
            + " --http-tls-cert DIR/page.crt --http-tls-key DIR/page.key");
    COMMANDS.put("watch", "watch --model tiny --once");
    COMMANDS.put("predict", "predict --model tiny --format libsvm --data DIR/data");
    COMMANDS.put("train", "train --format libsvm --data DIR/data --spec DIR/batch --publish");
    COMMANDS.put("models list", "models list");
    COMMANDS.put("models versions", "models versions tiny");
    COMMANDS.put("models show", "models show tiny");
    COMMANDS.put("models lineage", "models lineage tiny --verify");
    COMMANDS.put("models export", "models export tiny --with-curvature --out DIR/tiny.json");
    COMMANDS.put("models import", "models import DIR/tiny.json --model other --yes");
    COMMANDS.put("models replay", "models replay tiny --to-version 1");
    COMMANDS.put("models rollback", "models rollback tiny --to DIR/tiny.json --yes");
    COMMANDS.put("models weights", "models weights tiny");
    COMMANDS.put("models compare", "models compare batch");
    COMMANDS.put("models accept-loss", "models accept-loss tiny");
    COMMANDS.put("models accept-recreated", "models accept-recreated tiny");
    COMMANDS.put("topics expand", "topics expand tiny");
    COMMANDS.put("dead-letters list", "dead-letters list");
    COMMANDS.put("dead-letters show", "dead-letters show 0");
    COMMANDS.put("dead-letters replay", "dead-letters replay 0 --force --yes");
    COMMANDS.put("models apply", "models apply DIR/fleet");
    COMMANDS.put("models pause", "models pause of-a-fleet");
    COMMANDS.put("models resume", "models resume of-a-fleet");
    COMMANDS.put("models reset", "models reset of-a-fleet --yes");
    COMMANDS.put("doctor", "doctor --data-dir DIR");
    COMMANDS.put("models delete", "models delete batch --yes");
  }

  @TempDir(cleanup = ON_SUCCESS)
  private static Path dir;

  private static KeyFiles client;
  private static KeyFiles stranger;
  private static KeyFiles page;
  private static SecureBroker broker;
  private static Commands commands;

  @BeforeAll
  static void start() throws Exception {
    client = KeyFiles.make(dir, "client", "EC");
    stranger = KeyFiles.make(dir, "stranger", "EC");
    page = KeyFiles.make(dir, "page", "EC");
    Files.writeString(dir.resolve("token"), TOKEN);
    Files.writeString(dir.resolve("data"), "-1 1:1\n+1 2:1\n7 2:1\n");
    final String spec =
        "{model: %s, labels: ['-1', '+1'], features: {dimension: 3}, publish: {interval: 100ms}}";
    Files.writeString(dir.resolve("spec"), spec.formatted("tiny"));
    Files.writeString(dir.resolve("batch"), spec.formatted("batch, challenges: tiny"));
    Files.writeString(dir.resolve("fleet"), spec.formatted("of-a-fleet"));
    Files.writeString(
        dir.resolve("events"),
        "{\"x\": 1, \"label\": \"a\"}\n{\"x\": 2, \"label\": \"b\"}\n".repeat(9));
    Files.writeString(
        dir.resolve("events.yaml"),
        "{model: events, labels: [a, b], input: {topic: events, format: json}}");
    broker = new SecureBroker(dir.resolve("broker"), client);
    final List<AclBinding> all = new ArrayList<>();
    for (final String user : List.of("User:ANONYMOUS", "User:" + SecureBroker.USER)) {
      for (final ResourceType type :
          List.of(ResourceType.TOPIC, ResourceType.GROUP, ResourceType.TRANSACTIONAL_ID)) {
        final var any = new ResourcePattern(type, "*", PatternType.LITERAL);
        all.add(Rights.allow(user, any, AclOperation.ALL));
      }
      final var cluster =
          new ResourcePattern(ResourceType.CLUSTER, Resource.CLUSTER_NAME, PatternType.LITERAL);
      all.add(Rights.allow(user, cluster, AclOperation.ALL));
    }
    broker.allow(all);
    commands = new Commands(dir);
  }

  @AfterAll
  static void stop() {
    commands.close();
    broker.close();
  }

  @Test
  @Order(1)
  void commands_thatTalkToBrokers_areAllTried() {
    final List<String> all = new ArrayList<>(Commands.thatTalkToBrokers());
    all.remove("models promote"); // needs a fleet that has learned two models: see FleetDuelIT
    assertThat(COMMANDS.keySet()).containsExactlyInAnyOrderElementsOf(all);
  }

  @ParameterizedTest
  @Order(2)
  @EnumSource(names = {"SCRAM", "TLS"})
  void commands_overListener_work(final SecureBroker.Listener listener) throws Exception {
    final Properties client =
        listener == SecureBroker.Listener.SCRAM
            ? broker.scram(SecureBroker.PASSWORD)
            : broker.trusting(listener);
    for (final String events :
        List.of(
            "topics create --topic events --partitions 1",
            "produce --lines --topic events --data DIR/events")) {
      assertThat(commands.run(client, events).exitCode()).isZero();
    }
    for (final Map.Entry<String, String> command : COMMANDS.entrySet()) {
      if (command.getKey().equals("learn")) {
        learn(client, command.getValue());
      } else if (command.getKey().equals("serve")) {
        serve(client, command.getValue());
      } else {
        final Run run = commands.run(client, command.getValue());
        assertThat(run.exitCode()).as(command + ": " + run).isZero();
      }
    }
  }

  private static void learn(final Properties client, final String command) throws Exception {
    final StringWriter out = new StringWriter();
    try (Running learner = commands.start(client, command, out);
        ModelSubscriber versions = ModelSubscriber.start(client, "tiny")) {
      awaitPage(learner, out);
      versions.awaitVersion(1, PATIENCE);
      look(out.toString().replaceAll("(?s).*(https://\\S+),.*", "$1"));
    }
  }

  private static void serve(final Properties client, final String command) throws Exception {
    final StringWriter out = new StringWriter();
    try (Running server = commands.start(client, command, out)) {
      awaitPage(server, out);
      look(out.toString().replaceAll("(?s).*(https://\\S+)/v2,.*", "$1"));
    }
  }

  /** Waits until a command has printed where its page is, and its metrics. */
  private static void awaitPage(final Running command, final StringWriter out) throws Exception {
    final long end = System.nanoTime() + PATIENCE.toNanos();
    while (!out.toString().contains("/metrics")) {
      assertThat(command.run()).as("%s %s", command.run(), out).isNotDone();
      assertThat(System.nanoTime()).isLessThan(end);
      Thread.sleep(50);
    }
  }

  /** What the page, the API and the metrics say, to who sends the token and to who does not. */
  private static void look(final String url) throws Exception {
    final TrustManagerFactory trust = TrustManagerFactory.getInstance("PKIX");
    trust.init(page.store());
    final SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, trust.getTrustManagers(), null);
    final HttpClient browser = HttpClient.newBuilder().sslContext(context).build();
    for (final String path :
        List.of("/", "/api/models", "/api/models/tiny", "/metrics", "/healthz", "/readyz", "/no")) {
      for (final String token : List.of(TOKEN, "wrong")) {
        final HttpRequest request =
            HttpRequest.newBuilder(URI.create(url + path))
                .header("Authorization", "Bearer " + token)
                .build();
        assertThat(commands.ask(browser, request).statusCode() == 401)
            .as(path)
            .isEqualTo(!token.equals(TOKEN) && !path.endsWith("z"));
      }
    }
  }

  /** A password that is wrong, a broker that is not trusted, and a client that is not. */
  @Test
  @Order(3)
  void client_thatIsNotLetIn_hearsWhyInOneLine() throws Exception {
    final Properties distrusting = broker.trusting(SecureBroker.Listener.TLS);
    distrusting.setProperty(
        "ssl.truststore.certificates", Files.readString(stranger.certificate()));
    for (final Properties refused :
        List.of(broker.scram("wrong"), distrusting, broker.mutual(stranger))) {
      for (final String command : COMMANDS.values()) {
        final long start = System.nanoTime();
        final Run run = commands.run(refused, command);
        final Duration took = Duration.ofNanos(System.nanoTime() - start);
        assertRefused(run, command.startsWith("doctor"));
        assertThat(run.out() + run.err())
            .as(command)
            .contains("refuses", "the properties that --command-config names");
        assertThat(took).as(command).isLessThan(Duration.ofSeconds(8));
      }
    }
  }

  @Test
  @Order(4)
  void client_withoutRights_hearsWhichItNeeds() throws Exception {
    for (final String command : COMMANDS.values()) {
      final Run run = commands.run(broker.mutual(client), command);
      assertRefused(run, command.startsWith("doctor"));
      assertThat(run.out() + run.err()).as(command).contains("OPERATIONS.md");
    }
  }

  private static void assertRefused(final Run run, final boolean onStandardOutput) {
    assertThat(run.exitCode()).as(run.toString()).isEqualTo(1);
    assertThat(run.out() + run.err()).doesNotContain("\tat ", "Exception");
    if (!onStandardOutput) {
      assertThat(run.out()).isEmpty();
      assertThat(run.err().lines().toList()).as(run.toString()).hasSize(1);
    }
  }

  /** Properties that make no client are told, but not what is in them. */
  @Test
  @Order(5)
  void properties_thatAreWrong_areNotRepeated() throws Exception {
    final Properties unended = broker.scram(SecureBroker.PASSWORD);
    unended.setProperty(
        "sasl.jaas.config", unended.getProperty("sasl.jaas.config").replace(";", ""));
    final Properties unquoted = broker.scram(SecureBroker.PASSWORD);
    unquoted.setProperty(
        "sasl.jaas.config", unquoted.getProperty("sasl.jaas.config").replace("=\"", " "));
    final Properties cut = broker.mutual(client);
    cut.setProperty("ssl.keystore.key", cut.getProperty("ssl.keystore.key").substring(0, 90));
    for (final Properties wrong : List.of(unended, unquoted, cut)) {
      final Run run = commands.run(wrong, "models list");
      assertThat(run.exitCode()).as(run.toString()).isEqualTo(2);
      assertThat(run.err().lines().toList()).hasSize(1);
    }
    final Properties registry = broker.trusting(SecureBroker.Listener.TLS);
    registry.setProperty("schema.registry.url", "http://127.0.0.1:1");
    registry.setProperty("schema.registry.basic.auth.user.info", "ann:" + REGISTRY_PASSWORD);
    final Run run = commands.run(registry, COMMANDS.get("produce"));
    assertThat(run.exitCode()).as(run.toString()).isEqualTo(1);
  }

  @Test
  @Order(6)
  void secrets_areInNothingThatWasTold() throws Exception {
    final String told = commands.told();
    assertThat(told)
        .contains("sasl.jaas.config = [hidden]", "ssl.keystore.key = [hidden]")
        .contains("majorant_examples_total{", "\"model\":\"tiny\"");
    final List<Path> keys = List.of(client.key(), stranger.key(), page.key());
    final Secrets secrets = Secrets.of(keys, SecureBroker.PASSWORD, REGISTRY_PASSWORD, TOKEN);
    assertThat(secrets.forms()).hasSizeGreaterThan(12);
    assertThat(secrets.in(told)).isEmpty();
  }
}
