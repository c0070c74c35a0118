package org.majorant.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.EncoderFactory;
import org.junit.jupiter.api.Test;
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

class AvroEventsTest {
  private static final List<String> NONE = List.of();

  private static final String NESTED =
      """
      {"type": "record", "name": "Order", "fields": [
        {"name": "label", "type": ["null", "string"]},
        {"name": "paid", "type": "boolean"},
        {"name": "state", "type": {"type": "enum", "name": "State", "symbols": ["NEW", "OLD"]}},
        {"name": "price", "type": {"type": "bytes", "logicalType": "decimal",
           "precision": 9, "scale": 2}},
        {"name": "tax", "type": {"type": "fixed", "name": "Tax", "size": 4,
           "logicalType": "decimal", "precision": 9, "scale": 3}},
        {"name": "day", "type": {"type": "int", "logicalType": "date"}},
        {"name": "at", "type": {"type": "long", "logicalType": "timestamp-micros"}},
        {"name": "local", "type": {"type": "long", "logicalType": "local-timestamp-millis"}},
        {"name": "id", "type": {"type": "string", "logicalType": "uuid"}},
        {"name": "attrs", "type": {"type": "map", "values": ["null", "double", "string"]}},
        {"name": "tags", "type": {"type": "array", "items": "string"}},
        {"name": "vector", "type": {"type": "array", "items": ["null", "float"]}},
        {"name": "items", "type": {"type": "array", "items": {"type": "record", "name": "Item",
           "fields": [{"name": "n", "type": "int"}, {"name": "sku", "type": "string"}]}}},
        {"name": "customer", "type": ["null", {"type": "record", "name": "Customer", "fields": [
           {"name": "big", "type": "long"},
           {"name": "friend", "type": ["null", "Customer"]}]}]},
        {"name": "raw", "type": "bytes"}
      ]}
      """;

  @Test
  void everyType_isWhatItIs() throws Exception {
    final Schema schema = new Schema.Parser().parse(NESTED);
    final GenericRecord order = order(schema);
    final Columns columns = Columns.newBuilder().setDate(List.of("day", "at", "local")).build();
    final EventReader reader = reader(columns, schema);
    reader.open(encode(order), RecordHeaders.NONE);
    final Map<String, Float> features = map(reader.features());
    assertThat(features)
        .containsEntry("paid=true", 1f)
        .containsEntry("state=OLD", 1f)
        .containsEntry("price", 12.5f)
        .containsEntry("tax", -0.125f)
        .containsEntry("day.weekday=tue", 1f)
        .containsEntry("at.hour=14", 1f)
        .containsEntry("local.hour=7", 1f)
        .containsEntry("id=0b54fa3c-98a2-4f27-b37f-0b54fa3c98a2", 1f)
        .containsEntry("attrs.color=red", 1f)
        .containsEntry("attrs.size", 2.5f)
        .containsEntry("tags=x", 2f)
        .containsEntry("vector.0", 0.1f)
        .containsEntry("vector.2", 3f)
        .containsEntry("items.n", 5f)
        .containsEntry("items.sku=a", 2f)
        .containsEntry("customer.friend.big", (float) Long.MAX_VALUE)
        .doesNotContainKeys("raw", "attrs.none", "label=yes");
    assertThat(reader.label()).isEqualTo("yes");
    assertThat(reader.text("customer.big")).contains("9007199254740993");
    assertThat(reader.text("at")).contains("2024-03-05T14:02:33.000005");
    assertThatThrownBy(() -> reader.text("raw")).hasMessage("'raw' is bytes; expected one value");
  }

  /** No prefix of a record, and no record with a byte changed, does more than be rejected. */
  @Test
  void brokenBytes_areRejected() throws Exception {
    final Schema schema = new Schema.Parser().parse(NESTED);
    final byte[] good = encode(order(schema));
    final EventReader reader = reader(null, schema);
    for (int length = 0; length < good.length; length++) {
      final byte[] cut = Arrays.copyOf(good, length);
      assertThatThrownBy(() -> reader.open(cut, RecordHeaders.NONE))
          .isInstanceOf(RejectedExample.class);
    }
    final SplittableRandom random = new SplittableRandom(7);
    for (int trial = 0; trial < 20_000; trial++) {
      final byte[] changed = good.clone();
      changed[random.nextInt(good.length)] = (byte) random.nextInt();
      try {
        reader.open(changed, RecordHeaders.NONE);
        reader.features();
      } catch (final RejectedExample e) {
        assertThat(e.getMessage()).hasLineCount(1);
      }
    }
  }

  @Test
  void recordInItselfWithoutEnd_isRejected() throws Exception {
    final Schema schema = new Schema.Parser().parse(NESTED);
    final GenericRecord order = order(schema);
    final Schema customer = schema.getField("customer").schema().getTypes().get(1);
    GenericRecord last = null;
    for (int i = 0; i < 100; i++) {
      final GenericRecord next = new GenericData.Record(customer);
      next.put("big", 1L);
      next.put("friend", last);
      last = next;
    }
    order.put("customer", last);
    assertThatThrownBy(() -> reader(null, schema).open(encode(order), RecordHeaders.NONE))
        .hasMessage("more than the 32 levels of an event");
  }

  @Test
  void registeredSchemas_areEachWritersOwn() throws Exception {
    final Schema before = flat("\"x\": \"double\"");
    final Schema after = flat("\"x\": \"int\", \"y\": \"string\"");
    final SchemaRegistry registry =
        new SchemaRegistry() {
          @Override
          public Schema schema(final int id) {
            return id == 1 ? before : after;
          }

          @Override
          public int register(final String subject, final Schema schema) {
            throw new UnsupportedOperationException();
          }
        };
    final EventReader reader =
        new EventReader(new Events(EventFormat.AVRO, null, NONE_WHERE), null, Set.of(), registry);
    final GenericRecord old = new GenericData.Record(before);
    old.put("x", 2.5);
    final GenericRecord later = new GenericData.Record(after);
    later.put("x", 3);
    later.put("y", "red");
    for (int i = 0; i < 2; i++) {
      reader.open(confluent(1, encode(old)), RecordHeaders.NONE);
      assertThat(map(reader.features())).isEqualTo(Map.of("x", 2.5f));
      reader.open(confluent(2, encode(later)), RecordHeaders.NONE);
      assertThat(map(reader.features())).isEqualTo(Map.of("x", 3f, "y=red", 1f));
    }
    assertThatThrownBy(() -> reader.open(encode(later), RecordHeaders.NONE))
        .hasMessageContaining("no number of a registered schema");
  }

  /** The property: a table's row makes the same as the record of the same numbers and texts. */
  @Test
  void rowOfATable_andItsRecord_makeTheSame() throws Exception {
    final Schema schema =
        flat(
            "\"i\": \"int\", \"l\": \"long\", \"f\": \"float\", \"d\": \"double\","
                + " \"s\": \"string\", \"c\": \"float\", \"e\": \"double\"");
    final Columns columns =
        Columns.newBuilder()
            .setCategory(List.of("c", "e"))
            .setMissing(List.of("-999"))
            .setIndicateMissing(List.of("d"))
            .build();
    final RowFeatures table = new RowFeatures(columns);
    final EventReader reader = reader(columns, schema);
    final SplittableRandom random = new SplittableRandom(3);
    for (int trial = 0; trial < 2000; trial++) {
      final float f = Float.intBitsToFloat(random.nextInt());
      final double d = random.nextBoolean() ? -999 : random.nextInt(1_000_000) / 1000.0;
      final float c = random.nextInt(1000) / 10f;
      final GenericRecord record = new GenericData.Record(schema);
      record.put("i", random.nextInt());
      record.put("l", random.nextLong());
      record.put("f", Float.isFinite(f) ? f : 0.1f);
      record.put("d", d);
      record.put("s", random.nextBoolean() ? "7.50" : " red ");
      record.put("c", c);
      record.put("e", d);
      final List<Column> known =
          schema.getFields().stream().map(field -> table.column(field.name())).toList();
      final List<String> row =
          schema.getFields().stream()
              .map(field -> record.get(field.pos()).toString().replaceFirst("\\.0$", ""))
              .toList();
      reader.open(encode(record), RecordHeaders.NONE);
      assertThat(reader.features()).isEqualTo(RowFeatures.of(known, row));
    }
  }

  /** An instant is told by the clock of the dates' zone, as its text in a table is. */
  @Test
  void instant_isOfTheZone_asInATable() throws Exception {
    final Schema schema =
        new Schema.Parser()
            .parse(
                """
                {"type": "record", "name": "R", "fields": [
                  {"name": "at", "type": {"type": "long", "logicalType": "timestamp-millis"}},
                  {"name": "here", "type":
                    {"type": "long", "logicalType": "local-timestamp-millis"}}]}
                """);
    final Columns columns =
        Columns.newBuilder().setDate(List.of("at", "here")).setZone("Europe/Berlin").build();
    final long millis = Instant.parse("2024-07-01T23:30:00Z").toEpochMilli();
    final GenericRecord record = new GenericData.Record(schema);
    record.put("at", millis);
    record.put("here", millis);
    final EventReader reader = reader(columns, schema);
    reader.open(encode(record), RecordHeaders.NONE);

    final RowFeatures table = new RowFeatures(columns);
    assertThat(reader.features())
        .isEqualTo(
            RowFeatures.of(
                List.of(table.column("at"), table.column("here")),
                List.of("2024-07-01T23:30:00Z", "2024-07-01T23:30:00")));
    assertThat(map(reader.features()))
        .containsEntry("at.hour=1", 1f)
        .containsEntry("here.hour=23", 1f);
  }

  private static final List<Condition> NONE_WHERE = List.of();

  private static Schema flat(final String fields) {
    return new Schema.Parser()
        .parse(
            "{\"type\": \"record\", \"name\": \"Flat\", \"fields\": ["
                + fields.replaceAll("(\"\\w+\"): (\"\\w+\")", "{\"name\": $1, \"type\": $2}")
                + "]}");
  }

  private static GenericRecord order(final Schema schema) {
    final GenericRecord order = new GenericData.Record(schema);
    order.put("label", "yes");
    order.put("paid", true);
    order.put("state", new GenericData.EnumSymbol(schema.getField("state").schema(), "OLD"));
    order.put("price", ByteBuffer.wrap(new BigDecimal("12.50").unscaledValue().toByteArray()));
    order.put(
        "tax",
        new GenericData.Fixed(
            schema.getField("tax").schema(), ByteBuffer.allocate(4).putInt(-125).array()));
    order.put("day", (int) LocalDate.of(2024, 3, 5).toEpochDay());
    order.put(
        "at",
        LocalDateTime.of(2024, 3, 5, 14, 2, 33).toEpochSecond(ZoneOffset.UTC) * 1_000_000 + 5);
    order.put("local", Instant.parse("2024-03-05T07:00:00Z").toEpochMilli());
    order.put("id", "0b54fa3c-98a2-4f27-b37f-0b54fa3c98a2");
    final Map<String, Object> attrs = new LinkedHashMap<>();
    attrs.put("color", "red");
    attrs.put("size", 2.5);
    attrs.put("none", null);
    order.put("attrs", attrs);
    order.put("tags", List.of("x", "y", "x"));
    order.put("vector", Arrays.asList(0.1f, null, 3f));
    final Schema item = schema.getField("items").schema().getElementType();
    final GenericRecord two = new GenericData.Record(item);
    two.put("n", 2);
    two.put("sku", "a");
    final GenericRecord three = new GenericData.Record(item);
    three.put("n", 3);
    three.put("sku", "a");
    order.put("items", List.of(two, three));
    final Schema person = schema.getField("customer").schema().getTypes().get(1);
    final GenericRecord friend = new GenericData.Record(person);
    friend.put("big", Long.MAX_VALUE);
    final GenericRecord customer = new GenericData.Record(person);
    customer.put("big", 9007199254740993L);
    customer.put("friend", friend);
    order.put("customer", customer);
    order.put("raw", ByteBuffer.wrap(new byte[] {1, 2}));
    return order;
  }

  private static EventReader reader(final Columns columns, final Schema schema) {
    return new EventReader(
        new Events(EventFormat.AVRO, schema.toString(), NONE_WHERE),
        columns,
        Set.of("customer.big", "at", "raw"),
        SchemaRegistry.NONE);
  }

  private static byte[] encode(final GenericRecord record) throws IOException {
    final ByteArrayOutputStream out = new ByteArrayOutputStream();
    final BinaryEncoder encoder = EncoderFactory.get().binaryEncoder(out, null);
    new GenericDatumWriter<>(record.getSchema()).write(record, encoder);
    encoder.flush();
    return out.toByteArray();
  }

  private static byte[] confluent(final int id, final byte[] record) {
    return ByteBuffer.allocate(5 + record.length).put((byte) 0).putInt(id).put(record).array();
  }

  private static Map<String, Float> map(final NamedFeatures features) {
    final Map<String, Float> map = new LinkedHashMap<>();
    for (int i = 0; i < features.getNames().size(); i++) {
      map.put(
          features.getNames().get(i),
          features.getValues().isEmpty() ? 1 : features.getValues().get(i));
    }
    assertThat(map).hasSize(features.getNames().size());
    return map;
  }
}
