package org.majorant.merge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.majorant.schema.Evidence;

class MergeControlTest {
  @ParameterizedTest
  @CsvSource({
    "-1, 1.1, 4, η = 10/21: too far",
    "-1, 1, 2, η = 1/2: far enough",
    "-3, 1, 2, η = 3/4: far enough",
    "-3.1, 1, 1.6, η above 3/4: not too far",
    "-3, -1, 1.6, the loss still falls: not too far",
    "1, 3, 4, η below 0: it already rose before",
    "3, 1, 1.6, the slope falls: no secant says that it goes too far"
  })
  void kappa_movesBySlopes(
      final double before, final double after, final double kappa, final String why) {
    final MergeControl control = new MergeControl(2);
    control.pool(new Evidence(256L, before, after));
    control.decide();
    assertThat(control.kappa()).as(why).isCloseTo(kappa, within(1e-12));
  }

  @Test
  void kappa_staysBetweenOneAndEight() {
    final MergeControl control = new MergeControl(1);
    decide(control, -1, -1);
    assertThat(control.kappa()).isEqualTo(1);
    for (int i = 0; i < 5; i++) {
      decide(control, -1, 9);
    }
    assertThat(control.kappa()).isEqualTo(8);
    for (int i = 0; i < 10; i++) {
      decide(control, -9, 1);
    }
    assertThat(control.kappa()).as("1.25¹⁰ > 8, and from 1 on merging adds").isEqualTo(1);
  }

  @Test
  void evidence_isPooledUpTo256Examples_andUsedOnce() {
    final MergeControl control = new MergeControl(1);
    control.pool(new Evidence(200L, -1.0, 9.0));
    control.decide();
    control.pool(new Evidence(55L, 0.0, 0.0));
    control.decide();
    assertThat(control.kappa()).isEqualTo(1);
    control.pool(new Evidence(1L, 0.0, 0.0));
    control.decide();
    assertThat(control.kappa()).isEqualTo(2);
    control.pool(new Evidence(255L, -1.0, 9.0));
    control.decide();
    assertThat(control.kappa()).isEqualTo(2);
  }

  private static void decide(final MergeControl control, final double before, final double after) {
    control.pool(new Evidence(256L, before, after));
    control.decide();
  }
}
