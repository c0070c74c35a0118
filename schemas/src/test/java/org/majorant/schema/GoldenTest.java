package org.majorant.schema;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.util.List;
import org.apache.avro.Schema;
import org.apache.avro.SchemaCompatibility;
import org.apache.avro.SchemaCompatibility.SchemaCompatibilityType;
import org.apache.avro.SchemaNormalization;
import org.apache.avro.specific.SpecificRecord;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What a release wrote is read today. Where a schema has changed since, its golden one belongs
 * among the older schemas of {@link AvroSerde}.
 */
class GoldenTest {
  static List<SpecificRecord> records() {
    return Golden.records();
  }

  @ParameterizedTest
  @MethodSource("records")
  void record_ofTheRelease_isReadByTodaysClass(final SpecificRecord expected) throws Exception {
    final byte[] bytes =
        Files.readAllBytes(
            Golden.directory(expected).resolve(expected.getSchema().getName() + ".avro"));
    assertThat((Object) AvroSerde.of(expected.getClass()).decode(bytes)).isEqualTo(expected);
    assertThat(AvroSerde.fingerprint(bytes))
        .isEqualTo(SchemaNormalization.parsingFingerprint64(schema(expected)));
  }

  @ParameterizedTest
  @MethodSource("records")
  void schema_ofTheRelease_isReadableWithTodays(final SpecificRecord today) throws Exception {
    assertThat(
            SchemaCompatibility.checkReaderWriterCompatibility(today.getSchema(), schema(today))
                .getType())
        .isEqualTo(SchemaCompatibilityType.COMPATIBLE);
  }

  private static Schema schema(final SpecificRecord record) throws Exception {
    return new Schema.Parser()
        .parse(Golden.directory(record).resolve(record.getSchema().getName() + ".avsc").toFile());
  }
}
