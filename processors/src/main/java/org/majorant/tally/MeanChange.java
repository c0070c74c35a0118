package org.majorant.tally;

import java.util.Arrays;

/**
 * Tells when the mean of numbers from [0, 1] rises, and if asked when it falls, beyond all that it
 * was since the reference began. Nobody knows that mean before. So the reference is an upper
 * confidence bound that is valid at any time, the least one of all numbers and of blocks of
 * doubling length: a mean that falls, as a model's loss does while it learns, lowers it. The test
 * is a Shiryaev–Roberts e-detector, mixed over the λ of {@link EValues} (MATHS.md 17):
 *
 * <pre>
 *   u ← min(u, bound of a block, or of all, with evidence log(33 |Λ| / αw))
 *   M_λ ← (M_λ + n) e_λ(n, Σx, V; u)
 *   alarm where  w mean_λ M_λ ≥ 10⁷/(1 − α),   α = .1
 * </pre>
 *
 * <p>As long as no number's mean, given all before, is above what it was on average in a block
 * before, it takes 10⁷ examples at least, in expectation, to the first alarm of all tests whose
 * weights w add up to 1. How many make a batch does not matter, as long as nobody chooses it by
 * what the numbers are. A fall is a rise of 1 − x.
 *
 * <p>Sources: Shin, Ramdas and Rinaldo 2023 (e-detectors); Podkopaev and Ramdas 2022 (a reference
 * that is a bound, too).
 */
final class MeanChange {
  /** Examples between two false alarms, in expectation at least. */
  static final double RUN_LENGTH = 1e7;

  /** The probability that a bound of the reference is wrong, ever. */
  private static final double ALPHA = 0.1;

  /**
   * Evidence that at least some examples have given, from whose mean that after the change is told.
   */
  private static final double TELLING = 4;

  private static final int FIRST_BLOCK = 256;
  private static final int BLOCKS = 31; // the last one begins after 2.7e11 numbers and has no end
  private static final int PARTS = 33; // of ALPHA: of each block, of all numbers, and one to spare

  /** The part of α that all tests leave, and with it the weight of a test beside them. */
  static final double SPARE = 1.0 / PARTS;

  private static final int COMMON = 7;
  private static final int OF_SIDE = EValues.SIZE + 4;

  private final EValues e;
  private final double logThreshold;
  private final double logConfidence; // log(33 |Λ| / αw)
  private final Side rise = new Side();
  private final Side fall; // null: a fall is no change
  private double block; // its number
  private double n; // of the block
  private double sum;
  private double variation; // V
  private double allN; // since the reference began, with one of ½ before
  private double allSum;
  private double allVariation;

  /**
   * @param e of such numbers
   * @param weight w
   * @param bothWays whether a fall is a change, too
   */
  MeanChange(final EValues e, final double weight, final boolean bothWays) {
    this.e = e;
    final double each = bothWays ? weight / 2 : weight;
    logThreshold = StrictMath.log(RUN_LENGTH / (1 - ALPHA) / each);
    logConfidence = StrictMath.log(PARTS * EValues.SIZE / (ALPHA * each));
    fall = bothWays ? new Side() : null;
    begin();
  }

  /** The reference begins: nothing is known. */
  void begin() {
    rise.begin();
    if (fall != null) {
      fall.begin();
    }
    block = 0;
    allN = 1;
    allSum = 0.5;
    allVariation = 0;
    beginBlock();
  }

  private void beginBlock() {
    n = 0;
    sum = 0;
    variation = 0;
  }

  /**
   * Adds a batch.
   *
   * @param count of its numbers
   * @param total Σx
   * @param squares Σx²
   * @return whether the mean has changed; the next call of {@link #begin} is up to the caller
   */
  boolean add(final long count, final double total, final double squares) {
    if (count == 0) {
      return false;
    }
    final double center = allSum / allN;
    final double v = Math.max(0, squares - 2 * center * total + count * center * center);
    rise.test(count, total, v);
    if (fall != null) {
      fall.test(count, count - total, v);
    }
    allN += count;
    allSum += total;
    allVariation += v;
    n += count;
    sum += total;
    variation += v;
    refer(n, sum, variation);
    refer(allN - 1, allSum - 0.5, allVariation);
    if (n >= Math.scalb(FIRST_BLOCK, (int) block) && block < BLOCKS - 1) {
      block++;
      beginBlock();
    }
    return rise.isOver() || fall != null && fall.isOver();
  }

  private void refer(final double count, final double total, final double v) {
    rise.refer(count, total, v);
    if (fall != null) {
      fall.refer(count, count - total, v);
    }
  }

  /** What the mean was, where it was the least, or of one that fell the greatest. */
  double before() {
    return falls() ? 1 - fall.mean : rise.mean;
  }

  /** What the mean has been since there is evidence that it has changed. */
  double after() {
    return falls() ? 1 - fall.recentMean() : rise.recentMean();
  }

  /** Evidence beyond what an alarm takes, nats. */
  double excess() {
    return (falls() ? fall : rise).evidence() - logThreshold;
  }

  private boolean falls() {
    return fall != null && fall.evidence() > rise.evidence();
  }

  /** How many numbers {@link #write} writes. */
  int size() {
    return COMMON + (fall == null ? 1 : 2) * OF_SIDE;
  }

  /**
   * Its state: block, n, Σx and V of the block, and n, Σx and V of all; then log M_λ, u and more a
   * side.
   */
  void write(final double[] out, final int at) {
    final double[] common = {block, n, sum, variation, allN, allSum, allVariation};
    System.arraycopy(common, 0, out, at, COMMON);
    rise.write(out, at + COMMON);
    if (fall != null) {
      fall.write(out, at + COMMON + OF_SIDE);
    }
  }

  /** Goes on from what {@link #write} wrote. */
  void read(final double[] in, final int at) {
    block = in[at];
    n = in[at + 1];
    sum = in[at + 2];
    variation = in[at + 3];
    allN = in[at + 4];
    allSum = in[at + 5];
    allVariation = in[at + 6];
    rise.read(in, at + COMMON);
    if (fall != null) {
      fall.read(in, at + COMMON + OF_SIDE);
    }
  }

  /** The test of a rise; that of a fall is the one of 1 − x. */
  private final class Side {
    private final double[] logM = new double[EValues.SIZE];
    private double bound; // u
    private double mean; // of the block that gave it
    private double recentN; // since M was at most n, what it is expected to be without a change
    private double recentSum;

    void begin() {
      Arrays.fill(logM, Double.NEGATIVE_INFINITY);
      bound = 1;
      mean = 1;
      recentN = 0;
      recentSum = 0;
    }

    void test(final long count, final double total, final double v) {
      final double logCount = StrictMath.log(count);
      for (int i = 0; i < logM.length; i++) {
        logM[i] = logAdd(logM[i], logCount) + e.log(i, count, total, v, bound);
      }
      if (evidence() <= Math.min(StrictMath.log(allN + count), logThreshold - TELLING)) {
        recentN = 0;
        recentSum = 0;
      } else {
        recentN += count;
        recentSum += total;
      }
    }

    void refer(final double count, final double total, final double v) {
      for (int i = 0; i < EValues.SIZE; i++) {
        final double u = e.bound(i, count, total, v, logConfidence);
        if (u < bound) {
          bound = u;
          mean = total / count;
        }
      }
    }

    /** log mean_λ M_λ. */
    double evidence() {
      double log = Double.NEGATIVE_INFINITY;
      for (final double each : logM) {
        log = logAdd(log, each);
      }
      return log - StrictMath.log(logM.length);
    }

    boolean isOver() {
      return evidence() >= logThreshold;
    }

    double recentMean() {
      return recentN == 0 ? mean : recentSum / recentN;
    }

    void write(final double[] out, final int at) {
      System.arraycopy(logM, 0, out, at, logM.length);
      final double[] more = {bound, mean, recentN, recentSum};
      System.arraycopy(more, 0, out, at + logM.length, more.length);
    }

    void read(final double[] in, final int at) {
      System.arraycopy(in, at, logM, 0, logM.length);
      final int next = at + logM.length;
      bound = in[next];
      mean = in[next + 1];
      recentN = in[next + 2];
      recentSum = in[next + 3];
    }
  }

  /** log(e^a + e^b). */
  private static double logAdd(final double a, final double b) {
    final double most = Math.max(a, b);
    return most == Double.NEGATIVE_INFINITY
        ? most
        : most + StrictMath.log1p(StrictMath.exp(Math.min(a, b) - most));
  }
}
