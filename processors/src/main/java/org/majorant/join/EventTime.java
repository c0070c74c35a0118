package org.majorant.join;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.OptionalLong;

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

  /**
   * A time as people write it, in milliseconds since the epoch: a number of seconds, milliseconds
   * or microseconds, whichever gives a year of today, or ISO 8601, in UTC where it names no zone.
   */
  public static OptionalLong millis(final String text) {
    if (text.matches("-?\\d{1,17}(\\.\\d{1,9})?")) {
      final double number = Double.parseDouble(text);
      final double size = Math.abs(number);
      return OptionalLong.of(
          Math.round(size < 1e11 ? number * 1e3 : size < 1e14 ? number : number / 1e3));
    }
    try {
      return OptionalLong.of(instant(text.replace(' ', 'T')).toEpochMilli());
    } catch (final DateTimeException | ArithmeticException e) {
      return OptionalLong.empty();
    }
  }

  private static Instant instant(final String text) {
    try {
      return OffsetDateTime.parse(text).toInstant();
    } catch (final DateTimeException e) {
      return LocalDateTime.parse(text).toInstant(ZoneOffset.UTC);
    }
  }
}
