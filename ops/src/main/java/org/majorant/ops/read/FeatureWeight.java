package org.majorant.ops.read;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import org.majorant.features.Dimensions;
import org.majorant.features.FeatureNames;
import org.majorant.model.Model;

/**
 * What one feature says for a label.
 *
 * @param feature its index
 * @param name as {@link FeatureNames} has it; null where none is known
 * @param weight of the feature for the label; of two labels the first one's is the second's,
 *     negated
 * @param deviation standard deviation of the weight under the model's own posterior, 1/√precision,
 *     which may be {@link Model#conditional}; null where a batch training knows none
 * @param state hidden state of the label whose weight it is; null where there are none
 */
public record FeatureWeight(
    int feature, String name, double weight, Double deviation, Integer state) {
  /** How many are told at most. */
  public static final int MOST = 20;

  /**
   * The {@link #MOST} features with the largest weights, either sign, the largest first. One pass
   * over the features: about a millisecond for a million.
   *
   * @param label its place in the spec; of choices, which have none, 0
   */
  public static List<FeatureWeight> heaviest(
      final Model model, final FeatureNames names, final int label) {
    final Dimensions shape = Dimensions.of(model.spec());
    final int vectors = shape.vectors();
    final boolean negated = vectors < shape.labels() && label == 0;
    final int states = shape.states();
    final int first = vectors < shape.labels() ? 0 : label * states;
    final double[] weights = model.weights();
    final PriorityQueue<Integer> heaviest =
        new PriorityQueue<>(Comparator.comparingDouble(k -> Math.abs(weights[k])));
    double least = 0; // of those found
    for (int o = first; o < weights.length; o += vectors) {
      for (int k = o; k < o + states; k++) {
        if (Math.abs(weights[k]) > least) {
          heaviest.add(k);
          if (heaviest.size() > MOST) {
            heaviest.remove();
          }
          least = heaviest.size() < MOST ? 0 : Math.abs(weights[heaviest.element()]);
        }
      }
    }
    final List<FeatureWeight> found = new ArrayList<>();
    for (final int k : heaviest) {
      found.add(
          new FeatureWeight(
              k / vectors,
              names.of(k / vectors),
              negated ? -weights[k] : weights[k],
              model.precision()[k] > 0 ? 1 / Math.sqrt(model.precision()[k]) : null,
              states > 1 ? k % vectors % states : null));
    }
    found.sort(Comparator.comparingDouble((FeatureWeight w) -> -Math.abs(w.weight)));
    return List.copyOf(found);
  }
}
