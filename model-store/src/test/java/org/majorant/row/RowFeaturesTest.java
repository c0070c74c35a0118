package org.majorant.row;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.majorant.schema.Columns;
import org.majorant.schema.DecimalSign;
import org.majorant.schema.NamedFeatures;

class RowFeaturesTest {
  private static final List<String> NONE = List.of();

  @Test
  void columns_notNamed_areWhatTheirCellsSay() {
    assertThat(row(null, "39.5", "gold", "0", "?"))
        .isEqualTo(new NamedFeatures(List.of("a", "b=gold"), List.of(39.5f, 1f)));
  }

  @Test
  void columns_named_areWhatTheSpecSays() {
    final Columns columns =
        Columns.newBuilder()
            .setLabel("y")
            .setIgnore(List.of("a"))
            .setCategory(List.of("b"))
            .setText(List.of("c"))
            .setMissing(List.of("NA", "-999"))
            .build();
    assertThat(row(columns, "7", "8", "Late, late bill!", "-999"))
        .isEqualTo(new NamedFeatures(List.of("b=8", "c=late", "c=bill"), List.of(1f, 2f, 1f)));
    assertThat(row(columns, "7", "NA", "", "1"))
        .isEqualTo(new NamedFeatures(List.of("d"), List.of()));
  }

  @Test
  void columns_missingIndicated_makeACategoryOfMissingCells() {
    final Columns columns =
        Columns.newBuilder()
            .setCategory(List.of("b"))
            .setDate(List.of("d"))
            .setMissing(List.of("NA"))
            .setIndicateMissing(List.of("a", "d"))
            .build();
    assertThat(row(columns, "", "", "?", "NA").getNames())
        .containsExactly("a=missing", "d=missing");
    assertThat(row(columns, "7", "8", "9", "2000-01-02").getNames())
        .containsExactly("a", "b=8", "c", "d.day", "d.weekday=sun");
    assertThat(RowFeatures.columns(columns)).containsExactly("b", "d", "a");
  }

  @ParameterizedTest
  @CsvSource({
    "2000-01-02, a.day a.weekday=sun",
    "2024-03-05, a.day a.weekday=tue",
    "2024-03-05 14:02, a.day a.weekday=tue a.hour=14",
    "2024-03-05T14:02:33.5Z, a.day a.weekday=tue a.hour=14",
    "2024-03-05T00:02:33+02:00, a.day a.weekday=tue a.hour=0",
    "2000-01-01, a.weekday=sat",
    "soon, a=soon",
    "2024-02-30, a=2024-02-30",
    "17, a=17",
  })
  void date_anyForm_isDayWeekdayAndHour(final String cell, final String names) {
    final Columns dates = Columns.newBuilder().setDate(List.of("a")).build();
    assertThat(row(dates, cell, "", "", "").getNames()).containsExactly(names.split(" "));
  }

  @Test
  void date_monthsAskedFor_areCategoriesOfTheirOwn() {
    final Columns dates = Columns.newBuilder().setDate(List.of("a")).setMonth(List.of("a")).build();
    assertThat(row(dates, "2024-03-05", "", "", "").getNames())
        .containsExactly("a.day", "a.month=3", "a.weekday=tue");
    assertThat(RowFeatures.columns(dates)).containsExactly("a");
    assertThat(DateCell.monthNames("a")).hasSize(12).contains("a.month=3");
  }

  @Test
  void date_day_isCountedFromTheYear2000() {
    final Columns dates = Columns.newBuilder().setDate(List.of("a")).build();
    assertThat(row(dates, "2000-03-01", "", "", "").getValues()).startsWith(60f);
    assertThat(row(dates, "1999-12-31", "", "", "").getValues()).startsWith(-1f);
  }

  /** Columns of times since 1970 were numbers that 32 bits cannot tell apart. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "1709647353",
        "1709647353.5",
        "1709647353500",
        "1709647353500000",
        "1709647353500000000",
        "1.7096473535e9"
      })
  void date_since1970_isThatOfUtc(final String cell) {
    final Columns dates = Columns.newBuilder().setDate(List.of("a")).build();
    assertThat(row(dates, cell, "", "", ""))
        .isEqualTo(row(dates, "2024-03-05T14:02:33Z", "", "", ""))
        .isEqualTo(typed(dates, row -> row::number, Double.parseDouble(cell)));
  }

  @Test
  void date_withAZone_isToldByItsClock() {
    final Columns berlin =
        Columns.newBuilder().setDate(List.of("a")).setZone("Europe/Berlin").build();
    final NamedFeatures local = row(berlin, "2024-03-05 00:30", "", "", "");
    assertThat(local.getNames()).contains("a.hour=0", "a.weekday=tue");
    assertThat(row(berlin, "2024-03-04T23:30Z", "", "", "")).isEqualTo(local);
    assertThat(row(berlin, "2024-03-05T01:30+02:00", "", "", "")).isEqualTo(local);
    assertThat(row(berlin, "1709595000", "", "", "")).isEqualTo(local);
    final Row row = new Row();
    row.instant(new RowFeatures(berlin).column("a"), Instant.parse("2024-03-04T23:30:00Z"));
    assertThat(row.features()).isEqualTo(local);
  }

  /** In whatever order the cells come. */
  @Test
  void date_hasItsAgeUntilAnother() {
    final Columns dates =
        Columns.newBuilder()
            .setDate(List.of("a", "b"))
            .setNoDay(List.of("a", "b"))
            .setSince(Map.of("a", "b"))
            .build();
    final RowFeatures features = new RowFeatures(dates);
    for (final List<String> order : List.of(List.of("a", "b"), List.of("b", "a"))) {
      final Row row = new Row();
      final Map<String, String> cells = Map.of("a", "2024-03-05 12:00", "b", "2024-03-07");
      order.forEach(column -> row.text(features.column(column), cells.get(column)));
      final NamedFeatures made = row.features();
      assertThat(made.getValues().get(made.getNames().indexOf("a.age"))).isEqualTo(1.5f);
      assertThat(made.getNames()).doesNotContain("b.age");
    }
    final Row alone = new Row();
    alone.text(features.column("a"), "2024-03-05");
    assertThat(alone.features().getNames()).containsExactly("a.weekday=tue");
  }

  @Test
  void date_withoutItsDay_hasWeekdayAndHour() {
    final Columns dates = Columns.newBuilder().setDate(List.of("a")).setNoDay(List.of("a")).build();
    assertThat(row(dates, "2024-03-05 14:02", "", "", "").getNames())
        .containsExactly("a.weekday=tue", "a.hour=14");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "POINT | $1,234.50   | 1234.5",
        "POINT | 1 234.5     | 1234.5",
        "POINT | 1'234'567   | 1234567",
        "POINT | USD 12      | 12",
        "POINT | -$7.5       | -7.5",
        "POINT | (3.20)      | -3.2",
        "POINT | 12.5 %      | 12.5",
        "POINT | 1e3         | 1000",
        "POINT | .5          | 0.5",
        "POINT | 7,92        | ",
        "POINT | 1,23,4      | ",
        "POINT | 3 apples    | ",
        "POINT | -           | ",
        "POINT | $           | ",
        "COMMA | € 1.234,50  | 1234.5",
        "COMMA | 1.234,50 €  | 1234.5",
        "COMMA | 7,92        | 7.92",
        "COMMA | 1.250       | 1250",
        "COMMA | 950         | 950",
        "COMMA | 12,5%       | 12.5",
        "COMMA | 1,2,3       | ",
      })
  void number_asPeopleWriteIt_isReadByItsDecimalSign(
      final DecimalSign sign, final String cell, final Double value) {
    final Columns columns = Columns.newBuilder().setDecimal(Map.of("a", sign)).build();
    final NamedFeatures found = row(columns, cell, "", "", "");
    if (value == null) {
      assertThat(found.getNames()).containsExactly("a=" + cell);
    } else {
      assertThat(found).isEqualTo(new NamedFeatures(List.of("a"), List.of(value.floatValue())));
      assertThat(typed(columns, row -> row::number, value)).isEqualTo(found);
      final Row row = new Row();
      row.digits(new RowFeatures(columns).column("a"), value.toString());
      assertThat(row.features()).isEqualTo(found);
    }
  }

  @Test
  void number_logged_isItsLogarithmFromText_number_andSum() {
    final Columns columns = Columns.newBuilder().setLog1p(List.of("a")).build();
    final NamedFeatures logged =
        new NamedFeatures(List.of("a"), List.of((float) -Math.log1p(1000)));
    assertThat(row(columns, "-1000", "", "", "")).isEqualTo(logged);
    assertThat(typed(columns, row -> row::number, -1000.0)).isEqualTo(logged);
    final Row row = new Row();
    row.addend(new RowFeatures(columns).column("a"), -400);
    row.addend(new RowFeatures(columns).column("a"), -600);
    assertThat(row.features()).isEqualTo(logged);
  }

  private static <T> NamedFeatures typed(
      final Columns columns, final Function<Row, BiConsumer<Column, T>> how, final T value) {
    final Row row = new Row();
    how.apply(row).accept(new RowFeatures(columns).column("a"), value);
    return row.features();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"2024-3-5", "05.03.2024", "2024-03-05 14", "2024-03-05T25:00", "20240305"})
  void date_otherForm_isNone(final String cell) {
    assertThat(DateCell.of(cell)).isEmpty();
  }

  private static NamedFeatures row(final Columns columns, final String... cells) {
    return RowFeatures.of(
        Stream.of("a", "b", "c", "d").map(new RowFeatures(columns)::column).toList(),
        List.of(cells));
  }
}
