package org.majorant.challenge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.majorant.schema.Comparison;
import org.majorant.schema.ModelSpec;
import org.majorant.spec.SpecFile;
import org.majorant.tally.DriftDetector;

/** Each example is compared once at most, and all are that both models have shipped. */
class DuelsTest {
  private static final ModelSpec CHAMPION = spec("champion", "");
  private static final ModelSpec CHALLENGER = spec("challenger", "challenges: champion, ");
  private static final double CLIP = DriftDetector.clip(2);

  private final Duels duels = new Duels();
  private final ComparisonSum sum = new ComparisonSum(CHALLENGER);

  private static ModelSpec spec(final String model, final String more) {
    return SpecFile.read(
        "{model: %s, %slabels: [a, b], features: {dimension: 8}}".formatted(model, more));
  }

  private Contender champion() {
    return duels.enter(CHAMPION, 1);
  }

  private Contender challenger() {
    return duels.enter(CHALLENGER, 1);
  }

  private Comparison sum() {
    return sum.of(7);
  }

  @Test
  void exampleOfBoth_isComparedWhenBothHaveShippedIt() {
    final Contender champion = champion();
    final Contender challenger = challenger();
    champion.learned(5, 0, 1.0);
    challenger.learned(5, 0, .25);
    champion.shipped(6);
    assertThat(challenger.take()).isNull();

    challenger.shipped(6);
    sum.add(challenger.take());

    assertThat(sum())
        .isEqualTo(new Comparison("champion", 1L, 1L, .75, .5625, 0L, 0L, 7L)); // γ is 0 at first
    assertThat(challenger.hasNews()).isFalse();
    assertThat(champion.take()).as("the champion challenges nobody").isNull();
  }

  @Test
  void whatIsLearnedAgain_isComparedAsItWasShipped() {
    final Contender champion = champion();
    final Contender challenger = challenger();
    champion.learned(0, 0, 1.0);
    challenger.learned(0, 0, .5);
    champion.goBack();
    challenger.goBack();
    champion.learned(0, 0, 2.0);
    challenger.learned(0, 0, 1.75);
    challenger.shipped(1);
    champion.shipped(1);

    assertThat(challenger.take().getGain()).isEqualTo(.25);
  }

  @Test
  void lossesBeyondTheBound_areCutOffAndCounted() {
    final Contender champion = champion();
    final Contender challenger = challenger();
    champion.learned(0, 0, 100);
    challenger.learned(0, 0, -1e-17);
    champion.shipped(1);
    challenger.shipped(1);

    final Comparison comparison = challenger.take();
    assertThat(comparison.getGain()).isEqualTo(CLIP);
    assertThat(comparison.getClipped()).isEqualTo(1);
    assertThat(ComparisonSum.isPossible(comparison, CHALLENGER)).isTrue();
  }

  @Test
  void itemsOfARecord_thatOnlyOneHasLearned_areNotCompared() {
    final Contender champion = champion();
    final Contender challenger = challenger();
    for (int item = 0; item < 5; item++) {
      if (item != 1) {
        champion.learned(0, item, item);
      }
      if (item != 3) {
        challenger.learned(0, item, item);
      }
    }
    champion.shipped(1);
    challenger.shipped(1);

    final Comparison comparison = challenger.take();
    assertThat(comparison.getExamples()).isEqualTo(3);
    assertThat(comparison.getUnpaired()).isEqualTo(1);
    assertThat(comparison.getGain()).isZero();
  }

  /** Of a label that is corrected. A sum that is not a number would have its summary refused. */
  @Test
  void whatWasNotPredicted_isNotCompared() {
    final Contender champion = duels.enter(CHAMPION, 1);
    final Contender challenger = challenger();
    for (final Contender each : List.of(champion, challenger)) {
      each.learned(0, 0, Double.NaN);
      each.learned(1, 0, 1);
      each.shipped(2);
    }
    assertThat(challenger.take().getExamples()).isEqualTo(1);
  }

  @Test
  void anotherIncarnationOfTheChampion_beginsAnew() {
    Contender challenger = challenger();
    for (long incarnation = 1; incarnation <= 2; incarnation++) {
      final Contender champion = duels.enter(CHAMPION, incarnation);
      champion.learned(incarnation, 0, 1);
      challenger.learned(incarnation, 0, .5);
      champion.shipped(incarnation + 1);
      challenger.shipped(incarnation + 1);
      sum.add(challenger.take());
      duels.leave("champion");
    }
    assertThat(sum().getIncarnation()).isEqualTo(2);
    assertThat(sum().getExamples()).isEqualTo(1);
    sum.add(new Comparison("champion", 1L, 9L, 0.0, 0.0, 0L, 0L, 0L));
    sum.add(new Comparison("another", 9L, 9L, 0.0, 0.0, 0L, 0L, 0L));
    assertThat(sum().getExamples()).as("neither the former one's nor another's").isEqualTo(1);
  }

  @Test
  void oneThatIsFarBehind_losesTheOldest() {
    final Contender champion = champion();
    final Contender challenger = challenger();
    final int all = LossLog.MOST + 100;
    for (int i = 0; i < all; i++) {
      champion.learned(i, 0, 1);
    }
    champion.shipped(all);
    for (int i = 0; i < all; i++) {
      challenger.learned(i, 0, .5);
      challenger.shipped(i + 1);
    }
    final Comparison comparison = challenger.take();
    assertThat(comparison.getExamples()).isEqualTo(LossLog.MOST);
    assertThat(comparison.getUnpaired()).isEqualTo(100);
  }

  /** Both ship at random, go back and start again from what they had shipped. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void atAnyPace_eachIsComparedOnceAtMost(final boolean killed) {
    for (int seed = 0; seed < 200; seed++) {
      final SplittableRandom random = new SplittableRandom(seed);
      final Played champion = new Played(CHAMPION, random);
      final Played challenger = new Played(CHALLENGER, random);
      long compared = 0;
      double gain = 0;
      while (champion.shipped < 100 || challenger.shipped < 100) {
        champion.move();
        challenger.move();
        if (killed && random.nextInt(50) == 0) { // what was not shipped is lost, of both
          champion.start();
          challenger.start();
        }
        final Comparison more = challenger.contender.take();
        if (more != null) {
          compared += more.getExamples();
          gain += more.getGain();
        }
      }
      if (killed) {
        assertThat(compared).as("seed %d", seed).isBetween(1L, 100L);
      } else {
        assertThat(compared).as("seed %d", seed).isEqualTo(100);
        assertThat(gain).as("seed %d", seed).isCloseTo(champion.sum - challenger.sum, within(1e-9));
      }
    }
  }

  /** A worker of 100 examples, which learns each with another loss each time. */
  private final class Played {
    private final ModelSpec spec;
    private final SplittableRandom random;
    private Contender contender;
    private long shipped;
    private long learned;
    private double sum; // of losses that were shipped
    private double open;

    Played(final ModelSpec spec, final SplittableRandom random) {
      this.spec = spec;
      this.random = random;
      start();
    }

    void start() {
      duels.leave(spec.getModel());
      contender = duels.enter(spec, 1);
      contender.shipped(shipped);
      learned = shipped;
      open = 0;
    }

    void move() {
      final int what = random.nextInt(10);
      if (what == 0) {
        contender.goBack();
        learned = shipped;
        open = 0;
      } else if (what < 4) {
        contender.shipped(learned);
        shipped = learned;
        sum += open;
        open = 0;
      } else if (learned < 100) {
        final double loss = random.nextDouble();
        contender.learned(learned, 0, loss);
        open += loss;
        learned++;
      }
    }
  }
}
