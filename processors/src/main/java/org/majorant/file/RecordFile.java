package org.majorant.file;

import java.io.File;
import java.io.FileNotFoundException;
import java.io.IOException;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericRecord;

/** The records of a file that brings their schema along. They are read whole, and one at a time. */
abstract class RecordFile implements InputFile {
  private final String path;
  private long read;

  RecordFile(final String path) {
    this.path = path;
  }

  /**
   * Opens a file.
   *
   * @throws IOException where it is not of that format; these need to look at its end, so that
   *     standard input is none
   */
  static RecordFile open(final Format format, final String path) throws IOException {
    if (path.equals(ExampleReader.STANDARD_INPUT)) {
      throw new IOException(format + " is not read from standard input: name a file");
    }
    final File file = new File(path);
    if (file.isDirectory() || !file.canRead()) {
      throw new FileNotFoundException(path + ": not a file that can be read");
    }
    try {
      return format == Format.PARQUET ? new ParquetRecords(file) : new AvroRecords(file);
    } catch (final IOException | RuntimeException e) {
      throw new IOException(
          "%s: not a file in the format %s: %s".formatted(path, format, firstLine(e)), e);
    }
  }

  /** What a library says, of which the first line is for people. */
  static String firstLine(final Exception e) {
    return String.valueOf(e.getMessage()).lines().findFirst().orElse("");
  }

  /** The schema that its records were written with. */
  abstract Schema schema();

  /** The next record, which may be the same object again; null at the end. */
  final GenericRecord next() throws IOException {
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

  @Override
  public final String name() {
    return path;
  }

  @Override
  public final long line() {
    return read;
  }

  @Override
  public final String fault() {
    return null;
  }
}
