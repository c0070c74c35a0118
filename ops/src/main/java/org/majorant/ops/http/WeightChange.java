package org.majorant.ops.http;

import java.util.List;
import org.majorant.features.Dimensions;
import org.majorant.features.FeatureNames;
import org.majorant.model.LabelWeights;
import org.majorant.model.Model;
import org.majorant.ops.read.FeatureWeight;

/**
 * By how much a weight differs between two versions.
 *
 * @param feature its index
 * @param name as {@link FeatureNames} has it; null where none is known
 * @param from its weight in the one version
 * @param to its weight in the other one
 * @param state hidden state of the label whose weight it is; null where there are none
 */
record WeightChange(int feature, String name, double from, double to, Integer state) {
  /**
   * The {@link FeatureWeight#MOST} weights of a label that differ most, these first.
   *
   * @param names of the later version
   * @param label its place in the spec; of choices, which have none, 0
   * @throws IllegalArgumentException where the versions have not the same features and labels
   */
  static List<WeightChange> largest(
      final Model from, final Model to, final FeatureNames names, final int label) {
    final Dimensions shape = Dimensions.of(to.spec());
    if (!shape.equals(Dimensions.of(from.spec()))) {
      throw new IllegalArgumentException(
          "versions %d and %d have other features or labels: choose two that are alike"
              .formatted(from.version(), to.version()));
    }
    final LabelWeights before = new LabelWeights(from, label);
    final LabelWeights after = new LabelWeights(to, label);
    return FeatureWeight.largest(after.size(), i -> after.weight(i) - before.weight(i)).stream()
        .map(
            i ->
                new WeightChange(
                    after.feature(i),
                    names.of(after.feature(i)),
                    before.weight(i),
                    after.weight(i),
                    after.state(i)))
        .toList();
  }
}
