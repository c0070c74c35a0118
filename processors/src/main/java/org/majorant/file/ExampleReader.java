package org.majorant.file;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.majorant.schema.AvroSerde;
import org.majorant.schema.LabeledExample;
import org.majorant.schema.Point;
import org.majorant.schema.Sequence;
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
    permits ConllReader, EventFileReader, JsonReader, LibsvmReader, TableReader, TextReader {
  /** The path that means standard input. */
  public static final String STANDARD_INPUT = "-";

  static final String CONVERT = "convert it, as by iconv -f WINDOWS-1252 -t UTF-8";

  private final InputFile file;

  ExampleReader(final InputFile file) {
    this.file = file;
  }

  /** Opens a file as the other does, where nobody says more of it. */
  public static ExampleReader open(final Format format, final String path) throws IOException {
    return open(format, path, Layout.USUAL);
  }

  /**
   * Opens a file, plain or gzip whatever its name.
   *
   * @param path of the file, or {@link #STANDARD_INPUT}
   * @param layout how examples stand in the file
   * @throws MalformedLine if a table's header is missing, names a column twice, or has no such
   *     column as the layout names
   * @throws IllegalArgumentException if one of the layout's templates is none, or the label's
   *     column is no number where it must be one
   */
  public static ExampleReader open(final Format format, final String path, final Layout layout)
      throws IOException {
    return format.isText()
        ? of(format, Source.open(path), layout)
        : new EventFileReader(EventFile.open(format, path), layout);
  }

  /**
   * Reads from a stream, as {@link #open} does; closing the reader closes the stream.
   *
   * @param name what errors call the stream
   */
  public static ExampleReader of(
      final Format format, final String name, final InputStream in, final Layout layout)
      throws IOException {
    return of(format, Source.of(name, in), layout);
  }

  private static ExampleReader of(final Format format, final Source source, final Layout layout)
      throws IOException {
    try {
      return switch (format) {
        case LIBSVM -> new LibsvmReader(source);
        case CSV, TSV -> new TableReader(source, format.delimiter(), layout);
        case JSONL ->
            layout.events() == null
                ? new JsonReader(source, FeatureTemplates.of(layout.templates()), layout.columns())
                : new EventFileReader(EventFile.lines(source), layout);
        case TEXT -> new TextReader(source);
        case CONLL -> new ConllReader(source, layout.label(), layout.templates());
        case AVRO, PARQUET -> throw new IOException(format + " is read from a file, not a stream");
      };
    } catch (final IOException e) {
      source.close();
      throw source.named(e);
    } catch (final RuntimeException e) {
      source.close();
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
      final LabeledExample example = next();
      if (file.fault() != null && example != null && isDamaged(example.getStructure())) {
        throw file.malformed(
            line(), "a label with a byte that is not UTF-8", "a file in UTF-8: " + CONVERT);
      }
      return example;
    } catch (IOException e) {
      throw file.named(e);
    }
  }

  /** Where bytes that were no characters are in a label, it may be another one's. */
  private static boolean isDamaged(final Object structure) {
    return structure instanceof Point point && isDamagedLabel(point.getLabel())
        || structure instanceof Sequence sequence
            && sequence.getLabels().stream().anyMatch(ExampleReader::isDamagedLabel);
  }

  private static boolean isDamagedLabel(final Object label) {
    return label != null && label.toString().indexOf(DecodedText.REPLACEMENT) >= 0;
  }

  /** File and line of the example read last: of several lines, the first. */
  public final String place() {
    return file.name() + ":" + line();
  }

  /** Of a table's row or a sentence over several lines, the first. */
  long line() {
    return file.line();
  }

  /** Lines read so far, blank ones and a header, too. */
  public final long lines() {
    return file.line();
  }

  /** What was read that is no text, with file and line; null: nothing. */
  public final String fault() {
    return file.fault();
  }

  /** Which columns have made features of the same name, in one line; null: none. */
  public String shared() {
    return null;
  }

  /** The columns of the row read last that make features; null where it is no row. */
  public Set<String> columns() {
    return null;
  }

  /** Whether all rows have the same columns, those of a header. */
  public boolean isTable() {
    return false;
  }

  /** What has been read of the file, 0 to 1; NaN where nobody knows, as of standard input. */
  public final double share() {
    return file.share();
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

  abstract LabeledExample next() throws IOException;

  @Override
  public final void close() throws IOException {
    file.close();
  }

  /** An example that counts once, for every model. */
  static LabeledExample example(final Object features, final String label) {
    return new LabeledExample(null, null, 1.0, new Point(features, label, null, null));
  }

  /** A label as it stands in the file, trimmed; null if it was not observed. */
  static String label(final String text) {
    final String label = text.strip();
    return label.isEmpty() || label.equals("?") ? null : label;
  }
}
