package org.majorant.file.spec;

import java.util.List;
import org.majorant.schema.RecordHeaders;

/**
 * Some records of a topic, which may be gone through more than once.
 *
 * @param records the oldest first
 */
public record TopicSample(String topic, List<Entry> records) {
  /**
   * A record.
   *
   * @param key null: it has none
   * @param value null: it has none
   * @param time its own, milliseconds since the epoch
   */
  public record Entry(byte[] key, byte[] value, long time, RecordHeaders headers) {}

  public EventValues values() {
    return sink -> records.forEach(each -> sink.accept(each.value(), each.headers()));
  }

  /** What messages call it, as their first words. */
  String source() {
    return "topic " + topic;
  }
}
