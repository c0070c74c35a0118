package org.majorant.ops.terminal;

/** The time that work still takes if it goes on at its pace so far. */
public final class TimeLeft {
  private TimeLeft() {}

  /**
   * Minutes and seconds, or hours and minutes: {@code 0:07}, {@code 2h05}.
   *
   * @param share that is done, more than 0
   * @param seconds that this has taken
   */
  public static String of(final double share, final double seconds) {
    final long left = Math.round(seconds * Math.max(0, 1 - share) / share);
    return left < 3600
        ? "%d:%02d".formatted(left / 60, left % 60)
        : "%dh%02d".formatted(left / 3600, left / 60 % 60);
  }
}
