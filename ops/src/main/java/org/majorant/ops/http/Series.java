package org.majorant.ops.http;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.stream.Collectors;

/**
 * What charts draw: rows of numbers under named columns, the last so many, kept as the JSON that
 * browsers get. Thread-safe.
 */
final class Series {
  private final String columns;
  private final int capacity;
  private final Deque<String> rows = new ArrayDeque<>();

  Series(final int capacity, final String... columns) {
    this.capacity = capacity;
    this.columns =
        Arrays.stream(columns).map(column -> '"' + column + '"').collect(Collectors.joining(","));
  }

  /**
   * Adds a row.
   *
   * @return the row as JSON: an array, with null for what is not finite
   */
  synchronized String add(final double... values) {
    final String row =
        Arrays.stream(values).mapToObj(Series::json).collect(Collectors.joining(",", "[", "]"));
    if (rows.size() == capacity) {
      rows.remove();
    }
    rows.add(row);
    return row;
  }

  /** All of it, {@code {"columns": […], "rows": [[…], …]}}. */
  synchronized String json() {
    return "{\"columns\":[" + columns + "],\"rows\":[" + String.join(",", rows) + "]}";
  }

  /** Whole numbers exactly, others to the seven digits of a float. */
  private static String json(final double value) {
    if (!Double.isFinite(value)) {
      return "null";
    }
    return value == Math.rint(value) && Math.abs(value) < 1e15
        ? Long.toString((long) value)
        : Float.toString((float) value);
  }
}
