package org.majorant.ops.read;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.OptionalDouble;

/**
 * How many examples a second are learned: the slope of the line that fits the counts of the last
 * ten seconds best, by least squares. Workers learn alternately and count what they have shipped,
 * so a count grows in steps. A difference of two counts jumps when a step enters the window or
 * leaves it; the fit gives little weight to what happens at its ends, and so stays steady at a
 * steady rate.
 */
public final class Pace {
  /** Seconds of the window. */
  public static final int WINDOW = 10;

  private final Deque<Count> counts = new ArrayDeque<>();

  private record Count(long millis, double examples) {}

  /**
   * Takes a count. One of the same time or before does nothing; a smaller count begins anew, for a
   * model went back or a learner started again.
   *
   * @param millis since the epoch, when there were so many
   */
  public void add(final long millis, final double examples) {
    if (!counts.isEmpty()) {
      if (millis <= counts.getLast().millis) {
        return;
      }
      if (examples < counts.getLast().examples) {
        counts.clear();
      }
    }
    counts.addLast(new Count(millis, examples));
  }

  /**
   * The rate by the counts of the window, or where it has fewer, by the last two: 0 where both are
   * older.
   *
   * @param now milliseconds since the epoch
   * @return empty before the second count
   */
  public OptionalDouble perSecond(final long now) {
    final long begin = now - 1000L * WINDOW;
    while (counts.size() > 2 && counts.getFirst().millis < begin) {
      counts.removeFirst();
    }
    if (counts.size() < 2) {
      return OptionalDouble.empty();
    }
    return OptionalDouble.of(counts.getLast().millis < begin ? 0 : slope(now));
  }

  /** Σ(t − t̄)(n − n̄) / Σ(t − t̄)², t in seconds before now. */
  private double slope(final long now) {
    double meanTime = 0;
    double meanExamples = 0;
    for (final Count count : counts) {
      meanTime += (count.millis - now) / 1e3 / counts.size();
      meanExamples += count.examples / counts.size();
    }
    double product = 0;
    double square = 0;
    for (final Count count : counts) {
      final double time = (count.millis - now) / 1e3 - meanTime;
      product += time * (count.examples - meanExamples);
      square += time * time;
    }
    return Math.max(0, product / square); // counts do not fall, but means are rounded
  }
}
