package org.majorant.file;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.avro.Schema;
import org.apache.avro.file.DataFileWriter;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.generic.GenericRecord;
import org.apache.parquet.avro.AvroParquetWriter;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.LocalOutputFile;

/** Writes the same records in any format of files of events. */
public final class RecordFiles {
  private RecordFiles() {}

  public static void write(
      final Format format, final Path file, final Schema schema, final List<GenericRecord> records)
      throws IOException {
    switch (format) {
      case JSONL -> Files.write(file, records.stream().map(Object::toString).toList());
      case AVRO -> {
        try (DataFileWriter<GenericRecord> writer =
            new DataFileWriter<>(new GenericDatumWriter<>(schema))) {
          writer.create(schema, file.toFile());
          for (final GenericRecord record : records) {
            writer.append(record);
          }
        }
      }
      default -> writeParquet(file, schema, records, CompressionCodecName.SNAPPY);
    }
  }

  static void writeParquet(
      final Path file,
      final Schema schema,
      final List<GenericRecord> records,
      final CompressionCodecName codec)
      throws IOException {
    try (ParquetWriter<GenericRecord> writer =
        AvroParquetWriter.<GenericRecord>builder(new LocalOutputFile(file))
            .withSchema(schema)
            .withDataModel(GenericData.get())
            .withConf(new PlainParquetConfiguration())
            .withCompressionCodec(codec)
            .withCodecFactory(new PageCompressors())
            .build()) {
      for (final GenericRecord record : records) {
        writer.write(record);
      }
    }
  }
}
