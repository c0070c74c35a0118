package org.majorant.ops.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.majorant.features.FeatureNames;
import org.majorant.model.Explainer;
import org.majorant.model.Model;
import org.majorant.model.PointPredictor;
import org.majorant.ops.Published;
import org.majorant.schema.LabeledExample;

class NumberCurveTest {
  private static final double FLOAT = 1e-4; // values of examples are rounded to 32 bits

  /** Where all other numbers are at their means, a prediction's score moves along the curve. */
  @ParameterizedTest
  @ValueSource(strings = {"[a, b]", "[a, b, c]"})
  void curve_isWhatThePredictionsScoreMovesBy(final String labels) throws Exception {
    for (int seed = 0; seed < 5; seed++) {
      final Model model = Published.views(labels, seed);
      final int last = model.spec().getLabels().size() - 1;
      final List<NumberCurve> curves = NumberCurve.strongest(model, last, 3);
      assertThat(curves)
          .extracting(NumberCurve::number)
          .containsExactlyInAnyOrderElementsOf(Published.NUMBERS);
      assertThat(curves)
          .isSortedAccordingTo(
              Comparator.comparingDouble(
                  c -> Collections.min(c.scores()) - Collections.max(c.scores())));
      final List<Double> means = model.moments().getMeans();
      final double mean = score(model, means);
      for (final NumberCurve curve : curves) {
        assertThat(curve.values()).hasSizeGreaterThan(3).isSorted();
        for (int i = 0; i < curve.values().size(); i++) {
          final List<Double> values = new ArrayList<>(means);
          values.set(Published.NUMBERS.indexOf(curve.number()), curve.values().get(i));
          assertThat(score(model, values) - mean)
              .as("seed %d, %s", seed, curve)
              .isCloseTo(curve.scores().get(i), within(FLOAT));
        }
      }
    }
  }

  /** Of two labels the score is the second's. */
  @Test
  void curve_ofTheFirstOfTwoLabels_isTheSecondsNegated() {
    final Model model = Published.views("[a, b]", 1);
    final NumberCurve first = NumberCurve.strongest(model, 0, 1).get(0);
    final NumberCurve second = NumberCurve.strongest(model, 1, 1).get(0);
    assertThat(first.number()).isEqualTo(second.number());
    assertThat(first.scores()).isEqualTo(second.scores().stream().map(s -> -s).toList());
  }

  @Test
  void modelWithoutViews_hasNoCurves() {
    assertThat(
            NumberCurve.strongest(Published.model(Published.COLOURS, 1, Published.WEIGHTS), 0, 5))
        .isEmpty();
  }

  /** Of the last label, by the stack. */
  private static double score(final Model model, final List<Double> values) throws Exception {
    final LabeledExample example = Published.numbers(values);
    final var explained =
        new Explainer(model, new FeatureNames(model.spec(), List.of()), 1)
            .explain(new PointPredictor(model).predict(example), example)
            .explain();
    return explained.get(explained.size() - 1).score();
  }
}
