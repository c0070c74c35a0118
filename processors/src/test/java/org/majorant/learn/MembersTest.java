package org.majorant.learn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.majorant.features.SparsePoint;
import org.majorant.likelihood.Likelihood;
import org.majorant.model.Mixture;
import org.majorant.schema.ModelSpec;
import org.majorant.spec.SpecFile;
import org.majorant.tally.Baselines;
import org.majorant.tally.ProgressiveTally;

class MembersTest {
  private static final int EXAMPLES = 500;

  private final Random random = new Random(5);

  @ParameterizedTest
  @ValueSource(ints = {2, 3})
  void loss_isThatOfTheMeanOfTheMembers_weighedByWhatTheyHaveLost(final int labels) {
    final Mixture mixture = mixture(labels);
    final Scored members = new Scored(labels);
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
      assertThat(members.score(x, scores)).isCloseTo(-Math.log(expected), within(1e-9));
    }
    assertThat(members.of.ship()).containsExactly(losses, within(1e-8));
  }

  /** Where several workers learn, or one is killed, the parts come together elsewhere. */
  @Test
  void parts_shippedAndAddedUp_weighAsTheWhole() {
    final Mixture mixture = mixture(2);
    final Scored whole = new Scored(2);
    double[] merged = new double[mixture.size()];
    long known = 0;
    double right = 0;
    while (known < EXAMPLES) {
      final Scored part = new Scored(2);
      part.of.start(merged, known);
      final int size = 1 + random.nextInt(60);
      for (int i = 0; i < size; i++) {
        if (i == size / 2) {
          part.of.start(merged, known); // a newer base, on which the half that it has goes on
        }
        final double[] scores = scores(2);
        final SparsePoint x = point(random.nextInt(2), 1);
        assertThat(part.score(x, scores)).isCloseTo(whole.score(x, scores), within(1e-9));
      }
      merged = mixture.after(merged, known, size, part.of.ship());
      known += size;
      right += part.progress.tally().getCorrect();
    }
    assertThat(whole.progress.tally().getCorrect()).isEqualTo(right);
    assertThat(whole.of.ship()).containsExactly(merged, within(1e-8));
  }

  @Test
  void labelThatMayBeSeveral_countsWithTheSumOfTheirProbabilities() {
    final Mixture mixture = mixture(3);
    final double[] p = new double[3 * mixture.size()];
    final double[] scores = scores(3);
    mixture.probabilities(scores, 3, 3, null, p);
    double expected = 0;
    for (int k = 0; k < mixture.size(); k++) {
      expected += (p[3 * k] + p[3 * k + 2]) / mixture.size();
    }
    final SparsePoint x = point(SparsePoint.PARTIAL, 1);
    x.admissible = new boolean[] {true, false, true};
    assertThat(new Scored(3).score(x, scores)).isCloseTo(-Math.log(expected), within(1e-12));
  }

  /** A thousand such losses would be less than doubles hold as one product. */
  @Test
  void lossesOfAnySize_staysFinite() {
    final Scored members = new Scored(2);
    for (int i = 0; i < EXAMPLES; i++) {
      assertThat(members.score(point(0, 1), new double[] {1e6, 1e3, -90})).isBetween(0.0, 700.0);
    }
    assertThat(Arrays.stream(members.of.ship()).allMatch(Double::isFinite)).isTrue();
  }

  /** Losses of long sequences are more than a probability can be small. */
  @Test
  void membersThatSayTheirLosses_areMixedByThem() {
    final ModelSpec spec = SpecFile.read("{model: m, task: sequence, labels: [a, b]}");
    final LabellingMembers members =
        new LabellingMembers(
            spec, Likelihood.of(spec), new ProgressiveTally(spec, new Baselines(2)));
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
      assertThat(members.heaviest()).isEqualTo(heaviest);
      assertThat(members.lose(losses, 0.1))
          .isCloseTo(5000 + Math.log(before / after), within(1e-8));
      for (int k = 0; k < 4; k++) {
        lost[k] += 0.1 * losses[k];
        lost[k] *= (i + 1) % Mixture.SPAN == 0 ? 1 - Mixture.SPAN / 300.0 : 1;
      }
    }
    assertThat(members.ship()).containsExactly(lost, within(1e-7));
  }

  private static Mixture mixture(final int labels) {
    return Mixture.of(spec(labels));
  }

  private static ModelSpec spec(final int labels) {
    return SpecFile.read(
        "{model: m, labels: [%s], features: {dimension: 4}, curvature: {memory: diagonal}}"
            .formatted("a, b, c".substring(0, 3 * labels - 2)));
  }

  /** Members of a model of points, whose scores are given. */
  private static final class Scored {
    private final int vectors;
    private final Likelihood likelihood;
    private final ProgressiveTally progress;
    private final Members of;

    private Scored(final int labels) {
      vectors = labels == 2 ? 1 : labels;
      likelihood = Likelihood.of(spec(labels));
      progress = new ProgressiveTally(spec(labels), new Baselines(labels));
      of = Members.of(spec(labels), likelihood, progress);
    }

    private double score(final SparsePoint x, final double[] scores) {
      likelihood.open(x);
      progress.open(x);
      return of.score(x, scores, vectors);
    }
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
