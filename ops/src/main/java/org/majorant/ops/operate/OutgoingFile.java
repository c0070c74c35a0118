package org.majorant.ops.operate;

import java.io.Closeable;
import java.io.IOException;
import java.util.function.DoubleSupplier;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.majorant.file.ExampleReader;
import org.majorant.file.JsonLines;
import org.majorant.file.MalformedLine;
import org.majorant.schema.AvroSerde;
import org.majorant.schema.LabeledExample;

/**
 * What a file has for a topic: its examples, or its lines as they stand.
 *
 * @param values one after the other
 * @param key of the value read last; gives null where it has none
 * @param place file and line of the value read last
 * @param lines that have been read
 * @param share of the file that has been read, 0 to 1; NaN where nobody knows
 * @param fault what was read that is no text, with file and line; gives null where nothing is
 */
public record OutgoingFile(
    Values values,
    Supplier<byte[]> key,
    Supplier<String> place,
    LongSupplier lines,
    DoubleSupplier share,
    Supplier<String> fault,
    Closeable file)
    implements Closeable {
  /** Values of a file. */
  @FunctionalInterface
  public interface Values {
    /**
     * The next value, or null at the end of the file.
     *
     * @throws MalformedLine if the next line is none; the one after it can be read
     * @throws IOException if the file cannot be read any further
     */
    byte[] read() throws IOException;
  }

  /** The examples of a file, without keys. */
  public static OutgoingFile examples(
      final ExampleReader file, final AvroSerde<LabeledExample> serde) {
    return new OutgoingFile(
        () -> serde.encode(file.read()),
        () -> null,
        file::place,
        file::lines,
        file::share,
        file::fault,
        file);
  }

  /** The lines of a file of JSON. */
  public static OutgoingFile lines(final JsonLines file) {
    return new OutgoingFile(
        file::read, file::key, file::place, file::lines, file::share, file::fault, file);
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
