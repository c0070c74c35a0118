package org.majorant.learn;

import java.util.function.LongSupplier;

/**
 * Keeps shipping and taking bases to a tenth of the time of a worker's thread. The larger the
 * model, the longer both take, and the less often they happen: each happens again only after ten
 * times the time that both took last.
 *
 * <p>What they took is time of the processor, so that a busy machine does not make them rarer than
 * they need to be; what passes is time on the clock, so that they come where nothing is learned.
 */
public final class Upkeep {
  private static final int SHARE = 10;
  private static final double MILLION = 1e6;

  private final LongSupplier processor;
  private final double[] took = new double[Chore.values().length]; // milliseconds
  private final long[] done = new long[Chore.values().length]; // milliseconds
  private long began;

  /** What a worker does beside learning. */
  public enum Chore {
    SHIPPING,
    TAKING_BASES
  }

  /**
   * @param processor nanoseconds that this thread has had; one that stands still bounds nothing
   */
  public Upkeep(final LongSupplier processor) {
    this.processor = processor;
  }

  /**
   * Whether enough time has passed.
   *
   * @param now milliseconds
   */
  public boolean isDue(final Chore chore, final long now) {
    double both = 0;
    for (final double one : took) {
      both += one;
    }
    return now - done[chore.ordinal()] >= SHARE * both;
  }

  /** A chore begins. */
  public void begin() {
    began = processor.getAsLong();
  }

  /**
   * It ends.
   *
   * @param now milliseconds
   */
  public void end(final Chore chore, final long now) {
    took[chore.ordinal()] = (processor.getAsLong() - began) / MILLION;
    done[chore.ordinal()] = now;
  }
}
