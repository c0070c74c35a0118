package org.majorant.acceptance.tools;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.io.CleanupMode.ON_SUCCESS;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.majorant.acceptance.broker.ShortLivedBroker;
import org.majorant.demo.Demo;
import org.majorant.ops.data.Adult;
import org.majorant.ops.http.HttpAddress;
import org.majorant.ops.http.StatusServer;

/** Prometheus reads the shipped files, and every query of them finds what a real run shows. */
@Tag("tools")
class PrometheusToolsIT {
  private static final int RATE = 2_000;
  private static final Duration RUN = Duration.ofSeconds(25);
  private static final Duration LOOK = Duration.ofSeconds(20);

  @TempDir(cleanup = ON_SUCCESS)
  private Path dir;

  @Test
  void configurationAndRules_areValid() throws Exception {
    final Tool promtool = Tool.find("promtool", "prometheus");
    promtool.run(Shipped.PROMETHEUS, "check", "config", "prometheus.yml");
    // The token that it names is made by Compose.
    promtool.run(Shipped.PROMETHEUS, "check", "config", "--syntax-only", "prometheus-compose.yml");
    promtool.run(Shipped.PROMETHEUS, "check", "rules", "rules.yml", "alerts.yml");
  }

  @Test
  void rules_passTheirOwnTests() throws Exception {
    Tool.find("promtool", "prometheus").run(Shipped.PROMETHEUS, "test", "rules", "alerts_test.yml");
  }

  @Test
  void configurationOfCompose_differsInTheTargetAlone() throws Exception {
    final JsonNode here = Shipped.yaml(Shipped.PROMETHEUS.resolve("prometheus.yml"));
    final JsonNode compose = Shipped.yaml(Shipped.PROMETHEUS.resolve("prometheus-compose.yml"));
    final ObjectNode job = (ObjectNode) compose.get("scrape_configs").get(0);
    assertThat(job.remove("authorization")).isNotNull();
    job.set("static_configs", here.get("scrape_configs").get(0).get("static_configs"));
    assertThat(compose).isEqualTo(here);
  }

  @Test
  void learner_beyondLoopback_isScrapedWithItsToken() throws Exception {
    final Path token = Files.writeString(dir.resolve("token"), "s3cret\n");
    final HttpAddress address =
        new HttpAddress("127.0.0.1", 0, Optional.of("s3cret"), Optional.empty());
    try (StatusServer server =
            new StatusServer(
                address,
                Map.of("bootstrap.servers", "127.0.0.1:1"),
                Adult.spec(),
                null,
                new PrometheusMeterRegistry(PrometheusConfig.DEFAULT));
        PrometheusProcess prometheus =
            new PrometheusProcess(
                dir.resolve("prometheus"),
                "prometheus-compose.yml",
                Map.of(
                    "learner:8080", URI.create(server.url()).getAuthority(),
                    "/run/majorant/token", token.toString()))) {
      prometheus.await("up == 1", LOOK);
      Files.writeString(token, "other");
      prometheus.await("up == 0", LOOK);
    }
  }

  @Test
  void run_everyQueryHasAResultAndNoAlertFires() throws Exception {
    try (Demo demo = new Demo(dir.resolve("demo"), Adult.spec(), 4, 0, 0, ShortLivedBroker.jvm())) {
      assertThat(names(scrape(demo)))
          .containsAll(
              Shipped.metrics().stream()
                  .filter(name -> !name.startsWith("majorant_join_")) // of late labels alone
                  .toList());
      try (PrometheusProcess prometheus =
          new PrometheusProcess(
              dir.resolve("prometheus"),
              "prometheus.yml",
              Map.of("localhost:8080", URI.create(demo.url()).getAuthority()))) {
        final long end = System.nanoTime() + RUN.toNanos();
        demo.replay(Adult.train(), RATE, true, progress -> {}, () -> System.nanoTime() > end);

        final SoftAssertions softly = new SoftAssertions();
        for (final JsonNode panel : Shipped.panels()) {
          for (final String query : Shipped.queries(panel)) {
            softly
                .assertThat(hasNumber(prometheus.query(filledIn(query))))
                .as("%s: %s", panel.get("title").asText(), query)
                .isTrue();
          }
        }
        for (final JsonNode rule : Shipped.rules("rules.yml")) {
          final String name = rule.get("record").asText();
          softly.assertThat(hasNumber(prometheus.query(name))).as(name).isTrue();
        }
        softly.assertThat(prometheus.query("ALERTS{alertstate=\"firing\"}")).isEmpty();
        softly
            .assertThat(prometheus.query("count(majorant_examples_total{model=\"adult\"})"))
            .as("what the dashboard's choice of a model lists")
            .isNotEmpty();
        softly.assertAll();
      }
    }
  }

  /** As Grafana does. */
  private static String filledIn(final String query) {
    final String filled =
        query
            .replace("$model", "adult")
            .replace("$window", "20s")
            .replace("$__rate_interval", "20s");
    assertThat(filled).doesNotContain("$");
    return filled;
  }

  private static boolean hasNumber(final JsonNode result) {
    return Shipped.stream(result)
        .anyMatch(
            sample -> Double.isFinite(Double.parseDouble(sample.get("value").get(1).asText())));
  }

  private static String scrape(final Demo demo) throws IOException, InterruptedException {
    final HttpRequest request = HttpRequest.newBuilder(URI.create(demo.url() + "/metrics")).build();
    return HttpClient.newHttpClient().send(request, BodyHandlers.ofString()).body();
  }

  private static Set<String> names(final String scrape) {
    return scrape
        .lines()
        .filter(line -> !line.startsWith("#"))
        .map(line -> line.split("[{ ]", 2)[0])
        .collect(Collectors.toCollection(TreeSet::new));
  }
}
