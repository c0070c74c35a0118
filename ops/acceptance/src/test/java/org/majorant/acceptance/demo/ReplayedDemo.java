package org.majorant.acceptance.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.majorant.acceptance.docs.PredictingService;
import org.majorant.demo.Demo;
import org.majorant.demo.DemoReport;
import org.majorant.demo.DemoStream;
import org.majorant.demo.GeneratedData;
import org.majorant.file.evaluate.Scores;
import org.majorant.model.Model;
import org.majorant.model.PointPredictor.PointPrediction;
import org.majorant.ops.data.Adult;
import org.majorant.ops.data.Wikigold;
import org.majorant.store.ModelSubscriber;

/** The main job on a real broker, over real data, and the documented service against it. */
final class ReplayedDemo {
  private ReplayedDemo() {}

  /**
   * What is learned hardly depends on the pace. The progressive loss does: it says how fresh the
   * weights were that predicted, and on a busy machine bases come late.
   */
  static void adult(final int partitions, final double logLoss, final Path dir) throws Exception {
    try (Demo demo = new Demo(dir, Adult.spec(), partitions, 0, 0)) {
      final DemoReport report = demo.replay(Adult.train(), 0, false, progress -> {}, () -> false);
      assertThat(report.examples()).isEqualTo(32_561);
      assertThat(report.rejected()).isZero();
      assertThat(report.progressiveLogLoss()).isLessThanOrEqualTo(logLoss);
      assertThat(report.boundSlackMin()).isGreaterThanOrEqualTo(-1e-9);
      assertThat(report.lineage().values().stream().mapToLong(Long::longValue).sum())
          .isEqualTo(32_561);

      final double heldOut = Scores.of(version(demo, report.versions()), Adult.test()).logLoss();
      System.out.printf(
          "Adult, %d partitions: log-loss %.4f, held out %.4f%n",
          partitions, report.progressiveLogLoss(), heldOut);
      assertThat(heldOut).isLessThanOrEqualTo(0.326);
      final PointPrediction prediction = PredictingService.predict(demo.bootstrapServers());
      assertThat(prediction.probabilities()).containsOnlyKeys("-1", "+1");
      assertThat(prediction.probabilities().values().stream().mapToDouble(p -> p).sum())
          .isBetween(1 - 1e-12, 1 + 1e-12);
      assertThat(prediction.label()).isEqualTo("-1");

      assertThat(get(demo.url() + "/healthz")).isEqualTo("ok\n");
      assertThat(get(demo.url() + "/readyz")).isEqualTo("ready\n");
      assertThat(get(demo.url() + "/metrics"))
          .contains("majorant_examples_total{model=\"adult\"} 32561.0")
          .contains("majorant_rejected_total{model=\"adult\",reason=\"undecodable\"} 0.0")
          .contains("majorant_objective{model=\"adult\"}");
    }
  }

  /**
   * One partition is scored by all that came before. Of four, each knows the others by the bases
   * alone, and on a busy machine these come so late that what is held has to be learned without.
   */
  static void wikigold(final int partitions, final double accuracy, final double f1, final Path dir)
      throws Exception {
    try (Demo demo = new Demo(dir, Wikigold.spec(), partitions, 0, 0)) {
      final DemoReport report = demo.replay(Wikigold.train(), 0, false, p -> {}, () -> false);
      assertThat(report.examples()).isEqualTo(1363);
      assertThat(report.tokens()).isEqualTo(32_074);
      assertThat(report.versions()).isPositive();
      assertThat(report.progressiveAccuracy()).isGreaterThan(accuracy);
      assertThat(report.entities().count()).isEqualTo(2847);
      assertThat(report.entities().f1()).isGreaterThan(f1);
      assertThat(report.lineage())
          .isEqualTo(
              partitions == 1 ? Map.of(0, 1363L) : Map.of(0, 341L, 1, 341L, 2, 341L, 3, 340L));
    }
  }

  /**
   * What is held out is scored by no version first, and by the last one at the end.
   *
   * @param examples of the stream, from its beginning
   * @param before the share that it has at first
   * @param after which it has at the end, or one that is further from it
   */
  static void generated(
      final DemoStream stream,
      final int partitions,
      final int examples,
      final double before,
      final double after,
      final Path dir)
      throws Exception {
    final GeneratedData data = stream.generated().orElseThrow();
    try (Demo demo = new Demo(dir, data.spec(), partitions, 0, 0)) {
      final DemoReport report =
          demo.replay(data.train().subList(0, examples), 0, false, p -> {}, () -> false);
      assertThat(report.examples()).isEqualTo(examples);
      assertThat(report.rejected()).isZero();
      assertThat(report.boundSlackMin()).isGreaterThanOrEqualTo(-1e-9);
      JsonNode picture = picture(demo);
      while (picture.get("version").asLong() < report.versions()) {
        Thread.sleep(10);
        picture = picture(demo);
      }
      final JsonNode scores = picture.get("scores");
      assertThat(scores.get(0).get("version").asLong()).isZero();
      assertThat(scores.get(0).get("share").asDouble()).isCloseTo(before, within(0.01));
      final double share = scores.get(scores.size() - 1).get("share").asDouble();
      System.out.printf("%s: share %.4f%n", stream, share);
      assertThat((share - after) * Math.signum(after - before)).isNotNegative();
    }
  }

  /**
   * Two losses of the same answers: the model has learned for half a minute more when it learns
   * from one than it had when it gave it, and knew nothing in the first half minute.
   *
   * @param rate answers a second
   */
  static void clicks(final int answers, final double rate, final Path dir) throws Exception {
    final GeneratedData data = DemoStream.CLICKS.generated().orElseThrow();
    try (Demo demo = new Demo(dir, data.spec(), 2, 0, 0)) {
      final DemoReport report =
          demo.replay(data.train().subList(0, answers), rate, false, p -> {}, () -> false);
      assertThat(report.examples()).isEqualTo(answers);
      assertThat(report.rejected()).isZero();
      assertThat(report.progressiveLogLoss()).isLessThan(report.baselines().classFrequency());
      assertThat(report.servedLogLoss())
          .isGreaterThan(report.progressiveLogLoss())
          .isLessThan(Math.log(2));
    }
  }

  private static JsonNode picture(final Demo demo) throws Exception {
    return new ObjectMapper().readTree(get(demo.url() + "/api/picture"));
  }

  private static Model version(final Demo demo, final long version) throws Exception {
    final Map<String, Object> client = Map.of("bootstrap.servers", demo.bootstrapServers());
    try (ModelSubscriber subscriber = ModelSubscriber.start(client, "adult")) {
      return subscriber.awaitVersion(version, Duration.ofSeconds(120)).model();
    }
  }

  private static String get(final String url) throws Exception {
    return HttpClient.newHttpClient()
        .send(HttpRequest.newBuilder(URI.create(url)).build(), HttpResponse.BodyHandlers.ofString())
        .body();
  }
}
