package org.majorant.model;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.majorant.features.SparseSequence;
import org.majorant.schema.LabeledExample;
import org.majorant.schema.RejectedExample;
import org.majorant.schema.Task;

/** Predicts sequences with one version of a model. */
public final class SequencePredictor extends Predictor {
  public SequencePredictor(final Model model) {
    super(model, Task.SEQUENCE);
  }

  @Override
  public SequencePrediction predict(final LabeledExample example) throws RejectedExample {
    return predict((SparseSequence) map(example));
  }

  @Override
  public boolean takesGiven() {
    return true;
  }

  @Override
  public SequencePrediction predictGiven(final LabeledExample example) throws RejectedExample {
    return predict((SparseSequence) mapGiven(example));
  }

  /** Labels that it has are given. */
  private SequencePrediction predict(final SparseSequence x) {
    final Scorer scorer = new Scorer(model());
    scorer.read(x);
    if (x.isLabeled()) {
      scorer.condition();
    }
    final List<String> names = model().spec().getLabels();
    final List<String> labels = new ArrayList<>();
    final List<Map<String, Double>> probabilities = new ArrayList<>();
    final int[] path = scorer.labels();
    final double[] p = scorer.probabilities();
    for (int t = 0; t < x.length; t++) {
      labels.add(names.get(path[t]));
      probabilities.add(SequencePrediction.byLabel(names, p, t * names.size()));
    }
    return new SequencePrediction(model().version(), labels, probabilities);
  }
}
