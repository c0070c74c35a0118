package org.majorant.ops.cli;

import java.io.PrintWriter;
import org.majorant.ops.ModelLine;
import org.majorant.ops.TextTable;
import org.majorant.schema.ModelHead;

/** A line for each version. */
final class VersionLines {
  private final PrintWriter out;
  private final TextTable table;
  private final boolean json;

  /**
   * @param width of the terminal, characters
   * @param json whether lines are JSON objects
   */
  VersionLines(final PrintWriter out, final int width, final String model, final boolean json) {
    this.out = out;
    this.json = json;
    table = new TextTable(out, width, ModelLine.columns(model.length()));
  }

  /** Prints what stands above all lines. */
  void header() {
    if (!json) {
      table.header();
    }
  }

  void print(final ModelHead head) {
    final ModelLine line = ModelLine.of(head);
    if (json) {
      out.println(Json.line(line));
      out.flush();
    } else {
      table.row(line.cells());
    }
  }
}
