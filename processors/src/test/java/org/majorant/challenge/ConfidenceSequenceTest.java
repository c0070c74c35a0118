package org.majorant.challenge;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/**
 * The bounds hold at every moment, and are as tight as they say. A night plays a thousand duels of
 * a hundred thousand examples each.
 */
class ConfidenceSequenceTest {
  private static final boolean NIGHTLY = Boolean.getBoolean("majorant.nightly");
  private static final int RUNS = NIGHTLY ? 1000 : 60;
  private static final int EXAMPLES = NIGHTLY ? 100_000 : 10_000;
  private static final double CLIP = 4 * Math.log(2);
  private static final double ALPHA = .05;

  private final ConfidenceSequence sequence = new ConfidenceSequence(CLIP, ALPHA);

  /** The closed form is the integral, but for what makes it a little smaller. */
  @Test
  void theBoundIsWhereTheMixtureReachesItsLevel() {
    for (double v = 0; v < 1e6; v = 2 * v + .1) {
      final double s = sequence.deviation(v);
      assertTrue(mixture(s, v) >= (1 - 1e-6) / ALPHA, "too near at V = " + v);
      assertTrue(mixture(.97 * s, v) < 1 / ALPHA, "too far at V = " + v);
    }
  }

  /** The mean of exp(λs − ψ(λ)V) over λ by the midpoint rule, u = 1 − cλ. */
  private static double mixture(final double s, final double v) {
    final double c = 2 * CLIP;
    final int steps = 100_000;
    double sum = 0;
    for (int i = 0; i < steps; i++) {
      final double u = (i + .5) / steps;
      final double lambda = (1 - u) / c;
      final double psi = (-Math.log(u) - c * lambda) / (c * c);
      sum += Math.exp(lambda * s - psi * v + 1 - u);
    }
    return sum / steps / (Math.E - 1);
  }

  @Test
  void nothingIsKnownOfNothing() {
    assertEquals(-CLIP, sequence.lower(0, 0, 0));
    assertEquals(CLIP, sequence.upper(0, 0, 0));
    assertEquals(-CLIP, sequence.lower(1, CLIP, CLIP * CLIP));
  }

  /**
   * Two forecasters of the same worth, one of which is near the truth in each example: whose bounds
   * are watched at every step is promoted in one run of twenty at most.
   */
  @Test
  void aChallengerThatIsNoBetterIsHardlyEverPromoted() {
    int promoted = 0;
    int demoted = 0;
    for (int run = 0; run < RUNS; run++) {
      final Duel duel = new Duel(run, 0);
      promoted += duel.until(EXAMPLES, 1) < EXAMPLES ? 1 : 0;
      demoted += new Duel(-run, 0).until(EXAMPLES, -1) < EXAMPLES ? 1 : 0;
    }
    assertTrue(promoted <= ALPHA * RUNS, promoted + " promoted");
    assertTrue(demoted <= ALPHA * RUNS, demoted + " demoted");
  }

  /** One that gains .005 nats an example is promoted when the bound says so of what it varies. */
  @Test
  void aBetterChallengerIsPromotedInTime() {
    final double gain = .005;
    final long[] when = new long[NIGHTLY ? 101 : 21];
    double variance = 0;
    for (int run = 0; run < when.length; run++) {
      final Duel duel = new Duel(run, gain);
      when[run] = duel.until(1_000_000, 1);
      variance += duel.tally.variation() / duel.tally.examples() / when.length;
    }
    Arrays.sort(when);
    long theory = 1;
    while (theory * gain < sequence.deviation(theory * variance)) {
      theory++;
    }
    final long median = when[when.length / 2];
    assertTrue(
        median < 3 * theory && theory < 3 * median, "median %d, not %d".formatted(median, theory));
  }

  /** Numbers that a foe draws by what he has seen are of no use to him, either. */
  @Test
  void noOneGainsByStoppingOrByRaisingTheStakes() {
    int wrong = 0;
    for (int run = 0; run < RUNS; run++) {
      final SplittableRandom random = new SplittableRandom(run);
      final DifferenceTally tally = new DifferenceTally();
      boolean crossed = false;
      for (int i = 0; i < EXAMPLES && !crossed; i++) {
        final double stake = tally.sum() > 0 ? CLIP : CLIP / 100; // more when it goes well
        tally.add(random.nextBoolean() ? stake : -stake);
        crossed = sequence.lower(tally.examples(), tally.sum(), tally.variation()) > 0;
      }
      wrong += crossed ? 1 : 0;
    }
    assertTrue(wrong <= ALPHA * RUNS, wrong + " crossed");
  }

  /** Honest forecasts of coins that are not fair: one is the truth, and one is beside it. */
  private final class Duel {
    private final SplittableRandom random;
    private final double better; // probability that the challenger has the truth
    private final DifferenceTally tally = new DifferenceTally();

    Duel(final long seed, final double gain) {
      random = new SplittableRandom(seed);
      better = .5 + gain / (2 * WORTH);
    }

    /** The step at which the bound of that side is first beyond 0. */
    long until(final int most, final int side) {
      for (int i = 0; i < most; i++) {
        final double truth = .1 + .8 * random.nextDouble();
        final double beside = beside(truth);
        final boolean one = random.nextDouble() < truth;
        final double difference =
            -Math.log(one ? beside : 1 - beside) + Math.log(one ? truth : 1 - truth);
        tally.add(random.nextDouble() < better ? difference : -difference);
        final double bound =
            side > 0
                ? sequence.lower(tally.examples(), tally.sum(), tally.variation())
                : -sequence.upper(tally.examples(), tally.sum(), tally.variation());
        if (bound > 0) {
          return i;
        }
      }
      return most;
    }
  }

  /** What the truth is worth against what is beside it, nats an example. */
  private static final double WORTH = worth();

  private static double beside(final double truth) {
    return truth < .5 ? truth + .1 : truth - .1;
  }

  private static double worth() {
    final int steps = 100_000;
    double sum = 0;
    for (int i = 0; i < steps; i++) {
      final double p = .1 + .8 * (i + .5) / steps;
      final double q = beside(p);
      sum += p * Math.log(p / q) + (1 - p) * Math.log((1 - p) / (1 - q));
    }
    return sum / steps;
  }
}
