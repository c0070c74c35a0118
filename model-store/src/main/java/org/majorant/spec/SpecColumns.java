package org.majorant.spec;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.DateTimeException;
import java.time.ZoneId;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.majorant.schema.Columns;
import org.majorant.schema.DecimalSign;
import org.majorant.schema.ModelSpec;

/** How rows of a table become examples, for all who read rows for the model. */
final class SpecColumns {
  static final SpecField.Access COLUMNS =
      new SpecField.Access(
          "a map", SpecColumns::read, spec -> spec.getColumns() == null ? null : YamlText.map());

  private static final String[] SIGNS = Spelling.all(DecimalSign.class);

  static final SpecField.Access DECIMAL =
      new SpecField.Access(
          "a map, each `point` or `comma`", SpecColumns::readSigns, SpecColumns::writeSigns);

  static final SpecField.Access SINCE =
      new SpecField.Access(
          "a map, a date's column to another", SpecColumns::readAges, SpecColumns::writeAges);

  static final Form<String> ZONE =
      new Form<>(
          "a time zone",
          field -> {
            final String zone = field.text("");
            try {
              ZoneId.of(zone);
            } catch (final DateTimeException e) {
              field.fault("'%s' is no time zone, as Europe/Berlin is one".formatted(zone));
            }
            return zone;
          });

  private SpecColumns() {}

  private static void read(final Field field, final ModelSpec spec) {
    field.only(SpecFields.names("columns"));
    spec.setColumns(Columns.newBuilder().build());
  }

  private static void readSigns(final Field field, final ModelSpec spec) {
    final Map<String, DecimalSign> signs = new TreeMap<>();
    for (final String column : field.names()) {
      Spelling.read(DecimalSign.class, field.get(column).word(SIGNS))
          .ifPresent(sign -> signs.put(column, sign));
    }
    spec.getColumns().setDecimal(signs);
  }

  private static JsonNode writeSigns(final ModelSpec spec) {
    if (spec.getColumns() == null || spec.getColumns().getDecimal().isEmpty()) {
      return null;
    }
    final ObjectNode signs = YamlText.map();
    new TreeMap<>(spec.getColumns().getDecimal())
        .forEach((column, sign) -> signs.put(column, Spelling.of(sign)));
    return signs;
  }

  private static void readAges(final Field field, final ModelSpec spec) {
    final Map<String, String> ages = new TreeMap<>();
    field.names().forEach(column -> ages.put(column, field.get(column).text("")));
    spec.getColumns().setSince(ages);
  }

  private static JsonNode writeAges(final ModelSpec spec) {
    if (spec.getColumns() == null || spec.getColumns().getSince().isEmpty()) {
      return null;
    }
    final ObjectNode ages = YamlText.map();
    new TreeMap<>(spec.getColumns().getSince()).forEach(ages::put);
    return ages;
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
    judgeDates(field, columns);
    final Set<String> numbers = new TreeSet<>(columns.getDecimal().keySet());
    numbers.addAll(columns.getLog1p());
    for (final String column : numbers) {
      if (used.containsKey(column)) {
        field
            .get(columns.getLog1p().contains(column) ? "log1p" : "decimal")
            .fault(
                "has '%s', whose numbers %s takes for something else"
                    .formatted(column, used.get(column)));
      }
    }
    final List<String> indicated = columns.getIndicateMissing();
    if (Stream.of("label", "weight")
            .anyMatch(kind -> field.get(kind).words().stream().anyMatch(indicated::contains))
        || !Collections.disjoint(indicated, columns.getIgnore())) {
      field.get("indicate-missing").fault("has a column that makes no features");
    }
  }

  private static void judgeDates(final Field field, final Columns columns) {
    if (!columns.getDate().containsAll(columns.getMonth())) {
      field.get("month").fault("has a column that is not in " + field.get("date").path());
    }
    if (!columns.getDate().containsAll(columns.getNoDay())) {
      field.get("no-day").fault("has a column that is not in " + field.get("date").path());
    }
    if (!columns.getDate().containsAll(columns.getSince().keySet())
        || !columns.getDate().containsAll(columns.getSince().values())) {
      field.get("since").fault("has a column that is not in " + field.get("date").path());
    }
  }
}
