package org.majorant.model;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
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
  /** Features of an explanation, at most; or inputs and pairs of them. */
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
  private final InputShares inputs; // null: there are no views

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
    inputs = LabelWeights.areStacked(model) ? new InputShares(model, scorer, published) : null;
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
    if (inputs != null) {
      inputs.open(x, own);
    }
    final List<Explanation> all = new ArrayList<>();
    for (int c = 0; c < sizes.vectors(); c++) {
      final List<Share> shares = new ArrayList<>();
      final double intercept = inputs == null ? add(x, c, own, shares) : inputs.add(c, shares);
      all.add(explain(c, intercept, shares));
    }
    return new Explained(prediction, inputs == null ? all : mixed(all, prediction));
  }

  /** Adds the shares of all features; returns what the intercept gives. */
  private double add(
      final SparsePoint x, final int vector, final FeatureNames own, final List<Share> shares) {
    double intercept = 0;
    for (int j = 0; j < x.size; j++) {
      final int feature = x.indices[j];
      final double weight = scorer.weight(feature, vector);
      final double gave = x.values[j] * weight;
      if (space.isIntercept(feature)) {
        intercept += gave;
      } else {
        final String named = own.of(feature);
        final String name = named == null ? published.of(feature) : named;
        shares.add(new Share(feature, null, name, x.values[j], weight, gave));
      }
    }
    return intercept;
  }

  private Explanation explain(final int vector, final double intercept, final List<Share> shares) {
    double score = 0;
    for (final Share share : shares) {
      score += share.gave();
    }
    shares.sort(Comparator.comparingDouble((Share share) -> -Math.abs(share.gave())));
    final List<Share> told = List.copyOf(shares.subList(0, Math.min(most, shares.size())));
    final double rest =
        shares.subList(told.size(), shares.size()).stream().mapToDouble(Share::gave).sum();
    final int outcome = sizes.outcomes() - sizes.vectors() + vector;
    return new Explanation(
        model.spec().getLabels().get(outcome / sizes.states()),
        sizes.states() > 1 ? outcome % sizes.states() : null,
        score + intercept,
        intercept,
        told,
        rest,
        null);
  }

  /** The same with what is between the scores by the stack and the probabilities. */
  private static List<Explanation> mixed(
      final List<Explanation> all, final PointPrediction prediction) {
    final double[] logs =
        prediction.probabilities().values().stream().mapToDouble(Math::log).toArray();
    final int first = logs.length - all.size();
    final double[] beside = new double[all.size()];
    for (int c = 0; c < beside.length; c++) {
      beside[c] = logs[first + c] - all.get(c).score() - (first == 0 ? 0 : logs[0]);
    }
    final double mean = first == 0 ? Arrays.stream(beside).sum() / beside.length : 0;
    if (!Double.isFinite(Arrays.stream(beside).sum())) {
      return all;
    }
    return IntStream.range(0, beside.length)
        .mapToObj(c -> all.get(c).mixing(beside[c] - mean))
        .toList();
  }
}
