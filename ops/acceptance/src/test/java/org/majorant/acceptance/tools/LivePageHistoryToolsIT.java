package org.majorant.acceptance.tools;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.majorant.acceptance.tools.LivePageWindow.await;
import static org.majorant.acceptance.tools.LivePageWindow.look;

import com.fasterxml.jackson.databind.JsonNode;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.majorant.ops.data.Adult;
import org.majorant.ops.http.HttpAddress;
import org.majorant.ops.http.StatusServer;
import org.majorant.ops.http.curves.PrometheusServer;

/**
 * The page beside a real Prometheus that has scraped two instances for a week, in which the loss
 * fell: the page draws it as it was, and says so when Prometheus has ended.
 */
@Tag("tools")
class LivePageHistoryToolsIT {
  private static final int APART = 240; // seconds between two samples
  private static final int SAMPLES = (int) Duration.ofDays(7).toSeconds() / APART - 15;
  private static final double RATE = 100; // examples a second of an instance

  private static final String LOSS =
      "Chart.getChart(document.querySelector('[data-section=learning] canvas')).data.datasets[0].data";

  private static final String KNOWN = "document.getElementById('known').textContent";

  @TempDir private Path dir;
  @TempDir private Path profile;

  @Test
  void week_isDrawnAsPrometheusHasIt_andWhereItHasEndedThePageSaysSo() throws Exception {
    final Path samples =
        Files.writeString(dir.resolve("samples"), week(System.currentTimeMillis() / 1000));
    final Path kept = Files.createDirectories(dir.resolve("prometheus"));
    Tool.find("promtool", "prometheus")
        .run(dir, "tsdb", "create-blocks-from", "openmetrics", samples.toString(), kept + "/data");
    try (Chromium browser = Chromium.start(profile);
        StatusServer server = server()) {
      browser.show(1440, 1000, false, false);
      try (PrometheusProcess prometheus =
          new PrometheusProcess(kept, "prometheus.yml", Map.of("localhost:8080", "127.0.0.1:1"))) {
        server.ask(new PrometheusServer(prometheus.url()));
        browser.open(server.url() + "/?range=1w&smooth=1");
        await(
            browser,
            LOSS + ".length > 600 && " + KNOWN + ".startsWith('A point is of 14 minutes')");

        final JsonNode said =
            browser.evaluate("fetch('api/history?days=7').then(answer => answer.json())");
        final JsonNode seconds = said.get("seconds");
        final int rows = seconds.get("rows").size();
        assertThat(rows).isBetween(600, 720);
        assertThat(at(seconds, rows / 4, "logLoss")).isCloseTo(0.5, within(0.01));
        assertThat(at(seconds, 3 * rows / 4, "logLoss")).isCloseTo(0.3, within(0.01));
        assertThat(at(seconds, rows / 2, "accuracy")).isCloseTo(0.8, within(0.01));
        assertThat(at(seconds, rows / 2, "examplesPerSecond"))
            .as("of both instances")
            .isCloseTo(2 * RATE, within(1.0));
        assertThat(at(seconds, rows / 2, "lag")).as("of both instances").isEqualTo(8);
        final JsonNode versions = said.get("versions");
        assertThat(at(versions, versions.get("rows").size() / 2, "objective"))
            .as("of the instance that publishes")
            .isEqualTo(0.25);
        assertThat(at(versions, versions.get("rows").size() / 2, "slack"))
            .isCloseTo(0.125, within(1e-6));
        final int last = versions.get("rows").size() - 1;
        assertThat(at(versions, last, "lessSure")).isZero();
        assertThat(at(versions, last, "asSure")).isEqualTo(0.375f);
        assertThat(at(versions, last, "surer")).isEqualTo(0.625f);
        assertThat(at(versions, last, "weakerPrior")).isEqualTo(0.625f);
        assertThat(at(versions, last, "strongerPrior")).isZero();
        assertThat(versions.get("rows").get(last).toString())
            .as("nothing of memories, where there is one")
            .endsWith(",null,null]");
        look(browser, "week-");
      }
      browser.evaluate("document.querySelector('[value=\"1mo\"]').click()");
      await(
          browser,
          KNOWN + ".startsWith('This time cannot be shown: Prometheus at http://127.0.0.1:')");
      assertThat(browser.evaluate(KNOWN).asText())
          .contains(" does not answer ")
          .endsWith(": start it, or correct --prometheus-url.");
    }
  }

  private static StatusServer server() throws IOException {
    final StatusServer server =
        new StatusServer(
            HttpAddress.loopback(0),
            Map.of("bootstrap.servers", "127.0.0.1:1"),
            Adult.spec(),
            null,
            new PrometheusMeterRegistry(PrometheusConfig.DEFAULT));
    server.watch(Optional::empty);
    return server;
  }

  private static double at(final JsonNode table, final int row, final String column) {
    final List<String> columns = table.get("columns").valueStream().map(JsonNode::asText).toList();
    return table.get("rows").get(row).get(columns.indexOf(column)).asDouble();
  }

  /** What two instances have said, as OpenMetrics. */
  private static String week(final long end) {
    final StringBuilder text = new StringBuilder();
    final double lasts = SAMPLES * (double) APART;
    counter(text, end, "majorant_examples", "", t -> RATE * t);
    counter(text, end, "majorant_scored", "", t -> RATE * t);
    counter(text, end, "majorant_correct", "", t -> 0.8 * RATE * t);
    counter(
        text,
        end,
        "majorant_log_loss_nats",
        "",
        t -> RATE * (0.5 * Math.min(t, lasts / 2) + 0.3 * Math.max(0, t - lasts / 2)));
    counter(
        text,
        end,
        "majorant_baseline_log_loss_nats",
        ",baseline=\"class_frequency\"",
        t -> 0.55 * RATE * t);
    text.append("# TYPE majorant_member_weight gauge\n");
    final String weight = "majorant_member_weight";
    final String own = "\",half_life=\"0.0\",prior=\"1.0\",temperature=\"1.0\"";
    final String surer = "\",half_life=\"0.0\",prior=\"0.1\",temperature=\"2.0\"";
    sample(text, end, weight, "a" + own, t -> 0.375);
    sample(text, end, weight, "a" + surer, t -> 0.625);
    sample(text, end, weight, "b" + own, t -> 1);
    gauge(text, end, "majorant_lag_records", 4, 4);
    gauge(text, end, "majorant_model_version", 7, 5);
    gauge(text, end, "majorant_objective", 0.25, 9);
    gauge(text, end, "majorant_bound", 0.375, 10);
    return text.append("# EOF\n").toString();
  }

  private static void counter(
      final StringBuilder text,
      final long end,
      final String name,
      final String label,
      final DoubleUnaryOperator value) {
    text.append("# TYPE %s counter\n".formatted(name));
    for (final String instance : List.of("a", "b")) {
      sample(text, end, name + "_total", instance + '"' + label, value);
    }
  }

  private static void gauge(
      final StringBuilder text, final long end, final String name, final double a, final double b) {
    text.append("# TYPE %s gauge\n".formatted(name));
    sample(text, end, name, "a\"", t -> a);
    sample(text, end, name, "b\"", t -> b);
  }

  private static void sample(
      final StringBuilder text,
      final long end,
      final String name,
      final String labels,
      final DoubleUnaryOperator value) {
    IntStream.range(0, SAMPLES)
        .forEach(
            i ->
                text.append(
                    String.format(
                        Locale.ROOT,
                        "%s{model=\"adult\",job=\"majorant\",instance=\"%s} %.4f %d\n",
                        name,
                        labels,
                        value.applyAsDouble((double) i * APART),
                        end - (long) (SAMPLES - i) * APART)));
  }
}
