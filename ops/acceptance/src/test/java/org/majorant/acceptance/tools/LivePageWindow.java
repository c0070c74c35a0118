package org.majorant.acceptance.tools;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;

/** What the tests of the page have in common: what they wait for and how they look at it. */
final class LivePageWindow {
  static final Path SCREENSHOTS = Path.of("target/page");

  private static final Duration PATIENCE = Duration.ofSeconds(60);

  /** What is on the tile of a name. */
  static final String TILE =
      "[...document.querySelectorAll('#tiles dt')]"
          + ".find(name => name.textContent === '%s').nextElementSibling.textContent";

  private LivePageWindow() {}

  /** Takes screenshots; nothing may reach beyond the sides of the window, or keep people out. */
  static void look(final Chromium browser, final String name) throws Exception {
    for (final View view : View.values()) {
      browser.show(view.width, view.height, view.phone, view.dark);
      Thread.sleep(1500); // a second comes and is drawn
      final String file = name + view.name().toLowerCase(Locale.ROOT);
      browser.window(SCREENSHOTS.resolve(file + "-window.png"));
      browser.screenshot(SCREENSHOTS.resolve(file + ".png"));
      assertThat(browser.evaluate("document.documentElement.scrollWidth").asInt())
          .as(view.name())
          .isEqualTo(view.width);
      Axe.check(browser, name + view);
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
  static String number(final String tile) {
    return "Number(" + TILE.formatted(tile) + ".replaceAll(',', ''))";
  }

  static void await(final Chromium browser, final String condition) throws InterruptedException {
    final long end = System.nanoTime() + PATIENCE.toNanos();
    // The page itself may be still to come. A promise is true as such, so it is waited for.
    final String holds =
        "(async () => { try { return Boolean(await (%s)) } catch { return false } })()";
    while (!browser.holds(holds.replace("%s", condition))) {
      if (System.nanoTime() > end) {
        fail("%s%n%s", condition, browser.evaluate("document.body.innerText").asText());
      }
      Thread.sleep(100);
    }
  }
}
