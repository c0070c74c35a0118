package org.majorant.schema;

import static java.nio.file.StandardOpenOption.CREATE_NEW;

import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.avro.SchemaFormatter;
import org.apache.avro.specific.SpecificRecord;
import org.junit.jupiter.api.Test;

/**
 * Writes the golden files that are not there: {@code mvn -pl schemas test -Dtest=GoldenWriter}. Not
 * part of a build.
 */
class GoldenWriter {
  @Test
  void write() throws Exception {
    for (final SpecificRecord record : Golden.records()) {
      final Path schema = Golden.directory(record).resolve(record.getSchema().getName() + ".avsc");
      if (!Files.exists(schema)) {
        Files.createDirectories(schema.getParent());
        Files.writeString(
            schema, SchemaFormatter.format("json/pretty", record.getSchema()) + "\n", CREATE_NEW);
        Files.write(
            schema.resolveSibling(record.getSchema().getName() + ".avro"),
            encode(record),
            CREATE_NEW);
      }
    }
  }

  @SuppressWarnings("unchecked")
  private static <T extends SpecificRecord> byte[] encode(final T record) {
    return AvroSerde.of((Class<T>) record.getClass()).encode(record);
  }
}
