package org.majorant.log;

import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * One record of a topic that is read, as it came.
 *
 * @param timestamp milliseconds since the epoch, the record's own
 * @param key may be null
 * @param value may be null
 */
public record InputRecord(long offset, long timestamp, byte[] key, byte[] value) {
  public static InputRecord of(final ConsumerRecord<byte[], byte[]> record) {
    return new InputRecord(record.offset(), record.timestamp(), record.key(), record.value());
  }

  /** The same with another value. */
  public InputRecord with(final byte[] other) {
    return new InputRecord(offset, timestamp, key, other);
  }

  /** Bytes of key and value. */
  public long bytes() {
    return (long) length(key) + length(value);
  }

  private static int length(final byte[] bytes) {
    return bytes == null ? 0 : bytes.length;
  }
}
