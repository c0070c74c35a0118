package org.majorant.schema;

import java.util.HashMap;
import java.util.Map;
import org.apache.avro.Schema;
import org.apache.avro.SchemaNormalization;
import org.apache.kafka.common.errors.SerializationException;

/**
 * Decodes a {@link LabeledExample} as {@link AvroSerde} does, but straight into a {@link
 * DecodedExample}: without an object a feature or an allocation an example, several times faster
 * than the generated class. It reads the fields that all examples have, in the order of
 * example.avdl, and the buffer reads those of its structure. Together they agree with the generated
 * class on every byte string, or refuse it.
 *
 * <p>A record written with an older schema, or another producer's, takes the way through the
 * generated class, which knows how to resolve it.
 *
 * <p>Only the form is checked here: whether numbers are finite, indices in range and labels known
 * is the feature space's business. For one thread.
 */
public final class ExampleDecoder extends ValueDecoder {
  private static final long FINGERPRINT =
      SchemaNormalization.parsingFingerprint64(LabeledExample.getClassSchema());

  /** In the order of the union. */
  private static final String[] STRUCTURES =
      LabeledExample.getClassSchema().getField("structure").schema().getTypes().stream()
          .map(Schema::getName)
          .toArray(String[]::new);

  private final AvroCursor cursor = new AvroCursor();
  private final Map<Integer, Boolean> todays = new HashMap<>();
  private final SchemaRegistry registry;
  private final AvroSerde<LabeledExample> serde;
  private int lastId;
  private boolean lastToday;

  /**
   * @param maxBytes the longest record that is accepted, bytes
   */
  public ExampleDecoder(final int maxBytes) {
    this(maxBytes, SchemaRegistry.NONE);
  }

  /**
   * @param maxBytes the longest record that is accepted, bytes
   * @param registry of the schemas of records in {@link ConfluentFormat}; {@link #decode} throws
   *     {@link RegistryException} where it does not tell one now
   */
  public ExampleDecoder(final int maxBytes, final SchemaRegistry registry) {
    super(maxBytes);
    this.registry = registry;
    serde = AvroSerde.of(LabeledExample.class, registry, "");
  }

  @Override
  protected void decodeValue(final byte[] bytes, final DecodedExample buffer)
      throws RejectedExample {
    final int header = todaysHeader(bytes);
    if (header > 0) {
      buffer.bytes = bytes;
      cursor.open(bytes, header);
      decodeExample(buffer);
      cursor.expectEnd();
    } else {
      buffer.set(decodeOther(bytes));
    }
  }

  /** Length of the header of a record with today's schema; 0 for any other. */
  private int todaysHeader(final byte[] bytes) throws RejectedExample {
    if (ConfluentFormat.hasHeader(bytes)) {
      return isTodays(ConfluentFormat.id(bytes)) ? ConfluentFormat.HEADER : 0;
    }
    return AvroSerde.hasHeader(bytes) && AvroSerde.fingerprint(bytes) == FINGERPRINT
        ? AvroSerde.HEADER
        : 0;
  }

  /** Whether the registry's schema of that number is today's; asked for each example. */
  private boolean isTodays(final int id) throws RejectedExample {
    if (id != lastId || todays.isEmpty()) {
      if (registry == SchemaRegistry.NONE) {
        throw new RejectedExample(
            Rejection.UNDECODABLE, "its schema " + id + " needs a registry: --registry-url");
      }
      try {
        lastToday =
            todays.computeIfAbsent(
                id,
                unknown ->
                    SchemaNormalization.parsingFingerprint64(registry.schema(unknown))
                        == FINGERPRINT);
      } catch (SerializationException e) {
        throw new RejectedExample(Rejection.UNDECODABLE, e.getMessage());
      }
      lastId = id;
    }
    return lastToday;
  }

  private LabeledExample decodeOther(final byte[] bytes) throws RejectedExample {
    try {
      return serde.decode(bytes);
    } catch (SerializationException e) {
      throw new RejectedExample(Rejection.UNDECODABLE, e.getMessage());
    }
  }

  private void decodeExample(final DecodedExample buffer) throws RejectedExample {
    buffer.idLength = cursor.nullableString("id");
    buffer.idOffset = cursor.position() - buffer.idLength;
    buffer.modelLength = cursor.nullableString("model");
    buffer.modelOffset = cursor.position() - buffer.modelLength;
    buffer.weight = cursor.readDouble("weight");
    final int structure = cursor.branch(STRUCTURES.length, "structure");
    if (!STRUCTURES[structure].equals(buffer.structure())) {
      throw buffer.refused(STRUCTURES[structure]);
    }
    buffer.decodeStructure(cursor);
  }
}
