package org.majorant.ops.terminal;

import java.io.PrintWriter;
import java.util.List;
import java.util.function.Consumer;
import org.majorant.ops.terminal.TextTable.Column;
import org.majorant.train.Iteration;

/** The iterations of a training for people, a row each as it is accepted. */
public final class IterationTable implements Consumer<Iteration> {
  private final TextTable table;

  public IterationTable(final PrintWriter out, final int width) {
    table =
        new TextTable(
            out,
            width,
            List.of(
                Column.number("iteration", 9),
                Column.number("objective", 15),
                Column.number("bound", 15),
                Column.number("slack", 10),
                Column.number("step", 8),
                Column.number("passes", 7),
                Column.number("seconds", 8)));
  }

  @Override
  public void accept(final Iteration i) {
    if (i.iteration() == 0) {
      table.header(); // not before it is clear that there is something to train
    }
    table.row(
        List.of(
            cell("%d", i.iteration()),
            cell("%.6f", i.objective()),
            cell("%.6f", i.bound()),
            cell("%.3g", i.slack()),
            cell("%.4f", i.step()),
            cell("%d", i.passes()),
            cell("%.2f", i.seconds())));
  }

  private static String cell(final String format, final Number number) {
    return number == null ? "" : format.formatted(number);
  }
}
