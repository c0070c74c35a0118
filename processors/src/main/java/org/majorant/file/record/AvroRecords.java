package org.majorant.file.record;

import java.io.File;
import java.io.IOException;
import org.apache.avro.Schema;
import org.apache.avro.file.DataFileReader;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericRecord;

/** The records of an Avro data file. */
final class AvroRecords extends RecordFile {
  private final DataFileReader<GenericRecord> reader;
  private final long size;
  private GenericRecord record;

  AvroRecords(final File file) throws IOException {
    size = file.length();
    reader = new DataFileReader<>(file, new GenericDatumReader<>());
  }

  @Override
  public Schema schema() {
    return reader.getSchema();
  }

  @Override
  GenericRecord read() throws IOException {
    if (!reader.hasNext()) {
      requireEnd();
      return null;
    }
    record = reader.next(record);
    return record;
  }

  /** A file that was cut within a block would end as if the block had never been. */
  private void requireEnd() throws IOException {
    if (reader.previousSync() != size) {
      throw new IOException("the file is cut off within a block");
    }
  }

  @Override
  public double share() {
    try {
      return Math.min(1, (double) reader.tell() / size);
    } catch (final IOException e) {
      return Double.NaN; // it is closed
    }
  }

  @Override
  public void close() throws IOException {
    reader.close();
  }
}
