package org.majorant.ops.http.catalog;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.majorant.row.RowFeatures;
import org.majorant.schema.ModelHead;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.NameCount;
import org.majorant.schema.Named;

/**
 * The columns that a version knows: its spec names them, or it has learned features of them. A row
 * with a misspelled column is predicted as well as it can be, but whoever sends it should hear of
 * it. Immutable.
 */
public final class KnownColumns {
  private final TreeSet<String> known = new TreeSet<>();
  private final List<String> named;
  private final boolean whole;

  KnownColumns(final ModelHead head) {
    final ModelSpec spec = head.getSpec();
    named = RowFeatures.columns(spec.getColumns());
    known.addAll(named);
    final List<String> learned =
        spec.getFeatures().getSpace() instanceof Named closed
            ? closed.getNames()
            : head.getNames().stream().map(NameCount::getName).toList();
    whole = !learned.isEmpty();
    learned.forEach(name -> known.add(name.replaceFirst("=.*", "")));
  }

  /** What a row has that the version does not know; empty where nobody knows what it knows. */
  public List<String> unknown(final Set<String> row) {
    return whole ? row.stream().filter(column -> !isKnown(column)).toList() : List.of();
  }

  /** What the spec names and a row has not. */
  public List<String> missing(final Set<String> row) {
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
}
