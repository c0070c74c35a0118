package org.majorant.acceptance.tools;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;

/**
 * What keeps people from using a page: axe-core looks at it as it stands in the browser, for roles
 * and names that a screen reader needs, the order of headings, the contrast of colours, and what
 * the keyboard does not reach.
 */
final class Axe {
  /** Nothing is loaded, as the page's policy forbids it. */
  private static final String RUN =
      """
      axe.run(document, {resultTypes: ['violations'], preload: false}).then(found =>
        found.violations
          .filter(({impact}) => impact === 'serious' || impact === 'critical')
          .map(({id, help, nodes}) =>
            `${id}: ${help}: ${nodes.map(node =>
              `${node.target} (${node.any.map(({message}) => message).join('; ')})`).join(', ')}`))
      """;

  private Axe() {}

  /**
   * Fails where something is seriously wrong with the page, and says what and where.
   *
   * @param view how it is looked at
   */
  static void check(final Chromium browser, final String view) throws IOException {
    if (!browser.evaluate("'axe' in window").asBoolean()) {
      browser.evaluate(script());
    }
    final List<String> violations = new ArrayList<>();
    browser.evaluate(RUN).forEach(violation -> violations.add(violation.asText()));
    assertThat(violations).as("accessibility, %s", view).isEmpty();
  }

  private static String script() throws IOException {
    try (InputStream in = Axe.class.getResourceAsStream("/axe.min.js")) {
      assertThat(in).as("axe-core, which the profile tools has").isNotNull();
      return new String(in.readAllBytes(), UTF_8);
    }
  }
}
