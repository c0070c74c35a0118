package org.majorant.file.record;

import java.io.File;
import java.io.IOException;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericRecord;
import org.apache.parquet.avro.AvroParquetReader;
import org.apache.parquet.avro.AvroSchemaConverter;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.ParquetReader;
import org.apache.parquet.io.LocalInputFile;

/** The rows of a Parquet file, as records in Avro. */
final class ParquetRecords extends RecordFile {
  private final ParquetReader<GenericRecord> reader;
  private final Schema schema;
  private final long records;

  ParquetRecords(final File file) throws IOException {
    final LocalInputFile input = new LocalInputFile(file.toPath());
    try (ParquetFileReader footer = ParquetFileReader.open(input)) {
      records = footer.getRecordCount();
      schema =
          new AvroSchemaConverter(new PlainParquetConfiguration())
              .convert(footer.getFileMetaData().getSchema());
    }
    reader =
        AvroParquetReader.<GenericRecord>builder(input, new PlainParquetConfiguration())
            .withDataModel(GenericData.get())
            .withCodecFactory(new PageDecompressors())
            .build();
  }

  @Override
  public Schema schema() {
    return schema;
  }

  @Override
  GenericRecord read() throws IOException {
    return reader.read();
  }

  @Override
  public double share() {
    return records == 0 ? Double.NaN : Math.min(1, (double) count() / records);
  }

  @Override
  public void close() throws IOException {
    reader.close();
  }
}
