package org.majorant.acceptance.tools;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.majorant.acceptance.broker.ShortLivedBroker;
import org.majorant.acceptance.learn.LearnerProcess;
import org.majorant.demo.broker.BrokerProcess;
import org.majorant.ops.data.Adult;
import org.majorant.ops.operate.TopicPlan;
import org.majorant.spec.SpecFile;
import org.majorant.store.Topics;

/** A number on the page is of the model, or the page says that it is of one instance. */
@Tag("tools")
class LivePageInstancesToolsIT {
  private static final int PARTITIONS = 2;
  private static final String TILE =
      "[...document.querySelectorAll('#tiles dt')].find(name => name.textContent === '%s')"
          + ".nextElementSibling";
  private static final String LAG =
      "Number(" + TILE.formatted("Lag") + ".textContent.replaceAll(',', ''))";

  @Test
  @Timeout(300)
  void lag_isOfTheModel_whileTheOtherInstanceStandsStill(
      @TempDir final Path dir, @TempDir final Path profile) throws Exception {
    final Path spec = Files.writeString(dir.resolve("adult.yaml"), SpecFile.write(Adult.spec()));
    try (BrokerProcess broker = ShortLivedBroker.start(dir.resolve("broker"))) {
      final Map<String, Object> client = Map.of("bootstrap.servers", broker.bootstrapServers());
      try (Admin admin = Admin.create(client)) {
        TopicPlan.create(admin, PARTITIONS);
      }
      try (LearnerProcess shown =
              new LearnerProcess(dir, spec, broker.bootstrapServers(), "shown");
          LearnerProcess other = new LearnerProcess(dir, spec, broker.bootstrapServers(), "other");
          Chromium browser = Chromium.start(profile)) {
        while (shown.url().isEmpty()) {
          Thread.sleep(100);
        }
        browser.show(1440, 1000, false, false);
        browser.open(shown.url().orElseThrow());
        send(client, 0, 200);
        await(
            browser,
            TILE.formatted("Examples/s")
                + ".nextElementSibling.textContent.startsWith('this instance, over')");
        assertThat(browser.evaluate("document.getElementById('known').textContent").asText())
            .startsWith("2 instances learn this model.");
        await(browser, LAG + " === 0");
        other.suspend();
        try {
          send(client, 200, 1600);
          await(browser, LAG + " === 700"); // those of the partition that the other has
        } finally {
          other.resume();
        }
        await(browser, LAG + " === 0");
      }
    }
  }

  /** Every other one to each partition. */
  private static void send(final Map<String, Object> client, final int from, final int to)
      throws Exception {
    final var examples = Adult.train();
    try (KafkaProducer<byte[], byte[]> producer =
        new KafkaProducer<>(client, new ByteArraySerializer(), new ByteArraySerializer())) {
      IntStream.range(from, to)
          .forEach(
              i ->
                  producer.send(
                      new ProducerRecord<>(
                          Topics.EXAMPLES, i % PARTITIONS, null, examples.get(i))));
    }
  }

  private static void await(final Chromium browser, final String condition) throws Exception {
    final long end = System.nanoTime() + 90_000_000_000L;
    while (!browser.holds(condition)) {
      if (System.nanoTime() > end) {
        throw new AssertionError(
            condition + ": " + browser.evaluate("document.body.innerText").asText());
      }
      Thread.sleep(200);
    }
  }
}
