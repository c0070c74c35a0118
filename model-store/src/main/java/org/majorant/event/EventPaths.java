package org.majorant.event;

import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.majorant.row.RowFeatures;

/**
 * The paths of the events that one reader has seen. The same path by other names is one: {@code a}
 * with {@code b} below it, and {@code a.b}. The keys of maps may have no end, so that beyond a
 * number of paths all but those that are asked for are forgotten, and found again.
 */
final class EventPaths {
  private static final int MOST = 20_000;

  private final RowFeatures columns;
  private final Collection<String> ignored;
  private final Set<String> featureless;
  private final Map<String, EventPath> asked = new LinkedHashMap<>();
  private final Map<String, EventPath> all = new HashMap<>();
  private final Set<String> unmet = new LinkedHashSet<>();
  private final EventPath root;
  private final EventPath nowhere;

  /**
   * @param columns what the fields are
   * @param ignored they make no features, and nothing below them does
   * @param asked paths whose texts are asked for
   * @param featureless those of them that make no features
   */
  EventPaths(
      final RowFeatures columns,
      final Collection<String> ignored,
      final Collection<String> asked,
      final Collection<String> featureless) {
    this.columns = columns;
    this.ignored = List.copyOf(ignored);
    this.featureless = new HashSet<>(featureless);
    root = new EventPath(this, "", null, false, 0);
    nowhere = new EventPath(this, "", null, true, 0);
    asked.forEach(path -> this.asked.put(path, null));
    unmet.addAll(asked);
    unmet.addAll(ignored);
    this.asked.replaceAll(
        (path, none) -> make(path, (int) path.chars().filter(c -> c == '.').count() + 1));
  }

  EventPath root() {
    return root;
  }

  /** One of those that are asked for. */
  EventPath asked(final String path) {
    final EventPath known = asked.get(path);
    if (known == null) {
      throw new IllegalArgumentException("nobody has said that " + path + " is asked for");
    }
    return known;
  }

  /** Those that are asked for or ignored, and that no event had so far. */
  Set<String> unmet() {
    return Collections.unmodifiableSet(unmet);
  }

  EventPath nowhere() {
    return nowhere;
  }

  EventPath add(final EventPath parent, final String name) {
    if (parent.isSkipped()) {
      return parent;
    }
    if (all.size() >= MOST) {
      all.values().forEach(EventPath::clear);
      asked.values().forEach(EventPath::clear);
      root.clear();
      all.clear();
    }
    final String path = parent == root ? name : parent + "." + name;
    unmet.remove(path);
    final EventPath known = asked.get(path);
    final EventPath child =
        known == null ? all.computeIfAbsent(path, p -> make(p, parent.depth() + 1)) : known;
    parent.put(name, child);
    return child;
  }

  private EventPath make(final String path, final int depth) {
    final boolean none = featureless.contains(path) || ignored.stream().anyMatch(isAt(path));
    final boolean skipped =
        none
            && asked.keySet().stream()
                .noneMatch(each -> each.equals(path) || each.startsWith(path + "."));
    return new EventPath(this, path, none ? null : columns.column(path), skipped, depth);
  }

  private static Predicate<String> isAt(final String path) {
    return above -> path.equals(above) || path.startsWith(above + ".");
  }
}
