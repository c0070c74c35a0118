package org.majorant.ops.read;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.function.IntToDoubleFunction;
import org.majorant.features.FeatureNames;
import org.majorant.features.Origins;
import org.majorant.model.LabelWeights;
import org.majorant.model.Model;

/**
 * What one feature says for a label, by {@link LabelWeights}.
 *
 * @param feature its index
 * @param name as {@link FeatureNames} has it; null where none is known
 * @param weight of the feature for the label; of two labels the first one's is the second's,
 *     negated
 * @param deviation standard deviation of the weight under the model's own posterior, which may be
 *     {@link Model#conditional}; null where a batch training knows none
 * @param state hidden state of the label whose weight it is; null where there are none
 */
public record FeatureWeight(
    int feature, String name, double weight, Double deviation, Integer state) {
  /** How many are told at most. */
  public static final int MOST = 20;

  /**
   * The {@link #MOST} features with the largest weights, either sign, the largest first. One pass
   * over the features.
   *
   * @param label its place in the spec; of choices, which have none, 0
   */
  public static List<FeatureWeight> heaviest(
      final Model model, final FeatureNames names, final int label) {
    final LabelWeights weights = new LabelWeights(model, label);
    return largest(weights.size(), weights::weight).stream()
        .map(i -> of(weights, i, names.of(weights.feature(i))))
        .toList();
  }

  /**
   * The {@link #MOST} pairs of columns that give most where they are as large as is usual, that is,
   * with the largest |weight| × RMS, the largest first: products and crosses. Empty where the model
   * has no such views.
   *
   * @param label its place in the spec
   */
  public static List<FeatureWeight> strongestPairs(
      final Model model, final FeatureNames names, final int label) {
    if (!LabelWeights.areStacked(model)) {
      return List.of();
    }
    final LabelWeights weights = new LabelWeights(model, label);
    final Origins origins = new Origins(model.spec());
    return largest(
            weights.size(),
            i -> origins.isPair(i) ? weights.weight(i) * model.rms()[weights.feature(i)] : 0)
        .stream()
        .map(i -> of(weights, i, names.withoutView(i)))
        .toList();
  }

  private static FeatureWeight of(final LabelWeights weights, final int i, final String name) {
    return new FeatureWeight(
        weights.feature(i), name, weights.weight(i), weights.deviation(i), weights.state(i));
  }

  /**
   * The places of the {@link #MOST} largest numbers, either sign, the largest first; none of a
   * zero.
   */
  public static List<Integer> largest(final int size, final IntToDoubleFunction number) {
    final Comparator<Integer> ascending =
        Comparator.comparingDouble(i -> Math.abs(number.applyAsDouble(i)));
    final PriorityQueue<Integer> largest = new PriorityQueue<>(ascending);
    double least = 0; // of those found
    for (int i = 0; i < size; i++) {
      if (Math.abs(number.applyAsDouble(i)) > least) {
        largest.add(i);
        if (largest.size() > MOST) {
          largest.remove();
        }
        least = largest.size() < MOST ? 0 : Math.abs(number.applyAsDouble(largest.element()));
      }
    }
    final List<Integer> found = new ArrayList<>(largest);
    found.sort(ascending.reversed());
    return found;
  }
}
