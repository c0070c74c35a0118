package org.majorant.ops.deadletters;

import java.nio.ByteBuffer;
import org.majorant.schema.DeadLetter;

/**
 * A dead letter where it lies.
 *
 * @param offset on the dead-letter topic, which has one partition: it is the letter's name
 * @param rejected when it was written, milliseconds since the epoch
 */
public record StoredDeadLetter(long offset, long rejected, DeadLetter letter) {
  /** The rejected record's key; null where it had none. */
  public byte[] key() {
    return bytes(letter.getKey());
  }

  /** The rejected record's value; null where it had none. */
  public byte[] value() {
    return bytes(letter.getValue());
  }

  private static byte[] bytes(final ByteBuffer buffer) {
    if (buffer == null) {
      return null;
    }
    final byte[] bytes = new byte[buffer.remaining()];
    buffer.duplicate().get(bytes);
    return bytes;
  }
}
