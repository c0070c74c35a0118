package org.majorant.model;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.majorant.features.FeatureSpace;
import org.majorant.features.SparsePoint;
import org.majorant.schema.LabeledExample;
import org.majorant.schema.RejectedExample;
import org.majorant.schema.Task;

/** Predicts points with one version of a model, by its {@link Mixture} where it has one. */
public final class PointPredictor extends Predictor {
  /** Features are clipped to so many times their root mean square. */
  public static final double CLIP = 4;

  private final int labels;

  /** As many as there are threads, since with views to make one takes longer than to predict. */
  private final Queue<Scorer> idle = new ConcurrentLinkedQueue<>();

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

  public PointPredictor(final Model model) {
    super(model, Task.MULTICLASS);
    labels = model.spec().getLabels().size();
  }

  @Override
  public PointPrediction predict(final LabeledExample example) throws RejectedExample {
    final double[] p = new double[labels];
    probabilities((SparsePoint) map(example), p);
    return PointPrediction.of(model().version(), model().spec().getLabels(), p);
  }

  /**
   * Probabilities of the labels, each the sum of its hidden states'; {@code x}, mapped by the
   * {@link FeatureSpace} of the same spec, is clipped in place.
   */
  public void probabilities(final SparsePoint x, final double[] out) {
    final Scorer free = idle.poll();
    final Scorer scorer = free == null ? new Scorer(model()) : free;
    try {
      scorer.read(x);
      System.arraycopy(scorer.probabilities(), 0, out, 0, labels);
    } finally {
      idle.add(scorer);
    }
  }
}
