package org.majorant.learn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.majorant.features.SparsePoint;
import org.majorant.model.Mixture;
import org.majorant.schema.ModelSpec;
import org.majorant.spec.SpecFile;

class MixtureWeightsTest {
  private static final int EXAMPLES = 500;

  private final Random random = new Random(5);

  @ParameterizedTest
  @ValueSource(ints = {2, 3})
  void loss_isThatOfTheMeanOfTheMembers_weighedByWhatTheyHaveLost(final int labels) {
    final Mixture mixture = mixture(labels);
    final MixtureWeights weights = new MixtureWeights(mixture);
    final double[] losses = new double[mixture.size()];
    for (int i = 0; i < EXAMPLES; i++) {
      final double[] scores = scores(labels);
      final double[] p = new double[mixture.size() * labels];
      mixture.probabilities(scores, labels == 2 ? 1 : labels, labels, null, p);
      final SparsePoint x = point(random.nextInt(labels), i % 7 == 0 ? 2.5 : 1);
      final double[] w = new double[losses.length];
      Mixture.weigh(losses, w);
      double expected = 0;
      for (int k = 0; k < w.length; k++) {
        expected += w[k] * p[k * labels + x.label];
        losses[k] -= x.weight * Math.log(p[k * labels + x.label]);
        losses[k] *= (i + 1) % Mixture.SPAN == 0 ? 1 - Mixture.SPAN / 1000.0 : 1;
      }
      weights.predict(scores, labels == 2 ? 1 : labels, labels, null);
      assertThat(weights.score(x.label, x.weight)).isCloseTo(-Math.log(expected), within(1e-9));
    }
    assertThat(weights.ship()).containsExactly(losses, within(1e-8));
  }

  /** Where several workers learn, or one is killed, the parts come together elsewhere. */
  @Test
  void parts_shippedAndAddedUp_weighAsTheWhole() {
    final Mixture mixture = mixture(2);
    final MixtureWeights whole = new MixtureWeights(mixture);
    double[] merged = new double[mixture.size()];
    long known = 0;
    while (known < EXAMPLES) {
      final MixtureWeights part = new MixtureWeights(mixture);
      part.start(merged, known);
      final int size = 1 + random.nextInt(60);
      for (int i = 0; i < size; i++) {
        if (i == size / 2) {
          part.start(merged, known); // a newer base, on which the half that it has goes on
        }
        final double[] scores = scores(2);
        final SparsePoint x = point(random.nextInt(2), 1);
        assertThat(part.predict(scores, 1, 2, null)).isEqualTo(whole.predict(scores, 1, 2, null));
        assertThat(part.score(x.label, 1)).isCloseTo(whole.score(x.label, 1), within(1e-9));
      }
      merged = mixture.after(merged, known, size, part.ship());
      known += size;
    }
    assertThat(whole.ship()).containsExactly(merged, within(1e-8));
  }

  @Test
  void labelThatMayBeSeveral_countsWithTheSumOfTheirProbabilities() {
    final Mixture mixture = mixture(3);
    final MixtureWeights weights = new MixtureWeights(mixture);
    final double[] p = new double[3 * mixture.size()];
    final double[] scores = scores(3);
    mixture.probabilities(scores, 3, 3, null, p);
    weights.predict(scores, 3, 3, null);
    double expected = 0;
    for (int k = 0; k < mixture.size(); k++) {
      expected += (p[3 * k] + p[3 * k + 2]) / mixture.size();
    }
    assertThat(weights.score(new boolean[] {true, false, true}, 1))
        .isCloseTo(-Math.log(expected), within(1e-12));
  }

  /** A thousand such losses would be less than doubles hold as one product. */
  @Test
  void lossesOfAnySize_staysFinite() {
    final MixtureWeights weights = new MixtureWeights(mixture(2));
    for (int i = 0; i < EXAMPLES; i++) {
      weights.predict(new double[] {1e6, 1e3, -90}, 1, 2, null);
      assertThat(weights.score(0, 1)).isBetween(0.0, 700.0);
    }
    assertThat(Arrays.stream(weights.ship()).allMatch(Double::isFinite)).isTrue();
  }

  /** Losses of long sequences are more than a probability can be small. */
  @Test
  void membersThatSayTheirLosses_areMixedByThem() {
    final Mixture mixture = Mixture.of(SpecFile.read("{model: m, task: sequence, labels: [a, b]}"));
    final MixtureWeights weights = new MixtureWeights(mixture);
    final double[] lost = new double[4];
    for (int i = 0; i < EXAMPLES; i++) {
      final double[] losses = random.doubles(4, 5000, 5010).toArray();
      int heaviest = 0;
      double before = 0;
      double after = 0;
      for (int k = 0; k < 4; k++) {
        heaviest = lost[k] < lost[heaviest] ? k : heaviest;
        before += Math.exp(lost[0] - lost[k]);
        after += Math.exp(lost[0] - lost[k] + 5000 - losses[k]);
      }
      assertThat(weights.heaviest()).isEqualTo(heaviest);
      assertThat(weights.score(losses, 0.1))
          .isCloseTo(5000 + Math.log(before / after), within(1e-8));
      for (int k = 0; k < 4; k++) {
        lost[k] += 0.1 * losses[k];
        lost[k] *= (i + 1) % Mixture.SPAN == 0 ? 1 - Mixture.SPAN / 300.0 : 1;
      }
    }
    assertThat(weights.ship()).containsExactly(lost, within(1e-7));
  }

  private static Mixture mixture(final int labels) {
    final ModelSpec spec =
        SpecFile.read(
            "{model: m, labels: [%s], features: {dimension: 4}, curvature: {memory: diagonal}}"
                .formatted("a, b, c".substring(0, 3 * labels - 2)));
    return Mixture.of(spec);
  }

  private double[] scores(final int labels) {
    return random.doubles(labels == 2 ? 3 : 3L * labels, -4, 4).toArray();
  }

  private static SparsePoint point(final int label, final double weight) {
    final SparsePoint x = new SparsePoint();
    x.label = label;
    x.weight = weight;
    return x;
  }
}
