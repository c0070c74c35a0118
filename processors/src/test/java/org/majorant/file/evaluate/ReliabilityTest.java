package org.majorant.file.evaluate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.majorant.tally.ReliabilityBins;

/** What the bins of a tally say, against the predictions themselves. */
class ReliabilityTest {
  private static final int EXAMPLES = 4000;

  private final SplittableRandom random = new SplittableRandom(11);
  private final double[] p = new double[EXAMPLES];
  private final boolean[] came = new boolean[EXAMPLES];

  /** Half of the labels are the second one, one in a hundred, or nearly one in a thousand. */
  @ParameterizedTest
  @ValueSource(doubles = {0, -5, -8})
  void auc_isTheExactOne_toWhatTiesMayTake(final double shift) {
    predict(shift, 1);
    final RankedPairs pairs = RankedPairs.of(bins().outcomes());
    assertThat(pairs.auc()).isCloseTo(exactAuc(), within(pairs.within()));
    assertThat(pairs.auc()).isCloseTo(exactAuc(), within(0.002));
    assertThat(pairs.within()).isBetween(1e-4, 0.02);
  }

  /** So the error that is told cannot be less. */
  @Test
  void auc_ofTiesThatAreAllOneWay_isAsFarOffAsItSays() {
    final ReliabilityBins bins = new ReliabilityBins(2);
    for (int i = 0; i < 10; i++) {
      bins.add(0, 0, 1 - 0.301);
      bins.add(1, 0, 1 - 0.302); // all pairs are right, and all in one bin
    }
    final RankedPairs pairs = RankedPairs.of(bins.outcomes());
    assertThat(pairs.auc()).isEqualTo(0.5);
    assertThat(pairs.within()).isEqualTo(0.5);
  }

  @Test
  void auc_ofOneLabelAlone_isNotKnown() {
    final ReliabilityBins bins = new ReliabilityBins(2);
    assertThat(RankedPairs.of(bins.outcomes())).isNull();
    bins.add(1, 1, 0.9);
    assertThat(RankedPairs.of(bins.outcomes())).isNull();
  }

  @Test
  void calibration_ofPerfectProbabilities_isWrongByChanceAlone() {
    double error = 0;
    double chance = 0;
    for (int i = 0; i < 50; i++) {
      predict(-2, 1);
      final ReliabilityBins bins = bins();
      final Calibration calibration = Calibration.of(bins.outcomes(), bins.sums());
      error += calibration.error() / 50;
      chance += calibration.chance() / 50;
    }
    assertThat(error).isCloseTo(chance, within(0.1 * chance));
    assertThat(chance).isBetween(0.001, 0.02);
  }

  @Test
  void calibration_ofOneThatIsTwiceTooSure_showsIt() {
    predict(0, 2);
    final ReliabilityBins bins = bins();
    final Calibration calibration = Calibration.of(bins.outcomes(), bins.sums());
    assertThat(calibration.error()).isGreaterThan(5 * calibration.chance());
    final Calibration.Point least = calibration.points().get(0);
    assertThat(least.frequency()).isGreaterThan(2 * least.probability());
  }

  /** The mean of a point is that of its predictions, not the middle of its bins. */
  @Test
  void calibration_hasPointsOfATenthEach_whoseMeansAreThoseOfThePredictions() {
    predict(-2, 1);
    final ReliabilityBins bins = bins();
    final List<Calibration.Point> points = Calibration.of(bins.outcomes(), bins.sums()).points();
    assertThat(points.size()).isBetween(5, 10);
    assertThat(points).allMatch(point -> point.count() >= EXAMPLES / 10);
    assertThat(points.stream().mapToLong(Calibration.Point::count).sum()).isEqualTo(EXAMPLES);
    final double[] sorted = p.clone();
    Arrays.sort(sorted);
    int from = 0;
    for (final Calibration.Point point : points) {
      final int to = from + (int) point.count();
      final double mean = Arrays.stream(sorted, from, to).average().orElseThrow();
      assertThat(point.probability()).isCloseTo(mean, within(1e-12));
      from = to;
    }
  }

  @Test
  void calibration_ofNothing_isNotKnown_andOfOneIsAPoint() {
    final ReliabilityBins bins = new ReliabilityBins(3);
    assertThat(Calibration.of(bins.outcomes(), bins.sums())).isNull();
    bins.add(0, 2, 0.9);
    assertThat(Calibration.of(bins.outcomes(), bins.sums()).points())
        .containsExactly(new Calibration.Point(0.9, 0, 1));
  }

  @Test
  void calibration_forPeople_isTheErrorAboveThePoints() {
    final Calibration calibration =
        new Calibration(
            List.of(
                new Calibration.Point(0.0614, 0.05, 99_999),
                new Calibration.Point(0.75, 0.7, 100_000),
                new Calibration.Point(0.9996, 1, 2_000_000_000)),
            0.01234,
            0.00056);
    assertThat(calibration.lines(List.of("no", "yes")))
        .containsExactly(
            "calibration  error 0.0123, by chance 0.0006: how often yes came",
            "predicted   0.061  0.750  1.000",
            "observed    0.050  0.700  1.000",
            "labels     99,999   100k  2000M");
    assertThat(calibration.lines(List.of("a", "b", "c")).get(0))
        .endsWith(": how often predictions were right");
  }

  @Test
  void byLabel_isPrecisionAndRecallOfTheConfusion() {
    final Confusion confusion =
        Confusion.of(List.of("a", "b", "c"), List.of(8L, 2L, 0L, 4L, 6L, 0L, 0L, 0L, 0L));
    assertThat(confusion.byLabel())
        .containsExactly(
            new LabelScores("a", EntityScores.of(10, 12, 8)),
            new LabelScores("b", EntityScores.of(10, 8, 6)),
            new LabelScores("c", EntityScores.of(0, 0, 0)));
    assertThat(confusion.byLabel().get(0).found().precision()).isEqualTo(8 / 12.0);
    assertThat(confusion.byLabel().get(0).found().recall()).isEqualTo(0.8);
  }

  /**
   * Draws labels by their probabilities.
   *
   * @param shift of their log-odds
   * @param sureness by which the predicted log-odds are too large
   */
  private void predict(final double shift, final double sureness) {
    for (int i = 0; i < EXAMPLES; i++) {
      final double logit = shift + 4 * (random.nextDouble() + random.nextDouble() - 1);
      came[i] = random.nextDouble() < 1 / (1 + Math.exp(-logit));
      p[i] = 1 / (1 + Math.exp(-sureness * logit));
    }
  }

  private ReliabilityBins bins() {
    final ReliabilityBins bins = new ReliabilityBins(2);
    for (int i = 0; i < EXAMPLES; i++) {
      final int predicted = p[i] > 0.5 ? 1 : 0;
      bins.add(came[i] ? 1 : 0, predicted, predicted == 1 ? p[i] : 1 - p[i]);
    }
    return bins;
  }

  /** All pairs. */
  private double exactAuc() {
    double right = 0;
    long pairs = 0;
    for (int i = 0; i < EXAMPLES; i++) {
      for (int j = 0; came[i] && j < EXAMPLES; j++) {
        if (!came[j]) {
          right += p[i] > p[j] ? 1 : p[i] == p[j] ? 0.5 : 0;
          pairs++;
        }
      }
    }
    return right / pairs;
  }
}
