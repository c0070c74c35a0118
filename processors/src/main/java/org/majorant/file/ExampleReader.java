package org.majorant.file;

import java.io.Closeable;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.majorant.schema.AvroSerde;
import org.majorant.schema.LabeledExample;
import org.majorant.schema.Point;
import org.majorant.template.FeatureTemplates;

/**
 * The examples of a file, one by one, in memory that does not grow with the file: points, with
 * features by index ({@link Format#LIBSVM} and the vectors of {@link Format#JSONL}) or by name; of
 * {@link Format#CONLL} and {@link Format#JSONL} sequences, and of the latter choices, graphs and
 * matchings, too.
 *
 * <p>Labels are text as it stands in the file, trimmed; an empty label or {@code ?} is one that was
 * not observed. Where all values are one, none are sent. Blank lines are passed over.
 */
public abstract sealed class ExampleReader implements Closeable
    permits ConllReader, JsonReader, LibsvmReader, TableReader, TextReader {
  /** The path that means standard input. */
  public static final String STANDARD_INPUT = "-";

  final Source source;

  ExampleReader(final Source source) {
    this.source = source;
  }

  /**
   * Opens a file, plain or gzip whatever its name.
   *
   * @param path of the file, or {@link #STANDARD_INPUT}
   * @param labelColumn of {@link Format#CSV} and {@link Format#TSV} by name or by number from 0,
   *     null: the column named {@code label}, else the first; of {@link Format#CONLL} by number
   *     from 0, null: the last
   * @throws MalformedLine if a table's header is missing, names a column twice, or has no such
   *     label column
   * @throws IllegalArgumentException if a label column is given for a format without columns, or is
   *     no number where it must be one
   */
  public static ExampleReader open(final Format format, final String path, final String labelColumn)
      throws IOException {
    return open(format, path, labelColumn, FeatureTemplates.DEFAULT);
  }

  /**
   * The same.
   *
   * @param templates that make features of a sentence's words, {@link Format#CONLL} and {@link
   *     Format#JSONL} only
   * @throws IllegalArgumentException if one is none, too
   */
  public static ExampleReader open(
      final Format format,
      final String path,
      final String labelColumn,
      final List<String> templates)
      throws IOException {
    if (path.equals(STANDARD_INPUT)) {
      return of(format, "standard input", System.in, labelColumn, templates);
    }
    final Path file = Path.of(path);
    if (Files.isDirectory(file) || !Files.isReadable(file)) {
      throw new FileNotFoundException(path + ": not a file that can be read");
    }
    return of(format, path, new CountedFile(file), labelColumn, templates);
  }

  /**
   * Reads from a stream, as {@link #open} does; closing the reader closes the stream.
   *
   * @param name what errors call the stream
   */
  public static ExampleReader of(
      final Format format, final String name, final InputStream in, final String labelColumn)
      throws IOException {
    return of(format, name, in, labelColumn, FeatureTemplates.DEFAULT);
  }

  /**
   * The same.
   *
   * @param templates as in {@link #open(Format, String, String, List)}
   */
  public static ExampleReader of(
      final Format format,
      final String name,
      final InputStream in,
      final String labelColumn,
      final List<String> templates)
      throws IOException {
    try {
      if (labelColumn != null && !format.hasColumns()) {
        throw new IllegalArgumentException(
            "a label column is for csv, tsv and conll, not for " + format);
      }
      final Source source = new Source(name, in);
      return switch (format) {
        case LIBSVM -> new LibsvmReader(source);
        case CSV -> new TableReader(source, ',', labelColumn);
        case TSV -> new TableReader(source, '\t', labelColumn);
        case JSONL -> new JsonReader(source, FeatureTemplates.of(templates));
        case TEXT -> new TextReader(source);
        case CONLL -> new ConllReader(source, labelColumn, templates);
      };
    } catch (IOException e) {
      in.close();
      throw named(name, e);
    } catch (RuntimeException e) {
      in.close();
      throw e;
    }
  }

  /**
   * The next example, or null at the end of the file.
   *
   * @throws MalformedLine if the next line is no example; the line after it can still be read
   * @throws IOException if the file cannot be read any further
   */
  public final LabeledExample read() throws IOException {
    try {
      return next();
    } catch (IOException e) {
      throw named(source.name(), e);
    }
  }

  /** What has been read of the file, 0 to 1; NaN where nobody knows, as of standard input. */
  public final double share() {
    return source.share();
  }

  /**
   * All examples that are left, as they would stand on a topic.
   *
   * @param seen is shown each example
   * @throws IOException as {@link #read()}
   */
  public final List<byte[]> readAll(final Consumer<LabeledExample> seen) throws IOException {
    final AvroSerde<LabeledExample> serde = AvroSerde.of(LabeledExample.class);
    final List<byte[]> records = new ArrayList<>();
    for (LabeledExample e = read(); e != null; e = read()) {
      seen.accept(e);
      records.add(serde.encode(e));
    }
    return records;
  }

  private static IOException named(final String file, final IOException e) {
    return e instanceof MalformedLine ? e : new IOException(file + ": " + e.getMessage(), e);
  }

  abstract LabeledExample next() throws IOException;

  @Override
  public final void close() throws IOException {
    source.close();
  }

  /** An example that counts once, for every model. */
  static LabeledExample example(final Object features, final String label) {
    return new LabeledExample(null, null, 1.0, new Point(features, label, null));
  }

  /** A label as it stands in the file, trimmed; null if it was not observed. */
  static String label(final String text) {
    final String label = text.strip();
    return label.isEmpty() || label.equals("?") ? null : label;
  }

  /** A feature's index; one more than the largest is still an int, as a dimension must be. */
  final int index(final String text) throws MalformedLine {
    try {
      final int index = Integer.parseInt(text);
      if (index >= 0 && index < Integer.MAX_VALUE) {
        return index;
      }
    } catch (NumberFormatException e) {
      // refused below
    }
    throw source.malformed(
        "feature index " + MalformedLine.quote(text),
        "a whole number from 0 to " + (Integer.MAX_VALUE - 1));
  }
}
