package org.majorant.ops.tools;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.majorant.ops.ExampleProducer;
import org.majorant.ops.data.Adult;
import org.majorant.ops.demo.Demo;

/**
 * The page in a browser while a demo runs: curves grow, versions tick, a record that is no example
 * is counted, and the page goes on by itself when the learner was away. Screenshots are left in
 * {@code target/page}.
 */
class LivePageToolsIT {
  private static final Path SCREENSHOTS = Path.of("target/page");
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final double RATE = 400; // examples a second

  private static final String STATE = "document.getElementById('state').dataset.state";

  /** Points of the curve that has the fewest. */
  private static final String POINTS =
      "Math.min(...[...document.querySelectorAll('[data-section] canvas')]"
          + ".map(canvas => Chart.getChart(canvas).data.datasets[0].data.length))";

  private static final String BYTES =
      "performance.getEntriesByType('navigation')"
          + ".concat(performance.getEntriesByType('resource'))"
          + ".reduce((sum, entry) => sum + entry.transferSize, 0)";

  @TempDir private Path dir;
  @TempDir private Path profile;

  @Test
  void page_ofADemo_movesCountsAndRecovers() throws Exception {
    try (Chromium browser = Chromium.start(profile)) {
      final int port;
      try (Running demo = new Running(dir, 0)) {
        port = URI.create(demo.url()).getPort();
        browser.show(1440, 1000, false, false);
        browser.open(demo.url());
        await(browser, STATE + " === 'good' && " + POINTS + " >= 5");
        assertThat(browser.evaluate(BYTES).asLong()).isBetween(50_000L, 300_000L);

        final long version = browser.evaluate(number("Version")).asLong();
        final long points = browser.evaluate(POINTS).asLong();
        await(browser, number("Version") + " >= " + (version + 3));
        await(browser, POINTS + " >= " + (points + 3));

        assertThat(browser.evaluate(number("Rejected")).asLong()).isZero();
        demo.send(new byte[] {1, 2, 3});
        await(browser, number("Rejected") + " === 1");
        await(
            browser,
            "Chart.getChart(document.querySelector('#weights canvas')).data.labels.length");
        look(browser);
      }
      await(browser, STATE + " === 'bad'");
      browser.show(1440, 1000, false, false);
      browser.screenshot(SCREENSHOTS.resolve("away.png"));
      final long before = browser.evaluate(POINTS).asLong();

      try (Running demo = new Running(dir, port)) {
        assertThat(URI.create(demo.url()).getPort()).isEqualTo(port);
        await(browser, STATE + " === 'good' && " + POINTS + " >= " + (before + 3));
        assertThat(browser.evaluate("document.getElementById('notice').hidden").asBoolean())
            .isTrue();
      }
    }
  }

  /** Takes screenshots; nothing may reach beyond the sides of the window. */
  private static void look(final Chromium browser) throws Exception {
    for (final View view : View.values()) {
      browser.show(view.width, view.height, view.phone, view.dark);
      Thread.sleep(1500); // a second comes and is drawn
      browser.screenshot(SCREENSHOTS.resolve(view.name().toLowerCase(Locale.ROOT) + ".png"));
      assertThat(browser.evaluate("document.documentElement.scrollWidth").asInt())
          .as(view.name())
          .isEqualTo(view.width);
    }
  }

  private enum View {
    LIGHT(1440, 1000, false, false),
    DARK(1440, 1000, false, true),
    PHONE(390, 844, true, true);

    private final int width;
    private final int height;
    private final boolean phone;
    private final boolean dark;

    View(final int width, final int height, final boolean phone, final boolean dark) {
      this.width = width;
      this.height = height;
      this.phone = phone;
      this.dark = dark;
    }
  }

  /** The number on a tile. */
  private static String number(final String tile) {
    return ("Number([...document.querySelectorAll('#tiles dt')]"
            + ".find(name => name.textContent === '%s').nextElementSibling.textContent"
            + ".replaceAll(',', ''))")
        .formatted(tile);
  }

  private static void await(final Chromium browser, final String condition)
      throws InterruptedException {
    final long end = System.nanoTime() + PATIENCE.toNanos();
    // The page itself may be still to come.
    while (!browser.evaluate("try { Boolean(" + condition + ") } catch { false }").asBoolean()) {
      assertThat(System.nanoTime())
          .as("%s%n%s", condition, browser.evaluate("document.body.innerText").asText())
          .isLessThan(end);
      Thread.sleep(100);
    }
  }

  /** A demo that replays until it is closed. */
  private static final class Running implements AutoCloseable {
    private final Demo demo;
    private final CompletableFuture<Void> replay;
    private volatile boolean ends;

    Running(final Path dir, final int port)
        throws IOException, ExecutionException, InterruptedException {
      demo = new Demo(dir, Adult.spec(), 2, port);
      final var examples = Adult.train();
      replay =
          CompletableFuture.runAsync(
              () -> {
                try {
                  demo.replay(examples, RATE, true, progress -> {}, () -> ends);
                } catch (final ExecutionException | InterruptedException e) {
                  throw new AssertionError(e);
                }
              });
    }

    String url() {
      return demo.url();
    }

    void send(final byte[] record) throws IOException {
      final var client = Map.of("bootstrap.servers", demo.bootstrapServers());
      try (var producer = new ExampleProducer(client, Adult.spec().getInput(), 0)) {
        producer.send(record);
        producer.flush();
      }
    }

    @Override
    public void close() {
      ends = true;
      replay.join();
      demo.close();
    }
  }
}
