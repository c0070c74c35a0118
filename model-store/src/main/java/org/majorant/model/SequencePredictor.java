package org.majorant.model;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.majorant.features.SparseSequence;
import org.majorant.schema.LabeledExample;
import org.majorant.schema.RejectedExample;
import org.majorant.schema.Task;

/** Predicts sequences with one version of a model. */
public final class SequencePredictor extends Predictor {
  /**
   * What a model says of one sequence.
   *
   * @param version the version that predicted
   * @param labels the best labelling as a whole, a label a token
   * @param probabilities of each token, by label in the spec's order
   */
  public record SequencePrediction(
      long version, List<String> labels, List<Map<String, Double>> probabilities)
      implements Prediction {
    /** One token's probabilities, from a position of an array on. */
    static Map<String, Double> byLabel(
        final List<String> labels, final double[] p, final int from) {
      final Map<String, Double> byLabel = new LinkedHashMap<>();
      for (int y = 0; y < labels.size(); y++) {
        byLabel.put(labels.get(y), p[from + y]);
      }
      return byLabel;
    }
  }

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
