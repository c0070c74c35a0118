package org.majorant.row;

import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.DateTimeParseException;
import java.time.format.ResolverStyle;
import java.time.temporal.ChronoUnit;
import java.time.temporal.TemporalAccessor;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * A date as it stands in a cell, by ISO 8601: {@code 2024-03-05}, {@code 2024-03-05 14:02}, {@code
 * 2024-03-05T14:02:33.5Z}; or by the seconds, milliseconds, microseconds or nanoseconds since 1970,
 * which their size tells apart. Where the spec names a zone, its clock tells an instant. Else the
 * time is that which is written, without its offset, because the hour of the day is that of the
 * place.
 *
 * <pre>
 *   joined=2024-03-05 14:02  ↦  joined.day: 8830, joined.weekday=tue, joined.hour=14
 *                               and joined.month=3 where the spec asks for months
 * </pre>
 *
 * <p>Months are not made unasked: the day says most of what they say, and twelve weights that learn
 * nothing but chance cost more than they bring, unless something comes back each year.
 *
 * @param day days since 2000-01-01
 * @param at when
 * @param timed whether the cell has a time of the day
 */
public record DateCell(long day, LocalDateTime at, boolean timed) {
  private static final LocalDate BEGINNING = LocalDate.of(2000, 1, 1);

  /** Smaller numbers in a column of dates are years, or codes: seconds until March 1973. */
  private static final double LEAST_SECONDS = 1e8;

  /** Larger ones are milliseconds, until the year 5138; and so on. */
  private static final double MOST_SECONDS = 1e11;

  private static final double MOST_NANOS = 0x1p63;
  private static final String DAY = ".day";
  private static final String AGE = ".age";
  private static final String MONTH = ".month=";
  private static final String WEEKDAY = ".weekday=";
  private static final String HOUR = ".hour=";
  private static final List<String> WEEKDAYS =
      List.of("mon", "tue", "wed", "thu", "fri", "sat", "sun");

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

  /** Empty where the cell is no date by ISO 8601. */
  public static Optional<DateCell> of(final String cell) {
    return of(cell, null);
  }

  /**
   * Empty where the cell is no date.
   *
   * @param zone whose clock tells instants; null: as they are written, and numbers by UTC
   */
  static Optional<DateCell> of(final String cell, final ZoneId zone) {
    if (cell.length() < 10 || cell.charAt(4) != '-') {
      return Column.isNumber(cell) ? of(Double.parseDouble(cell), zone) : Optional.empty();
    }
    try {
      final TemporalAccessor read =
          zone == null
              ? FORM.parseBest(cell, LocalDateTime::from, LocalDate::from)
              : FORM.parseBest(cell, OffsetDateTime::from, LocalDateTime::from, LocalDate::from);
      if (read instanceof OffsetDateTime instant) {
        return Optional.of(of(instant.toInstant(), zone));
      }
      final boolean timed = read instanceof LocalDateTime;
      final LocalDateTime at = timed ? (LocalDateTime) read : ((LocalDate) read).atStartOfDay();
      return Optional.of(of(at, timed));
    } catch (final DateTimeParseException e) {
      return Optional.empty();
    }
  }

  /** That of an instant since 1970; empty where it is of the months after it, or no time. */
  private static Optional<DateCell> of(final double since1970, final ZoneId zone) {
    final double size = Math.abs(since1970);
    if (!(size >= LEAST_SECONDS && size < MOST_NANOS)) {
      return Optional.empty();
    }
    double seconds = since1970;
    for (double most = MOST_SECONDS; size >= most; most *= 1000) {
      seconds /= 1000;
    }
    final long whole = (long) Math.floor(seconds);
    return Optional.of(of(Instant.ofEpochSecond(whole, (long) ((seconds - whole) * 1e9)), zone));
  }

  /** That of an instant. */
  static DateCell of(final Instant at, final ZoneId zone) {
    return of(LocalDateTime.ofInstant(at, zone == null ? ZoneOffset.UTC : zone), true);
  }

  /** That of a record, which knows its type. */
  static DateCell of(final LocalDateTime at, final boolean timed) {
    return new DateCell(ChronoUnit.DAYS.between(BEGINNING, at.toLocalDate()), at, timed);
  }

  /** As it stands in a cell. */
  String text() {
    return timed ? at.toString() : at.toLocalDate().toString();
  }

  /**
   * @param days whether the day is a number
   */
  void addTo(final Row row, final String column, final boolean days, final boolean months) {
    if (days && day != 0) {
      row.add(dayName(column), day);
    }
    if (months) {
      row.add(column + MONTH + at.getMonthValue(), 1);
    }
    row.add(column + WEEKDAY + WEEKDAYS.get(at.getDayOfWeek().ordinal()), 1);
    if (timed) {
      row.add(column + HOUR + at.getHour(), 1);
    }
  }

  /** The days from one time to another, with their parts. */
  static double days(final LocalDateTime from, final LocalDateTime to) {
    return ChronoUnit.MILLIS.between(from, to) / 86_400_000.0;
  }

  /** The name of the age among the features of a column. */
  public static String ageName(final String column) {
    return column + AGE;
  }

  /** The name of the number among the features of a column. */
  public static String dayName(final String column) {
    return column + DAY;
  }

  /**
   * The names of all features that dates of a column can have, but for months.
   *
   * @param timed whether its cells have a time of the day
   */
  public static List<String> names(final String column, final boolean timed) {
    final List<String> names = new ArrayList<>(List.of(dayName(column)));
    WEEKDAYS.forEach(weekday -> names.add(column + WEEKDAY + weekday));
    IntStream.range(0, timed ? 24 : 0).forEach(hour -> names.add(column + HOUR + hour));
    return names;
  }

  /** The names of the features that a column has where months are asked for. */
  public static List<String> monthNames(final String column) {
    return IntStream.rangeClosed(1, 12).mapToObj(month -> column + MONTH + month).toList();
  }
}
