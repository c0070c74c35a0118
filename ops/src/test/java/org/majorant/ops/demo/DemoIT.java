package org.majorant.ops.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.majorant.model.Prediction;
import org.majorant.model.SpecFile;
import org.majorant.ops.data.ExampleReader;
import org.majorant.ops.data.Format;
import org.majorant.ops.readme.PredictingService;
import org.majorant.schema.AvroSerde;
import org.majorant.schema.LabeledExample;

/** The main job on a real broker, and README's service against it. */
class DemoIT {
  private static final Path ADULT = Path.of("data/adult");

  @Test
  void adult_is_learned_to_the_last_example_and_served(@TempDir final Path dir) throws Exception {
    try (Demo demo =
        new Demo(dir, SpecFile.read(Files.readString(ADULT.resolve("adult.yaml"))), 4, 0)) {
      final DemoReport report = demo.replay(adult(), 0, false, head -> {});
      assertThat(report.examples()).isEqualTo(32_561);
      assertThat(report.rejected()).isZero();
      assertThat(report.progressiveLogLoss()).isLessThanOrEqualTo(0.350);
      assertThat(report.boundSlackMin()).isGreaterThanOrEqualTo(-1e-9);
      assertThat(report.lineage().values().stream().mapToLong(Long::longValue).sum())
          .isEqualTo(32_561);

      final Prediction prediction = PredictingService.predict(demo.bootstrapServers());
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

  @Test
  void readme_shows_the_service_that_is_tested() throws Exception {
    final String source =
        Files.readString(Path.of("src/test/java/org/majorant/ops/readme/PredictingService.java"));
    final String body = source.substring(source.indexOf("public class"));
    assertThat(Files.readString(Path.of("../README.md"))).contains(body);
  }

  private static List<byte[]> adult() throws Exception {
    final AvroSerde<LabeledExample> serde = AvroSerde.of(LabeledExample.class);
    final List<byte[]> examples = new ArrayList<>();
    final String file = ADULT.resolve("a9a.gz").toString();
    try (ExampleReader reader = ExampleReader.open(Format.LIBSVM, file, null)) {
      for (LabeledExample e = reader.read(); e != null; e = reader.read()) {
        examples.add(serde.encode(e));
      }
    }
    return examples;
  }

  private static String get(final String url) throws Exception {
    return HttpClient.newHttpClient()
        .send(HttpRequest.newBuilder(URI.create(url)).build(), HttpResponse.BodyHandlers.ofString())
        .body();
  }
}
