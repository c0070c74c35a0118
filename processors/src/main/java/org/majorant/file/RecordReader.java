package org.majorant.file;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.EncoderFactory;
import org.majorant.event.EventReader;
import org.majorant.file.record.RecordFile;
import org.majorant.schema.EventFormat;
import org.majorant.schema.Events;
import org.majorant.schema.LabeledExample;
import org.majorant.schema.RecordHeaders;
import org.majorant.schema.RejectedExample;
import org.majorant.schema.SchemaRegistry;

/**
 * Reads {@link Format#AVRO} and {@link Format#PARQUET}: each record is an event, read by the schema
 * that the file has, as it would be read from a topic. So a file of the past and the stream after
 * it give the same features.
 */
final class RecordReader extends ExampleReader {
  private final Opened file;
  private final EventReader events;
  private final GenericDatumWriter<GenericRecord> writer;
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private BinaryEncoder encoder;

  /** A file with its name. */
  private record Opened(String name, RecordFile records) implements InputFile {
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

  private RecordReader(final Opened file, final Layout layout) {
    super(file);
    this.file = file;
    writer = new GenericDatumWriter<>(file.records.schema());
    final Events topic = layout.events();
    final boolean changes = topic != null && topic.getFormat() == EventFormat.DEBEZIUM;
    events =
        new EventReader(
            new Events(
                changes ? EventFormat.DEBEZIUM : EventFormat.AVRO,
                file.records.schema().toString(),
                topic == null ? List.of() : topic.getWhere()),
            layout.columns(),
            Set.of(),
            SchemaRegistry.NONE);
  }

  /**
   * Opens a file.
   *
   * @throws IOException where it is not of that format; its end has to be looked at first, so that
   *     standard input is none
   */
  static RecordReader of(final Format format, final String path, final Layout layout)
      throws IOException {
    if (path.equals(STANDARD_INPUT)) {
      throw new IOException(format + " is not read from standard input: name a file");
    }
    final File file = new File(path);
    if (file.isDirectory() || !file.canRead()) {
      throw new FileNotFoundException(path + ": not a file that can be read");
    }
    try {
      final RecordFile records =
          format == Format.PARQUET ? RecordFile.parquet(file) : RecordFile.avro(file);
      return new RecordReader(new Opened(path, records), layout);
    } catch (final IOException e) {
      throw new IOException(path + ": " + e.getMessage(), e);
    }
  }

  @Override
  LabeledExample next() throws IOException {
    final RecordFile records = file.records;
    for (GenericRecord record = records.next(); record != null; record = records.next()) {
      bytes.reset();
      encoder = EncoderFactory.get().directBinaryEncoder(bytes, encoder);
      writer.write(record, encoder);
      try {
        events.open(bytes.toByteArray(), RecordHeaders.NONE);
        if (events.isWanted()) {
          return events.example();
        }
      } catch (final RejectedExample e) {
        throw new MalformedLine(file.name(), file.line(), e.getMessage());
      }
    }
    return null;
  }
}
