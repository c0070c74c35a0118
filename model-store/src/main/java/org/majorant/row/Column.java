package org.majorant.row;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.majorant.schema.DecimalSign;
import org.majorant.template.Words;

/**
 * What the cells of one column mean. A cell may come as a text, as of a table, or as a value that
 * has a type, as of a record. A value that has a type makes the features that its text would make.
 * Immutable.
 */
public final class Column {
  /** What the cells of a column are. */
  enum Kind {
    /** Each cell says by itself whether it is a number or a category. */
    CELLS,
    CATEGORY,
    TEXT,
    DATE,
    /** They make no features. */
    IGNORED
  }

  /** Of what {@link Double#parseDouble} takes, not the {@code 3f} and {@code 0x1p3} of Java. */
  private static final Pattern NUMBER =
      Pattern.compile("[+-]?(NaN|Infinity|(\\d++\\.?\\d*+|\\.\\d++)([eE][+-]?\\d++)?)");

  /** Whole numbers up to here are exact as doubles. */
  private static final double EXACT = 0x1p53;

  private final String name;
  private final Kind kind;
  private final Set<String> missing;
  private final String indicator;
  private final Dates dates;
  private final Numbers numbers;

  /**
   * What dates are.
   *
   * @param days whether the day is a number
   * @param zone null: as they are written
   * @param until the column of the date until which the age counts; null: it does not
   */
  record Dates(boolean days, boolean months, ZoneId zone, String until) {}

  /**
   * What numbers are.
   *
   * @param sign before their decimals; null: as programs write them
   * @param logged whether log(1 + |x|), with the sign of x, is the value
   */
  record Numbers(DecimalSign sign, boolean logged) {}

  /**
   * @param missing the texts that mean that there is nothing
   * @param indicator the feature of a missing cell; null: it has none
   */
  Column(
      final String name,
      final Kind kind,
      final Set<String> missing,
      final String indicator,
      final Dates dates,
      final Numbers numbers) {
    this.name = name;
    this.kind = kind;
    this.missing = missing;
    this.indicator = indicator;
    this.dates = dates;
    this.numbers = numbers;
  }

  /** Whether a cell, trimmed, is a number. */
  public static boolean isNumber(final String cell) {
    return NUMBER.matcher(cell).matches();
  }

  /** Whether its cells make no features. */
  public boolean isIgnored() {
    return kind == Kind.IGNORED;
  }

  /** Whether the spec says how its numbers are written. */
  public boolean hasDecimalSign() {
    return numbers.sign() != null;
  }

  void text(final Row row, final String text) {
    final String cell = text.strip();
    if (missing.contains(cell)) {
      missing(row);
      return;
    }
    switch (kind) {
      case CELLS -> cell(row, cell);
      case CATEGORY -> category(row, cell);
      case TEXT -> Words.of(cell).forEach((word, count) -> row.add(of(word), count));
      case DATE ->
          DateCell.of(cell, dates.zone())
              .ifPresentOrElse(date -> date(row, date), () -> category(row, cell));
      case IGNORED -> {}
    }
  }

  void number(final Row row, final double value) {
    if (kind != Kind.CELLS || !missing.isEmpty() && missing.contains(text(value))) {
      text(row, text(value));
    } else {
      value(row, value);
    }
  }

  void time(final Row row, final LocalDateTime at, final boolean timed) {
    final DateCell date = DateCell.of(at, timed);
    if (kind == Kind.DATE) {
      date(row, date);
    } else {
      text(row, date.text());
    }
  }

  void instant(final Row row, final Instant at) {
    if (kind == Kind.DATE) {
      date(row, DateCell.of(at, dates.zone()));
    } else {
      text(row, at.toString());
    }
  }

  void missing(final Row row) {
    if (indicator != null) {
      row.add(indicator, 1);
    }
  }

  /** A whole number as it is written in a table, without a point. */
  public static String text(final double value) {
    return value == Math.rint(value) && Math.abs(value) < EXACT
        ? Long.toString((long) value)
        : Double.toString(value);
  }

  /**
   * A time as it is written in a table, by ISO 8601.
   *
   * @param timed whether it has a time of the day
   */
  public static String text(final LocalDateTime at, final boolean timed) {
    return DateCell.of(at, timed).text();
  }

  /** The features that one of several texts counts for: its words, or itself. */
  Map<String, Integer> elements(final String text) {
    final String cell = text.strip();
    if (kind == Kind.IGNORED || missing.contains(cell)) {
      return Map.of();
    }
    if (kind != Kind.TEXT) {
      return Map.of(of(cell), 1);
    }
    final Map<String, Integer> words = new LinkedHashMap<>();
    Words.of(cell).forEach((word, count) -> words.put(of(word), count));
    return words;
  }

  /** The feature of a sum of numbers; empty where they are no numbers to this column. */
  Optional<String> sum(final double value) {
    return kind == Kind.CELLS && !missing.contains(text(value))
        ? Optional.of(name)
        : Optional.empty();
  }

  private void cell(final Row row, final String cell) {
    if (numbers.sign() != null) {
      NumberCell.of(cell, numbers.sign())
          .ifPresentOrElse(value -> value(row, value), () -> category(row, cell));
    } else if (isNumber(cell)) {
      value(row, Double.parseDouble(cell));
    } else {
      category(row, cell);
    }
  }

  private void value(final Row row, final double value) {
    if (value != 0) {
      row.add(name, (float) value(value));
    }
  }

  /** What a number, or a sum of numbers, is as the value of the feature. */
  double value(final double number) {
    return numbers.logged() ? Math.copySign(Math.log1p(Math.abs(number)), number) : number;
  }

  private void category(final Row row, final String cell) {
    row.add(of(cell), 1);
  }

  private void date(final Row row, final DateCell date) {
    date.addTo(row, name, dates.days(), dates.months());
    row.dated(name, date.at(), dates.until());
  }

  private String of(final String category) {
    return name + "=" + category;
  }
}
