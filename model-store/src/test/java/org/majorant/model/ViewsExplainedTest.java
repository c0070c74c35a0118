package org.majorant.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.majorant.features.Dimensions;
import org.majorant.features.ExampleMapper;
import org.majorant.features.FeatureNames;
import org.majorant.features.FeatureSpace;
import org.majorant.features.SparsePoint;
import org.majorant.features.Views;
import org.majorant.model.Explanation.Share;
import org.majorant.model.PointPredictor.PointPrediction;
import org.majorant.schema.LabeledExample;
import org.majorant.schema.ModelSpec;
import org.majorant.spec.SpecFile;

/** Explanations of models with views tell what columns do, and add up. */
class ViewsExplainedTest {
  private static final double EXACT = 1e-9;
  private static final String NAMES =
      "names: [u, v, colour=0, colour=1, colour=2, shape=0, shape=1, shape=2]";
  private static final String ALL = "views: [linear, hats, products, crosses]";
  private static final String HASHED =
      "labels: [a, b, c], features: {hash-bits: 12, numbers: [u, v], standardize: true}, " + ALL;

  /** By the stack alone, and by all members. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "labels: [a, b], features: {" + NAMES + ", standardize: true}, " + ALL,
        "labels: [a, b, c], features: {" + NAMES + ", standardize: true}, " + ALL,
        "labels: [a, b, c], features: {"
            + NAMES
            + ", standardize: true}, curvature: {memory: diagonal}, "
            + ALL,
        HASHED,
        "labels: [a, b], features: {hash-bits: 12}, views: [counts, linear, crosses]",
        "labels: [a, b, c], features: {hash-bits: 12}, views: [counts]",
      })
  void parts_addUpToTheLogOddsOfThePrediction(final String fields) throws Exception {
    final ModelSpec spec = SpecFile.read("{model: m, " + fields + "}");
    for (int seed = 0; seed < 10; seed++) {
      final Random random = new Random(seed);
      final Model model = RandomViews.model(spec, 3, random);
      final LabeledExample example = RandomViews.example(random);
      final Model alone = RandomViews.onlyStack(model);
      for (final Explanation each : requireExact(alone, example, seed)) {
        assertThat(each.mixing()).as("seed %d, %s", seed, each).isCloseTo(0, within(EXACT));
      }
      requireExact(model, example, seed);
    }
  }

  private static List<Explanation> requireExact(
      final Model model, final LabeledExample example, final int seed) throws Exception {
    final List<String> labels = model.spec().getLabels();
    final PointPrediction predicted = new PointPredictor(model).predict(example);
    final List<Explanation> explained = explain(model, example, 3);
    final Map<String, Double> odds = new HashMap<>(Map.of(labels.get(0), 0.0));
    for (final Explanation each : explained) {
      final double told = each.features().stream().mapToDouble(Share::gave).sum();
      assertThat(each.intercept() + told + each.rest())
          .as("seed %d, %s", seed, each)
          .isCloseTo(each.score(), within(EXACT));
      assertThat(each.features())
          .as("seed %d", seed)
          .hasSizeLessThanOrEqualTo(3)
          .isSortedAccordingTo(Comparator.comparingDouble(share -> -Math.abs(share.gave())));
      odds.put(each.label(), each.score() + each.mixing());
    }
    final Map<String, Double> p = predicted.probabilities();
    for (final String label : labels) {
      assertThat(odds.get(label) - odds.get(labels.get(0)))
          .as("seed %d, label %s", seed, label)
          .isCloseTo(Math.log(p.get(label) / p.get(labels.get(0))), within(EXACT));
    }
    return explained;
  }

  /** And of pairs of them, also where pairs share places and no name was published. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "labels: [a, b], features: {" + NAMES + ", standardize: true}, " + ALL,
        HASHED,
      })
  void shares_areOfTheColumnsOfTheExample(final String fields) throws Exception {
    final Random random = new Random(1);
    final Model model = RandomViews.model(SpecFile.read("{model: m, " + fields + "}"), 3, random);
    final Map<String, Float> example =
        Map.of("u", 1.5f, "v", -0.25f, "colour=1", 1f, "shape=2", 1f);
    final List<Share> shares =
        explain(model, RandomViews.example(example), Explainer.MOST).get(0).features();
    assertThat(shares)
        .extracting(share -> String.join(" × ", sorted(share.name())))
        .containsExactlyInAnyOrder(
            "u",
            "v",
            "colour=1",
            "shape=2",
            "u × v",
            "colour=1 × u",
            "shape=2 × u",
            "colour=1 × v",
            "shape=2 × v",
            "colour=1 × shape=2");
    for (final Share share : shares) {
      assertThat(share.weight()).isNull();
      final boolean pair = share.name().contains(" × ");
      assertThat(share.other() != null).isEqualTo(pair);
      if (pair) {
        assertThat(share.value()).isNull();
      } else {
        assertThat(share.value())
            .as("%s", share)
            .isCloseTo(example.get(share.name()), within(1e-6));
      }
    }
  }

  private static List<String> sorted(final String pair) {
    return Arrays.stream(pair.split(" × ")).sorted().toList();
  }

  /** What all examples have is in the intercept. */
  @Test
  void numberAtItsMean_hasNoShare() throws Exception {
    final ModelSpec spec =
        SpecFile.read(
            "{model: m, labels: [a, b], features: {"
                + NAMES
                + ", standardize: true}, "
                + ALL
                + "}");
    final Model model = RandomViews.model(spec, 3, new Random(1));
    final List<Double> means = model.moments().getMeans();
    final Explanation explained =
        explain(
                model,
                RandomViews.example(
                    Map.of("u", means.get(0).floatValue(), "v", means.get(1).floatValue())),
                Explainer.MOST)
            .get(0);
    assertThat(explained.features())
        .allSatisfy(share -> assertThat(share.gave()).isCloseTo(0, within(1e-5)));
    assertThat(explained.score()).isCloseTo(explained.intercept(), within(1e-5));
  }

  private static List<Explanation> explain(
      final Model model, final LabeledExample example, final int most) throws Exception {
    return new Explainer(model, new FeatureNames(model.spec(), List.of()), most)
        .explain(new PointPredictor(model).predict(example), example)
        .explain();
  }

  /** A weight times its feature, added up, is the score where no view is in doubt. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "labels: [a, b], features: {" + NAMES + ", standardize: true}, " + ALL,
        "labels: [a, b, c], features: {" + NAMES + ", standardize: true}, " + ALL,
        HASHED,
        "labels: [a, b, c], features: {hash-bits: 12}, views: [counts, linear, crosses]",
        "labels: [a, b], features: {hash-bits: 12}, views: [linear, counts]",
      })
  void weightsByTheStack_addUpToTheScore(final String fields) throws Exception {
    final ModelSpec spec = SpecFile.read("{model: m, " + fields + "}");
    for (int seed = 0; seed < 5; seed++) {
      final Random random = new Random(seed);
      final Model model = RandomViews.model(spec, 1e12, random);
      final LabeledExample example = RandomViews.example(random);
      final SparsePoint x =
          (SparsePoint)
              new ExampleMapper(spec, new FeatureSpace(spec, model.moments())).unlabeled(example);
      final List<Explanation> explained = explain(model, example, 1);
      for (int c = 0; c < explained.size(); c++) {
        final int label = spec.getLabels().size() - explained.size() + c;
        final LabelWeights weights = new LabelWeights(model, label);
        double score = 0;
        for (int j = 0; j < x.size; j++) {
          score += x.values[j] * weights.weight(x.indices[j]);
        }
        assertThat(score)
            .as("seed %d, label %d", seed, label)
            .isCloseTo(explained.get(c).score(), within(1e-6));
      }
    }
  }

  /** And its deviation is that of a function of independent weights. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "labels: [a, b], features: {" + NAMES + ", standardize: true}, views: [linear, hats]",
        "labels: [a, b, c], features: {" + NAMES + ", standardize: true}, views: [hats, products]",
        "labels: [a, b, c], features: {hash-bits: 3}, views: [counts, linear]",
      })
  void deviations_areThoseOfFunctionsOfIndependentWeights(final String fields) {
    final ModelSpec spec =
        SpecFile.read("{model: m, members: auto, curvature: {memory: diagonal}, " + fields + "}");
    final Model model = firstReadings(RandomViews.model(spec, 1e9, new Random(2)));
    final int label = spec.getLabels().size() - 1;
    final LabelWeights weights = new LabelWeights(model, label);
    final double[] expected = new double[weights.size()];
    final List<Curve> curves = Curve.of(model);
    final int vector = curves.isEmpty() ? 0 : curves.get(0).scores().get(0).length - 1;
    final double[] ofCurve = new double[curves.isEmpty() ? 0 : curves.get(1).values().size()];
    final int end = Views.of(spec).end() * Dimensions.of(spec).vectors();
    for (int p = 0; p < end; p++) {
      final double[] moved = model.weights().clone();
      moved[p]++;
      final Model other =
          new Model(
              spec, 1, moved, model.precision(), model.rms(), model.moments(), model.members(), 1);
      final LabelWeights otherWeights = new LabelWeights(other, label);
      for (int i = 0; i < expected.length; i++) {
        expected[i] +=
            Math.pow(otherWeights.weight(i) - weights.weight(i), 2) / model.precision()[p];
      }
      for (int i = 0; i < ofCurve.length; i++) {
        final double by =
            Curve.of(other).get(1).scores().get(i)[vector] - curves.get(1).scores().get(i)[vector];
        ofCurve[i] += by * by / model.precision()[p];
      }
    }
    for (int i = 0; i < expected.length; i++) {
      if (expected[i] > 0) {
        assertThat(weights.deviation(i)).isCloseTo(Math.sqrt(expected[i]), withinPercentage(0.01));
      }
    }
    for (int i = 0; i < ofCurve.length; i++) {
      assertThat(curves.get(1).deviations().get(i)[vector])
          .isCloseTo(Math.sqrt(ofCurve[i]), withinPercentage(0.01));
    }
  }

  /** The stack weighs none but the first reading of each view, plain and moderated. */
  private static Model firstReadings(final Model model) {
    final double[] weights = model.weights().clone();
    final int vectors = Dimensions.of(model.spec()).vectors();
    for (int i = Views.of(model.spec()).end(), place = 0;
        i * vectors < weights.length;
        i++, place++) {
      if (place % Views.STACKED > 1) {
        weights[i * vectors] = 0;
      }
    }
    return new Model(
        model.spec(),
        1,
        weights,
        model.precision(),
        model.rms(),
        model.moments(),
        model.members(),
        1);
  }
}
