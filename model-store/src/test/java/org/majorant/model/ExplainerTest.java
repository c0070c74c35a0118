package org.majorant.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.majorant.features.Dimensions;
import org.majorant.features.FeatureNames;
import org.majorant.model.Explanation.Share;
import org.majorant.model.PointPredictor.PointPrediction;
import org.majorant.schema.LabeledExample;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.NameCount;
import org.majorant.schema.NamedFeatures;
import org.majorant.schema.Point;
import org.majorant.spec.SpecFile;

class ExplainerTest {
  /** What was told adds up to the scores, and these give the probabilities. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "labels: [a, b], features: {hash-bits: 12}",
        "labels: [a, b, c], features: {hash-bits: 12, transform: [log1p, unit]}",
        "labels: [a, b], latent: 2, features: {hash-bits: 12, intercept: false}",
        "labels: [a, b, c], latent: 3, features: {hash-bits: 12, cross: [[u, v]]}",
      })
  void shares_addUpToScores_andTheseToProbabilities(final String fields) throws Exception {
    final ModelSpec spec = SpecFile.read("{model: m, " + fields + "}");
    for (int seed = 0; seed < 50; seed++) {
      final Random random = new Random(seed);
      final Model model = model(spec, random);
      final LabeledExample example = example(random);
      final PointPrediction predicted = new PointPredictor(model).predict(example);
      final List<Explanation> explained =
          new Explainer(model, new FeatureNames(spec, List.of()), 3)
              .explain(predicted, example)
              .explain();
      final double[] mass = new double[spec.getLabels().size()];
      mass[0] = explained.size() == 1 ? 1 : 0;
      for (final Explanation each : explained) {
        mass[spec.getLabels().indexOf(each.label())] += Math.exp(each.score());
        final double told = each.features().stream().mapToDouble(Share::gave).sum();
        assertThat(each.intercept() + told + each.rest())
            .as("seed %d, %s", seed, each)
            .isCloseTo(each.score(), within(1e-12));
        assertThat(each.features())
            .as("seed %d", seed)
            .hasSizeLessThanOrEqualTo(3)
            .isSortedAccordingTo(Comparator.comparingDouble(share -> -Math.abs(share.gave())))
            .allSatisfy(share -> assertThat(share.name()).isNotNull())
            .allSatisfy(
                share -> assertThat(share.gave()).isEqualTo(share.value() * share.weight()));
      }
      final double all = Arrays.stream(mass).sum();
      for (int y = 0; y < mass.length; y++) {
        assertThat(predicted.probabilities().get(spec.getLabels().get(y)))
            .as("seed %d, label %d", seed, y)
            .isCloseTo(mass[y] / all, within(1e-12));
      }
    }
  }

  private static Model model(final ModelSpec spec, final Random random) {
    final Dimensions d = Dimensions.of(spec);
    final float[] rms = new float[d.features()];
    for (int i = 0; i < rms.length; i++) {
      rms[i] = random.nextFloat(); // so that some values are clipped
    }
    final double[] weights = random.doubles(d.parameters(), -1, 1).toArray();
    return new Model(spec, 1, weights, new float[d.parameters()], rms);
  }

  private static LabeledExample example(final Random random) {
    final List<String> names = new ArrayList<>();
    final List<Float> values = new ArrayList<>();
    for (int i = random.nextInt(12); i > 0; i--) {
      names.add((random.nextBoolean() ? "u=" : "v=") + i);
      values.add(4 * random.nextFloat());
    }
    return new LabeledExample(
        null, null, 1.0, new Point(new NamedFeatures(names, values), null, null, null));
  }

  /** An example's own names come before those that were counted. */
  @Test
  void explained_isTheFlatJsonOfThePrediction() throws Exception {
    final ModelSpec spec = SpecFile.read("{model: m, labels: [no, yes], features: {hash-bits: 1}}");
    final Model model = new Model(spec, 7, new double[] {2, 2, -1}, new float[3], new float[3]);
    final Object named = new NamedFeatures(List.of("u"), List.of(0.5f));
    final LabeledExample example =
        new LabeledExample(null, null, 1.0, new Point(named, null, null, null));
    final FeatureNames counted =
        new FeatureNames(spec, List.of(new NameCount("v", 1L), new NameCount("w", 1L)));

    final Prediction explained =
        new Explainer(model, counted, 5)
            .explain(new PointPredictor(model).predict(example), example);

    assertThat(new ObjectMapper().writeValueAsString(explained))
        .matches(
            "\\{\"version\":7,\"label\":\"no\",\"probabilities\":\\{\"no\":0.5,\"yes\":0.5},"
                + "\"explain\":\\[\\{\"label\":\"yes\",\"score\":0.0,\"intercept\":-1.0,\"features\":"
                + "\\[\\{\"feature\":[01],\"name\":\"u\",\"value\":0.5,\"weight\":2.0,\"gave\":1.0}],"
                + "\"rest\":0.0}]}");
  }

  @Test
  void modelOfAnotherTask_isRefused() {
    final ModelSpec spec = SpecFile.read("{model: m, task: choice}");
    final Model model = new Model(spec, 1, new double[0], new float[0], new float[0]);

    assertThatThrownBy(() -> new Explainer(model, new FeatureNames(spec, List.of()), 5))
        .hasMessage("'m' is no model of points, and only these are explained");
  }
}
