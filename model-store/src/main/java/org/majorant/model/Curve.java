package org.majorant.model;

import java.util.ArrayList;
import java.util.List;
import org.majorant.features.Dimensions;
import org.majorant.features.SparsePoint;
import org.majorant.features.Standardization;
import org.majorant.features.ViewMap;
import org.majorant.features.Views;
import org.majorant.schema.FeatureSpec;

/**
 * What a number does by itself in a model with {@link Views}: to the scores s of the {@link Stack},
 * where all other numbers are at their means and nothing else is given,
 *
 * <pre>
 *   f(x) = s(x) − s(mean)
 * </pre>
 *
 * <p>So it is the sum of the number's line, hats and square, as the stack weighs them. Its products
 * with other numbers are zero there; its crosses are those with the quarters of the other means.
 *
 * @param number its name
 * @param values the least and the largest of the first ones, and their sixths between, each once;
 *     after the transforms of the spec
 * @param scores f of each value, one a vector
 */
public record Curve(String number, List<Double> values, List<double[]> scores) {
  /** Those of all numbers; empty where no view is of numbers, or members do not predict. */
  public static List<Curve> of(final Model model) {
    final List<Curve> curves = new ArrayList<>();
    if (!Views.areIn(model.spec()) || model.moments() == null || model.members().isEmpty()) {
      return curves;
    }
    final FeatureSpec features = model.spec().getFeatures();
    final Standardization z = Standardization.of(features, model.moments());
    final List<String> names = Standardization.standardizedNames(features);
    final ViewMap map = new ViewMap(model.spec(), model.moments());
    final Scorer scorer = new Scorer(model);
    final int vectors = Dimensions.of(model.spec()).vectors();
    final double[] mean = scores(scorer, at(0, 0, map), vectors);
    for (int i = 0; i < names.size(); i++) {
      final List<Double> values = new ArrayList<>();
      final List<double[]> scores = new ArrayList<>();
      for (final double value : ViewMap.sixths(i, model.moments())) {
        final double[] own = scores(scorer, at(z.features()[i], z.of(i, value), map), vectors);
        for (int c = 0; c < vectors; c++) {
          own[c] -= mean[c];
        }
        values.add(value);
        scores.add(own);
      }
      curves.add(new Curve(names.get(i), values, scores));
    }
    return curves;
  }

  /** The point at which a number has a standardized value, and all others are at their means. */
  private static SparsePoint at(final int feature, final double z, final ViewMap map) {
    final SparsePoint x = new SparsePoint();
    x.indices[0] = feature;
    x.values[0] = z;
    x.size = z == 0 ? 0 : 1;
    map.apply(x);
    return x;
  }

  private static double[] scores(final Scorer scorer, final SparsePoint x, final int vectors) {
    scorer.read(x);
    final double[] scores = new double[vectors];
    for (int j = 0; j < x.size; j++) {
      for (int c = 0; c < vectors; c++) {
        scores[c] += x.values[j] * scorer.weight(x.indices[j], c);
      }
    }
    return scores;
  }
}
