package org.majorant.ops.terminal;

import java.io.PrintWriter;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A table that is printed row by row. Nothing is ever cut off: where the terminal is narrower than
 * the table, a row becomes a block of lines, each with a column's name and value.
 */
public final class TextTable {
  private final PrintWriter out;
  private final List<Column> columns;
  private final boolean fits;
  private final int names;

  /**
   * @param width of the terminal, characters
   */
  public TextTable(final PrintWriter out, final int width, final List<Column> columns) {
    this.out = out;
    this.columns = List.copyOf(columns);
    fits = columns.stream().mapToInt(column -> column.width() + 1).sum() - 1 <= width;
    names = columns.stream().mapToInt(column -> column.name().length()).max().orElse(0);
  }

  /**
   * A column.
   *
   * @param width of its cells, characters; a wider cell moves those behind it
   * @param right whether cells stand at the right, as numbers do
   */
  public record Column(String name, int width, boolean right) {
    public static Column text(final String name, final int width) {
      return new Column(name, Math.max(width, name.length()), false);
    }

    public static Column number(final String name, final int width) {
      return new Column(name, Math.max(width, name.length()), true);
    }

    private String aligned(final String cell) {
      final String pad = " ".repeat(Math.max(0, width - cell.length()));
      return right ? pad + cell : cell + pad;
    }
  }

  /** Prints the names of the columns, where there is room for columns. */
  public void header() {
    if (fits) {
      println(columns.stream().map(Column::name).toList());
    }
  }

  /**
   * @param cells as many as there are columns
   */
  public void row(final List<String> cells) {
    if (fits) {
      println(cells);
    } else {
      final String format = "%-" + names + "s  %s%n";
      for (int i = 0; i < columns.size(); i++) {
        if (!cells.get(i).isBlank()) {
          out.printf(format, columns.get(i).name(), cells.get(i).strip());
        }
      }
      out.println();
    }
    out.flush();
  }

  private void println(final List<String> cells) {
    out.println(
        IntStream.range(0, columns.size())
            .mapToObj(i -> columns.get(i).aligned(cells.get(i)))
            .collect(Collectors.joining(" "))
            .stripTrailing());
    out.flush();
  }
}
