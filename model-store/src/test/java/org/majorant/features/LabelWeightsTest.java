package org.majorant.features;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.majorant.schema.LabeledExample;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.Point;
import org.majorant.schema.RejectedExample;
import org.majorant.schema.SparseVector;
import org.majorant.spec.SpecFile;

/** An example counts its own weight times that of its label. */
class LabelWeightsTest {
  private static final ModelSpec SPEC =
      SpecFile.read("{model: m, labels: [a, b, c], weights: {a: 0.5, c: 4}, max-weight: 10}");

  @ParameterizedTest
  @CsvSource({"a, 1, 0.5", "b, 3, 3", "c, 2, 8", "a|c, 2, 4.5", ", 2, 2"})
  void weight_ofALabel_isTimesItsOwn(final String label, final double own, final double weight)
      throws RejectedExample {
    assertThat(map(label, own).weight).isEqualTo(weight);
  }

  @Test
  void weight_timesTheLabels_isHeldToTheLimit() {
    assertThatThrownBy(() -> map("c", 3))
        .isInstanceOf(RejectedExample.class)
        .hasMessageContaining("weight 12.0 is not a number from 0 to the spec's max-weight, 10.0");
  }

  private static SparsePoint map(final String label, final double weight) throws RejectedExample {
    final Object given =
        label == null || !label.contains("|") ? label : List.of(label.split("\\|"));
    final SparseVector x = new SparseVector(List.of(1), List.of());
    return (SparsePoint)
        new ExampleMapper(SPEC, new FeatureSpace(SPEC))
            .labeled(new LabeledExample(null, null, weight, new Point(x, given, null, null)));
  }
}
