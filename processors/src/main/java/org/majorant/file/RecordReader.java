package org.majorant.file;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.EncoderFactory;
import org.majorant.event.EventReader;
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
  private final RecordFile records;
  private final EventReader events;
  private final GenericDatumWriter<GenericRecord> writer;
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private BinaryEncoder encoder;

  RecordReader(final RecordFile records, final Layout layout) {
    super(records);
    this.records = records;
    writer = new GenericDatumWriter<>(records.schema());
    final Events topic = layout.events();
    final boolean changes = topic != null && topic.getFormat() == EventFormat.DEBEZIUM;
    events =
        new EventReader(
            new Events(
                changes ? EventFormat.DEBEZIUM : EventFormat.AVRO,
                records.schema().toString(),
                topic == null ? List.of() : topic.getWhere()),
            layout.columns(),
            Set.of(),
            SchemaRegistry.NONE);
  }

  @Override
  LabeledExample next() throws IOException {
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
        throw new MalformedLine(records.name(), records.line(), e.getMessage());
      }
    }
    return null;
  }
}
