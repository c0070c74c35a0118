package org.majorant.model;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a model says of one sequence.
 *
 * @param version the version that predicted
 * @param labels the best labelling as a whole, a label a token
 * @param probabilities of each token, by label in the spec's order
 */
public record SequencePrediction(
    long version, List<String> labels, List<Map<String, Double>> probabilities)
    implements Prediction {
  /** One token's probabilities, from a position of an array on. */
  static Map<String, Double> byLabel(final List<String> labels, final double[] p, final int from) {
    final Map<String, Double> byLabel = new LinkedHashMap<>();
    for (int y = 0; y < labels.size(); y++) {
      byLabel.put(labels.get(y), p[from + y]);
    }
    return byLabel;
  }
}
