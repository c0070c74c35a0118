package org.majorant.matching;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class ExtrapolationTest {
  /** x ← x + r (1 − x): the slowest of the modes would take a million steps by itself. */
  @Test
  void steps_ofALinearIteration_findWhereItLeads() {
    final double[] rates = {1, 0.5, 0.01, 1e-4, 1e-6};
    final double[] x = new double[rates.length];
    final double[] image = new double[rates.length];
    final Extrapolation extrapolation = new Extrapolation();
    extrapolation.open(rates.length);
    int mixed = 0;
    for (int step = 0; step < 40; step++) {
      Arrays.setAll(image, i -> x[i] + rates[i] * (1 - x[i]));
      mixed += extrapolation.take(x, image) ? 1 : 0;
    }
    assertThat(mixed).isEqualTo(10);
    for (int i = 0; i < 4; i++) {
      assertThat(x[i]).isCloseTo(1, within(1e-3));
    }
  }

  /** What has no differences, or a single one that is all there is, must not become NaN. */
  @Test
  void steps_thatDoNotMove_stayWhereTheyAre() {
    final Extrapolation extrapolation = new Extrapolation();
    extrapolation.open(2);
    final double[] x = {3, 4};
    for (int step = 0; step < 20; step++) {
      extrapolation.take(x, new double[] {3, 4});
      assertThat(x).containsExactly(3, 4);
    }
  }
}
