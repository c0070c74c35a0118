package org.majorant.file.spec;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.IntFunction;
import org.apache.avro.LogicalTypes;
import org.apache.avro.Schema;
import org.apache.avro.SchemaBuilder;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.majorant.file.EventFile;
import org.majorant.file.ExampleReader;
import org.majorant.file.Format;
import org.majorant.file.Layout;
import org.majorant.file.RecordFiles;
import org.majorant.file.TableRows;
import org.majorant.file.UnusableData;
import org.majorant.schema.AvroSerde;
import org.majorant.schema.EventFormat;
import org.majorant.schema.LabeledExample;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.NamedFeatures;
import org.majorant.schema.Point;
import org.majorant.schema.RecordHeaders;
import org.majorant.schema.SchemaRegistry;
import org.majorant.spec.SpecFile;

/** Specs for events that nobody has described yet. */
class EventProfileTest {
  private static final int ROWS = 400;
  private static final SchemaRegistry REGISTRY =
      new SchemaRegistry() {
        @Override
        public Schema schema(final int id) {
          return id == 1
              ? FLAT
              : AvroSerde.schemas(LabeledExample.class).values().iterator().next();
        }

        @Override
        public int register(final String subject, final Schema schema) {
          throw new UnsupportedOperationException();
        }
      };

  private static final Schema FLAT =
      SchemaBuilder.record("Row")
          .fields()
          .requiredString("order_id")
          .requiredString("plan")
          .optionalDouble("fee")
          .requiredInt("zip")
          .requiredString("currency")
          .name("at")
          .type(LogicalTypes.timestampMillis().addToSchema(Schema.create(Schema.Type.LONG)))
          .noDefault()
          .requiredString("note")
          .requiredString("label")
          .endRecord();

  @TempDir private Path dir;

  /** The same table has the same columns, whatever the file. */
  @ParameterizedTest
  @EnumSource(
      value = Format.class,
      names = {"AVRO", "PARQUET", "JSONL"})
  void columns_ofAnyFormat_areThoseOfTheTable(final Format format) throws IOException {
    final List<GenericRecord> rows = rows();
    final Path csv = dir.resolve("t.csv");
    final List<String> lines =
        new ArrayList<>(List.of("order_id,plan,fee,zip,currency,at,note,label"));
    rows.forEach(
        row ->
            lines.add(
                String.join(
                    ",",
                    row.getSchema().getFields().stream()
                        .map(field -> text(field.name(), row.get(field.pos())))
                        .toList())));
    Files.write(csv, lines);
    final Path file = dir.resolve("t." + format);
    if (format == Format.JSONL) {
      Files.write(file, rows.stream().map(EventProfileTest::json).toList());
    } else {
      RecordFiles.write(format, file, FLAT, rows);
    }
    final String inferred = infer(format, file, null);
    final ModelSpec spec = SpecFile.read(inferred);
    final ModelSpec table;
    try (TableRows cells = TableRows.open(Format.CSV, csv.toString())) {
      table =
          SpecFile.read(
              InferredSpec.of(
                  "m",
                  InferredSpec.Origin.table("t.csv"),
                  TableProfile.of(cells, null, List.of()),
                  InferredSpec.Wishes.NONE));
    }

    assertThat(inferred).contains("missing").contains("number, ");
    assertThat(spec.getColumns()).isEqualTo(table.getColumns());
    assertThat(spec.getLabels()).isEqualTo(table.getLabels());
    assertThat(spec.getFeatures().getNumbers()).contains("fee", "zip");
    assertThat(spec.getEvents().getFormat())
        .isEqualTo(format == Format.JSONL ? EventFormat.JSON : EventFormat.AVRO);
    assertThat(spec.getEvents().getWriter()).isNull();
    try (ExampleReader reader = ExampleReader.open(format, file.toString(), Layout.of(spec))) {
      final SpecCheck.Report report = SpecCheck.of(spec, reader);
      assertThat(report.isSound()).as("%s", report).isTrue();
      assertThat(report.examples()).isEqualTo(ROWS);
    }
  }

  @Test
  void shapes_haveAKindEach() throws IOException {
    final SplittableRandom random = new SplittableRandom(1);
    final String yaml =
        infer(
            values(
                i ->
                    ("{'user': {'id': %d}, 'total': %s, 'tags': ['t%d', 'u'], 'pos': [%s, 2.5],"
                            + " 'items': [{'sku': 's%d', 'n': 2}, {'sku': 'x', 'n': %d}],"
                            + " 'none': null, 'paid': %s}")
                        .formatted(
                            i * 7,
                            random.nextInt(5) == 0 ? "null" : random.nextDouble(),
                            i % 5,
                            random.nextDouble(),
                            i % 3,
                            i % 4,
                            i % 3 == 0)),
            "paid");
    assertThat(yaml)
        .contains("label: paid", "labels: [\"false\", \"true\"]", "format: json")
        .contains("- \"user.id\"  # nearly all values differ")
        .contains("- none  # it is empty")
        .contains("- \"pos.1\"  # it is always \"2.5\"")
        .contains("tags: bag of a category, 6 values")
        .contains("items.sku: bag of a category, 4 values")
        .contains("items.n: number, 2 to 5")
        .contains("indicate-missing: [total]")
        .contains("hash-bits: ")
        .contains("numbers: [total, \"pos.0\", \"items.n\"]")
        .doesNotContain("where:");
  }

  @Test
  void kinds_thatDifferInTheirFields_areTold() throws IOException {
    final String yaml =
        infer(
            values(
                i ->
                    i % 2 == 0
                        ? "{'type': 'placed', 'total': %d, 'y': %d}".formatted(i % 7, i % 3)
                        : "{'type': 'viewed', 'page': 'p%d'}".formatted(i % 4)),
            "y");
    assertThat(yaml).contains("  # where: {type: [placed, viewed]}");
    assertThat(SpecFile.read(yaml).getEvents().getWhere()).isEmpty();
  }

  @Test
  void paths_withoutEnd_areCutAndTold() throws IOException {
    final String yaml =
        infer(
            values(
                i -> "{'m': {'%d': 1, '%d': 2}, 'y': %d}".formatted(i * 7, i * 7 + 1, i % 2), 3000),
            "y");
    assertThat(yaml).contains("There are more than 2,000 paths");
  }

  @Test
  void unreadable_isCounted_withoutItsValue() throws IOException {
    final EventProfile profile =
        profile(
            values(i -> i % 40 == 0 ? "secret" : "{'x': %d, 'y': %d}".formatted(i % 9, i % 2)),
            "y");
    assertThat(profile.fault())
        .isEqualTo(
            "10 of 400 records cannot be read; first: not JSON near byte 0; expected one JSON object");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{'specversion': '1.0', 'data': {'y': %d, 'x': 3}} | CLOUDEVENTS",
        "{'op': 'c', 'before': null, 'after': {'y': %d, 'x': 3}} | DEBEZIUM",
        "{'schema': {}, 'payload': {'op': 'c', 'after': {'y': %d, 'x': 3}}} | DEBEZIUM",
        "{'payload': {'z': 1}, 'y': %d} | JSON",
        "{'features': {'x': 1}, 'page': 2, 'y': %d} | JSON",
      })
  void format_ofJson_isFound(final String text, final EventFormat format) throws IOException {
    assertThat(profile(values(i -> text.formatted(i % 2)), "y").events().getFormat())
        .isEqualTo(format);
  }

  @Test
  void format_ofAvro_isFoundByItsSchema() {
    assertThat(found(REGISTRY, confluent(1)).events("it").getFormat()).isEqualTo(EventFormat.AVRO);
    assertUnusable(found(REGISTRY, confluent(2)), "it has Majorant's own examples");
    assertUnusable(found(SchemaRegistry.NONE, confluent(1)), "--registry-url");
    final FoundFormat given = new FoundFormat(SchemaRegistry.NONE, FLAT.toString());
    given.add(new byte[] {2, 'x'}, RecordHeaders.NONE);
    assertThat(given.events("it").getWriter()).isEqualTo(FLAT.toString());
  }

  @Test
  void format_thatIsNone_isRefused() {
    final Point point =
        Point.newBuilder().setFeatures(new NamedFeatures(List.of(), List.of())).build();
    final byte[] example =
        AvroSerde.of(LabeledExample.class).encode(new LabeledExample(null, null, 1.0, point));
    assertUnusable(found(REGISTRY), "it has no records");
    assertUnusable(found(REGISTRY, (byte[]) null), "it has only records without values");
    assertUnusable(found(REGISTRY, example), "it has Majorant's own examples");
    assertUnusable(
        found(REGISTRY, "{\"features\": {\"a\": 1}, \"label\": \"x\"}".getBytes(UTF_8)),
        "it has Majorant's own examples");
    assertUnusable(
        found(REGISTRY, "[{\"features\": {\"a\": 1}, \"label\": \"x\"}]".getBytes(UTF_8)),
        "it has Majorant's own examples");
    assertUnusable(
        found(REGISTRY, "words".getBytes(UTF_8)), "give the schema of plain Avro by --schema");
    assertUnusable(
        found(REGISTRY, confluent(1), "{\"a\": 1}".getBytes(UTF_8)),
        "it has records of several formats (1 json, 1 avro)");
    assertThatThrownBy(() -> new FoundFormat(REGISTRY, "{"))
        .isInstanceOf(UnusableData.class)
        .hasMessageStartingWith("the schema is none of Avro");
  }

  @Test
  void label_thatNoEventHas_isRefused() {
    assertThatThrownBy(() -> infer(values(i -> "{'a': {'b': %d}}".formatted(i % 2)), "y"))
        .isInstanceOf(UnusableData.class)
        .hasMessage(
            "no record of it has 'y': name the label's path by --label-column, one of 'a.b'");
  }

  private static void assertUnusable(final FoundFormat format, final String message) {
    assertThatThrownBy(() -> format.events("it"))
        .isInstanceOf(UnusableData.class)
        .hasMessageContaining(message);
  }

  private static FoundFormat found(final SchemaRegistry registry, final byte[]... values) {
    final FoundFormat format = new FoundFormat(registry, null);
    for (final byte[] value : values) {
      format.add(value, RecordHeaders.NONE);
    }
    return format;
  }

  private static byte[] confluent(final int id) {
    return ByteBuffer.allocate(6).put((byte) 0).putInt(id).array();
  }

  private static EventValues values(final IntFunction<String> text) {
    return values(text, ROWS);
  }

  private static EventValues values(final IntFunction<String> text, final int rows) {
    final List<byte[]> values = new ArrayList<>();
    for (int i = 0; i < rows; i++) {
      values.add(text.apply(i).replace('\'', '"').getBytes(UTF_8));
    }
    return sink -> values.forEach(value -> sink.accept(value, RecordHeaders.NONE));
  }

  private static EventProfile profile(final EventValues values, final String label)
      throws IOException {
    return EventProfile.of(values, "it", null, label, List.of(), SchemaRegistry.NONE);
  }

  private static String infer(final EventValues values, final String label) throws IOException {
    return InferredSpec.of(
        "m",
        InferredSpec.Origin.events("it", "m"),
        profile(values, label),
        InferredSpec.Wishes.NONE);
  }

  private static String infer(final Format format, final Path file, final String label)
      throws IOException {
    final EventProfile profile =
        EventProfile.of(
            EventValues.of(format, file.toString()),
            "it",
            EventFile.writer(format, file.toString()),
            label,
            List.of(),
            SchemaRegistry.NONE);
    return InferredSpec.of(
        "m", InferredSpec.Origin.events("it", "m"), profile, InferredSpec.Wishes.NONE);
  }

  private static List<GenericRecord> rows() {
    final SplittableRandom random = new SplittableRandom(3);
    final List<GenericRecord> rows = new ArrayList<>();
    for (int i = 0; i < ROWS; i++) {
      final GenericRecord row = new GenericData.Record(FLAT);
      row.put("order_id", "o-" + i * 7919);
      row.put("plan", List.of("gold", "red", "blue").get(random.nextInt(3)));
      row.put("fee", random.nextInt(5) == 0 ? null : random.nextInt(10_000) / 100.0);
      row.put("zip", random.nextInt(40));
      row.put("currency", "EUR");
      row.put("at", 1_700_000_000_000L + random.nextInt(1_000_000) * 60_000L);
      row.put("note", "the parcel no " + random.nextInt(60) + " came late");
      row.put("label", random.nextInt(3) == 0 ? "yes" : "no");
      rows.add(row);
    }
    return rows;
  }

  private static String text(final String field, final Object value) {
    return value == null
        ? ""
        : field.equals("at") ? Instant.ofEpochMilli((long) value).toString() : value.toString();
  }

  private static String json(final GenericRecord row) {
    final List<String> fields = new ArrayList<>();
    for (final Map.Entry<String, Object> each :
        row.getSchema().getFields().stream()
            .filter(field -> row.get(field.pos()) != null)
            .map(field -> Map.entry(field.name(), row.get(field.pos())))
            .toList()) {
      final boolean bare = each.getValue() instanceof Number && !each.getKey().equals("at");
      final String text = text(each.getKey(), each.getValue());
      fields.add("\"%s\": %s".formatted(each.getKey(), bare ? text : '"' + text + '"'));
    }
    return "{" + String.join(", ", fields) + "}";
  }
}
