package org.majorant.model;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.majorant.features.ExampleMapper;
import org.majorant.features.FeatureSpace;
import org.majorant.features.SparseSequence;
import org.majorant.schema.LabeledExample;
import org.majorant.schema.RejectedExample;
import org.majorant.schema.Task;

/**
 * Predicts sequences with one version of a model.
 *
 * <p>Thread-safe: the model is immutable, and what a prediction needs it allocates.
 */
public final class SequencePredictor implements Predictor {
  private final Model model;
  private final FeatureSpace space;

  /**
   * @throws IllegalArgumentException if the model is not one of sequences: {@link PointPredictor}
   */
  public SequencePredictor(final Model model) {
    if (model.spec().getTask() != Task.SEQUENCE) {
      throw new IllegalArgumentException(model.spec().getModel() + " is not a model of sequences");
    }
    this.model = model;
    this.space = new FeatureSpace(model.spec(), model.moments());
  }

  @Override
  public Model model() {
    return model;
  }

  @Override
  public SequencePrediction predict(final LabeledExample example) throws RejectedExample {
    final SparseSequence x =
        (SparseSequence) new ExampleMapper(model.spec(), space).unlabeled(example);
    final Tagger tagger = new Tagger(model);
    tagger.score(x);
    final List<String> names = model.spec().getLabels();
    final List<String> labels = new ArrayList<>();
    final List<Map<String, Double>> probabilities = new ArrayList<>();
    final int[] path = tagger.labels();
    final double[] p = tagger.probabilities();
    for (int t = 0; t < x.length; t++) {
      labels.add(names.get(path[t]));
      probabilities.add(SequencePrediction.byLabel(names, p, t * names.size()));
    }
    return new SequencePrediction(model.version(), labels, probabilities);
  }
}
