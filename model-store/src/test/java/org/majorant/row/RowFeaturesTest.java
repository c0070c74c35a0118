package org.majorant.row;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.majorant.schema.Columns;
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
        new Columns(
            "y",
            List.of("a"),
            List.of("b"),
            List.of("c"),
            NONE,
            List.of("NA", "-999"),
            NONE,
            NONE,
            null);
    assertThat(row(columns, "7", "8", "Late, late bill!", "-999"))
        .isEqualTo(new NamedFeatures(List.of("b=8", "c=late", "c=bill"), List.of(1f, 2f, 1f)));
    assertThat(row(columns, "7", "NA", "", "1"))
        .isEqualTo(new NamedFeatures(List.of("d"), List.of()));
  }

  @Test
  void columns_missingIndicated_makeACategoryOfMissingCells() {
    final Columns columns =
        new Columns(
            null,
            NONE,
            List.of("b"),
            NONE,
            List.of("d"),
            List.of("NA"),
            NONE,
            List.of("a", "d"),
            null);
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
    final Columns dates = new Columns(null, NONE, NONE, NONE, List.of("a"), NONE, NONE, NONE, null);
    assertThat(row(dates, cell, "", "", "").getNames()).containsExactly(names.split(" "));
  }

  @Test
  void date_monthsAskedFor_areCategoriesOfTheirOwn() {
    final Columns dates =
        new Columns(null, NONE, NONE, NONE, List.of("a"), NONE, List.of("a"), NONE, null);
    assertThat(row(dates, "2024-03-05", "", "", "").getNames())
        .containsExactly("a.day", "a.month=3", "a.weekday=tue");
    assertThat(RowFeatures.columns(dates)).containsExactly("a");
    assertThat(DateCell.monthNames("a")).hasSize(12).contains("a.month=3");
  }

  @Test
  void date_day_isCountedFromTheYear2000() {
    final Columns dates = new Columns(null, NONE, NONE, NONE, List.of("a"), NONE, NONE, NONE, null);
    assertThat(row(dates, "2000-03-01", "", "", "").getValues()).startsWith(60f);
    assertThat(row(dates, "1999-12-31", "", "", "").getValues()).startsWith(-1f);
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
