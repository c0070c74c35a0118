package org.majorant.ops.http;

import java.util.List;
import org.majorant.features.Dimensions;
import org.majorant.features.FeatureNames;
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
   * The {@link FeatureWeight#MOST} weights of a label that differ most, these first; signs are as
   * there.
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
    final double[] difference = to.weights().clone();
    for (int k = 0; k < difference.length; k++) {
      difference[k] -= from.weights()[k];
    }
    final Model changes = new Model(to.spec(), to.version(), difference, to.precision(), to.rms());
    final int sign = shape.vectors() < shape.labels() && label == 0 ? -1 : 1;
    final int first = shape.vectors() < shape.labels() ? 0 : label * shape.states();
    return FeatureWeight.heaviest(changes, names, label).stream()
        .map(
            change -> {
              final int state = change.state() == null ? 0 : change.state();
              final int k = change.feature() * shape.vectors() + first + state;
              return new WeightChange(
                  change.feature(),
                  change.name(),
                  sign * from.weights()[k],
                  sign * to.weights()[k],
                  change.state());
            })
        .toList();
  }
}
