package org.majorant.file;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.majorant.event.EventCells;
import org.majorant.row.DateCell;
import org.majorant.row.Row;
import org.majorant.row.RowFeatures;
import org.majorant.schema.Columns;
import org.majorant.schema.RejectedExample;

/**
 * Finds columns of which two make a feature of one name, so that one weight learns of both: the
 * category {@code x} of {@code a} is the feature {@code a=x}, and so is the number of a column
 * {@code a=x}; the day of a date {@code joined} is {@code joined.day}. A feature's name begins with
 * its column's, and so only such columns are looked at of which one name begins with the other and
 * = or a point: nearly no table has any.
 */
public final class SharedFeatures implements EventCells {
  /** Features that are kept in mind, of a column. */
  private static final int MOST = 10_000;

  private final Columns spec;
  private final RowFeatures features;
  private final Set<String> known = new HashSet<>();
  private final List<Pair> pairs = new ArrayList<>();
  private final Map<String, Set<String>> made = new HashMap<>(); // of columns in pairs
  private final Map<Pair, String> found = new LinkedHashMap<>();

  /** Two columns, the name of one of which begins with the other's. */
  public record Pair(String column, String longer) {
    /** The one line that is said of it. */
    String told(final String feature) {
      return "%s and %s (%s)"
          .formatted(
              RejectedExample.quote(column),
              RejectedExample.quote(longer),
              RejectedExample.quote(feature));
    }
  }

  /**
   * @param spec what columns are; null: what each cell says
   */
  public SharedFeatures(final Columns spec) {
    this.spec = spec;
    features = new RowFeatures(spec);
  }

  /** All pairs among some columns. */
  public static List<Pair> pairs(final Collection<String> columns) {
    final Set<String> all = new LinkedHashSet<>(columns);
    final List<Pair> pairs = new ArrayList<>();
    for (final String longer : all) {
      for (int i = 1; i < longer.length(); i++) {
        if ((longer.charAt(i) == '=' || longer.charAt(i) == '.')
            && all.contains(longer.substring(0, i))) {
          pairs.add(new Pair(longer.substring(0, i), longer));
        }
      }
    }
    return pairs;
  }

  /**
   * What is to be said, in one line; null: nothing.
   *
   * @param found a feature of each pair that has one
   */
  public static String told(final Map<Pair, String> found) {
    return found.isEmpty()
        ? null
        : "these columns make a feature of the same name, whose weight learns of both: %s; give one another name"
            .formatted(
                found.entrySet().stream()
                    .map(each -> each.getKey().told(each.getValue()))
                    .collect(Collectors.joining(", ")));
  }

  /** What is to be said of the rows so far, in one line; null: nothing. */
  public String told() {
    return told(found);
  }

  /**
   * Begins a row, whose cells come by the other methods.
   *
   * @param columns that make features
   * @return whether they have to come
   */
  public boolean begin(final Collection<String> columns) {
    if (!known.containsAll(columns)) {
      known.addAll(columns);
      pairs.clear();
      pairs.addAll(pairs(known));
      pairs.forEach(
          pair -> {
            made.computeIfAbsent(pair.column, column -> new HashSet<>());
            made.computeIfAbsent(pair.longer, column -> new HashSet<>());
            if (spec != null && spec.getSince().containsKey(pair.column)) {
              add(pair.column, Set.of(DateCell.ageName(pair.column)));
            }
          });
    }
    return !pairs.isEmpty();
  }

  @Override
  public void cell(final String path, final String text) {
    if (made.containsKey(path)) {
      final Row row = new Row();
      row.text(features.column(path), text);
      add(path, row.features().getNames());
    }
  }

  @Override
  public void element(final String path, final String text) {
    if (made.containsKey(path)) {
      final Row row = new Row();
      row.element(features.column(path), text);
      add(path, row.features().getNames());
    }
  }

  @Override
  public void addend(final String path, final double number) {
    if (made.containsKey(path)) {
      final Row row = new Row();
      row.addend(features.column(path), number);
      add(path, row.features().getNames());
    }
  }

  private void add(final String column, final Collection<String> names) {
    final Set<String> own = made.get(column);
    for (final String name : names) {
      if (own.size() < MOST && own.add(name)) {
        for (final Pair pair : pairs) {
          if ((pair.column.equals(column) || pair.longer.equals(column))
              && made.get(pair.column).contains(name)
              && made.get(pair.longer).contains(name)) {
            found.putIfAbsent(pair, name);
          }
        }
      }
    }
  }
}
