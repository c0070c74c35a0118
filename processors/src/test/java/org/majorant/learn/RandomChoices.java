package org.majorant.learn;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.majorant.features.FeatureSpace;
import org.majorant.features.SparseGraph;
import org.majorant.schema.Choice;
import org.majorant.schema.ChoiceBuffer;
import org.majorant.schema.LabeledExample;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.RejectedExample;
import org.majorant.schema.SparseVector;
import org.majorant.spec.SpecFile;

/** Choices for tests: of a true θ, or of none. */
public final class RandomChoices {
  public static final int FEATURES = 8;

  private static final FeatureSpace SPACE = new FeatureSpace(spec("none"));

  private static final double NO = Double.NEGATIVE_INFINITY;

  private RandomChoices() {}

  public static ModelSpec spec(final String forgetting) {
    return SpecFile.read(
        "{model: m, task: choice, features: {dimension: "
            + FEATURES
            + "}, forgetting: "
            + forgetting
            + "}");
  }

  /** Any choice: sparse, of one to six alternatives, some with log-priors, some ruled out. */
  public static SparseGraph any(final SplittableRandom random, final double scale) {
    final List<Object> alternatives = new ArrayList<>();
    final List<Double> logPrior = new ArrayList<>();
    final int n = 1 + random.nextInt(6);
    final int chosen = random.nextInt(n);
    for (int a = 0; a < n; a++) {
      final List<Integer> indices = new ArrayList<>();
      final List<Float> values = new ArrayList<>();
      for (int j = random.nextInt(5); j > 0; j--) {
        indices.add(random.nextInt(FEATURES));
        values.add((float) (scale * (random.nextDouble() - 0.3)));
      }
      alternatives.add(new SparseVector(indices, values));
      logPrior.add(a != chosen && random.nextInt(4) == 0 ? NO : 2 * random.nextDouble() - 1);
    }
    final double weight = random.nextBoolean() ? 1 : 3 * random.nextDouble();
    return map(alternatives, chosen, random.nextBoolean() ? null : logPrior, weight);
  }

  /**
   * A choice as somebody with these tastes makes it, between alternatives that lie around a point.
   *
   * @param theta tastes, FEATURES
   */
  public static SparseGraph taught(
      final SplittableRandom random, final double[] theta, final int n, final double around) {
    final List<Object> alternatives = new ArrayList<>();
    double best = NO;
    int chosen = 0;
    for (int a = 0; a < n; a++) {
      final List<Integer> indices = new ArrayList<>();
      final List<Float> values = new ArrayList<>();
      double utility = -Math.log(-Math.log(random.nextDouble(1e-300, 1))); // Gumbel: then logit
      for (int i = 0; i < theta.length; i++) {
        final float value = (float) (around + random.nextDouble(-2, 2));
        indices.add(i);
        values.add(value);
        utility += theta[i] * value;
      }
      alternatives.add(new SparseVector(indices, values));
      if (utility > best) {
        best = utility;
        chosen = a;
      }
    }
    return map(alternatives, chosen, null, 1);
  }

  public static SparseGraph map(
      final List<Object> alternatives,
      final int chosen,
      final List<Double> logPrior,
      final double weight) {
    final ChoiceBuffer buffer = new ChoiceBuffer();
    final SparseGraph x = new SparseGraph();
    try {
      buffer.set(
          new LabeledExample(null, null, weight, new Choice(alternatives, chosen, logPrior)));
      x.fill(buffer, SPACE);
    } catch (final RejectedExample e) {
      throw new AssertionError(e);
    }
    return x;
  }

  /** θᵀx + log h of an alternative. */
  public static double score(final SparseGraph x, final double[] theta, final int alternative) {
    double score = x.logPrior == null ? 0 : x.logPrior[alternative];
    for (int j = x.starts[alternative]; j < x.starts[alternative + 1]; j++) {
      score += x.values[j] * theta[x.indices[j]];
    }
    return score;
  }

  /** A feature's value in an alternative. */
  public static double value(final SparseGraph x, final int alternative, final int feature) {
    for (int j = x.starts[alternative]; j < x.starts[alternative + 1]; j++) {
      if (x.indices[j] == feature) {
        return x.values[j];
      }
    }
    return 0;
  }
}
