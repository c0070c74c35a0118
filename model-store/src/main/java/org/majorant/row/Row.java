package org.majorant.row;

import java.time.LocalDateTime;
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

  /** A cell as it is written; what stands around it is trimmed. */
  public void text(final Column column, final String cell) {
    column.text(features, cell);
  }

  /** A number of a record: what {@link Column#isNumber} takes as a text. */
  public void number(final Column column, final double value) {
    column.number(features, value);
  }

  /**
   * A date of a record.
   *
   * @param timed whether it has a time of the day
   */
  public void time(final Column column, final LocalDateTime at, final boolean timed) {
    column.time(features, at, timed);
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
            feature -> sums.merge(feature, value, Double::sum),
            () -> element(column, Column.text(value)));
  }

  /** A cell that is not there. */
  public void missing(final Column column) {
    column.missing(features);
  }

  /** Those of all cells, in their order, and then what was summed. */
  public NamedFeatures features() {
    sums.forEach(
        (feature, sum) -> {
          if (sum != 0) {
            features.add(feature, sum.floatValue());
          }
        });
    sums.clear();
    return new NamedFeatures(features.keys(), features.values());
  }
}
