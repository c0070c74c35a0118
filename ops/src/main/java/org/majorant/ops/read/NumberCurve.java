package org.majorant.ops.read;

import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import org.majorant.features.Dimensions;
import org.majorant.model.Curve;
import org.majorant.model.Model;

/**
 * What a number does by itself for a label, as {@link Curve} has it: of the first {@value
 * Curve#MOST} numbers.
 *
 * @param label for which
 * @param values ascending
 * @param scores what each adds to the label's score, which is zero at the number's mean; of two
 *     labels the first one's is the second's, negated
 * @param deviations one standard deviation of each score, as if the number's weights were
 *     independent
 */
public record NumberCurve(
    String label,
    String number,
    List<Double> values,
    List<Double> scores,
    List<Double> deviations) {
  /** How many are told at most. */
  public static final int MOST = 100;

  /**
   * Those of the numbers whose scores differ most, the strongest first.
   *
   * @param label its place in the spec
   */
  public static List<NumberCurve> strongest(final Model model, final int label, final int most) {
    final Dimensions shape = Dimensions.of(model.spec());
    final boolean one = shape.vectors() < shape.labels();
    final int sign = one && label == 0 ? -1 : 1;
    final int vector = one ? 0 : label;
    return Curve.of(model).stream()
        .map(
            curve ->
                new NumberCurve(
                    model.spec().getLabels().get(label),
                    curve.number(),
                    curve.values(),
                    each(curve.scores(), scores -> sign * scores[vector]),
                    each(curve.deviations(), deviations -> deviations[vector])))
        .sorted(Comparator.comparingDouble(curve -> -curve.range()))
        .limit(most)
        .toList();
  }

  private static List<Double> each(
      final List<double[]> values, final Function<double[], Double> of) {
    return values.stream().map(of).toList();
  }

  private double range() {
    return Collections.max(scores) - Collections.min(scores);
  }
}
