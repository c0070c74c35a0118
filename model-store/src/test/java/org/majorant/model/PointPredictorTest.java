package org.majorant.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.majorant.features.Dimensions;
import org.majorant.model.PointPredictor.PointPrediction;
import org.majorant.schema.LabeledExample;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.Point;
import org.majorant.schema.RejectedExample;
import org.majorant.schema.SparseVector;
import org.majorant.spec.SpecFile;

class PointPredictorTest {
  @ParameterizedTest
  @CsvSource({"2, 1", "3, 1", "2, 2", "3, 4"})
  void label_has_the_probability_of_its_hidden_states(final int labels, final int states)
      throws Exception {
    final ModelSpec spec =
        SpecFile.read(
            "{model: m, labels: %s, latent: %d, features: {dimension: 3, intercept: false}}"
                .formatted(List.of("a", "b", "c").subList(0, labels), states));
    final Dimensions d = Dimensions.of(spec);
    for (int seed = 0; seed < 50; seed++) {
      final Random random = new Random(seed);
      final double[] weights = random.doubles(d.parameters(), -3, 3).toArray();
      final double[] logPrior = random.doubles(labels, -1, 1).toArray();
      final double[] mass = new double[labels];
      double all = 0;
      for (int o = 0; o < d.outcomes(); o++) {
        final int c = o - (d.outcomes() - d.vectors());
        double score = logPrior[o / states];
        for (int i = 0; i < 3 && c >= 0; i++) {
          score += (i + 1) * weights[i * d.vectors() + c];
        }
        mass[o / states] += Math.exp(score);
        all += Math.exp(score);
      }
      final Model model =
          new Model(spec, 1, weights, new float[d.parameters()], new float[d.features()]);
      final Point point =
          new Point(
              new SparseVector(List.of(0, 1, 2), List.of(1f, 2f, 3f)),
              List.of("no such label"),
              Arrays.stream(logPrior).boxed().toList(),
              null);
      final PointPrediction prediction =
          new PointPredictor(model).predict(new LabeledExample(null, null, 1.0, point));
      for (int y = 0; y < labels; y++) {
        assertThat(prediction.probabilities().get(spec.getLabels().get(y)))
            .as("seed %d, label %d", seed, y)
            .isCloseTo(mass[y] / all, within(1e-12));
      }
    }
  }

  /** A predictor is shared by the threads of a service. */
  @Test
  void threads_predictAsOneDoes() throws Exception {
    final ModelSpec spec =
        SpecFile.read("{model: m, labels: [a, b, c], features: {dimension: 50}}");
    final Random random = new Random(1);
    final Dimensions d = Dimensions.of(spec);
    final Model model =
        new Model(
            spec,
            1,
            random.doubles(d.parameters(), -3, 3).toArray(),
            new float[d.parameters()],
            new float[d.features()]);
    final List<LabeledExample> examples = new ArrayList<>();
    final List<PointPrediction> expected = new ArrayList<>();
    for (int i = 0; i < 2000; i++) {
      final SparseVector x = new SparseVector(List.of(i % 50), List.of(random.nextFloat()));
      examples.add(new LabeledExample(null, null, 1.0, new Point(x, null, null, null)));
      expected.add(new PointPredictor(model).predict(examples.get(i)));
    }
    final PointPredictor shared = new PointPredictor(model);
    final List<PointPrediction> said =
        examples.parallelStream().map(example -> predict(shared, example)).toList();
    assertThat(said).isEqualTo(expected);
  }

  private static PointPrediction predict(final PointPredictor by, final LabeledExample example) {
    try {
      return by.predict(example);
    } catch (final RejectedExample e) {
      throw new AssertionError(e);
    }
  }
}
