package org.majorant.learn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.majorant.learn.SyntheticStream.example;

import java.util.Random;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.majorant.features.SparsePoint;
import org.majorant.features.SparseSequence;
import org.majorant.file.evaluate.Calibration;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.Tally;
import org.majorant.spec.SpecFile;
import org.majorant.tally.Baselines;
import org.majorant.tally.Tallies;

/** Learners count the probabilities that their losses are made of. */
class ProgressiveReliabilityTest {
  private static final int EXAMPLES = 1000;

  /** A loss is −log p of the label, whoever predicts. */
  @ParameterizedTest
  @CsvSource({"none, 1", "auto, 1", "none, 2"})
  void ofTwoLabels_theSecondsProbabilities_areThoseOfTheLosses(
      final String members, final int latent) {
    final Learner learner = learner("[a, b]", members, latent);
    final Random random = new Random(3);
    double probability = 0;
    long seconds = 0;
    for (int i = 0; i < EXAMPLES; i++) {
      final SparsePoint x = example(random, 2);
      x.weight = 1 + i % 3;
      final double p = Math.exp(-learner.learn(x, i));
      probability += x.label == 1 ? p : 1 - p;
      seconds += x.label;
    }
    final Tally tally = learner.takeTally();
    assertThat(sum(tally)).isCloseTo(probability, within(1e-9 * EXAMPLES));
    assertThat(count(tally, 1)).isEqualTo(seconds);
    assertThat(count(tally, 0)).isEqualTo(EXAMPLES - seconds);
  }

  /** Where the prediction was right, its probability is the label's. */
  @ParameterizedTest
  @CsvSource({"none, 1", "auto, 1", "none, 2"})
  void ofMoreLabels_theEventIsARightPrediction_withItsProbability(
      final String members, final int latent) {
    final Learner learner = learner("[a, b, c, d]", members, latent);
    final Random random = new Random(5);
    final Tally all = Tallies.empty();
    for (int i = 0; i < EXAMPLES; i++) {
      final double p = Math.exp(-learner.learn(example(random, 4), i));
      final Tally one = learner.takeTally();
      assertThat(count(one, 1)).isEqualTo((long) one.getCorrect());
      assertThat(count(one, 0)).isEqualTo(1 - (long) one.getCorrect());
      assertThat(sum(one)).isBetween(0.25, 1.0);
      if (one.getCorrect() == 1) {
        assertThat(sum(one)).isCloseTo(p, within(1e-9));
      }
      Tallies.add(all, one);
    }
    assertThat(all.getCorrect()).isGreaterThan(EXAMPLES / 3.0);
    assertThat(calibrationError(all)).isLessThan(0.08);
  }

  @Test
  void ofSequences_eachObservedTokenCounts_withItsMarginal() throws Exception {
    final Learner learner = new Learner(SequenceLearnerTest.spec("none"), new Baselines(3));
    final SplittableRandom random = new SplittableRandom(9);
    final SparseSequence first = SequenceLearnerTest.sequence(random, false, 1);
    learner.learn(first, 0);
    assertThat(sum(learner.takeTally())).isCloseTo(first.length / 3.0, within(1e-9));
    for (int i = 0; i < 200; i++) {
      learner.learn(SequenceLearnerTest.sequence(random, true, 1), i);
    }
    final Tally tally = learner.takeTally();
    assertThat(count(tally, 0) + count(tally, 1)).isEqualTo(tally.getTokens());
    final long right = IntStream.range(0, 3).mapToLong(y -> tally.getConfusion().get(4 * y)).sum();
    assertThat(count(tally, 1)).isEqualTo(right);
  }

  @ParameterizedTest
  @ValueSource(strings = {"none", "auto"})
  void aLabelThatIsOneOfSome_isNotCounted(final String members) {
    final Learner learner = learner("[a, b, c]", members, 1);
    final SparsePoint x = example(new Random(1), 3);
    x.label = SparsePoint.PARTIAL;
    x.admissible = new boolean[] {true, false, true};
    learner.learn(x, 0);
    final Tally tally = learner.takeTally();
    assertThat(tally.getExamples()).isOne();
    assertThat(tally.getReliability()).isEmpty();
    assertThat(tally.getConfusion()).containsOnly(0L);
  }

  private static Learner learner(final String labels, final String members, final int latent) {
    final ModelSpec spec =
        SpecFile.read(
            "{model: m, labels: %s, features: {dimension: %d}, members: %s, latent: %d}"
                .formatted(labels, SyntheticStream.FEATURES, members, latent));
    return new Learner(spec, new Baselines(spec.getLabels().size()));
  }

  private static double sum(final Tally tally) {
    return tally.getProbability().stream().mapToDouble(Double::doubleValue).sum();
  }

  /** How often the event failed, 0, or came, 1. */
  private static long count(final Tally tally, final int outcome) {
    return IntStream.range(0, tally.getProbability().size())
        .mapToLong(bin -> tally.getReliability().get(2 * bin + outcome))
        .sum();
  }

  private static double calibrationError(final Tally tally) {
    return Calibration.of(tally.getReliability(), tally.getProbability()).error();
  }
}
