package org.majorant.spec;

import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.majorant.schema.Columns;
import org.majorant.schema.ModelSpec;

/** How rows of a table become examples, for all who read rows for the model. */
final class SpecColumns {
  static final SpecField.Access COLUMNS =
      new SpecField.Access(
          "a map", SpecColumns::read, spec -> spec.getColumns() == null ? null : YamlText.map());

  private SpecColumns() {}

  private static void read(final Field field, final ModelSpec spec) {
    field.only(SpecFields.names("columns"));
    spec.setColumns(
        new Columns(
            null, List.of(), List.of(), List.of(), List.of(), List.of(), List.of(), List.of(),
            null));
  }

  /** A column is one thing only. */
  static void judge(final Field field, final ModelSpec spec) {
    final Columns columns = spec.getColumns();
    if (columns == null) {
      return;
    }
    final Map<String, String> used = new HashMap<>();
    for (final String kind : List.of("label", "weight", "ignore", "category", "text", "date")) {
      for (final String column : field.get(kind).words()) {
        final String before = used.putIfAbsent(column, field.get(kind).path());
        if (before != null) {
          field.get(kind).fault("has '%s', which %s has, too".formatted(column, before));
        }
      }
    }
    if (!columns.getDate().containsAll(columns.getMonth())) {
      field.get("month").fault("has a column that is not in " + field.get("date").path());
    }
    final List<String> indicated = columns.getIndicateMissing();
    if (Stream.of("label", "weight")
            .anyMatch(kind -> field.get(kind).words().stream().anyMatch(indicated::contains))
        || !Collections.disjoint(indicated, columns.getIgnore())) {
      field.get("indicate-missing").fault("has a column that makes no features");
    }
  }
}
