package org.majorant.template;

import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.DateTimeParseException;
import java.time.format.ResolverStyle;
import java.time.format.TextStyle;
import java.time.temporal.ChronoUnit;
import java.time.temporal.TemporalAccessor;
import java.util.Locale;
import java.util.Optional;

/**
 * A date as it stands in a cell, by ISO 8601: {@code 2024-03-05}, {@code 2024-03-05 14:02}, {@code
 * 2024-03-05T14:02:33.5Z}. An offset from UTC is passed over, since the hour of the day is that of
 * the place.
 *
 * <pre>
 *   joined=2024-03-05 14:02  ↦  joined.day: 8830, joined.month=3, joined.weekday=tue, joined.hour=14
 * </pre>
 *
 * @param day days since 2000-01-01
 * @param at when
 * @param timed whether the cell has a time of the day
 */
record DateCell(long day, LocalDateTime at, boolean timed) {
  private static final LocalDate BEGINNING = LocalDate.of(2000, 1, 1);

  private static final DateTimeFormatter FORM =
      new DateTimeFormatterBuilder()
          .append(DateTimeFormatter.ISO_LOCAL_DATE)
          .optionalStart()
          .appendPattern("['T'][ ]")
          .append(DateTimeFormatter.ISO_LOCAL_TIME)
          .optionalStart()
          .appendOffsetId()
          .toFormatter(Locale.ROOT)
          .withResolverStyle(ResolverStyle.STRICT);

  /** Empty where the cell is no date. */
  static Optional<DateCell> of(final String cell) {
    if (cell.length() < 10 || cell.charAt(4) != '-') {
      return Optional.empty();
    }
    try {
      final TemporalAccessor read = FORM.parseBest(cell, LocalDateTime::from, LocalDate::from);
      final boolean timed = read instanceof LocalDateTime;
      final LocalDateTime at = timed ? (LocalDateTime) read : ((LocalDate) read).atStartOfDay();
      return Optional.of(
          new DateCell(ChronoUnit.DAYS.between(BEGINNING, at.toLocalDate()), at, timed));
    } catch (final DateTimeParseException e) {
      return Optional.empty();
    }
  }

  void addTo(final FeatureList<String> features, final String column) {
    if (day != 0) {
      features.add(column + ".day", day);
    }
    features.add(column + ".month=" + at.getMonthValue(), 1);
    features.add(
        column
            + ".weekday="
            + at.getDayOfWeek()
                .getDisplayName(TextStyle.SHORT, Locale.ENGLISH)
                .toLowerCase(Locale.ROOT),
        1);
    if (timed) {
      features.add(column + ".hour=" + at.getHour(), 1);
    }
  }
}
