package org.majorant.ops.cli.bench;

import java.io.PrintWriter;
import java.util.List;
import org.majorant.ops.bench.QualityBench.Row;
import org.majorant.ops.terminal.TextTable;
import org.majorant.ops.terminal.TextTable.Column;

/** How learners are shown beside one another. */
final class QualityTable {
  private QualityTable() {}

  /**
   * @param width of the terminal, characters
   */
  static void print(final List<Row> rows, final PrintWriter out, final int width) {
    final int longest = rows.stream().mapToInt(row -> row.data().length()).max().orElse(0);
    final TextTable table = new TextTable(out, width, columns(longest));
    table.header();
    for (final Row row : rows) {
      if (row.unavailable() == null) {
        table.row(
            List.of(
                row.data(),
                row.learner(),
                "%,.0f".formatted(row.examplesPerSecond()),
                "%.3f".formatted(row.seconds()),
                row.progressiveLogLoss() == null ? "" : "%.4f".formatted(row.progressiveLogLoss()),
                "%.4f".formatted(row.heldOutLogLoss())));
      } else {
        out.printf("%s was not measured: %s%n", row.learner(), row.unavailable());
      }
    }
  }

  /**
   * @param longest name of a data set, characters
   */
  private static List<Column> columns(final int longest) {
    return List.of(
        Column.text("data", longest),
        Column.text("learner", 20),
        Column.number("a second", 12),
        Column.number("seconds", 9),
        Column.number("progressive", 11),
        Column.number("held out", 8));
  }
}
