package org.majorant.ops.http;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import org.majorant.model.Dimensions;
import org.majorant.model.FeatureSpace;
import org.majorant.model.Model;
import org.majorant.schema.FeatureSpec;
import org.majorant.schema.Named;
import org.majorant.schema.RandomFourier;
import org.majorant.schema.Task;

/**
 * What one feature says for a label.
 *
 * @param feature its index
 * @param name {@code after X} of the transition from the label X; null where the spec names no
 *     features
 * @param weight of the feature for the label; of two labels the first one's is the second's,
 *     negated
 * @param deviation standard deviation of the weight under the model's own posterior, 1/√precision
 * @param state hidden state of the label whose weight it is; null where there are none
 */
record FeatureWeight(int feature, String name, double weight, double deviation, Integer state) {
  /** How many are told at most. */
  static final int MOST = 20;

  private static final String INTERCEPT = "intercept";

  /**
   * The {@link #MOST} features with the largest weights, either sign, the largest first. One pass
   * over the features: about a millisecond for a million.
   *
   * @param label its place in the spec
   */
  static List<FeatureWeight> heaviest(final Model model, final int label) {
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
              name(model, k / vectors),
              negated ? -weights[k] : weights[k],
              1 / Math.sqrt(model.precision()[k]),
              states > 1 ? k % vectors % states : null));
    }
    found.sort(Comparator.comparingDouble((FeatureWeight w) -> -Math.abs(w.weight)));
    return List.copyOf(found);
  }

  private static String name(final Model model, final int feature) {
    if (feature == FeatureSpace.intercept(model.spec())) {
      return INTERCEPT;
    }
    final int transition = feature - Dimensions.of(model.spec()).emissions();
    if (model.spec().getTask() == Task.SEQUENCE && transition >= 0) {
      return "after " + model.spec().getLabels().get(transition);
    }
    final FeatureSpec features = model.spec().getFeatures();
    if (!(features.getSpace() instanceof Named named)
        || features.getExpansion() instanceof RandomFourier) {
      return null;
    }
    final int names = named.getNames().size();
    return feature < names
        ? named.getNames().get(feature)
        : named.getNames().get(feature - names) + "²";
  }
}
