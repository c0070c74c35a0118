package org.majorant.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.majorant.schema.Condition;
import org.majorant.schema.EventFormat;
import org.majorant.schema.Events;
import org.majorant.schema.RecordHeaders;
import org.majorant.schema.RejectedExample;
import org.majorant.schema.SchemaRegistry;

class EnvelopeTest {
  private static final String UPDATE =
      "{'before': {'n': 1}, 'after': {'n': 2, 'op': 'x'}, 'op': 'u', 'ts_ms': 17,"
          + " 'source': {'table': 'orders', 'snapshot': null}, 'transaction': null}";

  @ParameterizedTest
  @ValueSource(strings = {UPDATE, "{'schema': {'type': 'struct'}, 'payload': " + UPDATE + "}"})
  void debezium_rowIsAfter_andTheRestIsReached(final String json) throws RejectedExample {
    final EventReader reader = reader(EventFormat.DEBEZIUM, "debezium.op", "debezium.source.table");
    reader.open(bytes(json), RecordHeaders.NONE);
    assertThat(reader.hasRow()).isTrue();
    assertThat(reader.features().getNames()).containsExactly("n", "op=x");
    assertThat(reader.text("debezium.op")).contains("u");
    assertThat(reader.text("debezium.source.table")).contains("orders");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'before': {'n': 1}, 'after': null, 'op': 'd'}",
        "{'op': 't', 'ts_ms': 1}",
        "{'payload': {'before': {'n': 1}, 'after': null, 'op': 'd'}}",
      })
  void debezium_deletions_haveNoRow(final String json) throws RejectedExample {
    final EventReader reader = reader(EventFormat.DEBEZIUM);
    reader.open(bytes(json), RecordHeaders.NONE);
    assertThat(reader.hasRow()).isFalse();
  }

  @Test
  void cloudEvents_structuredAndBinary_areTheSame() throws RejectedExample {
    final Events events =
        new Events(
            EventFormat.CLOUDEVENTS, null, List.of(new Condition("ce.type", List.of("placed"))));
    final EventReader reader = new EventReader(events, null, Set.of("ce.id"), SchemaRegistry.NONE);
    reader.open(
        bytes("{'specversion': '1.0', 'type': 'placed', 'id': '7', 'data': {'n': 2}}"),
        RecordHeaders.NONE);
    assertThat(reader.isWanted()).isTrue();
    assertThat(reader.features().getNames()).containsExactly("n");
    assertThat(reader.text("ce.id")).contains("7");
    reader.open(
        bytes("{'n': 2}"), headers("ce_specversion", "1.0", "ce_type", "placed", "ce_id", "7"));
    assertThat(reader.isWanted()).isTrue();
    assertThat(reader.features().getNames()).containsExactly("n");
    assertThat(reader.text("ce.id")).contains("7");
    reader.open(bytes("{'n': 2}"), headers("ce_specversion", "1.0", "ce_type", "sent"));
    assertThat(reader.isWanted()).isFalse();
    assertThat(reader.text("ce.id")).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "CLOUDEVENTS | {'n': 1}                                  | no 'specversion'; expected an event of ce",
        "CLOUDEVENTS | {'specversion': '1.0', 'data': 'secret'}  | the row is a text; expected an object",
        "CLOUDEVENTS | {'specversion': '1.0', 'data_base64': 'secret'} | the row is a text; expected an object",
        "DEBEZIUM    | {'n': 1}                                  | no 'op'; expected an event of debezium",
        "DEBEZIUM    | {'op': 'c', 'after': [1]}                 | the row is an array; expected an object",
      })
  void otherValues_areRejected(final EventFormat format, final String json, final String message) {
    assertThatThrownBy(() -> reader(format).open(bytes(json), RecordHeaders.NONE))
        .isInstanceOf(RejectedExample.class)
        .hasMessage(message);
  }

  private static RecordHeaders headers(final String... pairs) {
    final Map<String, String> map = new HashMap<>();
    for (int i = 0; i < pairs.length; i += 2) {
      map.put(pairs[i], pairs[i + 1]);
    }
    return name -> map.containsKey(name) ? map.get(name).getBytes(StandardCharsets.UTF_8) : null;
  }

  private static EventReader reader(final EventFormat format, final String... asked) {
    return new EventReader(
        new Events(format, null, List.of()), null, Set.of(asked), SchemaRegistry.NONE);
  }

  private static byte[] bytes(final String json) {
    return json.replace('\'', '"').getBytes(StandardCharsets.UTF_8);
  }
}
