package org.majorant.ops.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.majorant.ops.terminal.TextTable.Column;

class TextTableTest {
  private static final List<Column> COLUMNS =
      List.of(Column.text("name", 6), Column.number("size", 3), Column.text("note", 0));

  private final StringWriter out = new StringWriter();

  @Test
  void table_thatFits_hasColumns() {
    print(16);

    assertThat(out.toString().lines())
        .containsExactly("name   size note", "a         7", "longer name   42 yes");
  }

  @Test
  void table_widerThanTheTerminal_hasALineForEachValue() {
    print(15);

    assertThat(out.toString().lines())
        .containsExactly(
            "name  a", "size  7", "", "name  longer name", "size  42", "note  yes", "");
  }

  private void print(final int width) {
    final TextTable table = new TextTable(new PrintWriter(out), width, COLUMNS);
    table.header();
    table.row(List.of("a", "7", ""));
    table.row(List.of("longer name", "42", "yes"));
  }
}
