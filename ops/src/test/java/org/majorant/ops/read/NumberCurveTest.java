package org.majorant.ops.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.majorant.features.Dimensions;
import org.majorant.features.FeatureMoments;
import org.majorant.features.FeatureNames;
import org.majorant.model.Explainer;
import org.majorant.model.Model;
import org.majorant.model.PointPredictor;
import org.majorant.ops.Published;
import org.majorant.schema.AvroSerde;
import org.majorant.schema.LabeledExample;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.NamedFeatures;
import org.majorant.schema.Point;
import org.majorant.spec.SpecFile;

class NumberCurveTest {
  private static final List<String> NAMES = List.of("u", "v", "w");
  private static final double FLOAT = 1e-4; // values of examples are rounded to 32 bits

  /** Where all other numbers are at their means, a prediction's score moves along the curve. */
  @ParameterizedTest
  @ValueSource(strings = {"[a, b]", "[a, b, c]"})
  void curve_isWhatThePredictionsScoreMovesBy(final String labels) throws Exception {
    for (int seed = 0; seed < 5; seed++) {
      final Model model = model(labels, seed);
      final int last = model.spec().getLabels().size() - 1;
      final List<NumberCurve> curves = NumberCurve.strongest(model, last, 3);
      assertThat(curves).extracting(NumberCurve::number).containsExactlyInAnyOrderElementsOf(NAMES);
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
          values.set(NAMES.indexOf(curve.number()), curve.values().get(i));
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
    final Model model = model("[a, b]", 1);
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
    final LabeledExample example = example(values);
    final var explained =
        new Explainer(model, new FeatureNames(model.spec(), List.of()), 1)
            .explain(new PointPredictor(model).predict(example), example)
            .explain();
    return explained.get(explained.size() - 1).score();
  }

  private static Model model(final String labels, final int seed) {
    final ModelSpec spec =
        SpecFile.read(
            "{model: m, labels: %s, views: [linear, hats, products], features: {names: %s, standardize: true}}"
                .formatted(labels, NAMES));
    final SplittableRandom random = new SplittableRandom(seed);
    final int size = Dimensions.of(spec).parameters();
    final AvroSerde<LabeledExample> serde = AvroSerde.of(LabeledExample.class);
    final List<byte[]> records =
        random
            .ints(100)
            .mapToObj(i -> random.doubles(NAMES.size(), -3, 9).boxed().toList())
            .map(values -> serde.encode(example(values)))
            .toList();
    return Published.model(spec, 1, random.doubles(size, -1, 1).toArray())
        .with(FeatureMoments.of(spec, records))
        .mixing(Published.members(spec, random, List.of()));
  }

  private static LabeledExample example(final List<Double> values) {
    final List<Float> floats = values.stream().map(Double::floatValue).toList();
    final NamedFeatures features = new NamedFeatures(NAMES, floats);
    return new LabeledExample(null, null, 1.0, new Point(features, null, null, null));
  }
}
