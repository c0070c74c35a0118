package org.majorant.decay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.majorant.learn.SyntheticStream.spec;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ClockTest {
  private static final double YEAR = 365.25 * 24 * 3600e3;

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void olderBase_neverScalesAnythingUp(final boolean onGrid) {
    final Clock clock = clock("{half-life: 1h}", onGrid);
    assertThat(clock.advance(50 * YEAR)).isZero();
    assertThat(clock.admit(0)).isEqualTo(1);
    assertThat(clock.factor(0)).isZero();
    assertThat(clock.factor(50 * YEAR)).isBetween(1.0, onGrid ? 1.02 : 1.0);
    assertThat(clock.newest()).isEqualTo(50 * YEAR);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void idleYears_scaleWhatIsKnownToNothing(final boolean onGrid) {
    final Clock clock = clock("{half-life: 1h}", onGrid);
    clock.advance(YEAR);
    assertThat(clock.advance(9 * YEAR)).isZero();
    assertThat(clock.weight()).isBetween(1.0, 1.02);
  }

  @Test
  void lateExample_countsAsLittleAsItsAge_butNotNothing() {
    final Clock clock = clock("{half-life: 1h}", false);
    clock.advance(50 * YEAR);
    clock.advance(50 * YEAR - 3600e3);
    assertThat(clock.weight()).isCloseTo(0.5, within(1e-9));
    assertThat(clock.priorWeight()).isEqualTo(1);
    clock.advance(0);
    assertThat(clock.weight()).isEqualTo(0x1p-30);
  }

  @Test
  void onAGrid_whoStartsInMidStream_hasTheReferenceOfWhoRanThrough() {
    final Clock through = clock("{half-life: 1000}", true);
    for (int i = 0; i <= 700; i++) {
      through.advance(i);
    }
    final Clock started = clock("{half-life: 1000}", true);
    started.admit(650);
    started.advance(700);
    assertThat(started.factor(700)).isEqualTo(through.factor(700));
    assertThat(started.weight()).isEqualTo(through.weight());
  }

  @Test
  void nothingForgotten_timeStandsStill() {
    final Clock clock = clock("none", false);
    assertThat(clock.advance(1e12)).isEqualTo(1);
    assertThat(clock.weight()).isEqualTo(1);
    assertThat(clock.newest()).isZero();
  }

  private static Clock clock(final String forgetting, final boolean onGrid) {
    return onGrid
        ? Clock.onGrid(spec("full", 2, forgetting))
        : Clock.exact(spec("diagonal", 2, forgetting));
  }
}
