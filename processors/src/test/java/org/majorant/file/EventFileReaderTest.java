package org.majorant.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.avro.Schema;
import org.apache.avro.SchemaBuilder;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.generic.GenericRecordBuilder;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.majorant.schema.Columns;
import org.majorant.schema.Condition;
import org.majorant.schema.EventFormat;
import org.majorant.schema.Events;
import org.majorant.schema.LabeledExample;
import org.majorant.schema.NamedFeatures;
import org.majorant.schema.Point;

class EventFileReaderTest {
  private static final Schema FLAT =
      SchemaBuilder.record("Row")
          .fields()
          .requiredString("type")
          .requiredDouble("price")
          .optionalLong("age")
          .optionalString("city")
          .requiredBoolean("paid")
          .requiredString("label")
          .endRecord();

  @TempDir private Path dir;

  @ParameterizedTest
  @EnumSource(
      value = Format.class,
      names = {"AVRO", "PARQUET", "JSONL"})
  void table_inAnyFormat_isTheSameAsInCsv(final Format format) throws IOException {
    final Path csv = dir.resolve("t.csv");
    Files.write(
        csv,
        List.of(
            "type,price,age,city,paid,label",
            "sale,0.1,44,Ulm,true,a",
            "sale,1234.5,,,false,b",
            "sale,0,0,Bern,true,a"));
    final Path file = dir.resolve("t." + format);
    final List<GenericRecord> records =
        List.of(
            row("sale", .1, 44L, "Ulm", true, "a"),
            row("sale", 1234.5, null, null, false, "b"),
            row("sale", 0, 0L, "Bern", true, "a"));
    RecordFiles.write(format, file, FLAT, records);

    assertThat(read(format, file, layout(null))).isEqualTo(read(Format.CSV, csv, layout(null)));
  }

  @ParameterizedTest
  @EnumSource(
      value = Format.class,
      names = {"AVRO", "PARQUET", "JSONL"})
  void records_thatAreNotWanted_arePassedOver(final Format format) throws IOException {
    final Path file = dir.resolve("t." + format);
    RecordFiles.write(
        format,
        file,
        FLAT,
        List.of(
            row("sale", 1, null, null, true, "a"),
            row("view", 2, null, null, true, "b"),
            row("sale", 3, null, null, true, "c")));

    assertThat(read(format, file, layout("sale")))
        .extracting(example -> ((Point) example.getStructure()).getLabel())
        .containsExactly("a", "c");
  }

  @ParameterizedTest
  @EnumSource(
      value = Format.class,
      names = {"AVRO", "PARQUET"})
  void nested_isReadByPath(final Format format) throws IOException {
    final Schema inner =
        SchemaBuilder.record("Inner")
            .fields()
            .requiredString("city")
            .requiredFloat("x")
            .endRecord();
    final Schema schema =
        SchemaBuilder.record("Outer")
            .fields()
            .name("who")
            .type(inner)
            .noDefault()
            .name("tags")
            .type()
            .array()
            .items()
            .stringType()
            .noDefault()
            .name("more")
            .type()
            .map()
            .values()
            .doubleType()
            .noDefault()
            .requiredString("label")
            .endRecord();
    final GenericRecord who =
        new GenericRecordBuilder(inner).set("city", "Ulm").set("x", 2.5f).build();
    final GenericRecord record =
        new GenericRecordBuilder(schema)
            .set("who", who)
            .set("tags", List.of("n", "m", "n"))
            .set("more", Map.of("k", 7.0))
            .set("label", "a")
            .build();
    final Path file = dir.resolve("t." + format);
    RecordFiles.write(format, file, schema, List.of(record));

    final LabeledExample example = read(format, file, layout(null)).get(0);
    final NamedFeatures features = (NamedFeatures) ((Point) example.getStructure()).getFeatures();
    assertThat(features.getNames())
        .containsExactlyInAnyOrder("who.city=Ulm", "who.x", "tags=n", "tags=m", "more.k");
  }

  @ParameterizedTest
  @EnumSource(
      value = Format.class,
      names = {"AVRO", "PARQUET"})
  void file_ofAnotherFormat_orCut_isToldInOneLine(final Format format) throws IOException {
    final Path text = Files.writeString(dir.resolve("text"), "a,b\n1,2\n");
    assertThatThrownBy(() -> ExampleReader.open(format, text.toString()))
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith(text + ": not a file in the format " + format + ": ")
        .hasMessageNotContaining("\n");

    final Path file = dir.resolve("t." + format);
    final List<GenericRecord> many = new ArrayList<>();
    for (int i = 0; i < 2000; i++) {
      many.add(row("sale", i, (long) i, "Ulm" + i, true, "a"));
    }
    RecordFiles.write(format, file, FLAT, many);
    final byte[] whole = Files.readAllBytes(file);
    Files.write(file, Arrays.copyOf(whole, whole.length / 2));
    assertThatThrownBy(() -> read(format, file, layout(null)))
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith(file + ": ")
        .hasMessageNotContaining("\n");
  }

  @ParameterizedTest
  @EnumSource(
      value = Format.class,
      names = {"AVRO", "PARQUET"})
  void file_withoutRecords_isEmpty(final Format format) throws IOException {
    final Path file = dir.resolve("t." + format);
    RecordFiles.write(format, file, FLAT, List.of());
    assertThat(read(format, file, layout(null))).isEmpty();
  }

  @Test
  void standardInput_isRefused() {
    assertThatThrownBy(() -> ExampleReader.open(Format.PARQUET, "-"))
        .hasMessage("parquet is not read from standard input: name a file");
  }

  private static Layout layout(final String type) {
    final Columns columns = Columns.newBuilder().setIgnore(List.of("type")).build();
    final List<Condition> where =
        type == null ? List.of() : List.of(new Condition("type", List.of(type)));
    return new Layout(columns, new Events(EventFormat.JSON, null, where), List.of(), true);
  }

  private static GenericRecord row(
      final String type,
      final double price,
      final Long age,
      final String city,
      final boolean paid,
      final String label) {
    return new GenericRecordBuilder(FLAT)
        .set("type", type)
        .set("price", price)
        .set("age", age)
        .set("city", city)
        .set("paid", paid)
        .set("label", label)
        .build();
  }

  @ParameterizedTest
  @EnumSource(
      value = CompressionCodecName.class,
      names = {"UNCOMPRESSED", "SNAPPY", "GZIP", "ZSTD", "LZ4_RAW"})
  void parquet_packedByAnyCodec_isRead(final CompressionCodecName codec) throws IOException {
    final Path file = dir.resolve("t.parquet");
    RecordFiles.writeParquet(file, FLAT, List.of(row("sale", .1, 44L, "Ulm", true, "a")), codec);
    assertThat(read(Format.PARQUET, file, layout(null)))
        .extracting(example -> ((Point) example.getStructure()).getLabel())
        .containsExactly("a");
  }

  private static List<LabeledExample> read(
      final Format format, final Path file, final Layout layout) throws IOException {
    final List<LabeledExample> examples = new ArrayList<>();
    try (ExampleReader reader = ExampleReader.open(format, file.toString(), layout)) {
      for (LabeledExample e = reader.read(); e != null; e = reader.read()) {
        examples.add(e);
      }
    }
    return examples;
  }
}
