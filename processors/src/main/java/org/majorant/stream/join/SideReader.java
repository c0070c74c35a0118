package org.majorant.stream.join;

import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.LinkedHashSet;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.majorant.event.EventReader;
import org.majorant.schema.EventFormat;
import org.majorant.schema.Events;
import org.majorant.schema.RejectedExample;
import org.majorant.schema.SchemaRegistry;

/**
 * Reads what a join wants of the records of one topic: key, time and label, each at a path or the
 * record's own. For one thread.
 */
final class SideReader {
  private final EventReader reader; // null: nothing is asked
  private final boolean selects;

  /**
   * @param paths the texts that will be asked for; those that are null are not
   */
  SideReader(final Events events, final SchemaRegistry registry, final String... paths) {
    final Set<String> asked =
        Stream.of(paths)
            .filter(Objects::nonNull)
            .collect(Collectors.toCollection(LinkedHashSet::new));
    selects = !events.getWhere().isEmpty() || events.getFormat() == EventFormat.DEBEZIUM;
    reader = asked.isEmpty() && !selects ? null : new EventReader(events, null, asked, registry);
  }

  /**
   * Whether the spec wants an event. One that cannot be read is wanted, so that the learner rejects
   * it with the reason.
   */
  boolean isWanted(final byte[] value, final Headers headers) {
    if (!selects) {
      return true;
    }
    try {
      reader.open(value, name -> last(headers, name));
      return reader.isWanted();
    } catch (final RejectedExample e) {
      return true;
    }
  }

  /** The text at a path of a value; empty where there is none, or the value cannot be read. */
  Optional<String> text(final byte[] value, final Headers headers, final String path) {
    if (value == null) {
      return Optional.empty();
    }
    try {
      reader.open(value, name -> last(headers, name));
      return reader.hasRow() ? reader.text(path) : Optional.empty();
    } catch (final RejectedExample e) {
      return Optional.empty();
    }
  }

  private static byte[] last(final Headers headers, final String name) {
    final Header header = headers.lastHeader(name);
    return header == null ? null : header.value();
  }

  /** The key of a record; null where it has none. */
  byte[] key(final byte[] own, final byte[] value, final Headers headers, final String path) {
    return path == null
        ? own
        : text(value, headers, path)
            .map(text -> text.getBytes(StandardCharsets.UTF_8))
            .orElse(null);
  }

  /**
   * A time as people write it, in milliseconds since the epoch: a number of seconds, milliseconds
   * or microseconds, whichever gives a year of today, or ISO 8601, in UTC where it names no zone.
   */
  static OptionalLong millis(final String text) {
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
