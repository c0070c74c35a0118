package org.majorant.ops.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class PaceTest {
  private static final long BEGIN = 1_700_000_000_000L;

  private final Pace pace = new Pace();

  @Test
  void perSecond_ofFewCounts_isByTheLastTwo() {
    add(1, 0);
    assertThat(pace.perSecond(BEGIN + 1000)).isEmpty();
    add(2, 100);
    add(2, 100);
    add(20, 4100);

    assertThat(perSecond(20)).isCloseTo(4000 / 18.0, within(1e-9));
    assertThat(perSecond(30)).isCloseTo(4000 / 18.0, within(1e-9));
    assertThat(perSecond(31)).isZero();
  }

  @Test
  void perSecond_atOneRate_isThatRate_andThenTheNext() {
    for (int second = 0; second <= 30; second++) {
      add(second, second * 100);
    }
    assertThat(perSecond(30)).isCloseTo(100, within(1e-9));
    for (int second = 31; second <= 40; second++) {
      add(second, 3000 + (second - 30) * 500);
    }
    assertThat(perSecond(40)).isCloseTo(500, within(1e-9));
  }

  /** The rounding of the means made it -1e-13, and the page showed "-0". */
  @Test
  void perSecond_whileNothingIsLearned_isNeverBelowZero() {
    for (int millis = 0; millis < 60_000; millis += 997) {
      pace.add(BEGIN + millis, 1155);
      pace.perSecond(BEGIN + millis).ifPresent(rate -> assertThat(rate).isBetween(0.0, 1e-9));
    }
  }

  /** As workers learn 2,000/s: second by second the page said 1,880, 65, 0, 937. */
  @Test
  void perSecond_ofTurnsAtASteadyRate_isSteady() {
    double least = Double.MAX_VALUE;
    double most = 0;
    double examples = 0;
    int idle = 0;
    for (int second = 0; second < 60; second++) {
      final double before = examples;
      examples = inTurns(1000 * second, 8192, 4096, 1300);
      idle += examples == before ? 1 : 0;
      add(second, examples);
      if (second >= Pace.WINDOW) {
        least = Math.min(least, perSecond(second));
        most = Math.max(most, perSecond(second));
      }
    }
    assertThat(idle).isGreaterThan(20);
    assertThat(least).isBetween(1860.0, 2000.0);
    assertThat(most).isBetween(2000.0, 2140.0);
  }

  @Test
  void perSecond_ofACountThatWentBack_beginsAnew() {
    add(1, 5000);
    add(2, 6000);
    add(3, 100);
    assertThat(pace.perSecond(BEGIN + 3000)).isEmpty();
    add(4, 200);
    assertThat(perSecond(4)).isCloseTo(100, within(1e-9));
  }

  /** Learned so far, where each turn begins so long after the last and takes so long, ms. */
  private static double inTurns(
      final long millis, final double turn, final long period, final long takes) {
    final double share = Math.min(1, (millis % period) / (double) takes);
    return turn * (millis / period + share);
  }

  private void add(final long second, final double examples) {
    pace.add(BEGIN + 1000 * second, examples);
  }

  private double perSecond(final long second) {
    return pace.perSecond(BEGIN + 1000 * second).orElseThrow();
  }
}
