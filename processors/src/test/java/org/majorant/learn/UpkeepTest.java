package org.majorant.learn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.majorant.learn.Upkeep.Chore.SHIPPING;
import static org.majorant.learn.Upkeep.Chore.TAKING_BASES;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class UpkeepTest {
  private static final long NOW = 1_000_000;

  private long processor;
  private final Upkeep upkeep = new Upkeep(() -> processor);

  @Test
  void chore_isDueAfterTenTimesWhatBothTook() {
    assertThat(upkeep.isDue(SHIPPING, NOW)).isTrue();
    take(SHIPPING, 30, NOW);
    assertThat(upkeep.isDue(SHIPPING, NOW + 299)).isFalse();
    assertThat(upkeep.isDue(SHIPPING, NOW + 300)).isTrue();
    take(TAKING_BASES, 20, NOW + 100);
    assertThat(upkeep.isDue(SHIPPING, NOW + 499)).isFalse();
    assertThat(upkeep.isDue(SHIPPING, NOW + 500)).isTrue();
    assertThat(upkeep.isDue(TAKING_BASES, NOW + 599)).isFalse();
    assertThat(upkeep.isDue(TAKING_BASES, NOW + 600)).isTrue();
  }

  @Test
  void chores_whereTheProcessorHasNoClock_areAlwaysDue() {
    take(SHIPPING, 0, NOW);
    take(TAKING_BASES, 0, NOW);
    assertThat(upkeep.isDue(SHIPPING, NOW)).isTrue();
    assertThat(upkeep.isDue(TAKING_BASES, NOW)).isTrue();
  }

  private void take(final Upkeep.Chore chore, final long millis, final long now) {
    upkeep.begin();
    processor += Duration.ofMillis(millis).toNanos();
    upkeep.end(chore, now);
  }
}
