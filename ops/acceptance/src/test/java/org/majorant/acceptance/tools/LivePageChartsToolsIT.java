package org.majorant.acceptance.tools;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.majorant.acceptance.tools.LivePageWindow.await;
import static org.majorant.acceptance.tools.LivePageWindow.look;
import static org.majorant.acceptance.tools.LivePageWindow.number;

import com.fasterxml.jackson.databind.JsonNode;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.majorant.ops.data.Adult;
import org.majorant.ops.http.HttpAddress;
import org.majorant.ops.http.StatusServer;
import org.majorant.schema.ModelSpec;
import org.majorant.spec.SpecFile;
import org.majorant.stream.InstanceOptions;
import org.majorant.stream.LearnerApplication;

/**
 * What people choose to see of the page's charts, in a browser while a demo runs: a range that a
 * link keeps, a smoothed curve above the raw one, a part that all charts zoom to by mouse and by
 * keyboard, and the loss of another model in the same chart.
 */
@Tag("tools")
class LivePageChartsToolsIT {
  private static final double RATE = 400; // examples a second

  private static final String LOSS =
      "Chart.getChart(document.querySelector('[data-section=learning] canvas'))";

  /** How long a time each chart shows, seconds, one after the other. */
  private static final String SPANS =
      "[...document.querySelectorAll('[data-section] canvas')].filter(canvas => canvas.offsetHeight)"
          + ".map(canvas => Chart.getChart(canvas).scales.x).map(x => (x.max - x.min) / 1000)";

  private static final String PRESSED =
      "[...document.querySelectorAll('#view [aria-pressed=true]')].map(one => one.textContent).join()";

  private static final String PART = "document.getElementById('part')";

  private static final String COMPARED = "document.getElementById('compared').textContent";

  private static final String LEGEND =
      "document.querySelector('[data-section=learning] .legend').innerText";

  /**
   * What is wrong with the labels of the axes of all charts, whatever is drawn: those that reach
   * beyond the chart's sides, and neighbours that say the same of two values.
   */
  private static final String WRONG_LABELS =
      """
      [...document.querySelectorAll('[data-section] canvas')].filter(canvas => canvas.offsetHeight)
        .map(canvas => Chart.getChart(canvas)).flatMap(chart => %s.flatMap(values => {
          const { x, y } = chart.scales;
          const [set] = chart.data.datasets;
          const { data } = set;
          const at = i => x.min + ((x.max - x.min) * i) / values.length;
          set.data = values.map((y, i) => ({ x: at(i), y }));
          chart.update('none');
          const { ctx, width, chartArea } = chart;
          const wrong = [x, y].flatMap(axis => axis.getLabelItems(chartArea)
            .filter(({ label, font, options: { textAlign, translation: [from] } }, i, all) => {
              ctx.font = font.string;
              const long = ctx.measureText(label).width;
              const left = from - { left: 0, center: long / 2, right: long }[textAlign];
              return left < 0 || left + long > width || (label && label === all[i + 1]?.label);
            })
            .map(({ label }) => `${chart.canvas.ariaLabel}: ${label}`));
          set.data = data;
          chart.update('none');
          return wrong;
        }))""";

  @TempDir private Path dir;
  @TempDir private Path profile;

  @Test
  void range_isInTheAddress_andALinkShowsIt() throws Exception {
    try (Chromium browser = Chromium.start(profile);
        RunningDemo demo = new RunningDemo(dir, 0, Adult.spec(), Adult.train(), RATE)) {
      browser.show(1440, 1000, false, false);
      browser.open(demo.url());
      await(browser, PRESSED + " === '5 min' && " + SPANS + ".length > 5");
      assertThat(browser.evaluate("document.getElementById('weeks').hidden").asBoolean())
          .as("the link to Grafana, where nobody has named one")
          .isTrue();
      browser.evaluate("document.querySelector('[value=\"1d\"]').focus()");
      browser.evaluate("document.activeElement.click()");
      await(browser, PRESSED + " === '1 day' && location.search === '?range=1d'");
      await(
          browser,
          "document.getElementById('known').textContent.endsWith('A day is kept. Weeks are for"
              + " Grafana: a learner that is started with --grafana-url has a link to it here.')");
      browser.open(demo.url() + "/?range=15m&smooth=1");
      await(browser, PRESSED + " === '15 min' && " + LOSS + ".data.datasets.length === 6");
      assertThat(browser.evaluate("document.getElementById('view').smooth.checked").asBoolean())
          .isTrue();
      browser.open(demo.url() + "/?range=1w");
      await(browser, PRESSED + " === '5 min' && " + SPANS + ".length > 5");
    }
  }

  /** The badge goes by what the alerts go by: a label flip is no green "learning". */
  @Test
  void state_isByTheSignsOfTheAlerts() throws Exception {
    final Map<String, String> states =
        Map.of(
            "logLoss: 0.3", "learning",
            "logLoss: 1.9", "predicting badly",
            "logLoss: 0.3, rejected: 5 * i", "rejecting",
            "logLoss: 0.3, rejected: i > 30 ? 2 : 0", "learning",
            "logLoss: 0.3, lost: i > 50 ? 7 : 0", "losing examples",
            "logLoss: i > 40 ? 1.9 : null", "learning",
            "logLoss: 0.3, held: 9", "catching up");
    try (Chromium browser = Chromium.start(profile);
        StatusServer server =
            new StatusServer(
                HttpAddress.loopback(0),
                Map.of("bootstrap.servers", "127.0.0.1:1"),
                Adult.spec(),
                null,
                new PrometheusMeterRegistry(PrometheusConfig.DEFAULT))) {
      browser.open(server.url());
      for (final Map.Entry<String, String> state : states.entrySet()) {
        final String rows =
            "[...Array(60).keys()].map(i => ({ time: 1e12 + 1000 * i, examplesPerSecond: 100,"
                + " noChange: 0.65, rejected: 0, lost: 0, %s }))".formatted(state.getKey());
        final String asked =
            "import('./js/condition.js').then(it => it.condition(%s, {}).text)".formatted(rows);
        assertThat(browser.evaluate(asked).asText()).as(rows).isEqualTo(state.getValue());
      }
    }
  }

  @Test
  void labelsOfAxes_areWholeAndDiffer_howeverWideAndClose() throws Exception {
    try (Chromium browser = Chromium.start(profile);
        RunningDemo demo = new RunningDemo(dir, 0, Adult.spec(), Adult.train(), RATE)) {
      browser.show(1440, 1000, false, false);
      browser.open(demo.url());
      await(browser, LOSS + ".data.datasets[0].data.length > 5 && " + SPANS + ".length > 5");
      final String drawn =
          "[[0, 9], [3, 150000], [7, 999999], [0, 987654321], [1e12, 3e15], [-200000, 5],"
              + " [0.85101, 0.85102], [0.3456781, 0.3456789], [-1e-9, 1e-9], [1.5e-15, 2e-4]]";
      assertThat(browser.evaluate(WRONG_LABELS.formatted(drawn))).isEmpty();
      browser.show(390, 844, true, false);
      await(browser, LOSS + ".width < 390");
      assertThat(browser.evaluate(WRONG_LABELS.formatted(drawn))).isEmpty();
    }
  }

  /** All charts share the time: what is done on one of them is done on all. */
  @Test
  void part_isZoomedToByMouseAndKeyboard_onAllCharts() throws Exception {
    try (Chromium browser = Chromium.start(profile);
        RunningDemo demo = new RunningDemo(dir, 0, Adult.spec(), Adult.train(), RATE)) {
      browser.show(1440, 1000, false, false);
      browser.open(demo.url());
      await(browser, LOSS + ".data.datasets[0].data.length > 30");
      assertThat(browser.evaluate(PART + ".hidden").asBoolean()).isTrue();

      dragOverHalf(browser);
      await(browser, "!" + PART + ".hidden");
      await(browser, "new Set(" + SPANS + ").size === 1"); // one is drawn after the other
      final JsonNode zoomed = browser.evaluate(SPANS);
      assertThat(zoomed).hasSizeGreaterThan(5);
      zoomed.forEach(
          span -> assertThat(span.asDouble()).as("half of 30 s or more").isBetween(5.0, 60.0));
      assertThat(browser.evaluate(PART + ".innerText").asText())
          .matches("\\d+:\\d\\d:\\d\\d to \\d+:\\d\\d:\\d\\d\\s+Whole range");
      final double half = zoomed.get(0).asDouble();

      browser.evaluate("document.querySelector('[data-section=learning] canvas').focus()");
      browser.press("+");
      await(browser, SPANS + ".every(span => Math.abs(span - " + half / 2 + ") < 0.01)");
      browser.press("-");
      await(browser, SPANS + ".every(span => Math.abs(span - " + half + ") < 0.01)");
      final double begin = browser.evaluate(LOSS + ".scales.x.min").asDouble();
      browser.press("ArrowLeft");
      final double looked = browser.evaluate(looked()).asDouble();
      for (int point = 0; point < half + 2; point++) {
        browser.press("ArrowLeft");
      }
      assertThat(browser.evaluate(looked()).asDouble()).isLessThan(looked - 1000 * half);
      await(browser, LOSS + ".scales.x.min < " + begin);
      browser.press("Escape");
      await(browser, PART + ".hidden && " + SPANS + ".every(span => span > " + half + ")");

      dragOverHalf(browser);
      await(browser, "!" + PART + ".hidden");
      browser.evaluate(PART + ".querySelector('button').click()");
      await(browser, PART + ".hidden");
      dragOverHalf(browser);
      await(browser, "!" + PART + ".hidden");
      browser.evaluate(
          "document.querySelector('[data-section=learning] canvas')"
              + ".dispatchEvent(new MouseEvent('dblclick'))");
      await(browser, PART + ".hidden");
    }
  }

  /** The time of the point that the keyboard looks at. */
  private static String looked() {
    return LOSS
        + ".getActiveElements().map(({index}) => "
        + LOSS
        + ".data.datasets[0].data[index].x)[0]";
  }

  private static void dragOverHalf(final Chromium browser) {
    final JsonNode area =
        browser.evaluate(
            "(chart => { chart.canvas.scrollIntoView({block: 'center'});"
                + " const {left, top} = chart.canvas.getBoundingClientRect();"
                + " const area = chart.chartArea;"
                + " return [left + area.left, left + area.right, top + (area.top + area.bottom) / 2]; })("
                + LOSS
                + ")");
    final double left = area.get(0).asDouble();
    final double width = area.get(1).asDouble() - left;
    browser.drag(left + width / 4, left + 3 * width / 4, area.get(2).asDouble());
  }

  @Test
  void smoothing_leavesTheRawCurveFaint() throws Exception {
    try (Chromium browser = Chromium.start(profile);
        RunningDemo demo = new RunningDemo(dir, 0, Adult.spec(), Adult.train(), RATE)) {
      browser.show(1440, 1000, false, false);
      browser.open(demo.url());
      await(browser, LOSS + ".data.datasets[0].data.length > 30");
      assertThat(browser.evaluate(LOSS + ".data.datasets.length").asInt()).isEqualTo(3);
      browser.evaluate("document.getElementById('view').smooth.click()");
      await(browser, LOSS + ".data.datasets.length === 6 && location.search === '?smooth=1'");
      final JsonNode sets =
          browser.evaluate(
              LOSS
                  + ".data.datasets.slice(0, 2).map(({borderColor, data}) => [borderColor, data])");
      assertThat(sets.at("/1/0").asText()).isEqualTo(sets.at("/0/0").asText() + "55");
      final List<Double> raw = values(sets.at("/1/1"));
      final List<Double> smooth = values(sets.at("/0/1"));
      assertThat(smooth).hasSameSizeAs(raw);
      assertThat(roughness(smooth)).isLessThan(roughness(raw));
      browser.evaluate("document.getElementById('view').smooth.click()");
      await(browser, LOSS + ".data.datasets.length === 3 && location.search === ''");
    }
  }

  private static List<Double> values(final JsonNode points) {
    return points
        .valueStream()
        .map(point -> point.get("y"))
        .filter(JsonNode::isNumber)
        .map(JsonNode::asDouble)
        .toList();
  }

  /** How long the way up and down is. */
  private static double roughness(final List<Double> values) {
    double sum = 0;
    for (int i = 1; i < values.size(); i++) {
      sum += Math.abs(values.get(i) - values.get(i - 1));
    }
    return sum;
  }

  @Test
  void otherModel_isDrawnInTheSameChart_unlessTheLossesAreOfOtherThings() throws Exception {
    try (Chromium browser = Chromium.start(profile);
        RunningDemo demo = new RunningDemo(dir, 0, Adult.spec(), Adult.train(), RATE);
        Learners others =
            new Learners(
                demo,
                dir.resolve("others"),
                "{model: adult-diagonal, labels: ['-1', '+1'], features: {dimension: 124},"
                    + " curvature: {memory: diagonal}}",
                "{model: words, task: sequence, labels: [O, B], features: {hash-bits: 10}}")) {
      browser.show(1440, 1000, false, false);
      browser.open(demo.url());
      final String offered =
          "[...document.getElementById('view').with.options].map(option => option.value).join()";
      await(browser, offered + " === ',%s'".formatted(String.join(",", others.models)));
      choose(browser, "adult-diagonal");
      await(
          browser,
          LOSS + ".data.datasets.length === 4 && " + LOSS + ".data.datasets[3].data.length > 20");
      assertThat(browser.evaluate("location.search").asText()).isEqualTo("?with=adult-diagonal");
      assertThat(browser.evaluate(LEGEND).asText())
          .containsPattern("adult\\s+0\\.")
          .containsPattern("adult-diagonal\\s+0\\.");
      assertThat(browser.evaluate(LOSS + ".data.datasets[3].borderDash.length").asInt())
          .as("dashed")
          .isPositive();
      assertThat(browser.evaluate(LOSS + ".data.datasets[3].borderColor").asText())
          .isNotEqualTo(browser.evaluate(LOSS + ".data.datasets[0].borderColor").asText());
      final JsonNode own = browser.evaluate(last(0));
      final JsonNode other = browser.evaluate(last(3));
      assertThat(other.get("y").asDouble()).isCloseTo(own.get("y").asDouble(), within(0.2));
      assertThat(other.get("x").asDouble()).isCloseTo(own.get("x").asDouble(), within(15e3));
      browser.evaluate("document.getElementById('view').smooth.click()");
      look(browser, "compared-");

      choose(browser, "words");
      await(browser, COMPARED + ".startsWith('words does not compare: ')");
      assertThat(browser.evaluate(COMPARED).asText())
          .isEqualTo(
              "words does not compare: it learns sequences, with a loss in nats a token, and adult"
                  + " learns points, with a loss in nats an example.");
      assertThat(browser.evaluate(LOSS + ".data.datasets.length").asInt()).isEqualTo(6);

      // The other way round, and as a link has it.
      browser.open(demo.url() + "/?model=adult-diagonal&with=adult");
      await(browser, LOSS + ".data.datasets.length === 4 && " + number("Examples") + " > 0");
      await(
          browser,
          LOSS
              + ".data.datasets[3].label === 'adult' && "
              + LOSS
              + ".data.datasets[0].data.length > 20");
    }
  }

  private static String last(final int set) {
    return LOSS + ".data.datasets[%d].data.filter(point => point.y > 0).at(-1)".formatted(set);
  }

  private static void choose(final Chromium browser, final String model) {
    browser.evaluate(
        "(select => { select.value = '%s'; select.dispatchEvent(new Event('change')); })"
                .formatted(model)
            + "(document.getElementById('view').with)");
  }

  /** Learners of the same examples that know nothing of the page. */
  private static final class Learners implements AutoCloseable {
    private final List<LearnerApplication> learners = new ArrayList<>();
    private final List<String> models = new ArrayList<>();

    Learners(final RunningDemo demo, final Path dir, final String... specs) throws Exception {
      final var client = Map.of("bootstrap.servers", demo.bootstrapServers());
      for (final String yaml : specs) {
        final ModelSpec spec = SpecFile.read(yaml);
        final var options = InstanceOptions.of(dir.resolve(spec.getModel()), spec.getModel());
        models.add(spec.getModel());
        learners.add(LearnerApplication.start(client, spec, options, new SimpleMeterRegistry()));
      }
    }

    @Override
    public void close() {
      learners.forEach(LearnerApplication::close);
    }
  }
}
