package org.majorant.row;

import java.time.Instant;
import java.time.LocalDateTime;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import org.majorant.schema.NamedFeatures;
import org.majorant.template.FeatureList;

/**
 * One row as it is read, cell by cell. A missing cell is told by {@link #missing}, or by not being
 * told at all where nobody knows of its column. For one thread.
 */
public final class Row {
  private final FeatureList<String> features = new FeatureList<>();
  private final Map<String, Double> sums = new LinkedHashMap<>();
  private final Map<String, Column> numbers = new HashMap<>(); // by the features of their sums
  private final Map<String, LocalDateTime> dates = new HashMap<>(); // by column
  private final Map<String, String> ages = new LinkedHashMap<>(); // column → that of their ends

  void add(final String feature, final float value) {
    features.add(feature, value);
  }

  /**
   * Notes the date of a column, which others may be as old as.
   *
   * @param until the column of the date until which its age counts; null: it does not
   */
  void dated(final String column, final LocalDateTime at, final String until) {
    dates.put(column, at);
    if (until != null) {
      ages.put(column, until);
    }
  }

  /** A cell as it is written; what stands around it is trimmed. */
  public void text(final Column column, final String cell) {
    column.text(this, cell);
  }

  /** A number of a record: what {@link Column#isNumber} takes as a text. */
  public void number(final Column column, final double value) {
    column.number(this, value);
  }

  /**
   * A date of a record.
   *
   * @param timed whether it has a time of the day
   */
  public void time(final Column column, final LocalDateTime at, final boolean timed) {
    column.time(this, at, timed);
  }

  /** An instant of a record, which the clock of the dates' zone tells, else that of UTC. */
  public void instant(final Column column, final Instant at) {
    column.instant(this, at);
  }

  /** A number of a record that is written as programs do, however texts of the column are. */
  public void digits(final Column column, final String number) {
    if (column.hasDecimalSign()) {
      column.number(this, Double.parseDouble(number));
    } else {
      column.text(this, number);
    }
  }

  /**
   * One of several texts of a column, as an array has them: a category, or of a column of texts its
   * words. What comes again counts more.
   */
  public void element(final Column column, final String text) {
    column
        .elements(text)
        .forEach((feature, count) -> sums.merge(feature, (double) count, Double::sum));
  }

  /** One of several numbers of a column: their sum is its value. */
  public void addend(final Column column, final double value) {
    column
        .sum(value)
        .ifPresentOrElse(
            feature -> {
              numbers.put(feature, column);
              sums.merge(feature, value, Double::sum);
            },
            () -> element(column, Column.text(value)));
  }

  /** A cell that is not there. */
  public void missing(final Column column) {
    column.missing(this);
  }

  /** Those of all cells, in their order, and then what was summed, and ages. */
  public NamedFeatures features() {
    sums.forEach(
        (feature, sum) -> {
          if (sum != 0) {
            final Column column = numbers.get(feature);
            features.add(feature, (float) (column == null ? sum : column.value(sum)));
          }
        });
    ages.forEach(
        (column, until) -> {
          final double days =
              dates.containsKey(until) ? DateCell.days(dates.get(column), dates.get(until)) : 0;
          if (days != 0) {
            features.add(DateCell.ageName(column), (float) days);
          }
        });
    sums.clear();
    numbers.clear();
    dates.clear();
    ages.clear();
    return new NamedFeatures(features.keys(), features.values());
  }
}
