package org.majorant.model;

import org.majorant.schema.LabeledExample;
import org.majorant.schema.RejectedExample;

/** Predicts with one version of a model, whatever its task. Thread-safe. */
public interface Predictor {
  /** The predictor of the model's task: the one place that chooses it. */
  static Predictor of(final Model model) {
    return switch (model.spec().getTask()) {
      case MULTICLASS -> new PointPredictor(model);
      case SEQUENCE -> new SequencePredictor(model);
      case CHOICE -> new ChoicePredictor(model);
      case GRAPH -> new GraphPredictor(model);
    };
  }

  /** The version that predicts. */
  Model model();

  /**
   * Predicts one example; labels that it may have are not looked at.
   *
   * @throws RejectedExample where the example does not fit the model
   */
  Prediction predict(LabeledExample example) throws RejectedExample;
}
