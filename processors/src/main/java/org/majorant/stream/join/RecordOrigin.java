package org.majorant.stream.join;

import java.nio.ByteBuffer;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.majorant.join.Origin;

/**
 * Where a record of a join comes from. It goes with a record through a repartition topic, as a
 * header.
 *
 * <pre>
 *   label? (1) | key? (1) | partition (4) | offset (8) | time (8)
 * </pre>
 *
 * @param label whether it is a label, and not an event
 * @param keyed whether it has a key
 */
record RecordOrigin(boolean label, boolean keyed, Origin origin) {
  private static final String HEADER = "majorant-origin";
  private static final int SIZE = 2 + Integer.BYTES + 2 * Long.BYTES;

  /** The one of a record that came through a repartition topic; null: it came directly. */
  static RecordOrigin of(final Headers headers) {
    final Header header = headers.lastHeader(HEADER);
    if (header == null) {
      return null;
    }
    final ByteBuffer value = ByteBuffer.wrap(header.value());
    return new RecordOrigin(
        value.get() == 1,
        value.get() == 1,
        new Origin(value.getInt(), value.getLong(), value.getLong()));
  }

  void addTo(final Headers headers) {
    headers.remove(HEADER);
    headers.add(
        HEADER,
        ByteBuffer.allocate(SIZE)
            .put((byte) (label ? 1 : 0))
            .put((byte) (keyed ? 1 : 0))
            .putInt(origin.partition())
            .putLong(origin.offset())
            .putLong(origin.time())
            .array());
  }
}
