package org.majorant.tally;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReliabilityBinsTest {
  /** The class comment, by logarithm. */
  @Test
  void bin_isThatOfTheOdds() {
    final SplittableRandom random = new SplittableRandom(7);
    for (int i = 0; i < 100_000; i++) {
      final double p = 1 / (1 + Math.exp(random.nextDouble(-14, 14)));
      final double odds = p / (1 - p);
      final int exponent = (int) Math.floor(Math.log(odds) / Math.log(2));
      final double mantissa = odds / Math.pow(2, exponent) - 1;
      final int bin = 4 * (exponent + 16) + (int) Math.floor(4 * mantissa);
      assertThat(ReliabilityBins.of(p))
          .as("p = %s", p)
          .isEqualTo(Math.max(0, Math.min(ReliabilityBins.COUNT - 1, bin)));
    }
  }

  @ParameterizedTest
  @CsvSource({"0, 0", "1e-300, 0", "1.5e-5, 0", "0.5, 64", "0.999999, 127", "1, 127"})
  void bin_ofWhatIsNearlyCertain_isTheFirstOrTheLast(final double p, final int bin) {
    assertThat(ReliabilityBins.of(p)).isEqualTo(bin);
  }

  @Test
  void ofTwoLabels_theEventIsTheSecond() {
    final ReliabilityBins bins = new ReliabilityBins(2);
    bins.add(0, 0, 0.75); // the second had ¼, and was not there
    bins.add(1, 0, 0.75);
    bins.add(1, 1, 0.8);
    assertThat(counts(bins, ReliabilityBins.of(0.25))).containsExactly(1L, 1L);
    assertThat(counts(bins, ReliabilityBins.of(0.8))).containsExactly(0L, 1L);
    assertThat(bins.sums().get(ReliabilityBins.of(0.25))).isEqualTo(0.5);
    assertThat(bins.sums().get(ReliabilityBins.of(0.8))).isEqualTo(0.8);
  }

  @Test
  void ofMoreLabels_theEventIsThatThePredictionWasRight() {
    final ReliabilityBins bins = new ReliabilityBins(3);
    bins.add(0, 0, 0.75);
    bins.add(2, 0, 0.75);
    bins.add(2, 2, 0.75);
    assertThat(counts(bins, ReliabilityBins.of(0.75))).containsExactly(1L, 2L);
    assertThat(bins.sums().get(ReliabilityBins.of(0.75))).isEqualTo(2.25);
  }

  @Test
  void ofNothing_areEmpty_andAgainAfterAReset() {
    final ReliabilityBins bins = new ReliabilityBins(2);
    assertThat(bins.outcomes()).isEmpty();
    bins.add(1, 1, 0.9);
    assertThat(bins.outcomes()).hasSize(2 * ReliabilityBins.COUNT);
    bins.reset();
    assertThat(bins.outcomes()).isEmpty();
    assertThat(bins.sums()).isEmpty();
  }

  /** A mixture's probabilities add up to 1 but for rounding, and a summary must not be refused. */
  @Test
  void ofMoreThanCertain_arePossible() {
    final ReliabilityBins bins = new ReliabilityBins(2);
    bins.add(0, 0, Math.nextUp(1.0));
    bins.add(1, 1, Math.nextUp(1.0));
    assertThat(ReliabilityBins.arePossible(bins.outcomes(), bins.sums())).isTrue();
    assertThat(bins.sums().get(0)).isZero();
    assertThat(bins.sums().get(ReliabilityBins.COUNT - 1)).isCloseTo(1, within(1e-12));
  }

  @Test
  void whatNoPredictionsGive_isImpossible() {
    final List<Long> none = Collections.nCopies(2 * ReliabilityBins.COUNT, 0L);
    final List<Double> sums = Collections.nCopies(ReliabilityBins.COUNT, 0.0);
    assertThat(ReliabilityBins.arePossible(List.of(), List.of())).isTrue();
    assertThat(ReliabilityBins.arePossible(none, sums)).isTrue();
    assertThat(ReliabilityBins.arePossible(none, List.of())).isFalse();
    assertThat(ReliabilityBins.arePossible(none.subList(1, none.size()), sums)).isFalse();
    assertThat(ReliabilityBins.arePossible(with(none, 3, -1L), sums)).isFalse();
    for (final double sum : new double[] {1.1, -0.1, Double.NaN, Double.POSITIVE_INFINITY}) {
      assertThat(ReliabilityBins.arePossible(with(none, 5, 1L), with(sums, 2, sum)))
          .as("a sum of %s over one prediction", sum)
          .isFalse();
    }
  }

  private static <T> List<T> with(final List<T> list, final int at, final T value) {
    final List<T> changed = new ArrayList<>(list);
    changed.set(at, value);
    return changed;
  }

  private static List<Long> counts(final ReliabilityBins bins, final int bin) {
    return bins.outcomes().subList(2 * bin, 2 * bin + 2);
  }
}
