package org.majorant.ops.operate;

import java.io.Closeable;
import java.io.IOException;
import org.majorant.file.ExampleReader;
import org.majorant.file.JsonLines;
import org.majorant.file.MalformedLine;
import org.majorant.schema.AvroSerde;
import org.majorant.schema.LabeledExample;

/** What a file has for a topic: its examples, or its lines as they stand. */
public interface OutgoingFile extends Closeable {
  /**
   * The next value, or null at the end of the file.
   *
   * @throws MalformedLine if the next line is none; the one after it can be read
   * @throws IOException if the file cannot be read any further
   */
  byte[] read() throws IOException;

  /** The key of the value read last; null: it has none. */
  byte[] key();

  /** File and line of the value read last. */
  String place();

  /** Lines that have been read. */
  long lines();

  /** What has been read of the file, 0 to 1; NaN where nobody knows. */
  double share();

  /** What was read that is no text, with file and line; null: nothing. */
  String fault();

  /** The examples of a file, without keys. */
  static OutgoingFile examples(final ExampleReader reader, final AvroSerde<LabeledExample> serde) {
    return new OutgoingFile() {
      @Override
      public byte[] read() throws IOException {
        final LabeledExample example = reader.read();
        return example == null ? null : serde.encode(example);
      }

      @Override
      public byte[] key() {
        return null;
      }

      @Override
      public String place() {
        return reader.place();
      }

      @Override
      public long lines() {
        return reader.lines();
      }

      @Override
      public double share() {
        return reader.share();
      }

      @Override
      public String fault() {
        return reader.fault();
      }

      @Override
      public void close() throws IOException {
        reader.close();
      }
    };
  }

  /** The lines of a file of JSON. */
  static OutgoingFile lines(final JsonLines lines) {
    return new OutgoingFile() {
      @Override
      public byte[] read() throws IOException {
        return lines.read();
      }

      @Override
      public byte[] key() {
        return lines.key();
      }

      @Override
      public String place() {
        return lines.place();
      }

      @Override
      public long lines() {
        return lines.lines();
      }

      @Override
      public double share() {
        return lines.share();
      }

      @Override
      public String fault() {
        return lines.fault();
      }

      @Override
      public void close() throws IOException {
        lines.close();
      }
    };
  }
}
