package org.majorant.file.record;

import java.io.Closeable;
import java.io.File;
import java.io.IOException;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericRecord;

/** The records of a file that brings their schema along, read one at a time. */
public abstract class RecordFile implements Closeable {
  private long read;

  RecordFile() {}

  /** Opens a file of Avro. */
  public static RecordFile avro(final File file) throws IOException {
    return open(file, "avro", AvroRecords::new);
  }

  /** Opens a file of Parquet. */
  public static RecordFile parquet(final File file) throws IOException {
    return open(file, "parquet", ParquetRecords::new);
  }

  /** Opens a file, whose format it may be or not. */
  @FunctionalInterface
  private interface Opening {
    RecordFile open(File file) throws IOException;
  }

  private static RecordFile open(final File file, final String format, final Opening opening)
      throws IOException {
    try {
      return opening.open(file);
    } catch (final IOException | RuntimeException e) {
      throw new IOException("not a file in the format " + format + ": " + firstLine(e), e);
    }
  }

  /** What a library says, of which the first line is for people. */
  private static String firstLine(final Exception e) {
    return String.valueOf(e.getMessage()).lines().findFirst().orElse("");
  }

  /** The schema of its records. */
  public abstract Schema schema();

  /** The next record, which may be the same object again; null at the end. */
  public final GenericRecord next() throws IOException {
    try {
      final GenericRecord record = read();
      read += record == null ? 0 : 1;
      return record;
    } catch (final IOException | RuntimeException e) {
      throw new IOException(
          "the file cannot be read beyond record %d: %s".formatted(read, firstLine(e)), e);
    }
  }

  abstract GenericRecord read() throws IOException;

  /** How many records have been read. */
  public final long count() {
    return read;
  }

  /** What has been read of it, 0 to 1; NaN where nobody knows. */
  public abstract double share();
}
