package org.majorant.model;

import java.util.ArrayList;
import java.util.List;
import org.majorant.features.Dimensions;
import org.majorant.features.Standardization;
import org.majorant.features.ViewMap;
import org.majorant.features.Views;

/**
 * What a number does by itself in a model with {@link Views}: to the scores s of the {@link Stack},
 * where all other numbers are at their means and nothing else is given,
 *
 * <pre>
 *   f(x) = s(x) − s(mean),     deviation(x)² = Σ_j (φ_j(x) − φ_j(mean))² w_j² / π_j
 * </pre>
 *
 * <p>So it is the sum of the number's line, hats and square, as the stack weighs them. Its products
 * with other numbers are zero there; its crosses are those with the quarters of the other means.
 * The deviation takes the weights of its features φ as independent, and all readings of a view as
 * as sure as the first, whose precision π a version publishes; w_j is what the stack weighs them
 * together.
 *
 * @param number its name
 * @param values the least and the largest of the first ones, and their sixths between, each once;
 *     after the transforms of the spec
 * @param scores f of each value, one a vector
 * @param deviations of each value, one a vector
 */
public record Curve(
    String number, List<Double> values, List<double[]> scores, List<double[]> deviations) {
  /** Numbers that have one, at most: the first of a model that has more. */
  public static final int MOST = 1000;

  /** Those of all numbers; empty where no view is of numbers, or members do not predict. */
  public static List<Curve> of(final Model model) {
    final List<Curve> curves = new ArrayList<>();
    if (!Views.areIn(model.spec()) || model.moments() == null || model.members().isEmpty()) {
      return curves;
    }
    final List<String> names = Standardization.standardizedNames(model.spec().getFeatures());
    final MeanPoint mean = new MeanPoint(model);
    final ViewScores views = new ViewScores(model);
    final double[] atMean = new double[Dimensions.of(model.spec()).vectors()];
    views.read(mean.point());
    views.stack(List.of(), atMean);
    for (int i = 0; i < Math.min(MOST, names.size()); i++) {
      final Curve curve =
          new Curve(names.get(i), new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
      for (final double value : ViewMap.sixths(i, model.moments())) {
        curve.add(value, views, mean.where(i, value), atMean);
      }
      curves.add(curve);
    }
    return curves;
  }

  private void add(
      final double value,
      final ViewScores views,
      final List<MeanPoint.Change> changes,
      final double[] atMean) {
    final double[] own = new double[atMean.length];
    final double[] deviation = new double[atMean.length];
    views.stack(changes, own);
    for (int c = 0; c < own.length; c++) {
      own[c] -= atMean[c];
      deviation[c] = views.deviation(changes, c);
    }
    values.add(value);
    scores.add(own);
    deviations.add(deviation);
  }
}
