package org.majorant.ops.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.majorant.features.FeatureNames;
import org.majorant.model.LabelWeights;
import org.majorant.model.Model;
import org.majorant.ops.Published;
import org.majorant.ops.read.FeatureWeight;

class WeightChangeTest {
  /** The same weights as are shown of each version, with views those by the stack. */
  @Test
  void changes_areBetweenTheWeightsThatAreShown() {
    final Model from = Published.views("[a, b]", 1);
    final Model to = Published.views("[a, b]", 2);
    final LabelWeights before = new LabelWeights(from, 0);
    final LabelWeights after = new LabelWeights(to, 0);
    final var names = new FeatureNames(to.spec(), List.of());
    assertThat(WeightChange.largest(from, to, names, 0))
        .hasSize(FeatureWeight.MOST)
        .isSortedAccordingTo(
            Comparator.comparingDouble(change -> -Math.abs(change.to() - change.from())))
        .allSatisfy(
            change -> {
              assertThat(change.name()).doesNotStartWith("stack");
              assertThat(change.from()).isEqualTo(before.weight(change.feature()));
              assertThat(change.to()).isEqualTo(after.weight(change.feature()));
            });
  }
}
