package org.majorant.tally;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.majorant.features.SparsePoint;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.Tally;
import org.majorant.spec.SpecFile;

class TalliesTest {
  private static final int LABELS = 3;
  private static final ModelSpec SPEC =
      SpecFile.read("{model: m, labels: [a, b, c], features: {dimension: 4}, batch: 16}");

  private final SplittableRandom random = new SplittableRandom(2);

  /** So a window's numbers are those of the examples in it, however many workers there were. */
  @Test
  void whatCameSince_isTheSumOfWhatWasAdded() {
    final Tally before = Tallies.empty();
    Tallies.add(before, scored(40));
    Tallies.add(before, scored(1));
    final Tally first = scored(30);
    final Tally second = scored(20);
    final Tally now = Tallies.copy(before);
    Tallies.add(now, first);
    Tallies.add(now, second);

    final Tally since = Tallies.since(before, now);

    final Tally expected = Tallies.copy(first);
    Tallies.add(expected, second);
    assertThat(since.getConfusion()).isEqualTo(expected.getConfusion());
    assertThat(since.getReliability()).isEqualTo(expected.getReliability());
    for (int bin = 0; bin < ReliabilityBins.COUNT; bin++) {
      assertThat(since.getProbability().get(bin))
          .isCloseTo(expected.getProbability().get(bin), within(1e-12));
      assertThat(since.getServedProbability().get(bin))
          .isCloseTo(expected.getServedProbability().get(bin), within(1e-12));
    }
    assertThat(since.getWeight()).isEqualTo(expected.getWeight());
    assertThat(since.getExamples()).isEqualTo(50);
    assertThat(since.getCorrect()).isEqualTo(expected.getCorrect());
    assertThat(since.getLogLoss()).isCloseTo(expected.getLogLoss(), within(1e-9));
    assertThat(since.getServedReliability()).isEqualTo(expected.getServedReliability());
    assertThat(since.getServedWeight()).isEqualTo(expected.getServedWeight()).isBetween(5.0, 45.0);
    assertThat(since.getServedCorrect()).isEqualTo(expected.getServedCorrect());
    assertThat(since.getServedLogLoss()).isCloseTo(expected.getServedLogLoss(), within(1e-9));
  }

  @Test
  void whatCameSinceNothing_isAll() {
    final Tally tally = scored(10);
    final Tally since = Tallies.since(Tallies.empty(), tally);
    assertThat(since.getConfusion()).isEqualTo(tally.getConfusion());
    assertThat(since.getReliability()).isEqualTo(tally.getReliability());
    assertThat(since.getProbability()).isEqualTo(tally.getProbability());
    assertThat(since.getServedReliability()).isEqualTo(tally.getServedReliability());
  }

  @Test
  void copy_isOfItsOwn() {
    final Tally tally = scored(10);
    final Tally copy = Tallies.copy(tally);
    assertThat(copy).isEqualTo(tally);
    Tallies.add(copy, scored(10));
    assertThat(tally.getReliability().stream().mapToLong(Long::longValue).sum()).isEqualTo(10);
  }

  /** In whatever batches they were shipped: the tests of drift see the same sums. */
  @Test
  void sumsOfAnswers_areThoseOfAllBatches() {
    final Tally all = Tallies.empty();
    long examples = 0;
    double loss = 0;
    double square = 0;
    for (final int size : new int[] {1, 30, 7, 100}) {
      final Tally batch = scored(size);
      Tallies.add(all, batch);
      examples += batch.getServedExamples();
      loss += batch.getServedClippedLoss();
      square += batch.getServedClippedSquare();
    }
    final Tally sum = Tallies.copy(all);
    assertThat(sum.getServedExamples()).isEqualTo(examples).isBetween(30L, 110L);
    assertThat(sum.getServedClippedLoss()).isEqualTo(loss).isPositive();
    assertThat(sum.getServedClippedSquare()).isEqualTo(square).isPositive();
    final Tally restarted = Tallies.restart(scored(500), sum);
    assertThat(restarted.getServedExamples()).isEqualTo(examples);
    assertThat(restarted.getServedClippedSquare()).isEqualTo(square);
  }

  private Tally scored(final int examples) {
    final ProgressiveTally tally = new ProgressiveTally(SPEC, new Baselines(LABELS));
    final SparsePoint x = new SparsePoint();
    x.weight = 1;
    for (int i = 0; i < examples; i++) {
      final double p = random.nextDouble();
      x.label = random.nextInt(LABELS);
      x.served = random.nextBoolean() ? null : new double[] {p, (1 - p) / 2, (1 - p) / 2};
      tally.open(x);
      tally.count(x.label, random.nextInt(LABELS), p);
      tally.add(-Math.log(p));
    }
    return tally.take();
  }
}
