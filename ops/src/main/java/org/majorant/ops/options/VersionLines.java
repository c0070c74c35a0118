package org.majorant.ops.options;

import java.io.PrintWriter;
import org.majorant.ops.read.ModelLine;
import org.majorant.ops.terminal.TextTable;
import org.majorant.store.ModelVersion;

/** Prints a line for each version, and below it the sentence that it labels. */
public final class VersionLines {
  private final PrintWriter out;
  private final TextTable table;
  private ModelLine above; // the line before; null: there is none
  private final boolean json;
  private final SentenceOptions sentence;
  private final int width;

  /**
   * @param width of the terminal, characters
   * @param json whether lines are JSON objects
   * @param sentence that is shown below
   */
  public VersionLines(
      final PrintWriter out,
      final int width,
      final String model,
      final boolean json,
      final SentenceOptions sentence) {
    this.out = out;
    this.width = width;
    this.json = json;
    this.sentence = sentence;
    table = new TextTable(out, width, ModelLine.columns(model.length()));
  }

  /** Prints what stands above all lines. */
  public void header() {
    if (!json) {
      table.header();
    }
  }

  public void print(final ModelVersion version) {
    if (json) {
      out.println(sentence.json(version));
    } else {
      final ModelLine line = ModelLine.of(version.head());
      table.row(line.cells());
      line.below(above).forEach(out::println);
      above = line;
      sentence.lines(version, "    ", width).forEach(out::println);
    }
    out.flush();
  }
}
