package org.majorant.row;

import java.time.LocalDateTime;
import org.majorant.schema.NamedFeatures;
import org.majorant.template.FeatureList;

/**
 * One row as it is read, cell by cell. A missing cell is told by {@link #missing}, or by not being
 * told at all where nobody knows of its column. For one thread.
 */
public final class Row {
  private final FeatureList<String> features = new FeatureList<>();

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

  /** A cell that is not there. */
  public void missing(final Column column) {
    column.missing(features);
  }

  /** Those of all cells, in their order. */
  public NamedFeatures features() {
    return new NamedFeatures(features.keys(), features.values());
  }
}
