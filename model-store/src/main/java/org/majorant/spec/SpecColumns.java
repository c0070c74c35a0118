package org.majorant.spec;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.majorant.schema.Columns;

/**
 * The field {@code columns} of a spec file: how rows of a table become examples, for all who read
 * rows for the model. A column that is not named here is a feature, number or category as each of
 * its cells says.
 *
 * <pre>
 *   columns:
 *     label: churned           # default: the column label
 *     ignore: [customer_id]    # no features
 *     category: [postcode]     # categories, although they are numbers
 *     text: [complaint]        # a feature a word
 *     date: [joined]           # a number of days, and weekday and hour as categories
 *     month: [joined]          # of these dates months are categories, too
 *     missing: ["NA", "-999"]  # cells that are missing, beside empty ones and ?
 *     indicate-missing: [fee]  # a missing cell is the category fee=missing
 * </pre>
 */
final class SpecColumns {
  private static final String LABEL = "label";
  private static final String IGNORE = "ignore";
  private static final String CATEGORY = "category";
  private static final String TEXT = "text";
  private static final String DATE = "date";
  private static final String MONTH = "month";
  private static final String MISSING = "missing";
  private static final String INDICATE_MISSING = "indicate-missing";

  private SpecColumns() {}

  /** Null where the spec says nothing of columns. */
  static Columns read(final Field field, final TaskRules task) {
    task.require(field, !field.isAbsent());
    if (field.isAbsent()) {
      return null;
    }
    field.only(LABEL, IGNORE, CATEGORY, TEXT, DATE, MONTH, MISSING, INDICATE_MISSING);
    final Map<String, String> used = new HashMap<>();
    final String label = field.get(LABEL).text(null);
    if (label != null) {
      used.put(label, LABEL);
    }
    final List<String> ignored = columns(field.get(IGNORE), used);
    final List<String> categories = columns(field.get(CATEGORY), used);
    final List<String> texts = columns(field.get(TEXT), used);
    final List<String> dates = columns(field.get(DATE), used);
    final List<String> months = field.get(MONTH).words();
    if (!dates.containsAll(months)) {
      field.get(MONTH).fault("has a column that is not in " + field.get(DATE).path());
    }
    final List<String> indicated = field.get(INDICATE_MISSING).words();
    if (indicated.contains(label) || !Collections.disjoint(indicated, ignored)) {
      field.get(INDICATE_MISSING).fault("has a column that makes no features");
    }
    return new Columns(
        label, ignored, categories, texts, dates, field.get(MISSING).words(), months, indicated);
  }

  /**
   * @param used what each column is that has been read so far
   */
  private static List<String> columns(final Field field, final Map<String, String> used) {
    final List<String> columns = field.words();
    for (final String column : columns) {
      final String before = used.putIfAbsent(column, field.path());
      if (before != null) {
        field.fault("has '%s', which %s has, too".formatted(column, before));
      }
    }
    return columns;
  }

  /**
   * Writes what {@link #read} reads.
   *
   * @param columns null: nothing
   */
  static void write(final Columns columns, final ObjectNode spec) {
    if (columns == null) {
      return;
    }
    final ObjectNode tree = spec.putObject("columns");
    if (columns.getLabel() != null) {
      tree.put(LABEL, columns.getLabel());
    }
    put(tree, IGNORE, columns.getIgnore());
    put(tree, CATEGORY, columns.getCategory());
    put(tree, TEXT, columns.getText());
    put(tree, DATE, columns.getDate());
    put(tree, MONTH, columns.getMonth());
    put(tree, MISSING, columns.getMissing());
    put(tree, INDICATE_MISSING, columns.getIndicateMissing());
  }

  private static void put(final ObjectNode tree, final String name, final List<String> words) {
    if (!words.isEmpty()) {
      words.forEach(tree.putArray(name)::add);
    }
  }
}
