package org.majorant.model;

import java.nio.DoubleBuffer;
import java.util.Arrays;
import org.majorant.clique.LogPartition;
import org.majorant.features.Dimensions;
import org.majorant.features.FeatureSpace;
import org.majorant.features.SparsePoint;
import org.majorant.schema.LabeledExample;
import org.majorant.schema.Member;
import org.majorant.schema.RejectedExample;
import org.majorant.schema.Task;

/**
 * Predicts with one version of a model, by its {@link Mixture} where it has one. Features are
 * clipped to ±4 RMS, by the RMS published with the version, as training clipped them; the intercept
 * and features never seen are not.
 */
public final class PointPredictor extends Predictor {
  /** Features are clipped to so many times their root mean square. */
  public static final double CLIP = 4;

  private final Dimensions dimensions;
  private final int intercept;

  /**
   * @throws IllegalArgumentException if the model is of another task: {@link Predictor#of}
   */
  public PointPredictor(final Model model) {
    super(model, Task.MULTICLASS);
    this.dimensions = Dimensions.of(model.spec());
    this.intercept = FeatureSpace.intercept(model.spec());
  }

  @Override
  public PointPrediction predict(final LabeledExample example) throws RejectedExample {
    final SparsePoint x = (SparsePoint) map(example);
    final double[] p = new double[dimensions.labels()];
    probabilities(x, p);
    return PointPrediction.of(model().version(), model().spec().getLabels(), p);
  }

  /**
   * Probabilities of the labels, each the sum of its hidden states'; {@code x} is clipped in place.
   *
   * @param x mapped by the {@link FeatureSpace} of the same spec
   * @param out length labels, written
   */
  public void probabilities(final SparsePoint x, final double[] out) {
    if (!model().members().isEmpty()) {
      mix(x, out);
      return;
    }
    final int states = dimensions.states();
    final double[] scores = states == 1 ? out : new double[dimensions.outcomes()];
    score(x, null, scores);
    if (x.logPrior != null) {
      for (int o = 0; o < scores.length; o++) {
        scores[o] += x.logPrior[o / states];
      }
    }
    LogPartition.probabilities(scores, scores);
    if (states > 1) {
      Arrays.fill(out, 0);
      for (int o = 0; o < scores.length; o++) {
        out[o / states] += scores[o];
      }
    }
  }

  private void mix(final SparsePoint x, final double[] out) {
    final double[] own = new double[out.length];
    final double[] each = new double[out.length];
    Member last = null;
    Arrays.fill(out, 0);
    for (final Member member : model().members()) {
      if (last == null || !Mixture.readAlike(member, last)) {
        score(x, member, own);
      }
      last = member;
      for (int y = 0; y < out.length; y++) {
        final double h = x.logPrior == null ? 0 : x.logPrior[y];
        each[y] = member.getTemperature() * own[y] + h;
      }
      LogPartition.probabilities(each, each);
      for (int y = 0; y < out.length; y++) {
        out[y] += member.getWeight() * each[y];
      }
    }
  }

  /**
   * @param member whose prior or memory gives the weights; null: θ
   * @param scores written; of two outcomes the first one's is zero
   */
  private void score(final SparsePoint x, final Member member, final double[] scores) {
    final DoubleBuffer theta = member == null ? null : Mixture.weights(member);
    final double l = member == null ? 1 : member.getPrior();
    final int vectors = dimensions.vectors();
    final int first = scores.length - vectors;
    Arrays.fill(scores, 0);
    for (int j = 0; j < x.size; j++) {
      final int i = x.indices[j];
      x.values[j] = clip(x.values[j], i);
      for (int c = 0; c < vectors; c++) {
        final int at = i * vectors + c;
        scores[first + c] += x.values[j] * (theta == null ? model().weight(at, l) : theta.get(at));
      }
    }
  }

  private double clip(final double value, final int feature) {
    final double limit = CLIP * model().rms()[feature];
    return limit == 0 || feature == intercept ? value : Math.max(-limit, Math.min(limit, value));
  }
}
