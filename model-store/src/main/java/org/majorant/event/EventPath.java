package org.majorant.event;

import java.util.HashMap;
import java.util.Map;
import org.majorant.row.Column;

/**
 * A path of events: names joined by dots, {@code customer.address.city}. What is known of it is
 * found once, and not for each event; so is the path of each name below it.
 */
final class EventPath {
  private final EventPaths paths;
  private final String path;
  private final Column column;
  private final boolean skipped;
  private final int depth;
  private final Map<String, EventPath> children = new HashMap<>();
  private EventLeaves.Leaf leaf; // in the last event that had it

  /**
   * @param column of what stands there; null: it makes no features
   * @param skipped whether nobody asks for anything there or below it
   * @param depth levels above it
   */
  EventPath(
      final EventPaths paths,
      final String path,
      final Column column,
      final boolean skipped,
      final int depth) {
    this.paths = paths;
    this.path = path;
    this.column = column;
    this.skipped = skipped;
    this.depth = depth;
  }

  /** The path of a name below it. */
  EventPath child(final String name) {
    final EventPath child = children.get(name);
    return child == null ? paths.add(this, name) : child;
  }

  /** The path of an item below it, of an array whose items have a meaning each. */
  EventPath child(final int position) {
    return child(Integer.toString(position));
  }

  void put(final String name, final EventPath child) {
    children.put(name, child);
  }

  void clear() {
    children.clear();
  }

  /** A place that nobody asks for anything at or below. */
  EventPath nowhere() {
    return paths.nowhere();
  }

  int depth() {
    return depth;
  }

  Column column() {
    return column;
  }

  boolean isSkipped() {
    return skipped;
  }

  EventLeaves.Leaf leaf() {
    return leaf;
  }

  void leaf(final EventLeaves.Leaf found) {
    leaf = found;
  }

  @Override
  public String toString() {
    return path;
  }
}
