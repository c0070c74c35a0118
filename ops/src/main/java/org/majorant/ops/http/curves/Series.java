package org.majorant.ops.http.curves;

import com.fasterxml.jackson.databind.util.RawValue;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import org.majorant.ops.terminal.Json;

/**
 * What charts draw: rows of numbers under named columns. It keeps the last rows, as many as its
 * capacity, as the JSON that browsers get, so that each is written once. Thread-safe.
 */
final class Series {
  private final List<String> columns;
  private final int capacity;
  private final Deque<RawValue> rows = new ArrayDeque<>();

  Series(final int capacity, final String... columns) {
    this.capacity = capacity;
    this.columns = List.of(columns);
  }

  private record Table(List<String> columns, Deque<RawValue> rows) {}

  /**
   * Adds a row.
   *
   * @return the row as JSON: an array, with null for what is not finite
   */
  synchronized String add(final double... values) {
    final String row = Json.line(Arrays.stream(values).mapToObj(Series::number).toList());
    if (rows.size() == capacity) {
      rows.remove();
    }
    rows.add(new RawValue(row));
    return row;
  }

  /** Takes the last row back; there is one. */
  synchronized void removeLast() {
    rows.removeLast();
  }

  /** All of it, {@code {"columns": […], "rows": [[…], …]}}. */
  synchronized String json() {
    return Json.line(new Table(columns, rows));
  }

  /** Whole numbers exactly, others to the seven digits of a float; null where it is not finite. */
  private static Number number(final double value) {
    if (!Double.isFinite(value)) {
      return null;
    }
    if (value == Math.rint(value) && Math.abs(value) < 1e15) {
      return (long) value;
    }
    return (float) value;
  }
}
