package org.majorant.acceptance.tools;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.majorant.acceptance.tools.LivePageWindow.await;
import static org.majorant.acceptance.tools.LivePageWindow.look;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.majorant.ops.data.Adult;
import org.majorant.schema.AvroSerde;
import org.majorant.schema.LabeledExample;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.NamedFeatures;
import org.majorant.schema.Point;
import org.majorant.spec.SpecFile;

/**
 * The page of a model with views says what its numbers do, and pairs of columns, in a browser: of a
 * label that is likely where a number is near zero, so that its curve goes up and comes down.
 */
@Tag("tools")
class LivePageViewsToolsIT {
  private static final double RATE = 400; // examples a second
  private static final String PART = "document.getElementById('effects')";
  private static final String CURVE =
      "Chart.getChart(%s.querySelector('canvas')).data.datasets".formatted(PART);

  private static final ModelSpec SPEC =
      SpecFile.read(
          "{model: near, labels: [far, near], features: {names: [height, width, colour=red],"
              + " standardize: 200}, views: [linear, hats, products]}");

  @TempDir private Path dir;
  @TempDir private Path profile;

  @Test
  void page_drawsWhatANumberDoes_andExplainsByColumns() throws Exception {
    try (Chromium browser = Chromium.start(profile);
        RunningDemo demo = new RunningDemo(dir, 0, SPEC, examples(), RATE)) {
      browser.show(1440, 1000, false, false);
      browser.open(demo.url());
      await(browser, "!%s.hidden && %s[0].data.length > 4".formatted(PART, CURVE));
      await(browser, options() + " === 'colour=red,height,width'");
      choose(browser, "number", "height");
      await(
          browser,
          "(points => points.at(0).y < -0.5 && points.at(-1).y < -0.5)(%s[0].data)"
              .formatted(CURVE));
      final JsonNode sets = browser.evaluate(CURVE + ".map(({data}) => data)");
      for (int i = 0; i < sets.get(0).size(); i++) {
        final double deviation = sets.at("/0/" + i + "/by").asDouble();
        final double score = sets.at("/0/" + i + "/y").asDouble();
        assertThat(deviation).isPositive();
        assertThat(sets.at("/1/" + i + "/y").asDouble()).isCloseTo(score - deviation, within(1e-9));
        assertThat(sets.at("/2/" + i + "/y").asDouble()).isCloseTo(score + deviation, within(1e-9));
      }
      assertThat(browser.evaluate(PART + ".querySelector('tbody').innerText").asText())
          .contains("height × width");

      choose(browser, "label", "far");
      await(
          browser,
          "(points => points.at(0).y > 0.5 && points.at(-1).y > 0.5)(%s[0].data)".formatted(CURVE));
      choose(browser, "number", "width");
      await(
          browser,
          PART
              + ".querySelector('canvas').getAttribute('aria-label').startsWith('width for far: ')");

      browser.evaluate(
          "document.querySelector('#predict textarea').value ="
              + " JSON.stringify({features: {height: 0.1, width: 2}}),"
              + " document.querySelector('#predict form').requestSubmit()");
      final String explained =
          "document.querySelector('#predict details').textContent.replaceAll(/\\s+/g, ' ')";
      // else it is that of a recent example, whose numbers begin otherwise
      await(browser, "['height0.1', 'width2'].every(one => %s.includes(one))".formatted(explained));
      assertThat(browser.evaluate(explained).asText())
          .contains("What gives the log-odds of near", "members beside the stack")
          .doesNotContain("hats", "products");
      look(browser, "views-");
    }
  }

  @Test
  void page_ofAModelWithoutViews_saysNothingOfThem() throws Exception {
    try (Chromium browser = Chromium.start(profile);
        RunningDemo demo = new RunningDemo(dir, 0, Adult.spec(), Adult.train(), RATE)) {
      browser.open(demo.url());
      await(browser, "document.querySelector('#weights canvas').ariaLabel.includes(':')");
      assertThat(browser.evaluate(PART + ".hidden").asBoolean()).isTrue();
      assertThat(browser.evaluate("document.querySelector('#weights .note').innerText").asText())
          .isEqualTo("Weights, with one standard deviation of the posterior either way");
    }
  }

  private static String options() {
    return "[...%s.querySelector('[name=number]').options].map(one => one.value).sort().join()"
        .formatted(PART);
  }

  private static void choose(final Chromium browser, final String select, final String value) {
    browser.evaluate(
        "(select => { select.value = '%s'; select.dispatchEvent(new Event('change')); })(%s.querySelector('[name=%s]'))"
            .formatted(value, PART, select));
  }

  private static List<byte[]> examples() {
    final Random random = new Random(1);
    final AvroSerde<LabeledExample> serde = AvroSerde.of(LabeledExample.class);
    return random.ints(4000).mapToObj(i -> serde.encode(example(random))).toList();
  }

  private static LabeledExample example(final Random random) {
    final float height = (float) random.nextGaussian();
    final float width = (float) random.nextGaussian();
    final float red = random.nextBoolean() ? 1 : 0;
    final var features =
        new NamedFeatures(List.of("height", "width", "colour=red"), List.of(height, width, red));
    final boolean near = Math.abs(height) + 0.2 * random.nextGaussian() < 0.7;
    return new LabeledExample(
        null, null, 1.0, new Point(features, near ? "near" : "far", null, null));
  }
}
