package org.majorant.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.majorant.learn.SyntheticStream.example;
import static org.majorant.learn.SyntheticStream.learned;
import static org.majorant.learn.SyntheticStream.spec;

import java.util.Random;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.majorant.decay.Decay;
import org.majorant.learn.Learner;
import org.majorant.schema.ModelSpec;
import org.majorant.tally.Baselines;

class DecayTest {
  private static final Decay HALF_LIFE = new Decay(50, 0, false);
  private static final Decay POLYNOMIAL = new Decay(Double.POSITIVE_INFINITY, 1.5, false);

  @Test
  void halfLife_halves() {
    assertThat(HALF_LIFE.factor(0, 50)).isCloseTo(0.5, within(1e-15));
    assertThat(HALF_LIFE.factor(70, 170)).isCloseTo(0.25, within(1e-15));
    assertThat(HALF_LIFE.factor(50, 0)).isCloseTo(2, within(1e-15));
  }

  @Test
  void polynomial_weighsExampleIByItsPower() {
    assertThat(POLYNOMIAL.factor(0, 99)).isCloseTo(1e-3, within(1e-15));
    assertThat(POLYNOMIAL.factor(24, 99)).isCloseTo(0.125, within(1e-15));
  }

  @Test
  void nothingForgotten_isAlwaysOne() {
    final Decay none = Decay.of(spec("diagonal", 2, "none"));
    assertThat(none.active()).isFalse();
    assertThat(none.factor(0, 1e9)).isEqualTo(1);
  }

  @RepeatedTest(50)
  void factors_compose(final RepetitionInfo info) {
    final Random random = new Random(info.getCurrentRepetition());
    final double a = 1000 * random.nextDouble();
    final double b = 1000 * random.nextDouble();
    final double c = 1000 * random.nextDouble();
    for (final Decay decay : new Decay[] {HALF_LIFE, POLYNOMIAL}) {
      assertThat(decay.factor(a, b) * decay.factor(b, c) / decay.factor(a, c))
          .as("%s, seed %d", decay, info.getCurrentRepetition())
          .isCloseTo(1, within(1e-12));
    }
  }

  @ParameterizedTest
  @CsvSource({
    "diagonal, '{half-life: 100}'",
    "diagonal, '{polynomial: 2}'",
    "full, '{half-life: 100}'",
    "full, '{polynomial: 2}'",
    "low-rank, '{half-life: 100}'",
    "low-rank, '{polynomial: 2}'"
  })
  void sitesOfDifferentTimes_giveTheSameStateInEitherOrder(
      final String curvature, final String forgetting) {
    final ModelSpec spec = spec(curvature, 3, forgetting);
    final Site early = learned(spec, 1, 100);
    final Site late = learned(spec, 2, 350);
    assertThat(late.time()).isGreaterThan(early.time());
    final Surrogate one = Surrogate.of(spec);
    one.add(early);
    one.add(late);
    final Surrogate other = Surrogate.of(spec);
    other.add(late);
    other.add(early);

    assertThat(one.time()).isEqualTo(late.time());
    assertThat(one.diagonal()).containsExactly(other.diagonal(), within(1e-12));
    assertThat(one.solve().theta()).containsExactly(other.solve().theta(), within(1e-12));
    assertThat(one.site().linear).containsExactly(other.site().linear, within(1e-12));
  }

  @ParameterizedTest
  @CsvSource({
    "diagonal, '{half-life: 10}'",
    "diagonal, '{polynomial: 5}'",
    "full, '{half-life: 10}'",
    "full, '{polynomial: 5}'",
    "low-rank, '{half-life: 10}'",
    "low-rank, '{polynomial: 5}'"
  })
  void longStreams_neverOverflow(final String curvature, final String forgetting) {
    final ModelSpec spec = spec(curvature, 2, forgetting);
    final Learner learner = new Learner(spec, new Baselines(2));
    final Surrogate merged = Surrogate.of(spec);
    final Random random = new Random(1);
    for (int round = 0; round < 4; round++) {
      for (int i = 0; i < 1000; i++) {
        assertThat(learner.learn(example(random, 2), 1e9 * round + i)).isFinite();
      }
      merged.add(learner.ship(false));
    }
    merged.solve();
    merged.site().requirePositive();
  }
}
