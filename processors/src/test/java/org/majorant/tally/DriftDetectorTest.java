package org.majorant.tally;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;
import org.majorant.schema.DriftMove;
import org.majorant.schema.DriftState;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.Tally;
import org.majorant.spec.SpecFile;

class DriftDetectorTest {
  private static final ModelSpec BINARY =
      SpecFile.read("{model: m, labels: [a, b], features: {dimension: 8}}");
  private static final ModelSpec OF_FIVE =
      SpecFile.read("{model: m, labels: [a, b, c, d, e], features: {dimension: 8}}");

  /** An example: its label, and its loss in nats. */
  private record Seen(int label, double loss) {}

  private final List<Integer> alarms = new ArrayList<>();
  private final List<DriftMove> moves = new ArrayList<>();

  /** A fourth of the labels is the second one; from 10,000 to 20,000 all are flipped. */
  @Test
  void flippedLabels_areTold_andAgainWhereTheyFlipBack() {
    run(
        BINARY,
        30_000,
        new Random(1),
        random ->
            i -> {
              final boolean flipped = i >= 10_000 && i < 20_000;
              final boolean second = random.nextInt(4) == 0;
              final double right = random.nextInt(7) == 0 ? 2 : 0.1; // of 15 % it is wrong
              final int since = i % 10_000; // a model that learns what has changed
              final double more = i < 10_000 ? 0 : 1.5 / (1 + since / 500.0);
              return new Seen(second ^ flipped ? 1 : 0, right + more);
            });
    assertThat(moves).extracting(DriftMove::getOf).containsOnly("loss", "label").hasSize(4);
    assertThat(alarms.get(0)).isBetween(10_000, 10_300);
    assertThat(alarms.get(1)).isBetween(10_000, 10_300);
    assertThat(alarms.get(2)).isBetween(20_000, 20_300);
    assertThat(alarms.get(3)).isBetween(20_000, 20_300);
    for (final DriftMove move : moves.subList(0, 2)) {
      if (move.getLabel() == null) {
        assertThat(move.getBefore()).isCloseTo(0.37, within(0.1));
        assertThat(move.getAfter()).isCloseTo(1.7, within(0.4));
      } else {
        assertThat(move.getLabel()).isEqualTo("b");
        assertThat(move.getBefore()).isCloseTo(0.25, within(0.05));
        assertThat(move.getAfter()).isCloseTo(0.75, within(0.15));
      }
    }
  }

  @Test
  void labelThatAppears_isNamed() {
    run(
        OF_FIVE,
        22_000,
        new Random(2),
        random ->
            i -> new Seen(i >= 20_000 && random.nextInt(10) == 0 ? 4 : random.nextInt(4), 1.4));
    assertThat(moves).hasSize(1);
    assertThat(moves.get(0).getLabel()).isEqualTo("e");
    assertThat(moves.get(0).getBefore()).isZero();
    assertThat(moves.get(0).getAfter()).isCloseTo(0.1, within(0.08));
    assertThat(alarms.get(0)).isBetween(20_000, 20_300);
  }

  @Test
  void labelsInAnyOrder_andLossesThatFall_areNoDrift() {
    for (int seed = 0; seed < 10; seed++) {
      run(
          OF_FIVE,
          50_000,
          new Random(seed),
          random -> i -> new Seen(random.nextInt(5), 3 * random.nextDouble() / (1 + i / 2e3)));
    }
    assertThat(moves).isEmpty();
  }

  /** What release 0.2 shipped has no clipped losses, which are no losses of zero. */
  @Test
  void summariesOfFormerReleases_sayNothingOfTheLoss() {
    final DriftDetector detector = new DriftDetector(BINARY);
    final DriftState nothing = detector.state();
    final Tally former = Tallies.empty();
    former.setExamples(1_000);
    former.setLogLoss(400);
    detector.add(former, null);
    assertThat(detector.state()).isEqualTo(nothing);
  }

  @Test
  void stateOfAnotherSize_beginsAnew() {
    final DriftDetector detector = new DriftDetector(BINARY);
    final DriftState nothing = detector.state();
    detector.add(tally(BINARY, List.of(new Seen(0, 1), new Seen(1, 2))), null);
    assertThat(detector.state()).isNotEqualTo(nothing);
    detector.restore(new DriftDetector(OF_FIVE).state());
    assertThat(detector.state()).isEqualTo(nothing);
    detector.add(tally(BINARY, List.of(new Seen(0, 1), new Seen(1, 2))), null);
    detector.restore(null);
    assertThat(detector.state()).isEqualTo(nothing);
    for (int i = 0; i < nothing.getLoss().size(); i++) {
      final DriftState forged = detector.state();
      forged.getLoss().set(i, Double.NaN);
      detector.restore(forged);
      assertThat(detector.state()).as("number %d", i).isEqualTo(nothing);
    }
  }

  @Test
  void clippedLosses_mayBeNoMoreThanTheBound() {
    final Tally tally = tally(BINARY, List.of(new Seen(0, 9), new Seen(1, 0.5)));
    assertThat(DriftDetector.arePossible(tally, 2)).isTrue();
    tally.setClippedLoss(2 * DriftDetector.clip(2) + 1);
    assertThat(DriftDetector.arePossible(tally, 2)).isFalse();
    tally.setClippedLoss(Double.NaN);
    assertThat(DriftDetector.arePossible(tally, 2)).isFalse();
    tally.setClippedLoss(0.1);
    tally.setClippedSquare(5);
    assertThat(DriftDetector.arePossible(tally, 2)).isFalse();
  }

  private void run(
      final ModelSpec spec,
      final int examples,
      final Random random,
      final java.util.function.Function<Random, IntFunction<Seen>> stream) {
    final IntFunction<Seen> seen = stream.apply(random);
    final DriftDetector detector = new DriftDetector(spec);
    int i = 0;
    while (i < examples) {
      final List<Seen> batch = new ArrayList<>();
      final int end = i + 1 + random.nextInt(40);
      for (; i < end; i++) {
        batch.add(seen.apply(i));
      }
      for (final DriftMove move : detector.add(tally(spec, batch), null)) {
        alarms.add(i);
        moves.add(move);
      }
    }
  }

  private static Tally tally(final ModelSpec spec, final List<Seen> batch) {
    final int labels = spec.getLabels().size();
    final double clip = DriftDetector.clip(labels);
    final long[] confusion = new long[labels * labels];
    final Tally tally = Tallies.empty();
    for (final Seen each : batch) {
      final double clipped = Math.min(clip, each.loss);
      confusion[each.label * labels]++;
      tally.setExamples(tally.getExamples() + 1);
      tally.setLogLoss(tally.getLogLoss() + each.loss);
      tally.setClippedLoss(tally.getClippedLoss() + clipped);
      tally.setClippedSquare(tally.getClippedSquare() + clipped * clipped);
    }
    tally.setConfusion(java.util.Arrays.stream(confusion).boxed().toList());
    return tally;
  }
}
