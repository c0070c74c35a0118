package org.majorant.model;

import java.util.Arrays;
import java.util.List;
import org.majorant.features.SparseGraph;
import org.majorant.schema.LabeledExample;
import org.majorant.schema.RejectedExample;
import org.majorant.schema.Task;

/**
 * Predicts choices with one version of a model: p ∝ h exp(θᵀx) over the alternatives, by its {@link
 * Mixture} where it has one.
 */
public final class ChoicePredictor extends Predictor {
  /**
   * What a model says of one choice.
   *
   * @param version the version that predicted
   * @param chosen position of the most probable alternative; the first of several
   * @param probabilities of the alternatives, in the order given
   */
  public record ChoicePrediction(long version, int chosen, List<Double> probabilities)
      implements Prediction {}

  public ChoicePredictor(final Model model) {
    super(model, Task.CHOICE);
  }

  @Override
  public ChoicePrediction predict(final LabeledExample example) throws RejectedExample {
    final SparseGraph x = (SparseGraph) map(example);
    final Scorer scorer = new Scorer(model());
    scorer.read(x);
    final double[] p = Arrays.copyOf(scorer.probabilities(), x.length);
    int best = 0;
    for (int a = 1; a < p.length; a++) {
      best = p[a] > p[best] ? a : best;
    }
    return new ChoicePrediction(model().version(), best, Arrays.stream(p).boxed().toList());
  }
}
