package org.majorant.model;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a model says of one example.
 *
 * @param version the version that predicted
 * @param label the most probable label; the first of several
 * @param probabilities by label, in the spec's order
 */
public record PointPrediction(long version, String label, Map<String, Double> probabilities)
    implements Prediction {
  static PointPrediction of(final long version, final List<String> labels, final double[] p) {
    final Map<String, Double> byLabel = new LinkedHashMap<>();
    int best = 0;
    for (int y = 0; y < p.length; y++) {
      byLabel.put(labels.get(y), p[y]);
      if (p[y] > p[best]) {
        best = y;
      }
    }
    return new PointPrediction(version, labels.get(best), byLabel);
  }
}
