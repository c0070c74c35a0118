package org.majorant.row;

import java.time.ZoneId;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.majorant.row.Column.Kind;
import org.majorant.schema.Columns;
import org.majorant.schema.NamedFeatures;

/**
 * Makes the features of a row from its cells. Whoever produces rows for a model and whoever asks it
 * for predictions use the columns of its spec, so that they cannot differ. Immutable.
 *
 * <ul>
 *   <li>a number is the value of the feature {@code column};
 *   <li>any other text is the category {@code column=text}, with value 1;
 *   <li>an empty cell, {@code ?} or what the columns say is missing, and zero teaches nothing: no
 *       feature. But where the columns indicate what is missing of it, a missing cell of {@code
 *       fee} is the category {@code fee=missing}, so that it is not taken for the number zero;
 *   <li>in a column of categories a number is a category, too; in one of texts each word is the
 *       feature {@code column=word}, with its count; in one of dates there are a number and some
 *       categories, see {@link DateCell}.
 * </ul>
 *
 * <p>This is decided cell by cell, so that a stream needs no look-ahead: a text among numbers, or
 * among dates, is a category. {@code NaN} and {@code Infinity} are numbers, for the learner to
 * refuse, unless they are said to be missing. Cells are trimmed.
 */
public final class RowFeatures {
  private static final String MISSING = "=missing";
  private static final String LABEL = "label";
  private static final Columns NONE = Columns.newBuilder().build();

  private final Columns spec;
  private final ZoneId zone;
  private final Set<String> missing = new HashSet<>(Set.of("", "?"));

  /**
   * @param spec what is particular of some columns; null: nothing
   */
  public RowFeatures(final Columns spec) {
    this.spec = spec == null ? NONE : spec;
    missing.addAll(this.spec.getMissing());
    zone = this.spec.getZone() == null ? null : ZoneId.of(this.spec.getZone());
  }

  /** The column of that name, which the spec need not know. */
  public Column column(final String name) {
    final String indicator = spec.getIndicateMissing().contains(name) ? missing(name) : null;
    return new Column(
        name,
        kind(name),
        missing,
        indicator,
        new Column.Dates(
            !spec.getNoDay().contains(name),
            spec.getMonth().contains(name),
            zone,
            spec.getSince().get(name)),
        new Column.Numbers(spec.getDecimal().get(name), spec.getLog1p().contains(name)));
  }

  private Kind kind(final String column) {
    if (spec.getIgnore().contains(column) || column.equals(spec.getWeight())) {
      return Kind.IGNORED;
    }
    if (spec.getCategory().contains(column)) {
      return Kind.CATEGORY;
    }
    if (spec.getText().contains(column)) {
      return Kind.TEXT;
    }
    if (spec.getDate().contains(column)) {
      return Kind.DATE;
    }
    return Kind.CELLS;
  }

  /**
   * The features of one row of a table.
   *
   * @param columns in their order; null makes no features, as the label's
   * @param cells one a column
   */
  public static NamedFeatures of(final List<Column> columns, final List<String> cells) {
    final Row row = new Row();
    for (int i = 0; i < columns.size(); i++) {
      if (columns.get(i) != null) {
        row.text(columns.get(i), cells.get(i));
      }
    }
    return row.features();
  }

  /**
   * The column of the label.
   *
   * @param spec null where nothing is particular
   */
  public static String label(final Columns spec) {
    return spec == null || spec.getLabel() == null ? LABEL : spec.getLabel();
  }

  /**
   * The columns that a spec names because they make features.
   *
   * @param spec null: it names none
   */
  public static List<String> columns(final Columns spec) {
    if (spec == null) {
      return List.of();
    }
    return Stream.of(
            spec.getCategory(),
            spec.getText(),
            spec.getDate(),
            spec.getIndicateMissing(),
            spec.getDecimal().keySet().stream().sorted().toList(),
            spec.getLog1p())
        .flatMap(List::stream)
        .distinct()
        .toList();
  }

  /** The feature of a missing cell, where the columns indicate it. */
  public static String missing(final String column) {
    return column + MISSING;
  }
}
