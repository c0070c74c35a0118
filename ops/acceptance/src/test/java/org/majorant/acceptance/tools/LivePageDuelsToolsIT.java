package org.majorant.acceptance.tools;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.kafka.clients.admin.Admin;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.majorant.acceptance.broker.ShortLivedBroker;
import org.majorant.demo.broker.BrokerProcess;
import org.majorant.ops.data.Adult;
import org.majorant.ops.http.HttpAddress;
import org.majorant.ops.http.ServingServer;
import org.majorant.ops.operate.ExampleProducer;
import org.majorant.ops.operate.TopicPlan;
import org.majorant.schema.AppliedSpec;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.Wish;
import org.majorant.stream.InstanceOptions;
import org.majorant.stream.LearnerApplication;
import org.majorant.trace.Traces;

/** The page of a challenger shows its champion, and that of the champion its challenger. */
@Tag("tools")
class LivePageDuelsToolsIT {
  private static final String ROW = "document.querySelector('#duels tbody tr').textContent";

  @Test
  @Timeout(300)
  void page_ofEitherModel_showsWhichOneIsBetter(
      @TempDir final Path dir, @TempDir final Path profile) throws Exception {
    final SortedMap<String, AppliedSpec> applied = new TreeMap<>();
    applied.put("champion", applied("champion", null, 1e6));
    applied.put("challenger", applied("challenger", "champion", 1.0));
    try (BrokerProcess broker = ShortLivedBroker.start(dir.resolve("broker"))) {
      final Map<String, Object> client = Map.of("bootstrap.servers", broker.bootstrapServers());
      try (Admin admin = Admin.create(client)) {
        TopicPlan.create(admin, 1);
      }
      try (LearnerApplication fleet =
              LearnerApplication.start(
                  client,
                  "majorant-fleet-test",
                  () -> applied,
                  InstanceOptions.of(dir.resolve("fleet"), "fleet-1"),
                  new SimpleMeterRegistry(),
                  Traces.NONE);
          ServingServer server =
              new ServingServer(
                  new HttpAddress("127.0.0.1", 0, Optional.empty(), Optional.empty()),
                  client,
                  name -> true,
                  64 << 20,
                  new PrometheusMeterRegistry(PrometheusConfig.DEFAULT),
                  null);
          ExampleProducer producer = new ExampleProducer(client, "examples", 0);
          Chromium browser = Chromium.start(profile)) {
        Adult.train().subList(0, 2000).forEach(producer::send);
        producer.flush();
        browser.show(1440, 1000, false, false);
        assertShown(browser, server.url() + "/?model=challenger", "champion");
        assertShown(browser, server.url() + "/?model=champion", "challenger");
        assertThat(fleet.states().values()).allMatch(why -> why.isEmpty());
      }
    }
  }

  private static void assertShown(final Chromium browser, final String url, final String other)
      throws Exception {
    do { // which one is better may be known before all examples are compared
      Thread.sleep(1000);
      browser.open(url);
      await(browser, "!document.getElementById('duels').hidden");
    } while (!browser.holds(ROW + ".startsWith('challengerchampion2,000')"));
    assertThat(browser.evaluate(ROW).asText()).contains("challenger is better.");
    await(browser, "document.getElementById('view').with.value === '%s'".formatted(other));
    assertThat(browser.evaluate("document.querySelector('#duels a').textContent").asText())
        .isEqualTo(other);
    assertThat(browser.evaluate("document.querySelectorAll('#duels svg').length").asInt()).isOne();
  }

  private static void await(final Chromium browser, final String condition) throws Exception {
    while (!browser.holds(condition)) {
      Thread.sleep(200);
    }
  }

  private static AppliedSpec applied(final String model, final String champion, final double l2)
      throws IOException {
    final ModelSpec spec =
        ModelSpec.newBuilder(Adult.spec())
            .setModel(model)
            .setChallenges(champion)
            .setL2(l2)
            .build();
    return AppliedSpec.newBuilder()
        .setModel(model)
        .setSpec(spec)
        .setVersion(1)
        .setIncarnation(1)
        .setTime(1)
        .setWish(Wish.LEARN)
        .build();
  }
}
