package org.majorant.tally;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.majorant.features.SparsePoint;
import org.majorant.schema.DriftMove;
import org.majorant.schema.DriftState;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.Tally;
import org.majorant.spec.SpecFile;

/** Drift of the loss of what services have answered. */
class ServedDriftTest {
  private static final ModelSpec SPEC =
      SpecFile.read("{model: m, labels: [a, b], features: {dimension: 8}}");
  private static final double CLIP = DriftDetector.clip(2);

  /** An alarm, after so many examples. */
  private record Told(int examples, DriftMove move) {}

  /** What a stream does at an example: the probability that was served to its label; 0: none. */
  private interface Stream {
    double served(int example, Random random);
  }

  /**
   * What labels depend on changes. The model has learned that so soon that its own loss says
   * nothing. A service that stays on a version of before answers wrongly ever since.
   */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void serviceThatStaysOnAnOldVersion_isTold(final long seed) {
    final List<Told> told =
        run(
            seed,
            20_000,
            (i, random) -> random.nextDouble() < 0.85 ^ i >= 10_000 ? 0.8 : 0.2,
            new DriftDetector(SPEC));
    assertThat(told).hasSize(1);
    assertThat(told.get(0).examples).isBetween(10_000, 10_500);
    final DriftMove move = told.get(0).move;
    assertThat(move.getOf()).isEqualTo(DriftDetector.SERVED);
    assertThat(move.getLabel()).isNull();
    assertThat(move.getFeature()).isNull();
    assertThat(move.getBefore()).isCloseTo(0.43, within(0.05));
    assertThat(move.getAfter()).isCloseTo(1.40, within(0.2));
  }

  /** Only every twentieth example was asked about. */
  @Test
  void rareAnswers_areTold_too() {
    final List<Told> told =
        run(
            6,
            80_000,
            (i, random) ->
                random.nextInt(20) > 0 ? 0 : random.nextDouble() < 0.85 ^ i >= 60_000 ? 0.8 : 0.2,
            new DriftDetector(SPEC));
    assertThat(told).hasSize(1);
    assertThat(told.get(0).move.getOf()).isEqualTo(DriftDetector.SERVED);
    assertThat(told.get(0).examples).isBetween(60_000, 65_000);
  }

  /** Answers as wrong as ever, in runs and alone, certain and uncertain, with gaps and without. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void answersThatBecomeNoWorse_areNoAlarm(final long seed) {
    final Stream same = (i, random) -> random.nextDouble();
    final Stream rare = (i, random) -> random.nextInt(50) == 0 ? random.nextDouble() : 0;
    final Stream late = (i, random) -> i < 30_000 ? 0 : random.nextDouble() < 0.6 ? 0.9 : 1e-9;
    final Stream better = (i, random) -> Math.pow(random.nextDouble(), 1 / (1 + i / 1e4));
    final Stream inTurns = (i, random) -> i / 5_000 % 2 == 0 ? random.nextDouble() : 0;
    for (final Stream stream : List.of(same, rare, late, better, inTurns)) {
      assertThat(run(seed, 100_000, stream, new DriftDetector(SPEC))).isEmpty();
    }
  }

  /**
   * What nobody serves is tested as if there was no such test, and so are shares of what is served.
   */
  @Test
  void answers_changeNoOtherTest() {
    final DriftDetector without = new DriftDetector(SPEC);
    final DriftDetector with = new DriftDetector(SPEC);
    assertThat(run(7, 30_000, (i, random) -> 0, without)).isEmpty();
    assertThat(run(7, 30_000, (i, random) -> 0.5, with)).isEmpty();
    assertThat(without.state().getServed()).isEmpty();
    final DriftState state = with.state();
    assertThat(state.getServed()).isNotEmpty();
    state.setServed(List.of());
    assertThat(state).isEqualTo(without.state());
  }

  /** So all tests together are no more often wrong than without it. */
  @Test
  void lossLeavesThatTestAPartOfItsLevel_onceThereAreAnswers() {
    int later = 0;
    for (int seed = 0; seed < 40; seed++) {
      final int alone = firstOfLoss(seed, 0);
      final int beside = firstOfLoss(seed, 0.5);
      assertThat(beside).isGreaterThanOrEqualTo(alone);
      later += beside > alone ? 1 : 0;
    }
    assertThat(later).isPositive();
  }

  /** Example after which a rise of the model's own loss is told. */
  private static int firstOfLoss(final int seed, final double served) {
    final DriftDetector detector = new DriftDetector(SPEC);
    final Random random = new Random(seed);
    for (int i = 0; i < 20_000; i++) {
      final double loss = random.nextDouble() * (i < 10_000 ? 0.6 : 0.8);
      final Tally tally = tally(loss, i % 2, served);
      final List<DriftMove> moves = detector.add(tally, null);
      if (!moves.isEmpty()) {
        assertThat(moves).extracting(DriftMove::getOf).containsExactly(DriftDetector.LOSS);
        return i;
      }
    }
    throw new AssertionError("nothing was told");
  }

  /** Which is what a base keeps and a learner that starts again goes on from. */
  @Test
  void restoredDetector_goesOnAsIfNothingHadHappened() {
    final Stream bad = (i, random) -> random.nextDouble() < 0.85 ^ i >= 10_000 ? 0.8 : 0.2;
    final List<Told> expected = run(9, 20_000, bad, new DriftDetector(SPEC));
    assertThat(expected).hasSize(1);
    final Random random = new Random(9);
    DriftDetector detector = new DriftDetector(SPEC);
    final List<Told> told = new ArrayList<>();
    for (int i = 0; i < 20_000; ) {
      final Tally batch = Tallies.empty();
      i = fill(batch, i, bad, random);
      for (final DriftMove move : detector.add(batch, null)) {
        told.add(new Told(i, move));
      }
      final DriftDetector next = new DriftDetector(SPEC);
      next.restore(detector.state());
      assertThat(next.state()).isEqualTo(detector.state());
      detector = next;
    }
    assertThat(told).isEqualTo(expected);
  }

  /** Of a base that a former release wrote, and of one that says nonsense. */
  @Test
  void stateWithoutThatTest_hasThatTestAloneBegin() {
    final DriftDetector detector = new DriftDetector(SPEC);
    run(10, 5_000, (i, random) -> 0.5, detector);
    final DriftState known = detector.state();
    for (final List<Double> other : List.of(List.<Double>of(), List.of(1.0), nan(known))) {
      final DriftDetector next = new DriftDetector(SPEC);
      next.restore(DriftState.newBuilder(known).setServed(other).build());
      assertThat(next.state()).isEqualTo(DriftState.newBuilder(known).setServed(List.of()).build());
    }
  }

  private static List<Double> nan(final DriftState state) {
    final List<Double> numbers = new ArrayList<>(state.getServed());
    numbers.set(3, Double.NaN);
    return numbers;
  }

  /** Summaries of workers of a former release count answers, and not these. */
  @Test
  void answersOfFormerReleases_sayNothing() {
    final DriftDetector detector = new DriftDetector(SPEC);
    final DriftState nothing = detector.state();
    final Tally former = Tallies.empty();
    former.setExamples(10L);
    former.setLogLoss(4);
    former.setServedWeight(10);
    former.setServedLogLoss(50);
    detector.add(former, null);
    assertThat(detector.state()).isEqualTo(nothing);
  }

  @Test
  void sumsThatAnswersCannotHave_areRefused() {
    final Tally sound = tally(0.5, 1, 0.01);
    assertThat(DriftDetector.arePossible(sound, 2)).isTrue();
    final List<Tally> forged = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      forged.add(Tallies.copy(sound));
    }
    forged.get(0).setServedExamples(-1L);
    forged.get(1).setServedExamples(2L);
    forged.get(2).setServedExamples(0L);
    forged.get(3).setServedClippedLoss(CLIP + 1);
    forged.get(4).setServedClippedLoss(Double.NaN);
    forged.get(5).setServedClippedLoss(-1);
    forged.get(6).setServedClippedSquare(Double.POSITIVE_INFINITY);
    forged.get(7).setServedClippedSquare(-1);
    assertThat(forged).noneMatch(tally -> DriftDetector.arePossible(tally, 2));
  }

  /** Batches of 1 to 40 examples; what is told, with after how many. */
  private static List<Told> run(
      final long seed, final int examples, final Stream stream, final DriftDetector detector) {
    final Random random = new Random(seed);
    final List<Told> told = new ArrayList<>();
    for (int i = 0; i < examples; ) {
      final Tally batch = Tallies.empty();
      i = fill(batch, i, stream, random);
      for (final DriftMove move : detector.add(batch, null)) {
        told.add(new Told(i, move));
      }
    }
    return told;
  }

  /** Labels in turns, and losses of the model that have no drift. */
  private static int fill(
      final Tally batch, final int from, final Stream stream, final Random random) {
    final Random others = new Random(from); // so that all streams have the same
    final int to = from + 1 + others.nextInt(40);
    for (int i = from; i < to; i++) {
      Tallies.add(batch, tally(others.nextDouble(), i % 2, stream.served(i, random)));
    }
    return to;
  }

  /**
   * @param served probability of the label; 0: nobody was asked
   */
  private static Tally tally(final double loss, final int label, final double served) {
    final Tally tally = Tallies.empty();
    tally.setExamples(1L);
    tally.setLogLoss(loss);
    tally.setClippedLoss(loss);
    tally.setClippedSquare(loss * loss);
    tally.setConfusion(label == 0 ? List.of(1L, 0L, 0L, 0L) : List.of(0L, 0L, 0L, 1L));
    if (served > 0) {
      final SparsePoint x = new SparsePoint();
      x.weight = 3; // which the tests know nothing of
      x.label = label;
      x.served = label == 0 ? new double[] {served, 1 - served} : new double[] {1 - served, served};
      new ServedTally(2).add(x, tally);
    }
    return tally;
  }
}
