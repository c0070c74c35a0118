package org.majorant.tally;

import java.util.Arrays;
import java.util.List;

/**
 * How sure predictions were, and how often rightly: of the probability p of an event the bin of its
 * odds, how often the event failed and came there, and the sum of p.
 *
 * <pre>
 *   o = p / (1 − p) = 2^e (1 + f),    −16 ≤ e &lt; 16,    0 ≤ f &lt; 1
 *   bin = 4 (e + 16) + ⌊4f⌋           smaller odds are in the first bin, greater ones in the last
 * </pre>
 *
 * <p>A bin's greatest odds are at most 5/4 of its least ones, so it spans 0.056 of p about ½ and
 * ever less of it towards 0 and 1. There most predictions are, and those of a rare label nearly
 * all: bins of equal width would hold them in one, and tell nothing of their order.
 *
 * <p>Of two labels the event is the second one. Of more it is that the label predicted was right.
 * Each observed label counts once, as in the confusion, whatever its example's weight; one that is
 * only known to be one of some is not counted.
 *
 * <p>Hot: nothing is allocated for an example, and the bin takes no logarithm, since e and ⌊4f⌋ are
 * bits of the double o.
 */
public final class ReliabilityBins {
  /** How many there are. */
  public static final int COUNT = 128;

  private static final int LEAST_EXPONENT = -16;

  /** What it may add to a sum. */
  private static final double ROUNDING = 1e-6;

  /** Before the two leading bits of the mantissa, which has 52. */
  private static final int SHIFT = 50;

  private static final long ORIGIN =
      Double.doubleToRawLongBits(Math.scalb(1.0, LEAST_EXPONENT)) >> SHIFT;

  private final boolean binary;
  private final long[] outcomes = new long[2 * COUNT];
  private final double[] sums = new double[COUNT];
  private boolean empty = true;

  /**
   * @param labels of the model
   */
  public ReliabilityBins(final int labels) {
    binary = labels == 2;
  }

  /**
   * The bin of a probability.
   *
   * @param p 0 to 1
   */
  static int of(final double p) {
    final long bin = (Double.doubleToRawLongBits(p / (1 - p)) >> SHIFT) - ORIGIN;
    return (int) Math.max(0, Math.min(COUNT - 1, bin));
  }

  /**
   * Counts one label.
   *
   * @param label that was observed
   * @param p of the label predicted
   */
  public void add(final int label, final int predicted, final double p) {
    final double sure = Math.min(1, p); // sums may round it to more
    if (binary && predicted == 0) {
      count(1 - sure, label == 1);
    } else {
      count(sure, label == predicted);
    }
  }

  private void count(final double p, final boolean came) {
    final int bin = of(p);
    outcomes[2 * bin + (came ? 1 : 0)]++;
    sums[bin] += p;
    empty = false;
  }

  /** How often the event failed and came, bin by bin; empty where nothing was counted. */
  public List<Long> outcomes() {
    return empty ? List.of() : Arrays.stream(outcomes).boxed().toList();
  }

  /** The sum of p, bin by bin; empty where nothing was counted. */
  public List<Double> sums() {
    return empty ? List.of() : Arrays.stream(sums).boxed().toList();
  }

  /** Starts from zero. */
  public void reset() {
    Arrays.fill(outcomes, 0);
    Arrays.fill(sums, 0);
    empty = true;
  }

  /** Whether some predictions can have given these counts and sums. */
  static boolean arePossible(final List<Long> outcomes, final List<Double> sums) {
    if (outcomes.isEmpty() && sums.isEmpty()) {
      return true;
    }
    if (outcomes.size() != 2 * COUNT || sums.size() != COUNT) {
      return false;
    }
    boolean possible = true;
    for (int bin = 0; bin < COUNT; bin++) {
      final long failed = outcomes.get(2 * bin);
      final long came = outcomes.get(2 * bin + 1);
      final double most = (1 + ROUNDING) * ((double) failed + came);
      possible &= failed >= 0 && came >= 0 && sums.get(bin) >= 0 && sums.get(bin) <= most;
    }
    return possible;
  }
}
