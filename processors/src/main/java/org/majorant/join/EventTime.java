package org.majorant.join;

import java.time.Duration;
import java.time.Instant;

/**
 * The time of a record that others have dated. A time that cannot be is taken to be that of the
 * records before, so that one record of the year 2099, or of 1960, moves nobody else's wait.
 */
public final class EventTime {
  /** No stream that is learned from is older. */
  static final long FIRST = Instant.parse("2000-01-01T00:00:00Z").toEpochMilli();

  /** By how much clocks of producers are ahead at most. */
  static final long AHEAD = Duration.ofHours(1).toMillis();

  private EventTime() {}

  public static boolean isPossible(final long time, final long now) {
    return time >= FIRST && time <= now + AHEAD;
  }

  /**
   * The time itself if it is possible; else that of the partition, or now.
   *
   * @param partition the latest time of the records before; below 0 where there are none
   */
  public static long of(final long time, final long partition, final long now) {
    if (isPossible(time, now)) {
      return time;
    }
    return isPossible(partition, now) ? Math.min(partition, now) : now;
  }
}
