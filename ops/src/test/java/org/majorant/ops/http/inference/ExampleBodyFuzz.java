package org.majorant.ops.http.inference;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.javalin.http.ContentTooLargeResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.provider.MethodSource;
import org.majorant.json.ExampleJson;
import org.majorant.model.Model;
import org.majorant.model.Predictor;
import org.majorant.ops.Published;
import org.majorant.schema.LabeledExample;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.RejectedExample;
import org.majorant.spec.SpecFile;
import org.majorant.template.FeatureTemplates;

/** Whatever the body of a request for predictions, each model predicts or says what is wrong. */
class ExampleBodyFuzz {
  private static final List<Predictor> PREDICTORS =
      Stream.of(
              Published.model(Published.COLOURS, 1, Published.WEIGHTS),
              Published.places(1),
              model("{model: m, task: choice, features: {names: [price, time]}}", 2),
              model("{model: m, task: graph, features: {names: [a, b]}}", 2),
              model("{model: m, task: matching, features: {names: [a, b]}}", 2))
          .map(Predictor::of)
          .toList();

  static Stream<byte[]> bodies() {
    return Stream.of(
            "{\"features\": {\"warm\": 1, \"cold\": -0.5}, \"id\": 7}",
            "[{\"tokens\": [\"In\", \"Oslo\"]}, {\"tokens\": []}]",
            "[{\"alternatives\": [{\"price\": 1.2}, {\"time\": 3}], \"logPrior\": [-1, 0]}]",
            "{\"cardinalities\": [2, 2], \"factors\": [{\"variables\": [0, 1],"
                + " \"configurations\": [{\"a\": 1}, {}, {}, {\"b\": 2}]}]}",
            "{\"pairs\": [[{\"a\": 1}, {\"b\": 2}], [null, {}]], \"unmatched\": [{\"left\": 0}],"
                + " \"matches\": null}",
            "{\"nodes\": 3, \"edges\": [{\"nodes\": [0, 2], \"features\": {\"a\": 1}}],"
                + " \"unmatched\": [{\"node\": 1}]}")
        .map(body -> body.getBytes(StandardCharsets.UTF_8));
  }

  @Timeout(10)
  @MethodSource("bodies")
  @FuzzTest(maxDuration = "", maxExecutions = 1_000_000)
  void body_isPredictedOrRefused(final byte[] bytes) {
    final String text = new String(bytes, StandardCharsets.UTF_8);
    for (final Predictor predictor : PREDICTORS) {
      try {
        final List<String> templates = predictor.model().spec().getFeatures().getTemplates();
        final ExampleJson json = new ExampleJson(FeatureTemplates.of(templates));
        for (final LabeledExample example : ExampleBody.read(text, json).examples()) {
          assertThat(predictor.predict(example)).isNotNull();
        }
      } catch (final IOException | ContentTooLargeResponse e) {
        assertThat(e.getMessage()).hasLineCount(1);
      } catch (final RejectedExample e) {
        assertThat(e.getMessage()).hasLineCount(1).doesNotContain("it fails with");
      }
    }
  }

  private static Model model(final String yaml, final int weights) {
    final ModelSpec spec = SpecFile.read(yaml);
    return Published.model(spec, 1, new double[weights]);
  }
}
