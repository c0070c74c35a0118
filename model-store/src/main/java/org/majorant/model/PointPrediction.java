package org.majorant.model;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a model says of one example.
 *
 * @param version the version that predicted
 * @param label the most probable label, the first of several; or the one that costs least
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

  /**
   * The same with the label of least expected cost. Where y' is said and y is true, c(y) is to be
   * paid unless they are the same: Σ p(y) c(y) − p(y') c(y') is least where p(y') c(y') is
   * greatest.
   *
   * @param costs label → what it costs to miss it, above 0; 1 for those that are not named
   */
  public PointPrediction atCost(final Map<String, Double> costs) {
    String best = label;
    double most = -1;
    for (final Map.Entry<String, Double> each : probabilities.entrySet()) {
      final double spared = each.getValue() * costs.getOrDefault(each.getKey(), 1.0);
      if (spared > most) {
        most = spared;
        best = each.getKey();
      }
    }
    return new PointPrediction(version, best, probabilities);
  }
}
