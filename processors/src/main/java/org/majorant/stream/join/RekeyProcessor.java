package org.majorant.stream.join;

import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.processor.api.RecordMetadata;
import org.majorant.join.Origin;

/** Gives a record the key of the join, and notes where it comes from, before it is moved. */
final class RekeyProcessor implements Processor<byte[], byte[], byte[], byte[]> {
  private static final byte[] NO_KEY = {};

  private final boolean labels;
  private final String path;
  private final SideReader reader;
  private ProcessorContext<byte[], byte[]> context;

  RekeyProcessor(final JoinSettings settings, final boolean labels) {
    this.labels = labels;
    path = labels ? settings.labels().getKey() : settings.labels().getEventKey();
    reader = labels ? settings.labelReader() : settings.eventReader();
  }

  @Override
  public void init(final ProcessorContext<byte[], byte[]> opened) {
    context = opened;
  }

  @Override
  public void process(final Record<byte[], byte[]> record) {
    final RecordMetadata place = context.recordMetadata().orElseThrow();
    final byte[] key = reader.key(record.key(), record.value(), record.headers(), path);
    final Origin origin = new Origin(place.partition(), place.offset(), record.timestamp());
    final long now = context.currentSystemTimeMs();
    final Record<byte[], byte[]> moved =
        record
            .withKey(key == null ? NO_KEY : key)
            .withTimestamp(Math.min(record.timestamp(), now)); // brokers refuse the future
    new RecordOrigin(labels, key != null, origin).addTo(moved.headers());
    context.forward(moved);
  }
}
