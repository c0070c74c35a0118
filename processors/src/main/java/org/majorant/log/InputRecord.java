package org.majorant.log;

import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.majorant.schema.RecordHeaders;

/**
 * One record of a topic that is read, as it came.
 *
 * @param timestamp milliseconds since the epoch, the record's own
 * @param key may be null
 * @param value may be null
 * @param headers null: none
 */
public record InputRecord(long offset, long timestamp, byte[] key, byte[] value, Headers headers)
    implements RecordHeaders {
  /** One without headers. */
  public InputRecord(
      final long offset, final long timestamp, final byte[] key, final byte[] value) {
    this(offset, timestamp, key, value, null);
  }

  public static InputRecord of(final ConsumerRecord<byte[], byte[]> record) {
    return new InputRecord(
        record.offset(), record.timestamp(), record.key(), record.value(), record.headers());
  }

  /** The same with another value. */
  public InputRecord with(final byte[] other) {
    return new InputRecord(offset, timestamp, key, other, headers);
  }

  @Override
  public byte[] last(final String name) {
    final Header header = headers == null ? null : headers.lastHeader(name);
    return header == null ? null : header.value();
  }

  /** Bytes of key, value and headers. */
  public long bytes() {
    long bytes = (long) length(key) + length(value);
    if (headers != null) {
      for (final Header header : headers) {
        bytes += header.key().length() + length(header.value());
      }
    }
    return bytes;
  }

  private static int length(final byte[] bytes) {
    return bytes == null ? 0 : bytes.length;
  }
}
