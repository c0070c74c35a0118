package org.majorant.schema;

import org.apache.avro.SchemaNormalization;
import org.apache.kafka.common.errors.SerializationException;

/**
 * Decodes a {@link LabeledExample} in {@link AvroSerde}'s encoding straight into an {@link
 * ExampleBuffer}: without an object a feature or an allocation an example, several times faster
 * than the generated class. It follows example.avdl field by field and agrees with the generated
 * class on every byte string, or refuses it.
 *
 * <p>A record written with an older schema takes the way through the generated class, which knows
 * how to resolve it.
 *
 * <p>Only the form is checked here: whether numbers are finite, indices in range and labels known
 * is the feature space's business. For one thread.
 */
public final class ExampleDecoder {
  private static final long FINGERPRINT =
      SchemaNormalization.parsingFingerprint64(LabeledExample.getClassSchema());

  /** In the order of the union. */
  private static final String[] STRUCTURES = {"Point", "Sequence", "Choice", "Graph"};

  private final AvroSerde<LabeledExample> serde = AvroSerde.of(LabeledExample.class);
  private final AvroCursor cursor = new AvroCursor();
  private final int maxBytes;

  /**
   * @param maxBytes the longest record that is accepted, bytes
   */
  public ExampleDecoder(final int maxBytes) {
    this.maxBytes = maxBytes;
  }

  /**
   * Decodes one record.
   *
   * @param bytes the whole record; the buffer refers to it from now on. Null is undecodable
   * @param buffer is overwritten, and of no use after a rejection, but that id, model and weight
   *     are set where the reason is STRUCTURE or VALUE: such an example may be another model's
   * @throws RejectedExample TOO_LARGE, UNDECODABLE, STRUCTURE or VALUE
   */
  public void decode(final byte[] bytes, final ExampleBuffer buffer) throws RejectedExample {
    buffer.clear();
    if (bytes == null) {
      throw new RejectedExample(Rejection.UNDECODABLE, "expected a record, found no value");
    }
    if (bytes.length > maxBytes) {
      throw new RejectedExample(
          Rejection.TOO_LARGE, bytes.length + " bytes, more than the " + maxBytes + " allowed");
    }
    if (AvroSerde.hasHeader(bytes) && AvroSerde.fingerprint(bytes) == FINGERPRINT) {
      buffer.bytes = bytes;
      cursor.open(bytes, AvroSerde.HEADER);
      decodeExample(buffer);
      cursor.expectEnd();
    } else {
      buffer.set(decodeOlder(bytes));
    }
  }

  private LabeledExample decodeOlder(final byte[] bytes) throws RejectedExample {
    try {
      return serde.decode(bytes);
    } catch (SerializationException e) {
      throw new RejectedExample(Rejection.UNDECODABLE, e.getMessage());
    }
  }

  private void decodeExample(final ExampleBuffer buffer) throws RejectedExample {
    buffer.idLength = nullableString("id");
    buffer.idOffset = cursor.position() - buffer.idLength;
    buffer.modelLength = nullableString("model");
    buffer.modelOffset = cursor.position() - buffer.modelLength;
    buffer.weight = cursor.readDouble("weight");
    final int structure = cursor.branch(STRUCTURES.length, "structure");
    if (structure != 0) {
      throw ExampleBuffer.notPoint(STRUCTURES[structure]);
    }
    decodePoint(buffer);
  }

  private void decodePoint(final ExampleBuffer buffer) throws RejectedExample {
    buffer.named = cursor.branch(2, "features") == 1;
    if (buffer.named) {
      decodeNames(buffer);
    } else {
      buffer.indices = cursor.ints(buffer.indices, "indices");
      buffer.size = cursor.items();
    }
    buffer.values = cursor.floats(buffer.values, "values");
    final int values = cursor.items();
    buffer.labelLength = nullableString("label");
    buffer.labelOffset = cursor.position() - buffer.labelLength;
    if (cursor.branch(2, "logPrior") == 1) {
      buffer.logPrior = cursor.doubles(buffer.logPrior, "logPrior");
      buffer.logPriorSize = cursor.items();
    }
    buffer.completeValues(values);
  }

  private void decodeNames(final ExampleBuffer buffer) throws RejectedExample {
    int size = 0;
    for (int n = cursor.block(1, "names"); n > 0; n = cursor.block(1, "names")) {
      buffer.reserveNames(size + n);
      for (final int end = size + n; size < end; size++) {
        final int length = cursor.string("name");
        buffer.nameLengths[size] = length;
        buffer.nameOffsets[size] = cursor.position() - length;
      }
    }
    buffer.size = size;
  }

  /** Length of the string just passed, -1 for null. */
  private int nullableString(final String what) throws RejectedExample {
    return cursor.branch(2, what) == 0 ? -1 : cursor.string(what);
  }
}
