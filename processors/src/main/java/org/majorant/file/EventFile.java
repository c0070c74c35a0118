package org.majorant.file;

import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.File;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.EncoderFactory;
import org.majorant.file.record.RecordFile;
import org.majorant.json.ExampleJson;
import org.majorant.schema.EventFormat;
import org.majorant.schema.Events;
import org.majorant.schema.RejectedExample;
import org.majorant.template.FeatureTemplates;

/**
 * The events of a file, each as the value that it would have on a topic: the lines of {@link
 * Format#JSONL}, or the records of {@link Format#AVRO} and {@link Format#PARQUET} by the schema
 * that the file has. So a file of the past and the stream after it give the same features.
 */
public abstract sealed class EventFile implements Closeable {
  private final InputFile file;

  private EventFile(final InputFile file) {
    this.file = file;
  }

  /**
   * Opens a file.
   *
   * @throws IOException where it is not of that format
   */
  public static EventFile open(final Format format, final String path) throws IOException {
    return format.isText() ? lines(Source.open(path)) : new Records(Opened.of(format, path));
  }

  static EventFile lines(final Source source) {
    return new Lines(source);
  }

  /**
   * Whether the first line of a file is an object in JSON, and no example.
   *
   * @param path of a file; standard input cannot be looked at before it is read
   */
  public static boolean hasEvents(final String path) throws IOException {
    if (path.equals(ExampleReader.STANDARD_INPUT)) {
      return false;
    }
    try (Source source = Source.open(path)) {
      final String line = source.nextLine();
      return line != null
          && line.strip().startsWith("{")
          && !new ExampleJson(FeatureTemplates.of(FeatureTemplates.DEFAULT)).isExample(line);
    }
  }

  /**
   * The value of the next event; null at the end.
   *
   * @throws IOException where the file cannot be read any further
   */
  public abstract byte[] next() throws IOException;

  /** The schema of all values, in JSON; null: they are in JSON themselves. */
  abstract String writer();

  /** The schema of all values of a file, as {@link #writer}. */
  public static String writer(final Format format, final String path) throws IOException {
    try (EventFile file = open(format, path)) {
      return file.writer();
    }
  }

  /**
   * How the values are to be read.
   *
   * @param topic as those of the spec's topic are; null: nobody says
   */
  abstract Events events(Events topic);

  final InputFile file() {
    return file;
  }

  /** A fault of the event read last. */
  final MalformedLine malformed(final RejectedExample fault) {
    return new MalformedLine(file.name(), file.line(), fault.getMessage());
  }

  @Override
  public final void close() throws IOException {
    file.close();
  }

  private static final class Lines extends EventFile {
    private final Source source;

    Lines(final Source source) {
      super(source);
      this.source = source;
    }

    @Override
    public byte[] next() throws IOException {
      final String line = source.nextLine();
      return line == null ? null : line.getBytes(StandardCharsets.UTF_8);
    }

    @Override
    String writer() {
      return null;
    }

    @Override
    Events events(final Events topic) {
      return topic;
    }
  }

  /** A file with its name. */
  private record Opened(String name, RecordFile records) implements InputFile {
    /** Its end has to be looked at first, so that standard input is none. */
    static Opened of(final Format format, final String path) throws IOException {
      if (path.equals(ExampleReader.STANDARD_INPUT)) {
        throw new IOException(format + " is not read from standard input: name a file");
      }
      final File file = new File(path);
      if (file.isDirectory() || !file.canRead()) {
        throw new FileNotFoundException(path + ": not a file that can be read");
      }
      try {
        return new Opened(
            path, format == Format.PARQUET ? RecordFile.parquet(file) : RecordFile.avro(file));
      } catch (final IOException e) {
        throw new IOException(path + ": " + e.getMessage(), e);
      }
    }

    @Override
    public long line() {
      return records.count();
    }

    @Override
    public double share() {
      return records.share();
    }

    @Override
    public String fault() {
      return null;
    }

    @Override
    public void close() throws IOException {
      records.close();
    }
  }

  private static final class Records extends EventFile {
    private final RecordFile records;
    private final Schema schema;
    private final GenericDatumWriter<GenericRecord> writer;
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private BinaryEncoder encoder;

    Records(final Opened file) {
      super(file);
      records = file.records();
      schema = records.schema();
      writer = new GenericDatumWriter<>(schema);
    }

    @Override
    public byte[] next() throws IOException {
      final GenericRecord record = records.next();
      if (record == null) {
        return null;
      }
      bytes.reset();
      encoder = EncoderFactory.get().directBinaryEncoder(bytes, encoder);
      writer.write(record, encoder);
      return bytes.toByteArray();
    }

    @Override
    String writer() {
      return schema.toString();
    }

    @Override
    Events events(final Events topic) {
      final boolean changes = topic != null && topic.getFormat() == EventFormat.DEBEZIUM;
      return new Events(
          changes ? EventFormat.DEBEZIUM : EventFormat.AVRO,
          writer(),
          topic == null ? List.of() : topic.getWhere());
    }
  }
}
