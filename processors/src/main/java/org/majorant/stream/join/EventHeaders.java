package org.majorant.stream.join;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;

/**
 * Keeps the headers of an event with its value while it waits. A CloudEvent in binary mode has its
 * attributes there, without which its value cannot be read; other events are read without them.
 *
 * <pre>
 *   count (4) | for each: name length (4) | name | value length (4) | value |  the event's value
 * </pre>
 */
final class EventHeaders {
  private static final String ATTRIBUTE = "ce_";
  private static final String TYPE = "content-type";

  private EventHeaders() {}

  /** A value with its headers in front; null remains null. */
  static byte[] pack(final byte[] value, final Headers headers) {
    if (value == null) {
      return null;
    }
    final List<byte[]> parts = new ArrayList<>();
    for (final Header header : headers) {
      if (header.value() != null
          && (header.key().startsWith(ATTRIBUTE) || header.key().equals(TYPE))) {
        parts.add(header.key().getBytes(UTF_8));
        parts.add(header.value());
      }
    }
    final int size = parts.stream().mapToInt(part -> Integer.BYTES + part.length).sum();
    final ByteBuffer packed = ByteBuffer.allocate(Integer.BYTES + size + value.length);
    packed.putInt(parts.size() / 2);
    parts.forEach(part -> packed.putInt(part.length).put(part));
    return packed.put(value).array();
  }

  /**
   * The value of what was packed.
   *
   * @param headers get those that it had
   */
  static ByteBuffer unpack(final byte[] packed, final Headers headers) {
    final ByteBuffer from = ByteBuffer.wrap(packed);
    for (int i = from.getInt(); i > 0; i--) {
      headers.add(new String(part(from), UTF_8), part(from));
    }
    return from.slice();
  }

  private static byte[] part(final ByteBuffer from) {
    final byte[] part = new byte[from.getInt()];
    from.get(part);
    return part;
  }
}
