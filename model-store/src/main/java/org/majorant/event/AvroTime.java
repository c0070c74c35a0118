package org.majorant.event;

import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.Locale;
import java.util.Optional;
import org.apache.avro.LogicalType;

/**
 * The logical types of Avro that are a date, or a time of a day in UTC or of the place, each with
 * its units a second.
 */
enum AvroTime {
  DATE(0),
  TIMESTAMP_MILLIS(1000),
  TIMESTAMP_MICROS(1_000_000),
  TIMESTAMP_NANOS(1_000_000_000),
  LOCAL_TIMESTAMP_MILLIS(1000),
  LOCAL_TIMESTAMP_MICROS(1_000_000),
  LOCAL_TIMESTAMP_NANOS(1_000_000_000);

  private final long second;

  AvroTime(final long second) {
    this.second = second;
  }

  /**
   * @param type null: none
   */
  static Optional<AvroTime> of(final LogicalType type) {
    for (final AvroTime time : values()) {
      if (type != null && type.getName().equals(time.logical())) {
        return Optional.of(time);
      }
    }
    return Optional.empty();
  }

  private String logical() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** Whether it has a time of the day. */
  boolean isTimed() {
    return this != DATE;
  }

  /** Whether it is the same moment everywhere. */
  boolean isInstant() {
    return this == TIMESTAMP_MILLIS || this == TIMESTAMP_MICROS || this == TIMESTAMP_NANOS;
  }

  /**
   * @param value days or units since 1970
   * @throws java.time.DateTimeException beyond all years
   */
  LocalDateTime at(final long value) {
    return this == DATE
        ? LocalDate.ofEpochDay(value).atStartOfDay()
        : LocalDateTime.ofEpochSecond(
            Math.floorDiv(value, second),
            (int) (Math.floorMod(value, second) * (1_000_000_000 / second)),
            ZoneOffset.UTC);
  }
}
