package org.majorant.acceptance.tools;

import java.io.IOException;
import java.util.List;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.Test;
import org.majorant.acceptance.tools.ExampleVectors.Line;
import org.majorant.json.ExampleJson;
import org.majorant.model.PointPredictor.PointPrediction;
import org.majorant.model.Predictor;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.RejectedExample;
import org.majorant.template.FeatureTemplates;

/** Java is the reference of the vectors that the consumers in {@code examples} are held to. */
class ExampleVectorsTest {
  private final ExampleJson json = new ExampleJson(FeatureTemplates.of(List.of()));

  @Test
  void lines_arePredictedOrRefusedForTheReasonThatTheyName() throws IOException {
    final ExampleVectors vectors = ExampleVectors.read();
    final SoftAssertions softly = new SoftAssertions();
    for (final ModelSpec spec : vectors.models()) {
      final Predictor predictor = Predictor.of(RandomModels.model(spec, 1));
      for (final Line line : vectors.of(spec)) {
        try {
          final PointPrediction prediction =
              (PointPrediction) predictor.predict(json.read(line.text()));
          softly.assertThat(line.reason()).as("%s is predicted", line).isNull();
          softly
              .assertThat(line.differenceTo(prediction.probabilities()))
              .as("%s: %s", line, prediction.probabilities())
              .isLessThan(1e-9);
        } catch (final RejectedExample e) {
          softly.assertThat(e.reason()).as("%s: %s", line, e.getMessage()).isEqualTo(line.reason());
        }
      }
    }
    softly.assertAll();
  }
}
