package org.majorant.model;

import org.majorant.features.Example;
import org.majorant.features.ExampleMapper;
import org.majorant.features.FeatureSpace;
import org.majorant.schema.LabeledExample;
import org.majorant.schema.RejectedExample;
import org.majorant.schema.Rejection;
import org.majorant.schema.Task;
import org.majorant.spec.Spelling;

/**
 * Predicts with one version of a model, whatever its task. Thread-safe: the model is immutable, and
 * what a prediction needs is its own meanwhile. {@link #of} chooses it; that of a task refuses the
 * models of others.
 */
public abstract class Predictor {
  private final Model model;
  private final FeatureSpace space;

  /**
   * @throws IllegalArgumentException if the model is of another task
   */
  Predictor(final Model model, final Task task) {
    if (model.spec().getTask() != task) {
      throw new IllegalArgumentException(
          "%s is a model of 'task: %s', not of 'task: %s'"
              .formatted(
                  model.spec().getModel(), Spelling.of(model.spec().getTask()), Spelling.of(task)));
    }
    this.model = model;
    space = new FeatureSpace(model.spec(), model.moments());
  }

  /** The predictor of the model's task: the one place that chooses it. */
  public static Predictor of(final Model model) {
    return switch (model.spec().getTask()) {
      case MULTICLASS -> new PointPredictor(model);
      case SEQUENCE -> new SequencePredictor(model);
      case CHOICE -> new ChoicePredictor(model);
      case GRAPH -> new GraphPredictor(model);
      case MATCHING -> new MatchingPredictor(model);
    };
  }

  /** The version that predicts. */
  public final Model model() {
    return model;
  }

  /**
   * Predicts one example; labels that it may have are ignored.
   *
   * @throws RejectedExample where the example does not fit the model
   */
  public abstract Prediction predict(LabeledExample example) throws RejectedExample;

  /** Whether labels or states that are known of an example can be given: {@link #predictGiven}. */
  public boolean takesGiven() {
    return false;
  }

  /**
   * Predicts the labels or states that an example does not have, given those that it has: the best
   * completion, and probabilities under that condition. For sequences and graphs.
   *
   * @throws RejectedExample where the example does not fit the model, or its labels cannot be; of
   *     other tasks always
   */
  public Prediction predictGiven(final LabeledExample example) throws RejectedExample {
    throw new RejectedExample(
        Rejection.STRUCTURE,
        "only labels of sequences and states of graphs can be given, not those of 'task: %s'"
            .formatted(Spelling.of(model.spec().getTask())));
  }

  /** The example in the model's index space with its labels. */
  final Example mapGiven(final LabeledExample example) throws RejectedExample {
    return new ExampleMapper(model.spec(), space).labeled(example);
  }

  final FeatureSpace space() {
    return space;
  }

  /** The example in the model's index space, without its labels. */
  final Example map(final LabeledExample example) throws RejectedExample {
    return new ExampleMapper(model.spec(), space).unlabeled(example);
  }
}
