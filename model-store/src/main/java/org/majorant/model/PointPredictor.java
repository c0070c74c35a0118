package org.majorant.model;

import org.majorant.features.FeatureSpace;
import org.majorant.features.SparsePoint;
import org.majorant.schema.LabeledExample;
import org.majorant.schema.RejectedExample;
import org.majorant.schema.Task;

/** Predicts points with one version of a model, by its {@link Mixture} where it has one. */
public final class PointPredictor extends Predictor {
  /** Features are clipped to so many times their root mean square. */
  public static final double CLIP = 4;

  private final int labels;

  public PointPredictor(final Model model) {
    super(model, Task.MULTICLASS);
    labels = model.spec().getLabels().size();
  }

  @Override
  public PointPrediction predict(final LabeledExample example) throws RejectedExample {
    final double[] p = new double[labels];
    probabilities((SparsePoint) map(example), p);
    return PointPrediction.of(model().version(), model().spec().getLabels(), p);
  }

  /**
   * Probabilities of the labels, each the sum of its hidden states'; {@code x}, mapped by the
   * {@link FeatureSpace} of the same spec, is clipped in place.
   */
  public void probabilities(final SparsePoint x, final double[] out) {
    final Scorer scorer = new Scorer(model());
    scorer.read(x);
    System.arraycopy(scorer.probabilities(), 0, out, 0, labels);
  }
}
