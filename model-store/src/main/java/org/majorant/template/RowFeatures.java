package org.majorant.template;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.majorant.schema.Columns;
import org.majorant.schema.NamedFeatures;

/**
 * Makes the features of a row of a table from its cells. Whoever produces rows for a model and
 * whoever asks it for predictions use the columns of its spec, so that they cannot differ.
 * Immutable.
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
  /** Of what {@link Float#parseFloat} takes, not the {@code 3f} and {@code 0x1p3} of Java. */
  private static final Pattern NUMBER =
      Pattern.compile("[+-]?(NaN|Infinity|(\\d++\\.?\\d*+|\\.\\d++)([eE][+-]?\\d++)?)");

  private static final String MISSING = "=missing";

  /** What is made of the cells of a column. */
  private enum Kind {
    NOTHING,
    AS_IT_SAYS,
    CATEGORY,
    WORDS,
    DATE,
    DATE_AND_MONTH
  }

  private final List<String> columns;
  private final Kind[] kinds;
  private final Set<String> missing;
  private final String[] indicators; // by column: the feature of a missing cell, or null

  /**
   * @param columns names of all columns, in their order
   * @param label position of the label's column, which makes no features; -1: there is none
   * @param spec what is particular of some; null: nothing
   */
  public RowFeatures(final List<String> columns, final int label, final Columns spec) {
    this.columns = List.copyOf(columns);
    kinds = new Kind[columns.size()];
    for (int i = 0; i < kinds.length; i++) {
      kinds[i] = i == label ? Kind.NOTHING : kind(columns.get(i), spec);
    }
    missing = new HashSet<>(Set.of("", "?"));
    indicators = new String[kinds.length];
    if (spec != null) {
      missing.addAll(spec.getMissing());
      Arrays.setAll(
          indicators,
          i -> spec.getIndicateMissing().contains(columns.get(i)) ? missing(columns.get(i)) : null);
    }
  }

  private static Kind kind(final String column, final Columns spec) {
    if (spec == null) {
      return Kind.AS_IT_SAYS;
    }
    return spec.getIgnore().contains(column)
        ? Kind.NOTHING
        : spec.getCategory().contains(column)
            ? Kind.CATEGORY
            : spec.getText().contains(column)
                ? Kind.WORDS
                : spec.getDate().contains(column) ? date(column, spec) : Kind.AS_IT_SAYS;
  }

  private static Kind date(final String column, final Columns spec) {
    return spec.getMonth().contains(column) ? Kind.DATE_AND_MONTH : Kind.DATE;
  }

  /**
   * @param cells one a column
   */
  public NamedFeatures of(final List<String> cells) {
    final FeatureList<String> features = new FeatureList<>();
    for (int i = 0; i < kinds.length; i++) {
      final String cell = cells.get(i).strip();
      if (!missing.contains(cell)) {
        add(features, kinds[i], columns.get(i), cell);
      } else if (indicators[i] != null) {
        features.add(indicators[i], 1);
      }
    }
    return new NamedFeatures(features.keys(), features.values());
  }

  private static void add(
      final FeatureList<String> features, final Kind kind, final String column, final String cell) {
    switch (kind) {
      case NOTHING -> {}
      case AS_IT_SAYS -> addCell(features, column, cell);
      case CATEGORY -> features.add(column + "=" + cell, 1);
      case WORDS ->
          Words.of(cell).forEach((word, count) -> features.add(column + "=" + word, count));
      case DATE -> addDate(features, column, cell, false);
      case DATE_AND_MONTH -> addDate(features, column, cell, true);
    }
  }

  private static void addDate(
      final FeatureList<String> features,
      final String column,
      final String cell,
      final boolean months) {
    DateCell.of(cell)
        .ifPresentOrElse(
            date -> date.addTo(features, column, months),
            () -> features.add(column + "=" + cell, 1));
  }

  private static void addCell(
      final FeatureList<String> features, final String column, final String cell) {
    if (!isNumber(cell)) {
      features.add(column + "=" + cell, 1);
      return;
    }
    final float value = Float.parseFloat(cell);
    if (value != 0) {
      features.add(column, value);
    }
  }

  /** Whether a cell, trimmed, is a number. */
  public static boolean isNumber(final String cell) {
    return NUMBER.matcher(cell).matches();
  }

  /** The columns that a spec names because they make features. */
  public static List<String> columns(final Columns spec) {
    return Stream.of(spec.getCategory(), spec.getText(), spec.getDate(), spec.getIndicateMissing())
        .flatMap(List::stream)
        .distinct()
        .toList();
  }

  /** The feature of a missing cell, where the columns indicate it. */
  public static String missing(final String column) {
    return column + MISSING;
  }

  /** The name of the number among the features of a column of dates. */
  public static String dayName(final String column) {
    return DateCell.dayName(column);
  }

  /** The names of the features that a column of dates has where months are asked for. */
  public static List<String> monthNames(final String column) {
    return DateCell.monthNames(column);
  }

  /**
   * The names of all features that dates of a column can have, but for months.
   *
   * @param timed whether its cells have a time of the day
   */
  public static List<String> dateNames(final String column, final boolean timed) {
    return DateCell.names(column, timed);
  }

  /** Whether a cell, trimmed, is a date. */
  public static boolean isDate(final String cell) {
    return DateCell.of(cell).isPresent();
  }
}
