package org.majorant.demo.broker;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class StartupSilenceTest {
  private static final long LIMIT = StartupSilence.LIMIT.toNanos();
  private static final long BEGIN = Long.MAX_VALUE - 7; // the clock may pass the end of a long

  @Test
  void isTooLong_logGoesOn_isNeverSo() {
    final StartupSilence silence = new StartupSilence(100, BEGIN);
    for (int i = 1; i <= 20; i++) {
      assertThat(silence.isTooLong(100 + i, BEGIN + i * (LIMIT - 1))).isFalse();
    }
  }

  @Test
  void isTooLong_logStandsStill_isSoAfterTheLimit() {
    final StartupSilence silence = new StartupSilence(100, BEGIN);
    assertThat(silence.isTooLong(100, BEGIN + LIMIT - 1)).isFalse();
    assertThat(silence.isTooLong(101, BEGIN + LIMIT - 1)).isFalse();
    assertThat(silence.isTooLong(101, BEGIN + 2 * LIMIT - 2)).isFalse();
    assertThat(silence.isTooLong(101, BEGIN + 2 * LIMIT - 1)).isTrue();
  }
}
