package org.majorant.model;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.majorant.features.Dimensions;
import org.majorant.features.ExampleMapper;
import org.majorant.features.FeatureNames;
import org.majorant.features.FeatureSpace;
import org.majorant.features.NameCounts;
import org.majorant.features.SparsePoint;
import org.majorant.model.Explanation.Share;
import org.majorant.model.PointPredictor.PointPrediction;
import org.majorant.schema.LabeledExample;
import org.majorant.schema.RejectedExample;
import org.majorant.schema.Task;

/** Explains what a version of a model of points says of examples. For one thread. */
public final class Explainer {
  /** Features of an explanation, at most. */
  public static final int MOST = 1000;

  /**
   * A prediction with what explains it, as JSON one object.
   *
   * @param explain the score of each label, or of each hidden state; of two labels the second one's
   */
  public record Explained(@JsonUnwrapped PointPrediction prediction, List<Explanation> explain)
      implements Prediction {
    @Override
    public long version() {
      return prediction.version();
    }
  }

  private final Model model;
  private final FeatureNames published;
  private final int most;
  private final NameCounts counted = new NameCounts();
  private final FeatureSpace space;
  private final ExampleMapper mapper;
  private final Dimensions sizes;
  private final Scorer scorer;

  /**
   * @param published names of the model's features, for those that an example does not name itself
   * @param most features of an explanation
   * @throws IllegalArgumentException where it is no model of points
   */
  public Explainer(final Model model, final FeatureNames published, final int most) {
    if (model.spec().getTask() != Task.MULTICLASS) {
      throw new IllegalArgumentException(
          "'%s' is no model of points, and only these are explained"
              .formatted(model.spec().getModel()));
    }
    this.model = model;
    this.published = published;
    this.most = most;
    space = new FeatureSpace(model.spec(), model.moments(), counted, null);
    mapper = new ExampleMapper(model.spec(), space);
    sizes = Dimensions.of(model.spec());
    scorer = new Scorer(model);
  }

  /**
   * Adds to what the version predicts of an example how it comes to it.
   *
   * @throws RejectedExample where the example does not fit the model
   */
  public Explained explain(final PointPrediction prediction, final LabeledExample example)
      throws RejectedExample {
    counted.take();
    final SparsePoint x = (SparsePoint) mapper.unlabeled(example);
    scorer.read(x); // which clips it
    final FeatureNames own = new FeatureNames(model.spec(), counted.take());
    final List<Explanation> all = new ArrayList<>();
    for (int c = 0; c < sizes.vectors(); c++) {
      all.add(explain(x, c, own));
    }
    return new Explained(prediction, all);
  }

  private Explanation explain(final SparsePoint x, final int vector, final FeatureNames own) {
    double score = 0;
    double intercept = 0;
    final List<Share> shares = new ArrayList<>();
    for (int j = 0; j < x.size; j++) {
      final int feature = x.indices[j];
      final double weight = scorer.weight(feature, vector);
      final double gave = x.values[j] * weight;
      score += gave;
      if (space.isIntercept(feature)) {
        intercept += gave;
      } else {
        final String named = own.of(feature);
        final String name = named == null ? published.of(feature) : named;
        shares.add(new Share(feature, name, x.values[j], weight, gave));
      }
    }
    shares.sort(Comparator.comparingDouble((Share share) -> -Math.abs(share.gave())));
    final List<Share> told = List.copyOf(shares.subList(0, Math.min(most, shares.size())));
    final double rest =
        shares.subList(told.size(), shares.size()).stream().mapToDouble(Share::gave).sum();
    final int outcome = sizes.outcomes() - sizes.vectors() + vector;
    return new Explanation(
        model.spec().getLabels().get(outcome / sizes.states()),
        sizes.states() > 1 ? outcome % sizes.states() : null,
        score,
        intercept,
        told,
        rest);
  }
}
