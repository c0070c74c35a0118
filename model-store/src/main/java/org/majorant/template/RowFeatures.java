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
  private interface Kind {
    void add(FeatureList<String> features, String column, String cell);
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
      kinds[i] = i == label ? RowFeatures::addNothing : kind(columns.get(i), spec);
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
      return RowFeatures::addCell;
    }
    if (spec.getIgnore().contains(column)) {
      return RowFeatures::addNothing;
    }
    if (spec.getCategory().contains(column)) {
      return RowFeatures::addCategory;
    }
    if (spec.getText().contains(column)) {
      return RowFeatures::addWords;
    }
    if (spec.getDate().contains(column)) {
      final boolean months = spec.getMonth().contains(column);
      return (features, name, cell) -> addDate(features, name, cell, months);
    }
    return RowFeatures::addCell;
  }

  /**
   * @param cells one a column
   */
  public NamedFeatures of(final List<String> cells) {
    final FeatureList<String> features = new FeatureList<>();
    for (int i = 0; i < kinds.length; i++) {
      final String cell = cells.get(i).strip();
      if (!missing.contains(cell)) {
        kinds[i].add(features, columns.get(i), cell);
      } else if (indicators[i] != null) {
        features.add(indicators[i], 1);
      }
    }
    return new NamedFeatures(features.keys(), features.values());
  }

  private static void addNothing(
      final FeatureList<String> features, final String column, final String cell) {}

  private static void addCategory(
      final FeatureList<String> features, final String column, final String cell) {
    features.add(column + "=" + cell, 1);
  }

  private static void addWords(
      final FeatureList<String> features, final String column, final String cell) {
    Words.of(cell).forEach((word, count) -> features.add(column + "=" + word, count));
  }

  private static void addDate(
      final FeatureList<String> features,
      final String column,
      final String cell,
      final boolean months) {
    DateCell.of(cell)
        .ifPresentOrElse(
            date -> date.addTo(features, column, months),
            () -> addCategory(features, column, cell));
  }

  private static void addCell(
      final FeatureList<String> features, final String column, final String cell) {
    if (!isNumber(cell)) {
      addCategory(features, column, cell);
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
}
