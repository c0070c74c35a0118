package org.majorant.row;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.Named;
import org.majorant.schema.RejectedExample;
import org.majorant.schema.Rejection;

/**
 * The columns that a model knows: its spec names them, or it has learned features of them, whose
 * names begin with their column's, up to the first {@code =}. A row with a misspelled column, such
 * as {@code Age} for {@code age}, is predicted as if the cell were empty, with confidence. So
 * whoever sends it should hear of it. Immutable.
 */
public final class KnownColumns {
  private static final int MOST_NAMED = 6;

  private final String model;
  private final List<String> dates;
  private final Set<String> named = new LinkedHashSet<>();
  private final TreeSet<String> known = new TreeSet<>();
  private final boolean closed;
  private final boolean whole;

  /** What a row has and lacks. */
  public record Told(List<String> unknown, List<String> missing) {
    public boolean isEmpty() {
      return unknown.isEmpty() && missing.isEmpty();
    }

    /**
     * Refuses such a row.
     *
     * @param otherwise what to do so that it is taken, as "leave ?strict out"
     */
    public void refuse(final String otherwise) throws RejectedExample {
      if (!isEmpty()) {
        throw new RejectedExample(
            Rejection.STRUCTURE,
            "the model does not know %s, and the row lacks %s: %s, or name them right"
                .formatted(unknown, missing, otherwise));
      }
    }
  }

  /**
   * @param learned names of features that a model of a hashed space has learned, as far as they are
   *     known; empty: nobody knows
   */
  public KnownColumns(final ModelSpec spec, final Collection<String> learned) {
    model = spec.getModel();
    dates = spec.getColumns() == null ? List.of() : spec.getColumns().getDate();
    closed = spec.getFeatures().getSpace() instanceof Named;
    if (spec.getFeatures().getSpace() instanceof Named names) {
      names.getNames().forEach(name -> named.add(of(name)));
    }
    spec.getFeatures().getNumbers().forEach(name -> named.add(of(name)));
    named.addAll(RowFeatures.columns(spec.getColumns()));
    whole = closed || !learned.isEmpty();
    known.addAll(named);
    learned.forEach(name -> known.add(of(name)));
  }

  /** The column that makes a feature. */
  public String of(final String feature) {
    for (final String date : dates) {
      if (feature.startsWith(date + ".")) {
        return date;
      }
    }
    final int end = feature.indexOf('=');
    return end < 0 ? feature : feature.substring(0, end);
  }

  /**
   * What a row has that the model does not know, as far as anybody knows what it knows; and what
   * the spec names and the row has not.
   */
  public Told of(final Set<String> row) {
    return new Told(
        whole ? row.stream().filter(column -> !isKnown(column)).toList() : List.of(), missing(row));
  }

  private List<String> missing(final Set<String> row) {
    final List<String> missing = new ArrayList<>();
    for (final String column : named) {
      if (!row.contains(column) && row.stream().noneMatch(path -> path.startsWith(column + "."))) {
        missing.add(column);
      }
    }
    return missing;
  }

  /** A date, or an array, has its features by names below its own. */
  private boolean isKnown(final String column) {
    final String next = known.ceiling(column + ".");
    return known.contains(column) || next != null && next.startsWith(column + ".");
  }

  /**
   * What is to be said of a file in one line; null: nothing.
   *
   * @param seen the columns that it has; of what is no table those of its features
   * @param table whether each row has all of them
   */
  public String told(final String file, final Set<String> seen, final boolean table) {
    final Told told = of(seen);
    final List<String> unknown = closed ? told.unknown() : List.of();
    final boolean none = told.missing().size() == named.size();
    if (named.isEmpty() || seen.isEmpty() && !table || !none && !table && unknown.isEmpty()) {
      return null;
    }
    if (told.missing().isEmpty() && unknown.isEmpty()) {
      return null;
    }
    return "%s has %,d of the %,d columns of model %s%s%s"
        .formatted(
            file,
            named.size() - told.missing().size(),
            named.size(),
            model,
            some("; it lacks ", table || none ? told.missing() : List.of()),
            some("; the model does not know ", unknown));
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
