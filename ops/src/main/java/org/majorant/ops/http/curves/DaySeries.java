package org.majorant.ops.http.curves;

import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * Rows of a day, one a minute: of each column the mean of the minute's rows, or the last of them
 * where a mean says nothing, as of counts. The minute that is not over has a row, too. 1,440 rows
 * of a learner are under 300 kB. Thread-safe.
 */
final class DaySeries {
  static final int MINUTES = 24 * 60;

  private final Set<String> lasting;
  private final String[] columns;
  private final Series rows;
  private final double[] sums;
  private final int[] counts; // of what is known
  private long minute = -1; // since the epoch

  /**
   * @param lasting the columns whose last value is kept
   * @param columns the first is the time, milliseconds
   */
  DaySeries(final Set<String> lasting, final String... columns) {
    this.lasting = lasting;
    this.columns = columns.clone();
    rows = new Series(MINUTES, columns);
    sums = new double[columns.length];
    counts = new int[columns.length];
  }

  /** A day of rows that are not averaged. */
  static DaySeries ofLast(final String... columns) {
    return new DaySeries(Set.copyOf(List.of(columns)), columns);
  }

  synchronized void add(final double... values) {
    final long now = TimeUnit.MILLISECONDS.toMinutes((long) values[0]);
    final boolean same = now == minute;
    minute = now;
    final double[] row = new double[columns.length];
    for (int i = 0; i < row.length; i++) {
      final boolean more = same && !lasting.contains(columns[i]);
      final boolean known = Double.isFinite(values[i]);
      sums[i] = (more ? sums[i] : 0) + (known ? values[i] : 0);
      counts[i] = (more ? counts[i] : 0) + (known ? 1 : 0);
      row[i] = sums[i] / counts[i]; // 0/0 is NaN: nothing is known
    }
    if (same) {
      rows.removeLast();
    }
    rows.add(row);
  }

  /** As {@link Series#json}. */
  synchronized String json() {
    return rows.json();
  }
}
