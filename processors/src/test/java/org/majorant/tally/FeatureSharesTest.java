package org.majorant.tally;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.majorant.features.SparsePoint;
import org.majorant.schema.DriftMove;
import org.majorant.schema.DriftState;
import org.majorant.schema.FeatureCounts;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.WatchedFeature;
import org.majorant.spec.SpecFile;

class FeatureSharesTest {
  private static final int FEATURES = 40;
  private static final ModelSpec SPEC =
      SpecFile.read("{model: m, labels: [a, b], features: {dimension: %d}}".formatted(FEATURES));

  /** The j-th feature has the share .9/(1 + j/8), but for those that a test changes. */
  private static double share(final int feature) {
    return 0.9 / (1 + feature / 8.0);
  }

  /** An alarm, after so many examples. */
  private record Told(int at, DriftMove move) {}

  private final List<Told> told = new ArrayList<>();

  /** An example has a feature with the value that is drawn for it; 0: it does not have it. */
  @FunctionalInterface
  private interface Stream {
    double value(int example, int feature, Random random);
  }

  private static SparsePoint point(final IntToDoubleFunction value) {
    final SparsePoint x = new SparsePoint();
    for (int j = 0; j <= FEATURES; j++) {
      final double each = j == FEATURES ? 1 : value.applyAsDouble(j); // the intercept comes last
      if (each != 0) {
        x.indices[x.size] = j;
        x.values[x.size++] = each;
      }
    }
    return x;
  }

  /** One worker counts, one detector tests; batches are of 1 to 40 examples. */
  private void run(final int examples, final int seed, final Stream stream) {
    final Random random = new Random(seed);
    final FeatureCounter counter = new FeatureCounter(SPEC);
    final FeatureShares shares = new FeatureShares(0.25);
    int next = 1;
    for (int i = 0; i < examples; i++) {
      final int at = i;
      counter.add(point(j -> stream.value(at, j, random)));
      if (i + 1 == next) {
        shares.add(counter.take()).forEach(move -> told.add(new Told(at, move)));
        next += 1 + random.nextInt(40);
      }
    }
  }

  private static double occurs(final Random random, final double share) {
    return random.nextDouble() < share ? 1 : 0;
  }

  /** None of 40 streams of 50,000 examples: 2·10⁶, of which a fifth has a false alarm at most. */
  @Test
  void featuresThatStay_areNoDrift() {
    for (int seed = 0; seed < 40; seed++) {
      run(50_000, seed, (i, j, random) -> occurs(random, share(j)));
    }
    assertThat(told).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"5, 200", "10, 300", "15, 400"})
  void featureThatDies_isTold_andAgainWhereItComesBack(final int feature, final int within) {
    run(
        30_000,
        1,
        (i, j, random) -> occurs(random, j == feature && i / 10_000 == 1 ? 0 : share(j)));
    assertThat(told).hasSize(2);
    final Told died = told.get(0);
    assertThat(died.at).isBetween(10_000, 10_000 + within);
    assertThat(died.move.getOf()).isEqualTo("feature");
    assertThat(died.move.getFeature()).isEqualTo(new WatchedFeature(feature, null));
    assertThat(died.move.getBefore()).isCloseTo(share(feature), within(0.08));
    assertThat(died.move.getAfter())
        .isBetween(0.0, 0.2); // some examples before are counted with it
    final Told back = told.get(1);
    assertThat(back.at).isBetween(20_000, 20_000 + within);
    assertThat(back.move.getFeature()).isEqualTo(died.move.getFeature());
    assertThat(back.move.getBefore()).isZero();
    assertThat(back.move.getAfter()).isPositive();
  }

  /** Of a number that all examples have, with heavy tails, half a deviation's shift is told. */
  @Test
  void numberThatShifts_isTold_byTheShareAboveItsMean() {
    run(
        20_000,
        3,
        (i, j, random) ->
            j == 20
                ? Math.exp(random.nextGaussian() + (i < 10_000 ? 0 : 0.5))
                : occurs(random, share(j)));
    assertThat(told).hasSize(1);
    assertThat(told.get(0).at).isBetween(10_000, 10_600);
    final DriftMove move = told.get(0).move;
    assertThat(move.getFeature().getFeature()).isEqualTo(20);
    assertThat(move.getFeature().getAbove()).isCloseTo(Math.exp(0.5), within(0.3));
    assertThat(move.getAfter()).isCloseTo(0.5, within(0.08));
  }

  @Test
  void theMostFrequentOfTheFirst_areWatched_andAreNotCountedThere() {
    final FeatureCounter counter = new FeatureCounter(SPEC);
    for (int i = 0; i < FeatureCounter.FIRST; i++) {
      final int at = i;
      assertThat(counter.take()).isNull();
      counter.add(point(j -> at % (FEATURES - j) == 0 ? 2 : 0)); // the later, the more frequent
    }
    assertThat(counter.take()).isNull();
    for (int i = 0; i < FeatureCounter.LEAST; i++) {
      assertThat(counter.take()).isNull();
      counter.add(point(j -> j >= 30 ? 2 : 0));
    }
    final FeatureCounts counts = counter.take();
    assertThat(counts.getExamples()).isEqualTo(FeatureCounter.LEAST);
    assertThat(counts.getFeatures())
        .extracting(WatchedFeature::getFeature)
        .containsExactly(24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39);
    assertThat(counts.getFeatures()).extracting(WatchedFeature::getAbove).containsOnlyNulls();
    assertThat(counts.getCounts())
        .containsExactly(
            0L, 0L, 0L, 0L, 0L, 0L, 100L, 100L, 100L, 100L, 100L, 100L, 100L, 100L, 100L, 100L);
    assertThat(FeatureCounter.arePossible(counts, 1, SPEC)).isTrue();
    assertThat(FeatureCounter.arePossible(counts, 0, SPEC)).isFalse();
  }

  /** Which worker counts an example does not matter, as long as a summary is of the same ones. */
  @Test
  void countsOfWorkers_addUp() {
    final Random random = new Random(4);
    final List<WatchedFeature> watched =
        List.of(new WatchedFeature(1, null), new WatchedFeature(7, 0.5));
    final FeatureCounter one = new FeatureCounter(SPEC);
    final FeatureCounter[] parts = {new FeatureCounter(SPEC), new FeatureCounter(SPEC)};
    one.watch(watched);
    parts[0].watch(watched);
    parts[1].watch(watched);
    for (int i = 0; i < 500; i++) {
      final SparsePoint x = point(j -> random.nextInt(3) == 0 ? random.nextDouble() : 0);
      one.add(x);
      parts[random.nextInt(2)].add(x);
    }
    final FeatureCounts all = one.take();
    final FeatureCounts some = parts[0].take();
    final FeatureCounts others = parts[1].take();
    assertThat(some.getExamples() + others.getExamples()).isEqualTo(all.getExamples());
    for (int i = 0; i < 2; i++) {
      assertThat(some.getCounts().get(i) + others.getCounts().get(i))
          .isEqualTo(all.getCounts().get(i))
          .isPositive();
    }
    assertThat(one.take()).isNull();
  }

  /** Counts of other features than those that are watched say nothing. */
  @Test
  void countsOfOtherFeatures_areNoDrift() {
    final FeatureShares shares = new FeatureShares(0.25);
    final List<WatchedFeature> watched = List.of(new WatchedFeature(1, null));
    final List<WatchedFeature> other = List.of(new WatchedFeature(1, 0.5));
    for (int i = 0; i < 100; i++) {
      assertThat(shares.add(new FeatureCounts(100L, watched, List.of(50L)))).isEmpty();
    }
    for (int i = 0; i < 100; i++) {
      assertThat(shares.add(new FeatureCounts(100L, other, List.of(0L)))).isEmpty();
    }
    assertThat(shares.watched()).isEqualTo(watched);
    assertThat(shares.add(new FeatureCounts(100L, watched, List.of(0L)))).hasSize(1);
  }

  /** A detector that goes on from its state after each summary gives the same alarms. */
  @Test
  void detectorThatIsRestored_knowsTheSame() {
    final Random random = new Random(5);
    final List<WatchedFeature> watched =
        List.of(new WatchedFeature(1, null), new WatchedFeature(7, 0.5));
    final DriftDetector one = new DriftDetector(SPEC);
    DriftState state = one.state();
    int moved = 0;
    for (int i = 0; i < 1_000; i++) {
      final double share = i < 500 ? 0.4 : 0.1;
      final long first = random.doubles(20).filter(u -> u < share).count();
      final long second = random.doubles(20).filter(u -> u < 0.5).count();
      final FeatureCounts counts = new FeatureCounts(20L, watched, List.of(first, second));
      final DriftDetector other = new DriftDetector(SPEC);
      other.restore(state);
      final List<DriftMove> moves = one.add(Tallies.empty(), counts);
      assertThat(other.add(Tallies.empty(), counts)).isEqualTo(moves);
      state = one.state();
      assertThat(other.state()).isEqualTo(state);
      moved += moves.size();
    }
    assertThat(moved).isEqualTo(1);
    final DriftState forged = one.state();
    forged.getFeatureShares().set(3, Double.NaN);
    one.restore(forged);
    assertThat(one.state().getFeatureShares()).doesNotContain(Double.NaN);
    assertThat(one.state().getFeatures()).isEqualTo(watched);
  }

  @ParameterizedTest
  @CsvSource({
    "110, 1, 2, 5, 5",
    "99, 1, 2, 5, 5",
    "100, 2, 1, 5, 5",
    "100, 1, 1, 5, 5",
    "100, -1, 1, 5, 5",
    "100, 1, 40, 5, 5",
    "100, 1, 2, 101, 5",
    "100, 1, 2, 5, -1"
  })
  void countsThatNoWorkerGives_areImpossible(
      final long examples, final int one, final int two, final long first, final long second) {
    final List<WatchedFeature> features =
        List.of(new WatchedFeature(one, null), new WatchedFeature(two, null));
    assertThat(
            FeatureCounter.arePossible(
                new FeatureCounts(examples, features, List.of(first, second)), 10, SPEC))
        .isFalse();
  }

  @Test
  void countsOfNothing_orWithABoundThatIsNone_areImpossible() {
    assertThat(FeatureCounter.arePossible(new FeatureCounts(100L, List.of(), List.of()), 1, SPEC))
        .isFalse();
    final List<WatchedFeature> unbound = List.of(new WatchedFeature(1, Double.NaN));
    assertThat(FeatureCounter.arePossible(new FeatureCounts(100L, unbound, List.of(1L)), 1, SPEC))
        .isFalse();
    assertThat(FeatureCounter.arePossible(null, 0, SPEC)).isTrue();
  }
}
