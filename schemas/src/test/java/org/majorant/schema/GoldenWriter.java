package org.majorant.schema;

import static java.nio.file.StandardOpenOption.CREATE_NEW;

import java.nio.file.Files;
import org.apache.avro.SchemaFormatter;
import org.apache.avro.specific.SpecificRecord;
import org.junit.jupiter.api.Test;

/**
 * Writes the golden files of a release, once: {@code mvn -pl schemas test -Dtest=GoldenWriter}. Not
 * part of a build, and fails where a file exists.
 */
class GoldenWriter {
  @Test
  void write() throws Exception {
    Files.createDirectories(Golden.DIRECTORY);
    for (final SpecificRecord record : Golden.records()) {
      final String name = record.getSchema().getName();
      Files.writeString(
          Golden.DIRECTORY.resolve(name + ".avsc"),
          SchemaFormatter.format("json/pretty", record.getSchema()) + "\n",
          CREATE_NEW);
      Files.write(Golden.DIRECTORY.resolve(name + ".avro"), encode(record), CREATE_NEW);
    }
  }

  @SuppressWarnings("unchecked")
  private static <T extends SpecificRecord> byte[] encode(final T record) {
    return AvroSerde.of((Class<T>) record.getClass()).encode(record);
  }
}
