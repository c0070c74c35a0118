package org.majorant.research.cli.bench;

import java.io.PrintWriter;
import java.math.BigDecimal;
import java.util.List;
import org.majorant.ops.terminal.TextTable;
import org.majorant.ops.terminal.TextTable.Column;
import org.majorant.research.bench.QualityRow;

/** How learners are shown beside one another; those that could not be measured come last. */
final class QualityTable {
  private QualityTable() {}

  /**
   * @param width of the terminal, characters
   */
  static void print(final List<QualityRow> rows, final PrintWriter out, final int width) {
    final int longest = rows.stream().mapToInt(row -> row.learner().length()).max().orElse(0);
    final TextTable table = new TextTable(out, width, columns(longest));
    table.header();
    for (final QualityRow row : rows) {
      if (row.unavailable() == null) {
        table.row(
            List.of(
                row.learner(),
                cell("%.3f", row.seconds()),
                cell("%.4f", row.progressiveLogLoss()),
                cell("%.4f", row.heldOutLogLoss()),
                chosen(row.hindsight())));
      }
    }
    for (final QualityRow row : rows) {
      if (row.unavailable() != null) {
        out.printf("%s was not measured: %s%n", row.learner(), row.unavailable());
      }
    }
  }

  private static String cell(final String format, final Double number) {
    return number == null ? "" : format.formatted(number);
  }

  private static String chosen(final QualityRow.Hindsight h) {
    return h == null
        ? ""
        : "best of %d: %s %s"
            .formatted(
                h.of(),
                h.setting(),
                new BigDecimal(Double.toString(h.value())).stripTrailingZeros().toPlainString());
  }

  /**
   * @param longest name of a learner, characters
   */
  private static List<Column> columns(final int longest) {
    return List.of(
        Column.text("learner", longest),
        Column.number("seconds", 7),
        Column.number("progressive", 11),
        Column.number("held out", 8),
        Column.text("in hindsight", 20));
  }
}
