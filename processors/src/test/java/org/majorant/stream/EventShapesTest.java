package org.majorant.stream;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.DecoderFactory;
import org.apache.avro.io.EncoderFactory;
import org.apache.avro.io.JsonDecoder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.majorant.file.ExampleReader;
import org.majorant.file.Format;
import org.majorant.file.Layout;
import org.majorant.file.RecordFiles;
import org.majorant.json.ValueFormat;
import org.majorant.log.HoldLimits;
import org.majorant.model.Model;
import org.majorant.schema.AvroSerde;
import org.majorant.schema.LabeledExample;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.SchemaRegistry;
import org.majorant.schema.Tally;
import org.majorant.spec.SpecFile;

/**
 * The records of {@code ops/examples/event-shapes.json}, in the shapes that the documentation of
 * Debezium, CloudEvents and Avro shows, and those of a web shop, of payments and of sensors: each
 * is learned, whatever else is in it.
 */
class EventShapesTest {
  private static final int EVENTS = 60;

  /**
   * A topic's records.
   *
   * @param input of the spec
   * @param columns of the spec
   * @param text of a record, where ${x} is a number, ${c} a word, and ${y} the label
   * @param headers likewise; empty: none
   * @param avro the schema that the text, in Avro's JSON, is to be encoded by; null: it is JSON
   * @param learned whether the records teach, or are passed over
   */
  private record Shape(
      String name,
      String input,
      String columns,
      String text,
      Map<String, String> headers,
      String avro,
      boolean learned) {
    static Shape of(final JsonNode shape) {
      final Map<String, String> headers = new HashMap<>();
      shape.path("headers").forEachEntry((name, value) -> headers.put(name, value.asText()));
      return new Shape(
          shape.get("name").asText(),
          shape.get("input").asText(),
          shape.get("columns").asText(),
          shape.get("record").textValue(),
          headers,
          shape.has("schema") ? shape.get("schema").toString() : null,
          shape.get("learned").asBoolean());
    }

    @Override
    public String toString() {
      return name;
    }
  }

  static Stream<Shape> shapes() throws IOException {
    return new ObjectMapper()
        .readTree(Path.of("../ops/examples/event-shapes.json").toFile())
        .valueStream()
        .map(Shape::of);
  }

  @ParameterizedTest
  @MethodSource("shapes")
  void shape_isLearned_orPassedOver(final Shape shape) throws IOException {
    final ModelSpec spec =
        SpecFile.read(
            "{model: m, labels: ['yes', 'no'], features: {hash-bits: 10}, input: %s, columns: %s}"
                .formatted(shape.input, shape.columns));
    if (shape.avro != null) {
      spec.getEvents().setWriter(shape.avro);
    }
    try (TopologyFixture learner = fixture(spec)) {
      for (int i = 0; i < EVENTS; i++) {
        final boolean yes = i % 3 == 0;
        final byte[] value = shape.text == null ? null : value(filled(shape.text, i, yes), shape);
        final Map<String, String> headers = new HashMap<>();
        for (final Map.Entry<String, String> header : shape.headers.entrySet()) {
          headers.put(header.getKey(), filled(header.getValue(), i, yes));
        }
        learner.example(value, headers);
      }
      learner.settle();
      final Tally tally = learner.lastVersion().getTally();
      assertThat(tally.getRecords()).isEqualTo(EVENTS);
      assertThat(tally.getExamples()).isEqualTo(shape.learned ? EVENTS : 0);
      assertThat(tally.getPassedOver()).isEqualTo(shape.learned ? 0 : EVENTS);
      if (shape.learned) {
        assertThat(tally.getLogLoss()).isLessThan(tally.getClassFrequencyLogLoss());
      }
    }
  }

  private static String filled(final String text, final int i, final boolean yes) {
    return text.replace("${x}", String.valueOf(i % 10))
        .replace("${c}", yes ? "red" : "blue")
        .replace("${y}", yes ? "yes" : "no");
  }

  private static byte[] value(final String json, final Shape shape) throws IOException {
    if (shape.avro == null) {
      return json.getBytes(UTF_8);
    }
    final Schema schema = new Schema.Parser().parse(shape.avro);
    final JsonDecoder decoder = DecoderFactory.get().jsonDecoder(schema, json);
    return encode(new GenericDatumReader<GenericRecord>(schema).read(null, decoder));
  }

  private static byte[] encode(final GenericRecord record) throws IOException {
    final ByteArrayOutputStream out = new ByteArrayOutputStream();
    final BinaryEncoder encoder = EncoderFactory.get().binaryEncoder(out, null);
    new GenericDatumWriter<>(record.getSchema()).write(record, encoder);
    encoder.flush();
    return out.toByteArray();
  }

  private static final String TABLE_SCHEMA =
      """
      {"type": "record", "name": "Row", "fields": [
        {"name": "age", "type": ["null", "int"]}, {"name": "fee", "type": ["null", "double"]},
        {"name": "share", "type": "float"}, {"name": "plan", "type": "string"},
        {"name": "zip", "type": "int"}, {"name": "note", "type": "string"},
        {"name": "joined", "type": {"type": "long", "logicalType": "timestamp-millis"}},
        {"name": "churned", "type": "boolean"}]}
      """;

  private static final String TABLE =
      "{model: m, labels: ['true', 'false'], input: %s,"
          + " features: {hash-bits: 10, standardize: 50, numbers: [age, fee, share, joined.day]},"
          + " columns: {label: churned, category: [zip], text: [note], date: [joined],"
          + " indicate-missing: [age, fee]}}";

  /** The same table as CSV, as JSON, as Avro and as Parquet teaches the same, to the bit. */
  @Test
  void table_inAnyFormat_givesTheSameModel(@TempDir final Path dir) throws IOException {
    final Schema schema = new Schema.Parser().parse(TABLE_SCHEMA);
    final ModelSpec examples = SpecFile.read(TABLE.formatted("examples"));
    final ModelSpec json = SpecFile.read(TABLE.formatted("{format: json}"));
    final ModelSpec avro =
        SpecFile.read(
            TABLE.formatted(
                "{format: avro, schema: '" + TABLE_SCHEMA.replaceAll("\\s+", " ").strip() + "'}"));
    final List<GenericRecord> rows = rows(schema);
    final String parquet = dir.resolve("t.parquet").toString();
    RecordFiles.write(Format.PARQUET, Path.of(parquet), schema, rows);
    final StringBuilder csv = new StringBuilder("age,fee,share,plan,zip,note,joined,churned\n");
    rows.forEach(row -> csv.append(String.join(",", cells(row))).append('\n'));
    final List<double[]> weights = new ArrayList<>();
    try (TopologyFixture learner = fixture(examples);
        ExampleReader reader =
            ExampleReader.of(
                Format.CSV,
                "table",
                new ByteArrayInputStream(csv.toString().getBytes(UTF_8)),
                Layout.of(examples))) {
      for (LabeledExample row = reader.read(); row != null; row = reader.read()) {
        learner.example(AvroSerde.of(LabeledExample.class).encode(row));
      }
      weights.add(weights(learner));
    }
    try (TopologyFixture learner = fixture(json)) {
      rows.forEach(row -> learner.example(json(row).getBytes(UTF_8)));
      weights.add(weights(learner));
    }
    try (TopologyFixture learner = fixture(avro)) {
      for (final GenericRecord row : rows) {
        learner.example(encode(row));
      }
      weights.add(weights(learner));
    }
    try (TopologyFixture learner = fixture(examples);
        ExampleReader reader = ExampleReader.open(Format.PARQUET, parquet, Layout.of(examples))) {
      reader.readAll(row -> {}).forEach(learner::example);
      weights.add(weights(learner));
    }
    assertThat(weights).hasSize(4);
    assertThat(weights.get(0)).isNotEqualTo(new double[weights.get(0).length]);
    assertThat(weights.get(1)).isEqualTo(weights.get(0));
    assertThat(weights.get(2)).isEqualTo(weights.get(0));
    assertThat(weights.get(3)).isEqualTo(weights.get(0));
  }

  private static List<GenericRecord> rows(final Schema schema) {
    final SplittableRandom random = new SplittableRandom(5);
    final List<GenericRecord> rows = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      final boolean churned = random.nextInt(3) == 0;
      final GenericRecord row = new GenericData.Record(schema);
      row.put("age", random.nextInt(5) == 0 ? null : 20 + random.nextInt(50));
      row.put("fee", random.nextInt(5) == 0 ? null : random.nextInt(10_000) / 100.0);
      row.put("share", random.nextInt(1000) / 1000f);
      row.put("plan", churned ? "gold" : "red");
      row.put("zip", random.nextInt(3));
      row.put("note", churned ? "late, late bill" : "fine");
      row.put("joined", 1_700_000_000_000L + random.nextInt(1_000_000) * 60_000L);
      row.put("churned", churned);
      rows.add(row);
    }
    return rows;
  }

  private static List<String> cells(final GenericRecord row) {
    final List<String> cells = new ArrayList<>();
    for (final Schema.Field field : row.getSchema().getFields()) {
      final Object value = row.get(field.pos());
      final String text =
          field.name().equals("joined")
              ? Instant.ofEpochMilli((long) value).toString()
              : value == null ? "" : value.toString();
      cells.add(text.contains(",") ? '"' + text + '"' : text);
    }
    return cells;
  }

  private static String json(final GenericRecord row) {
    final List<String> fields = new ArrayList<>();
    final List<String> cells = cells(row);
    for (final Schema.Field field : row.getSchema().getFields()) {
      final Object value = row.get(field.pos());
      final String cell = cells.get(field.pos()).replace("\"", "");
      final boolean bare = !(value instanceof String) && !field.name().equals("joined");
      if (value != null || field.pos() == 0) {
        fields.add(
            "\"%s\": %s"
                .formatted(field.name(), value == null ? "null" : bare ? cell : '"' + cell + '"'));
      }
    }
    return "{" + String.join(", ", fields) + "}";
  }

  private static TopologyFixture fixture(final ModelSpec spec) {
    return new TopologyFixture(spec, ValueFormat.AVRO, SchemaRegistry.NONE, HoldLimits.DEFAULT);
  }

  private static double[] weights(final TopologyFixture learner) {
    learner.settle();
    final List<Model> models = learner.models();
    return models.get(models.size() - 1).weights();
  }
}
