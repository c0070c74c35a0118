package org.majorant.model;

import java.util.Arrays;
import org.majorant.clique.LogPartition;
import org.majorant.features.SparseGraph;
import org.majorant.schema.LabeledExample;
import org.majorant.schema.Member;
import org.majorant.schema.RejectedExample;
import org.majorant.schema.Task;

/**
 * Predicts choices with one version of a model: p ∝ h exp(θᵀx) over the alternatives, by its {@link
 * Mixture} where it has one. Nothing is clipped, as in training: only the differences between
 * alternatives count, and clipping would make two large values equal.
 */
public final class ChoicePredictor extends Predictor {
  /**
   * @throws IllegalArgumentException if the model is of another task: {@link Predictor#of}
   */
  public ChoicePredictor(final Model model) {
    super(model, Task.CHOICE);
  }

  @Override
  public ChoicePrediction predict(final LabeledExample example) throws RejectedExample {
    final SparseGraph x = (SparseGraph) map(example);
    final double[] p = new double[x.length];
    probabilities(x, p);
    int best = 0;
    for (int a = 1; a < p.length; a++) {
      best = p[a] > p[best] ? a : best;
    }
    return new ChoicePrediction(model().version(), best, Arrays.stream(p).boxed().toList());
  }

  /**
   * Probabilities of the alternatives.
   *
   * @param out length alternatives, written
   */
  public void probabilities(final SparseGraph x, final double[] out) {
    if (model().members().isEmpty()) {
      x.score(model().weights(), out);
      LogPartition.probabilities(out, out);
      return;
    }
    final double[] scores = new double[x.length];
    final double[] each = new double[x.length];
    Arrays.fill(out, 0);
    for (final Member member : model().members()) {
      x.score(at -> member.getTemperature() * model().weight(at, member.getPrior()), scores);
      LogPartition.probabilities(scores, each);
      for (int a = 0; a < out.length; a++) {
        out[a] += member.getWeight() * each[a];
      }
    }
  }
}
