package org.majorant.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.majorant.file.Lines.fault;
import static org.majorant.file.Lines.named;
import static org.majorant.file.Lines.points;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.majorant.schema.Columns;
import org.majorant.schema.NamedFeatures;
import org.majorant.schema.Point;

final class TableReaderTest {
  @Test
  void cells_numbersAndCategories_becomeValuesAndNames() throws IOException {
    assertThat(points(Format.CSV, "age,work,label", "39, Private ,yes", "-.5,?,no", ",Gov, "))
        .containsExactly(
            named("yes", List.of("age", "work=Private"), 39f, 1f),
            named("no", List.of("age"), -0.5f),
            named(null, List.of("work=Gov")));
  }

  @Test
  void cell_zero_isNoFeature() throws IOException {
    assertThat(points(Format.CSV, "label,a,b,c", "x,0,-0.0,1")).containsExactly(one("c"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"NaN", "Infinity", "-Infinity", "1e39", "+3", "4.", "1E-3"})
  void cell_thatParsesAsFloat_isValue(final String cell) throws IOException {
    assertThat(points(Format.CSV, "label,a", "x," + cell))
        .containsExactly(named("x", List.of("a"), Float.parseFloat(cell)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"3f", "1d", "0x1p3", "nan", "1,5", "1 000", "e5", ".", "2020-01-01"})
  void cell_anyOtherText_isCategory(final String cell) throws IOException {
    assertThat(points(Format.CSV, "label,a", "x,\"" + cell + "\""))
        .containsExactly(one("a=" + cell));
  }

  @Test
  void column_namedWeight_isFeature() throws IOException {
    assertThat(Lines.all(Format.CSV, "label,weight", "x,7"))
        .singleElement()
        .satisfies(e -> assertThat(e.getWeight()).isEqualTo(1))
        .satisfies(e -> assertThat(e.getStructure()).isEqualTo(named("x", List.of("weight"), 7f)));
  }

  @Test
  void column_ofTheWeight_makesNoFeature_butCounts() throws IOException {
    final Layout layout = Layout.USUAL.with(Columns.newBuilder().setWeight("w").build());
    final ExampleReader reader =
        ExampleReader.of(
            Format.CSV, "file", Lines.stream("label,w,a", "x,2.5,1", "x,,1", "x,two,1"), layout);
    assertThat(reader.read())
        .satisfies(e -> assertThat(e.getWeight()).isEqualTo(2.5))
        .satisfies(e -> assertThat(Lines.point(e)).isEqualTo(one("a")));
    assertThat(reader.read().getWeight()).isEqualTo(1);
    assertThat(fault(reader)).isEqualTo("4: weight 'two'; expected a number");
    assertThatThrownBy(
            () -> ExampleReader.of(Format.CSV, "file", Lines.stream("label,a", "x,1"), layout))
        .hasMessageContaining("no column 'w' among");
  }

  @Test
  void quotes_aroundCells_mayHoldAnything() throws IOException {
    assertThat(points(Format.CSV, "\"a,b\",\"label\"", "\"say \"\"hi\"\"\",x", "\"two\nlines\",x"))
        .containsExactly(one("a,b=say \"hi\""), one("a,b=two\nlines"));
  }

  @Test
  void tsv_tabs_separateCells() throws IOException {
    assertThat(points(Format.TSV, "a\tlabel", "1,5\tx", "\"p\tq\"\tx"))
        .containsExactly(one("a=1,5"), one("a=p\tq"));
  }

  /** As spreadsheets write where the decimal sign is a comma. */
  @Test
  void csv_semicolons_separateCellsWithDecimalCommas() throws IOException {
    assertThat(read(Layout.USUAL, "\uFEFFa;\"b, c, d\";e;label\r", "3,14;-,5e1;\"1,2,3\";x\r"))
        .isEqualTo(
            new Point(
                new NamedFeatures(List.of("a", "b, c, d", "e=1,2,3"), List.of(3.14f, -5f, 1f)),
                "x",
                null,
                null));
    assertThat(read(Layout.USUAL, "a;b,c,label", "1,\"3,14\",x"))
        .as("more commas than semicolons")
        .isEqualTo(
            new Point(new NamedFeatures(List.of("a;b", "c=3,14"), List.of()), "x", null, null));
  }

  @Test
  void csv_tabs_separateCells() throws IOException {
    assertThat(points(Format.CSV, "a\t\"b, c\"\tlabel", "1.5\t3,14\tx"))
        .containsExactly(
            new Point(
                new NamedFeatures(List.of("a", "b, c=3,14"), List.of(1.5f, 1f)), "x", null, null));
  }

  @ParameterizedTest
  @ValueSource(strings = {"a", "\"a;b\"", "\"a\n;;;", "label,a\n;;;;;"})
  void csv_header_hasNoSemicolonsOfItsOwn(final String text) throws IOException {
    try (TableRows rows =
        TableRows.of(Format.CSV, "file", Lines.stream(text, "label;a;b", "x;y,z;1,2"))) {
      for (List<String> row = rows.columns(); row != null; row = rows.next()) {
        assertThat(row).doesNotContain("1.2");
      }
    } catch (final MalformedLine e) {
      assertThat(e).hasMessageMatching("(?s).*(cells|stray quote).*");
    }
  }

  /** Who pipes rows as they happen waits for none to come. */
  @Test
  void csv_header_isReadBeforeAnyRowHasCome() throws IOException {
    final byte[] header = "a;label\n".getBytes(StandardCharsets.UTF_8);
    final InputStream silent =
        new InputStream() {
          private int position;

          @Override
          public int read() {
            throw new AssertionError("would wait for a row");
          }

          @Override
          public int read(final byte[] bytes, final int offset, final int length) {
            if (position == header.length) {
              throw new AssertionError("would wait for a row");
            }
            bytes[offset] = header[position++];
            return 1;
          }

          @Override
          public int available() {
            return 0;
          }
        };
    assertThat(TableRows.of(Format.CSV, "file", silent).columns()).containsExactly("a", "label");
  }

  @Test
  void labelColumn_default_isNamedLabel() throws IOException {
    assertThat(points(Format.CSV, "a,label", "1,x")).containsExactly(one("a"));
  }

  /** The first column was taken once: an identifier, which was learned by heart. */
  @Test
  void labelColumn_noneNamedLabel_isRefusedAndColumnsNamed() {
    assertThatThrownBy(() -> open(null, "id,age,churned", "1,2,yes"))
        .isInstanceOf(MalformedLine.class)
        .hasMessage(
            "file:1: no column 'label' among 'id', 'age', 'churned'; expected the label's name by"
                + " --label-column, or in the spec by 'columns: {label: ...}'");
  }

  @Test
  void labelColumn_notNeeded_mayBeMissing() throws IOException {
    final Layout layout = label("churned").unlabeled();
    assertThat(read(layout, "age", "2")).isEqualTo(named(null, List.of("age"), 2f));
    assertThat(read(layout, "age,churned", "2,yes")).isEqualTo(named("yes", List.of("age"), 2f));
  }

  @Test
  void columns_ignored_makeNoFeatures() throws IOException {
    final Layout layout = Layout.USUAL.with(columns("y", List.of("id", "name"), List.of()));
    assertThat(read(layout, "id,y,name,a", "7,x,Ann,1")).isEqualTo(one("a"));
    assertThat(read(layout.unlabeled(), "a", "1")).isEqualTo(named(null, List.of("a")));
  }

  @Test
  void columns_notInTheHeader_areRefused() {
    final Layout ignored = Layout.USUAL.with(columns("y", List.of("ID"), List.of()));
    assertThatThrownBy(() -> read(ignored, "id,y", "7,x"))
        .hasMessage(
            "file:1: no column 'ID' among 'id', 'y'; expected all columns that the spec or the"
                + " options name");
  }

  /** Who predicts is told by {@link KnownColumns}; the row is as if the cell were empty. */
  @Test
  void columns_notInTheHeader_areMissingWherePredicting() throws IOException {
    final Columns spec = columns("y", List.of("z"), List.of("note"));
    spec.setIndicateMissing(List.of("note", "fee"));
    final Layout layout = Layout.USUAL.with(spec).unlabeled();
    assertThat(read(layout, "a", "1"))
        .isEqualTo(read(layout, "a,note,fee", "1,,"))
        .isEqualTo(
            new Point(
                new NamedFeatures(List.of("a", "note=missing", "fee=missing"), List.of()),
                null,
                null,
                null));
  }

  @ParameterizedTest
  @CsvSource({"y,x", "label,1", "0,1", "1,x", "2,z"})
  void labelColumn_given_isNameBeforeNumber(final String column, final String label)
      throws IOException {
    // The column named 2 is the fourth.
    assertThat(open(column, "label,y,b,2", "1,x,w,z").read())
        .satisfies(e -> assertThat(Lines.point(e).getLabel()).isEqualTo(label));
  }

  @ParameterizedTest
  @ValueSource(strings = {"Y", "2", "-1", "99999999999"})
  void labelColumn_unknown_isMalformedHeader(final String column) {
    assertThatThrownBy(() -> open(column, "y,a", "x,1"))
        .isInstanceOf(MalformedLine.class)
        .hasMessage(
            "file:1: no label column '%s' among 'y', 'a'; expected a name in the header or a number"
                + " from 0 to 1",
            column);
  }

  @Test
  void header_missingOrRepeated_isMalformed() {
    assertThatThrownBy(() -> open(null, "")).hasMessageStartingWith("file:1: no header; expected");
    assertThatThrownBy(() -> open(null, "", "a,b, a", "1,2,3"))
        .hasMessageStartingWith("file:2: two columns 'a'; expected");
  }

  @Test
  void row_ofAnotherLength_isMalformedAndNextIsRead() throws IOException {
    final ExampleReader reader =
        open(null, "label,a", "", "\"x\",\"1\n2\"", "x,1,2", "x", "  ", "x,1");
    reader.read();
    assertThat(fault(reader)).isEqualTo("5: 3 cells; expected 2, as in the header");
    assertThat(fault(reader)).isEqualTo("6: 1 cells; expected 2, as in the header");
    assertThat(Lines.all(reader)).extracting(Lines::point).containsExactly(one("a"));
  }

  @Test
  void row_withStrayQuote_isOneFaultAndNextIsRead() throws IOException {
    final ExampleReader reader =
        open(null, "label,a", "x,\"1\"2,3", "x,1", "\"x\"y\"z\",\"1\"2", "x,1", "x,\"1", "x,1");
    final String told = ": a stray quote; expected quotes around whole cells, doubled within";
    assertThat(fault(reader)).isEqualTo("2" + told);
    assertThat(Lines.point(reader.read())).isEqualTo(one("a"));
    assertThat(fault(reader)).isEqualTo("4" + told);
    assertThat(Lines.point(reader.read())).isEqualTo(one("a"));
    assertThat(fault(reader)).as("unclosed until the end").isEqualTo("6" + told);
    assertThat(Lines.point(reader.read())).isEqualTo(one("a"));
    assertThat(reader.read()).isNull();
  }

  /** Of 10,000 rows 9,990 were missing without a word. */
  @ParameterizedTest
  @ValueSource(ints = {1, 19, 20, 100})
  void quote_thatNothingCloses_costsItsLineAlone(final int after) throws IOException {
    final List<String> lines = new ArrayList<>(List.of("label,a", "x,1", "x,\"1"));
    lines.addAll(Collections.nCopies(after, "x,1"));
    final ExampleReader reader = open(null, lines.toArray(new String[0]));
    assertThat(Lines.point(reader.read())).isEqualTo(one("a"));
    assertThat(fault(reader))
        .startsWith("3: a ")
        .endsWith("quotes around whole cells, doubled within");
    assertThat(Lines.all(reader)).hasSize(after);
  }

  /** Six rows of a TSV became three. */
  @Test
  void quotes_thatMakeOneRowOfLinesThatAreRows_areFaults() throws IOException {
    final String[] lines = {"label\ta", "x\t\"b", "\"x\t1", "\"x\t1", "x\t\"1", "x\t1"};
    final ExampleReader reader =
        ExampleReader.of(Format.TSV, "file", Lines.stream(lines), Layout.USUAL);
    int rows = 0;
    int faults = 0;
    for (boolean more = true; more; ) {
      try {
        more = reader.read() != null;
        rows += more ? 1 : 0;
      } catch (final MalformedLine e) {
        faults++;
      }
    }
    assertThat(rows + faults).isEqualTo(lines.length - 1);
  }

  @Test
  void quotes_overSeveralLines_holdDelimiters() throws IOException {
    assertThat(points(Format.CSV, "label,a", "x,\"b, c\nd, e\""))
        .containsExactly(one("a=b, c\nd, e"));
  }

  /** As pandas writes its index, and as spreadsheets write columns that they take for used. */
  @Test
  void header_columnsWithoutNames_makeNoFeatures() throws IOException {
    assertThat(points(Format.CSV, ",label,a,", "0,x,1,", "1,x,1", "2,x,1,9"))
        .containsExactly(one("a"), one("a"), one("a"));
    assertThat(points(Format.TSV, "\t\ta\tlabel", "0\t1\t1\tx")).containsExactly(one("a"));
  }

  @Test
  void row_blank_ofOneColumn_isARow() throws IOException {
    final Layout layout = Layout.USUAL.unlabeled();
    try (ExampleReader reader =
        ExampleReader.of(Format.CSV, "file", Lines.stream("a", "1", "", "2"), layout)) {
      assertThat(Lines.all(reader)).hasSize(3);
    }
  }

  @Test
  void place_ofARow_isItsFirstLine() throws IOException {
    final ExampleReader reader = open(null, "label,a", "", "x,\"1\n2\"", "x,1");
    reader.read();
    assertThat(reader.place()).isEqualTo("file:3");
    reader.read();
    assertThat(reader.place()).isEqualTo("file:5");
    assertThat(reader.lines()).isEqualTo(5);
  }

  @Test
  void lines_endedByCarriageReturns_areCounted() throws IOException {
    final ExampleReader reader = open(null, "label,a\r", "x,1\r", "\r", "x\r");
    assertThat(Lines.point(reader.read())).isEqualTo(one("a"));
    assertThat(fault(reader)).startsWith("4: 1 cells");
  }

  private static ExampleReader open(final String labelColumn, final String... lines)
      throws IOException {
    return ExampleReader.of(Format.CSV, "file", Lines.stream(lines), label(labelColumn));
  }

  private static Layout label(final String column) {
    return Layout.USUAL.with(column == null ? null : columns(column, List.of(), List.of()));
  }

  private static Columns columns(
      final String label, final List<String> ignore, final List<String> text) {
    return Columns.newBuilder().setLabel(label).setIgnore(ignore).setText(text).build();
  }

  private static Point read(final Layout layout, final String... lines) throws IOException {
    return Lines.point(ExampleReader.of(Format.CSV, "file", Lines.stream(lines), layout).read());
  }

  private static Point one(final String name) {
    return new Point(new NamedFeatures(List.of(name), List.of()), "x", null, null);
  }
}
