package org.majorant.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.majorant.row.Column;
import org.majorant.row.RowFeatures;
import org.majorant.schema.Columns;
import org.majorant.schema.Condition;
import org.majorant.schema.EventFormat;
import org.majorant.schema.Events;
import org.majorant.schema.NamedFeatures;
import org.majorant.schema.RecordHeaders;
import org.majorant.schema.RejectedExample;
import org.majorant.schema.SchemaRegistry;

class JsonEventsTest {
  private static final List<String> NONE = List.of();

  @Test
  void nested_isReadByPath() throws RejectedExample {
    assertThat(
            features(
                columns(NONE, NONE),
                "{'a': {'b': 2.5, 'c': {'d': 'red'}}, 'e': true, 'f': null, 'g.h': 1}"))
        .isEqualTo(Map.of("a.b", 2.5f, "a.c.d=red", 1f, "e=true", 1f, "g.h", 1f));
  }

  @Test
  void arrays_areBags_orCellsByPosition() throws RejectedExample {
    assertThat(
            features(
                columns(NONE, NONE),
                "{'tags': ['x', 'y', 'x', null, '1'], 'at': [3, null, 4], 'grid': [[1], [2]],"
                    + " 'items': [{'n': 2, 's': 'a', 'more': ['z']}, {'n': 3, 's': 'a'}]}"))
        .isEqualTo(
            Map.ofEntries(
                Map.entry("tags=x", 2f),
                Map.entry("tags=y", 1f),
                Map.entry("tags=1", 1f),
                Map.entry("at.0", 3f),
                Map.entry("at.2", 4f),
                Map.entry("grid.0.0", 1f),
                Map.entry("grid.1.0", 2f),
                Map.entry("items.n", 5f),
                Map.entry("items.s=a", 2f),
                Map.entry("items.more=z", 1f)));
  }

  @Test
  void ignored_isIgnoredWithAllBelow_butMayBeAskedFor() throws RejectedExample {
    final EventReader reader =
        new EventReader(
            new Events(EventFormat.JSON, null, List.of()),
            columns(List.of("customer"), NONE),
            Set.of("customer.id"),
            SchemaRegistry.NONE);
    open(reader, "{'customer': {'id': 77, 'age': 3}, 'customers': 2}");
    assertThat(reader.features().getNames()).containsExactly("customers");
    assertThat(reader.text("customer.id")).contains("77");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{'label': 'yes'}           | yes",
        "{'label': 1}               | 1",
        "{'label': true}            | true",
        "{'label': ' ? '}           | ",
        "{'label': null}            | ",
        "{}                         | ",
      })
  void label_isAText(final String json, final String label) throws RejectedExample {
    final EventReader reader = reader(columns(NONE, NONE));
    open(reader, json);
    assertThat(reader.label()).isEqualTo(label);
    assertThat(reader.features().getNames()).isEmpty();
  }

  @Test
  void label_ofAnotherType_isRejectedByPathAndType_withoutTheValue() throws RejectedExample {
    final EventReader reader = reader(columns(NONE, NONE));
    open(reader, "{'label': {'secret': 1}}");
    assertThatThrownBy(reader::label)
        .isInstanceOf(RejectedExample.class)
        .hasMessage("'label' is an object; expected one value");
  }

  @Test
  void weight_isANumber() throws RejectedExample {
    final Columns columns = columns(NONE, NONE);
    columns.setWeight("meta.weight");
    final EventReader reader = reader(columns);
    open(reader, "{'meta': {'weight': 2.5}}");
    assertThat(reader.weight()).isEqualTo(2.5);
    assertThat(reader.features().getNames()).isEmpty();
    open(reader, "{}");
    assertThat(reader.weight()).isEqualTo(1);
    open(reader, "{'meta': {'weight': 'secret'}}");
    assertThatThrownBy(reader::weight).hasMessage("'meta.weight' is a text; expected a number");
  }

  @Test
  void where_allHold_elseItIsNotWanted() throws RejectedExample {
    final Events events =
        new Events(
            EventFormat.JSON,
            null,
            List.of(
                new Condition("type", List.of("placed", "paid")),
                new Condition("shop.id", List.of("7"))));
    final EventReader reader = new EventReader(events, null, Set.of(), SchemaRegistry.NONE);
    open(reader, "{'type': 'paid', 'shop': {'id': 7}}");
    assertThat(reader.isWanted()).isTrue();
    open(reader, "{'type': 'sent', 'shop': {'id': 7}}");
    assertThat(reader.isWanted()).isFalse();
    open(reader, "{'type': 'paid'}");
    assertThat(reader.isWanted()).isFalse();
    reader.open(null, RecordHeaders.NONE);
    assertThat(reader.hasRow()).isFalse();
    assertThat(reader.isWanted()).isFalse();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "[1]               | not an object; expected one JSON object",
        "{'a': 1} {}       | more after the object; expected one JSON object",
        "{'a': secret}     | not JSON near byte 6; expected one JSON object",
        "{'a': 1, 'a': 2}  | 'a' stands twice",
        "{'a': {'b': 1}, 'a.b': 2} | 'a.b' stands twice",
      })
  void malformed_isRejected(final String json, final String message) {
    assertThatThrownBy(() -> open(reader(null), json))
        .isInstanceOf(RejectedExample.class)
        .hasMessage(message);
  }

  @Test
  void depthAndNumberOfValues_areBounded() {
    assertThatThrownBy(() -> open(reader(null), "{'a':".repeat(40) + "1" + "}".repeat(40)))
        .isInstanceOf(RejectedExample.class)
        .hasMessageContaining("nesting depth");
    assertThatThrownBy(() -> open(reader(null), "{'a': [" + "1,".repeat(20_000) + "1]}"))
        .hasMessageContaining("more than the 16,384 values");
  }

  @Test
  void pathsWithoutEnd_areForgotten() throws RejectedExample {
    final EventReader reader = reader(columns(NONE, List.of("fee")));
    for (int i = 0; i < 50_000; i++) {
      open(reader, "{'m': {'k%d': 1}, 'label': 'yes', 'fee': 2}".formatted(i));
      assertThat(reader.features().getNames()).containsExactly("m.k" + i, "fee");
      assertThat(reader.label()).isEqualTo("yes");
    }
  }

  /** The property: what a table's row makes, the event of the same texts makes, to the bit. */
  @Test
  void rowOfATable_andItsEvent_makeTheSame() throws RejectedExample {
    final Columns columns =
        Columns.newBuilder()
            .setIgnore(List.of("i"))
            .setCategory(List.of("c"))
            .setText(List.of("t"))
            .setDate(List.of("d"))
            .setMissing(List.of("-999"))
            .setMonth(List.of("d"))
            .setIndicateMissing(List.of("m", "n"))
            .build();
    final List<String> names = List.of("i", "c", "t", "d", "n", "x", "m");
    final List<List<String>> rows =
        List.of(
            List.of("1", "7.0", "Late, late", "2024-03-05T14:02", "-999", "0.1", ""),
            List.of("a", "1e5", "", "2024-03-05", "1E+2", "-0", "3"),
            List.of("?", "x", "bill", "soon", "", "1234567.891", "?"));
    final RowFeatures table = new RowFeatures(columns);
    final EventReader reader = reader(columns);
    for (final List<String> row : rows) {
      final List<Column> known = names.stream().map(table::column).toList();
      final List<String> fields = new ArrayList<>();
      for (int i = 0; i < names.size(); i++) {
        final boolean number = row.get(i).matches("-?\\d+(\\.\\d+)?([eE]\\+?\\d+)?");
        fields.add(
            "'%s': %s".formatted(names.get(i), number ? row.get(i) : "'" + row.get(i) + "'"));
      }
      open(reader, "{" + String.join(", ", fields) + "}");
      assertThat(reader.features()).isEqualTo(RowFeatures.of(known, row));
    }
    open(reader, "{'n': 1}");
    assertThat(reader.features().getNames()).containsExactly("n", "m=missing");
  }

  private static Map<String, Float> features(final Columns columns, final String json)
      throws RejectedExample {
    final EventReader reader = reader(columns);
    open(reader, json);
    final NamedFeatures features = reader.features();
    final Map<String, Float> map = new LinkedHashMap<>();
    for (int i = 0; i < features.getNames().size(); i++) {
      map.put(
          features.getNames().get(i),
          features.getValues().isEmpty() ? 1 : features.getValues().get(i));
    }
    assertThat(map).hasSize(features.getNames().size());
    return map;
  }

  private static EventReader reader(final Columns columns) {
    return new EventReader(
        new Events(EventFormat.JSON, null, List.of()), columns, Set.of(), SchemaRegistry.NONE);
  }

  private static Columns columns(final List<String> ignore, final List<String> indicate) {
    return Columns.newBuilder().setIgnore(ignore).setIndicateMissing(indicate).build();
  }

  private static void open(final EventReader reader, final String json) throws RejectedExample {
    reader.open(json.replace('\'', '"').getBytes(StandardCharsets.UTF_8), RecordHeaders.NONE);
  }
}
