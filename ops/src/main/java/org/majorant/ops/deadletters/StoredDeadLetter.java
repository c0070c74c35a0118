package org.majorant.ops.deadletters;

import org.majorant.schema.AvroSerde;
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
    return AvroSerde.bytes(letter.getKey());
  }

  /** The rejected record's value; null where it had none. */
  public byte[] value() {
    return AvroSerde.bytes(letter.getValue());
  }
}
