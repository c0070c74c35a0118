package org.majorant.stream.join;

import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.streams.processor.TimestampExtractor;
import org.majorant.join.EventTime;
import org.majorant.join.JoinCounts;

/** The time of the records of one topic of a join: at a path, or their own, if it can be. */
final class SideTimes implements TimestampExtractor {
  private final ThreadLocal<SideReader> readers;
  private final String path;
  private final JoinCounts counts;

  /**
   * @param path null: the records' own
   */
  SideTimes(final Supplier<SideReader> reader, final String path, final JoinCounts counts) {
    readers = ThreadLocal.withInitial(reader);
    this.path = path;
    this.counts = counts;
  }

  @Override
  public long extract(final ConsumerRecord<Object, Object> record, final long partitionTime) {
    final long now = System.currentTimeMillis();
    final long time = path == null ? record.timestamp() : atPath(record);
    if (!EventTime.isPossible(time, now)) {
      counts.misdated();
    }
    return EventTime.of(time, partitionTime, now);
  }

  private long atPath(final ConsumerRecord<Object, Object> record) {
    return readers
        .get()
        .text((byte[]) record.value(), record.headers(), path)
        .map(text -> EventTime.millis(text).orElse(Long.MIN_VALUE))
        .orElse(record.timestamp());
  }
}
