package org.majorant.model;

import java.util.Arrays;
import org.majorant.clique.LogPartition;
import org.majorant.features.ExampleMapper;
import org.majorant.features.FeatureSpace;
import org.majorant.features.SparseGraph;
import org.majorant.schema.LabeledExample;
import org.majorant.schema.RejectedExample;
import org.majorant.schema.Task;

/**
 * Predicts choices with one version of a model: p ∝ h exp(θᵀx) over the alternatives. Nothing is
 * clipped, as in training: what counts is how alternatives differ, and a limit would take that away
 * from two that are beyond it.
 *
 * <p>Thread-safe: the model is immutable, and what a prediction needs it allocates.
 */
public final class ChoicePredictor implements Predictor {
  private final Model model;
  private final FeatureSpace space;

  /**
   * @throws IllegalArgumentException if the model is not one of choices
   */
  public ChoicePredictor(final Model model) {
    if (model.spec().getTask() != Task.CHOICE) {
      throw new IllegalArgumentException(model.spec().getModel() + " is not a model of choices");
    }
    this.model = model;
    this.space = new FeatureSpace(model.spec(), model.moments());
  }

  @Override
  public Model model() {
    return model;
  }

  @Override
  public ChoicePrediction predict(final LabeledExample example) throws RejectedExample {
    final SparseGraph x = (SparseGraph) new ExampleMapper(model.spec(), space).unlabeled(example);
    final double[] p = new double[x.length];
    x.score(model.weights(), p);
    LogPartition.probabilities(p, p);
    int best = 0;
    for (int a = 1; a < p.length; a++) {
      best = p[a] > p[best] ? a : best;
    }
    return new ChoicePrediction(model.version(), best, Arrays.stream(p).boxed().toList());
  }
}
