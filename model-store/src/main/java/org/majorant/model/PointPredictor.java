package org.majorant.model;

import java.util.Arrays;
import org.majorant.clique.LogPartition;
import org.majorant.features.Dimensions;
import org.majorant.features.FeatureSpace;
import org.majorant.features.SparsePoint;
import org.majorant.schema.LabeledExample;
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

  private static final double[] PLAIN = {1};

  private final Dimensions dimensions;
  private final int intercept;
  private final Mixture mixture;
  private final double[] priors; // one, where θ predicts alone

  /**
   * @throws IllegalArgumentException if the model is of another task: {@link Predictor#of}
   */
  public PointPredictor(final Model model) {
    super(model, Task.MULTICLASS);
    this.dimensions = Dimensions.of(model.spec());
    this.intercept = FeatureSpace.intercept(model.spec());
    mixture = Mixture.of(model.spec());
    priors = model.members().length > 0 ? mixture.priors() : PLAIN;
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
    if (model().members().length > 0) {
      mix(x, out);
      return;
    }
    final int states = dimensions.states();
    final double[] scores = states == 1 ? out : new double[dimensions.outcomes()];
    score(x, scores, scores.length - dimensions.vectors()); // of two, the first has score zero
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
    final double[] scores = new double[priors.length * dimensions.vectors()];
    final double[] each = new double[mixture.size() * out.length];
    score(x, scores, 0);
    mixture.probabilities(scores, x.logPrior, each);
    Arrays.fill(out, 0);
    for (int at = 0; at < each.length; at++) {
      out[at % out.length] += model().members()[at / out.length] * each[at];
    }
  }

  /**
   * Scores of each prior's θ, the spec's own with l = 1:
   *
   * <pre>    θ_l = θ π / (π + (l − 1)P),    π = A + P the precision,    P = λ RMS²</pre>
   *
   * @param scores written, from {@code first} on: a number a vector, one prior after the other
   */
  private void score(final SparsePoint x, final double[] scores, final int first) {
    final int vectors = dimensions.vectors();
    Arrays.fill(scores, 0);
    for (int j = 0; j < x.size; j++) {
      final int i = x.indices[j];
      final double value = clip(x.values[j], i);
      x.values[j] = value;
      final double rms = model().rms()[i];
      final double prior = model().spec().getL2() * rms * rms;
      for (int c = 0; c < vectors; c++) {
        final double weight = value * model().weights()[i * vectors + c];
        final double precision = model().precision()[i * vectors + c];
        for (int l = 0; l < priors.length; l++) {
          scores[first + l * vectors + c] +=
              priors[l] == 1 || weight == 0
                  ? weight
                  : weight * precision / (precision + (priors[l] - 1) * prior);
        }
      }
    }
  }

  private double clip(final double value, final int feature) {
    final double limit = CLIP * model().rms()[feature];
    return limit == 0 || feature == intercept ? value : Math.max(-limit, Math.min(limit, value));
  }
}
