package org.majorant.acceptance.tools;

import static org.assertj.core.api.Assertions.assertThat;
import static org.majorant.acceptance.tools.LivePageWindow.await;
import static org.majorant.acceptance.tools.LivePageWindow.look;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.majorant.ops.data.Adult;
import org.majorant.ops.http.HttpAddress;
import org.majorant.ops.http.StatusServer;
import org.majorant.schema.ModelSpec;
import org.majorant.spec.SpecFile;

/**
 * What becomes of labels that come late is on the page of a model that has such, and of no other.
 */
@Tag("tools")
class LivePageJoinToolsIT {
  private static final String SECTION = "document.getElementById('join')";

  @TempDir private Path profile;

  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);

  @Test
  void page_ofLateLabels_saysWhatBecameOfThem_andWhenTheyCame() throws Exception {
    final ModelSpec spec =
        SpecFile.read(
            "{model: late, labels: [a, b], input: orders,"
                + " label: {topic: clicks, path: clicked, wait: 2h}}");
    Gauge.builder("majorant.join.pending.events", () -> 1234)
        .tag("model", "late")
        .register(registry);
    Gauge.builder("majorant.join.oldest.seconds", () -> 600)
        .tag("model", "late")
        .register(registry);
    count("majorant.join.events", "outcome", "labeled", 7);
    count("majorant.join.labels", "outcome", "orphaned", 5);
    count("majorant.join.delay", "within", "1s", 6);
    count("majorant.join.delay", "within", "10m", 2);
    try (Chromium browser = Chromium.start(profile);
        StatusServer server = server(spec)) {
      browser.show(1440, 1000, false, false);
      browser.open(server.url());
      await(browser, "!" + SECTION + ".hidden");
      assertThat(browser.evaluate(SECTION + ".innerText.replaceAll(/\\s+/g, ' ')").asText())
          .contains(
              "Of the topics orders and clicks",
              "The wait is 2 h; the oldest pending event came 10 min ago.",
              "pending 1,234",
              "labeled 7",
              "orphaned 5",
              "up to 1 s 75.0 %",
              "1 s to 10 s 0.0 %",
              "1 min to 10 min 25.0 %")
          .doesNotContain("10 min to 1 h");
      look(browser, "join");
    }
  }

  @Test
  void page_ofLabelsThatComeWithTheirEvents_saysNothingOfAJoin() throws Exception {
    try (Chromium browser = Chromium.start(profile);
        StatusServer server = server(Adult.spec())) {
      browser.open(server.url());
      await(browser, "document.getElementById('model').textContent === 'adult'");
      Thread.sleep(1000);
      assertThat(browser.evaluate(SECTION + ".hidden").asBoolean()).isTrue();
    }
  }

  private void count(final String name, final String tag, final String value, final int count) {
    registry.counter(name, "model", "late", tag, value).increment(count);
  }

  private StatusServer server(final ModelSpec spec) {
    return new StatusServer(
        HttpAddress.loopback(0), Map.of("bootstrap.servers", "127.0.0.1:1"), spec, null, registry);
  }
}
