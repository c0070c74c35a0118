package org.majorant.tally;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class MeanChangeTest {
  private static final int SEEDS = 20;

  /** Whatever numbers from [0, 1] come, and whatever c is. */
  @ParameterizedTest
  @EnumSource(EValues.class)
  void factor_isAtMostOneInExpectation(final EValues e) {
    for (int seed = 0; seed < 2_000; seed++) {
      final Random random = new Random(seed);
      final double center = random.nextDouble();
      final double[] x = random.doubles(4).map(u -> u < 0.2 ? 0 : u > 0.8 ? 1 : u).toArray();
      final double[] p = random.doubles(4).map(u -> Math.pow(u, 8)).toArray();
      final double mass = Arrays.stream(p).sum();
      double mean = 0;
      for (int i = 0; i < 4; i++) {
        mean += p[i] / mass * x[i];
      }
      for (int lambda = 0; lambda < EValues.SIZE; lambda++) {
        double expected = 0;
        for (int i = 0; i < 4; i++) {
          final double v = (x[i] - center) * (x[i] - center);
          expected += p[i] / mass * Math.exp(e.log(lambda, 1, x[i], v, mean));
        }
        assertThat(expected).as("seed %d", seed).isLessThanOrEqualTo(1 + 1e-12);
      }
    }
  }

  /**
   * Where the mean is as much above Σx/n as that, the same numbers from below give the evidence.
   */
  @ParameterizedTest
  @EnumSource(EValues.class)
  void bound_isWhereItsNumbersWouldGiveTheEvidence(final EValues e) {
    for (int seed = 0; seed < 500; seed++) {
      final Random random = new Random(seed);
      final double n = 1 + random.nextInt(5_000);
      final double sum = n * random.nextDouble();
      final double v = n * random.nextDouble() / 4;
      for (int lambda = 0; lambda < EValues.SIZE; lambda++) {
        final double u = e.bound(lambda, n, sum, v, 9);
        if (u < 1) { // numbers 1 − x with a mean of at most 1 − u
          assertThat(u).as("seed %d", seed).isGreaterThan(sum / n);
          assertThat(e.log(lambda, n, n - sum, v, 1 - u))
              .as("seed %d", seed)
              .isCloseTo(9, within(1e-6));
        }
      }
    }
  }

  /** 2 million draws a kind: rare and frequent events, heavy tails that are cut off, a fall. */
  @ParameterizedTest
  @ValueSource(strings = {"rare", "even", "heavy", "learning"})
  void withoutAChange_thereIsNoAlarm(final String kind) {
    for (int seed = 0; seed < SEEDS; seed++) {
      final Random random = new Random(seed);
      final IntToDoubleFunction draw = draw(kind, random);
      final int batch = 1 << random.nextInt(12);
      final MeanChange test = new MeanChange(EValues.BOUNDED, 0.5, !kind.equals("learning"));
      for (int i = 0; i < 100_000; i += batch) {
        final boolean changed = add(test, draw, i, batch);
        assertThat(changed).as("%s, seed %d, batches of %d, %d", kind, seed, batch, i).isFalse();
      }
    }
  }

  private static IntToDoubleFunction draw(final String kind, final Random random) {
    return switch (kind) {
      case "rare" -> i -> random.nextDouble() < 0.002 ? 1 : 0;
      case "even" -> i -> random.nextInt(2);
      case "heavy" -> i -> Math.min(1, 0.02 / Math.pow(random.nextDouble(), 0.9));
      default -> i -> random.nextDouble() * (0.1 + 0.9 / Math.sqrt(1 + i / 100.0));
    };
  }

  /** An event of a fifth comes twice as often, or half as often, after so many. */
  @ParameterizedTest
  @CsvSource({"2000, .4, 700", "100000, .4, 400", "2000, .05, 900", "100000, .05, 400"})
  void change_isToldSoon_withWhatTheMeansAre(final int before, final double p, final int soon) {
    for (int seed = 0; seed < SEEDS; seed++) {
      final Random random = new Random(seed);
      final MeanChange test = new MeanChange(EValues.INDICATORS, 0.5, true);
      int i = 0;
      while (!add(test, at -> random.nextDouble() < (at < before ? 0.2 : p) ? 1 : 0, i, 10)) {
        i += 10;
      }
      assertThat(i).as("seed %d", seed).isBetween(before, before + soon);
      assertThat(test.before()).as("seed %d", seed).isCloseTo(0.2, within(0.1));
      assertThat(test.after()).as("seed %d", seed).isCloseTo(p, within(0.3));
    }
  }

  @Test
  void fall_isNoAlarm_whereNobodyAskedForIt() {
    final Random random = new Random(3);
    final MeanChange test = new MeanChange(EValues.BOUNDED, 0.5, false);
    for (int i = 0; i < 50_000; i += 10) {
      assertThat(add(test, at -> random.nextDouble() < (at < 25_000 ? 0.5 : 0.1) ? 1 : 0, i, 10))
          .isFalse();
    }
  }

  /** The same numbers in other batches: an alarm waits for the end of its batch. */
  @Test
  void batches_moveAnAlarmByTheirLength() {
    for (int seed = 0; seed < SEEDS; seed++) {
      final int one = alarm(seed, 1);
      for (final int batch : new int[] {7, 50, 500}) {
        assertThat(alarm(seed, batch))
            .as("seed %d, batches of %d", seed, batch)
            .isBetween(one - 200 - batch, one + 200 + batch);
      }
    }
  }

  private static int alarm(final int seed, final int batch) {
    final Random random = new Random(seed);
    final double[] x =
        random.doubles(40_000).map(u -> u < 0.3 ? 1 : 0).toArray(); // then every second is 1
    final MeanChange test = new MeanChange(EValues.BOUNDED, 0.5, false);
    int i = 0;
    while (!add(test, at -> at < 20_000 ? x[at] : Math.max(x[at], at % 2), i, batch)) {
      i += batch;
    }
    return i;
  }

  /** What workers ship one after the other is as what one ships, but for the order. */
  @Test
  void workers_inTurns_areTestedAsOne() {
    for (int seed = 0; seed < SEEDS; seed++) {
      final Random random = new Random(seed);
      final MeanChange test = new MeanChange(EValues.INDICATORS, 0.5, true);
      int i = 0;
      boolean changed = false;
      while (!changed) { // four workers: sizes are their own, and all change at once
        final int batch = 1 + random.nextInt(1 << random.nextInt(9));
        changed =
            add(test, at -> random.nextDouble() < (at < 30_000 ? 0.1 : 0.3) ? 1 : 0, i, batch);
        i += batch;
      }
      assertThat(i).as("seed %d", seed).isBetween(29_500, 30_800);
    }
  }

  @Test
  void state_goesOnToTheBit() {
    final Random random = new Random(5);
    MeanChange test = new MeanChange(EValues.INDICATORS, 0.25, true);
    final MeanChange same = new MeanChange(EValues.INDICATORS, 0.25, true);
    for (int i = 0; i < 3_000; i++) {
      final int ones = random.nextInt(i < 2_000 ? 5 : 10);
      assertThat(test.add(10, ones, ones)).isEqualTo(same.add(10, ones, ones));
      final double[] state = state(test);
      assertThat(state).isEqualTo(state(same));
      if (i % 7 == 0) {
        test = new MeanChange(EValues.INDICATORS, 0.25, true);
        test.read(state, 0);
      }
    }
  }

  private static double[] state(final MeanChange test) {
    final double[] state = new double[test.size()];
    test.write(state, 0);
    return state;
  }

  private static boolean add(
      final MeanChange test, final IntToDoubleFunction draw, final int from, final int batch) {
    double sum = 0;
    double squares = 0;
    for (int i = from; i < from + batch; i++) {
      final double x = draw.applyAsDouble(i);
      sum += x;
      squares += x * x;
    }
    return test.add(batch, sum, squares);
  }
}
