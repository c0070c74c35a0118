package org.majorant.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.majorant.model.PointPredictor.PointPrediction;

class PointPredictionTest {
  private static final PointPrediction PREDICTION =
      PointPrediction.of(7, List.of("no", "yes", "maybe"), new double[] {0.7, 0.2, 0.1});

  @Test
  void cost_ofARareLabel_makesItTheOneThatIsSaid() {
    final PointPrediction said = PREDICTION.atCost(Map.of("yes", 8.0));
    assertThat(said.label()).isEqualTo("yes");
    assertThat(said.probabilities()).isEqualTo(PREDICTION.probabilities());
    assertThat(said.version()).isEqualTo(7);
  }

  @Test
  void cost_tooLowOrTheSameForAll_changesNothing() {
    assertThat(PREDICTION.atCost(Map.of("yes", 3.0, "maybe", 6.0)).label()).isEqualTo("no");
    assertThat(PREDICTION.atCost(Map.of("no", 5.0, "yes", 5.0, "maybe", 5.0)))
        .isEqualTo(PREDICTION);
  }
}
