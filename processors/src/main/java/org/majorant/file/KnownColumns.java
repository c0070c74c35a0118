package org.majorant.file;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.majorant.row.RowFeatures;
import org.majorant.schema.Columns;
import org.majorant.schema.LabeledExample;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.Named;
import org.majorant.schema.NamedFeatures;
import org.majorant.schema.RejectedExample;

/**
 * Which columns of a model a file has. A file with other columns, such as {@code Age} for {@code
 * age}, is predicted as if all of its rows were empty, with confidence. So that is told.
 *
 * <p>A model's columns are those that its spec names, and what its features' names begin with, up
 * to the first {@code =}. Of a file that is no table, the features' names say what its columns are.
 */
public final class KnownColumns {
  private static final int MOST_KEPT = 10_000;
  private static final int MOST_NAMED = 6;

  private final ModelSpec spec;
  private final Set<String> known = new LinkedHashSet<>();
  private final Set<String> seen = new LinkedHashSet<>();
  private final boolean table;

  /**
   * @param spec of the model
   * @param reader of the file
   */
  public KnownColumns(final ModelSpec spec, final ExampleReader reader) {
    this.spec = spec;
    if (spec.getFeatures().getSpace() instanceof Named named) {
      named.getNames().forEach(name -> known.add(column(name)));
    }
    spec.getFeatures().getNumbers().forEach(name -> known.add(column(name)));
    if (spec.getColumns() != null) {
      known.addAll(RowFeatures.columns(spec.getColumns()));
    }
    table = reader instanceof TableReader;
    if (reader instanceof TableReader rows) {
      seen.addAll(rows.features());
    }
  }

  /** Takes one more example of the file into account. */
  public void add(final LabeledExample example) {
    if (!table && !known.isEmpty() && seen.size() < MOST_KEPT) {
      EachVector.of(
          example.getStructure(),
          vector -> {
            if (vector instanceof NamedFeatures named) {
              named.getNames().forEach(name -> seen.add(column(name)));
            }
          });
    }
  }

  private String column(final String feature) {
    final Columns columns = spec.getColumns();
    if (columns != null) {
      for (final String date : columns.getDate()) {
        if (feature.startsWith(date + ".")) {
          return date;
        }
      }
    }
    final int end = feature.indexOf('=');
    return end < 0 ? feature : feature.substring(0, end);
  }

  /** What is to be said of it, in one line; null: nothing. */
  public String told(final String file) {
    final List<String> missing = minus(known, seen);
    final List<String> unknown =
        spec.getFeatures().getSpace() instanceof Named ? minus(seen, known) : List.of();
    final boolean none = missing.size() == known.size();
    if (known.isEmpty() || seen.isEmpty() && !table || !none && !table && unknown.isEmpty()) {
      return null;
    }
    if (missing.isEmpty() && unknown.isEmpty()) {
      return null;
    }
    return "%s has %,d of the %,d columns of model %s%s%s"
        .formatted(
            file,
            known.size() - missing.size(),
            known.size(),
            spec.getModel(),
            some("; it lacks ", table || none ? missing : List.of()),
            some("; the model does not know ", unknown));
  }

  private static List<String> minus(final Set<String> all, final Set<String> others) {
    final List<String> left = new ArrayList<>(all);
    left.removeAll(others);
    return left;
  }

  private static String some(final String title, final List<String> names) {
    return names.isEmpty()
        ? ""
        : title
            + names.stream()
                .limit(MOST_NAMED)
                .map(RejectedExample::quote)
                .collect(Collectors.joining(", "))
            + (names.size() > MOST_NAMED
                ? " and %,d more".formatted(names.size() - MOST_NAMED)
                : "");
  }
}
