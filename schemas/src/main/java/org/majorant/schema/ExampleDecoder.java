package org.majorant.schema;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.avro.Schema;
import org.apache.avro.SchemaNormalization;
import org.apache.kafka.common.errors.SerializationException;

/**
 * Decodes a {@link LabeledExample} as {@link AvroSerde} does, but straight into a {@link
 * DecodedExample}: without an object a feature or an allocation an example, several times faster
 * than the generated class. It reads the fields that all examples have, in the order of
 * example.avdl, and the buffer reads those of its structure. Together they agree with the generated
 * class on every byte string, or refuse it. Of an {@link ExampleBatch} each item is read so, where
 * it lies.
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

  private static final long BATCH =
      SchemaNormalization.parsingFingerprint64(ExampleBatch.getClassSchema());

  private static final Set<Long> KNOWN = AvroSerde.schemas(LabeledExample.class).keySet();

  /** In the order of the union. */
  private static final String[] STRUCTURES =
      LabeledExample.getClassSchema().getField("structure").schema().getTypes().stream()
          .map(Schema::getName)
          .toArray(String[]::new);

  private final AvroCursor cursor = new AvroCursor();
  private final Map<Integer, Long> fingerprints = new HashMap<>();
  private final SchemaRegistry registry;
  private final AvroSerde<LabeledExample> serde;
  private long lastId;
  private long lastFingerprint;

  // of the record that is open
  private boolean confluent;
  private int header;
  private long writer;
  private boolean todays;

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
  protected Object reads() {
    return List.of(ExampleDecoder.class, registry);
  }

  @Override
  protected void openValue(final byte[] bytes, final RecordHeaders headers) throws RejectedExample {
    confluent = ConfluentFormat.hasHeader(bytes);
    header = confluent ? ConfluentFormat.HEADER : AvroSerde.HEADER;
    writer = confluent ? ConfluentFormat.id(bytes) : fingerprintOf(bytes);
    final long fingerprint = fingerprint(writer);
    if (fingerprint == BATCH) {
      openBatch(bytes);
    } else {
      todays = fingerprint == FINGERPRINT;
      isOne(header);
    }
  }

  /** 0, which is none of ours, where there is no header. */
  private static long fingerprintOf(final byte[] bytes) {
    return AvroSerde.hasHeader(bytes) ? AvroSerde.fingerprint(bytes) : 0;
  }

  private void openBatch(final byte[] bytes) throws RejectedExample {
    isPackedRecord();
    cursor.open(bytes, header);
    writer = cursor.readLong("writer");
    final long fingerprint = fingerprint(writer);
    todays = fingerprint == FINGERPRINT;
    if (!confluent && !KNOWN.contains(fingerprint)) {
      throw new RejectedExample(
          Rejection.UNDECODABLE,
          "expected the fingerprint of a known schema of LabeledExample as writer, found %016x"
              .formatted(fingerprint));
    }
    for (int n = cursor.block(1, "examples"); n > 0; n = cursor.block(1, "examples")) {
      for (int i = 0; i < n; i++) {
        final int length = cursor.string("example");
        add(cursor.position() - length, cursor.position());
      }
    }
    cursor.expectEnd();
  }

  @Override
  protected void decodeExample(
      final byte[] bytes, final int from, final int to, final DecodedExample buffer)
      throws RejectedExample {
    if (todays) {
      buffer.bytes = bytes;
      cursor.open(bytes, from, to, from - header);
      decodeFields(buffer);
      cursor.expectEnd();
    } else {
      buffer.set(decodeOther(isPacked() ? unpack(bytes, from, to) : bytes));
    }
  }

  @Override
  protected byte[] unpack(final byte[] bytes, final int from, final int to) {
    final ByteBuffer alone = ByteBuffer.allocate(header + to - from);
    if (confluent) {
      ConfluentFormat.putHeader(alone, (int) writer);
    } else {
      AvroSerde.putHeader(alone, writer);
    }
    return alone.put(bytes, from, to - from).array();
  }

  /** Of the schema that a header, or a batch, names. */
  private long fingerprint(final long writer) throws RejectedExample {
    return confluent ? registered(writer) : writer;
  }

  /** Of the registry's schema of that number; asked for each example. */
  private long registered(final long id) throws RejectedExample {
    if (id != lastId || fingerprints.isEmpty()) {
      if (id != (int) id) {
        throw new RejectedExample(Rejection.UNDECODABLE, id + " is no schema's number");
      }
      final Long known = fingerprints.get((int) id);
      lastFingerprint =
          known != null
              ? known
              : SchemaNormalization.parsingFingerprint64(registry.written((int) id));
      fingerprints.put((int) id, lastFingerprint);
      lastId = id;
    }
    return lastFingerprint;
  }

  private LabeledExample decodeOther(final byte[] bytes) throws RejectedExample {
    try {
      return serde.decode(bytes);
    } catch (SerializationException e) {
      throw new RejectedExample(
          Rejection.UNDECODABLE,
          e.getMessage()
              + (isJson(bytes) ? "; this is JSON, which 'learn --value-format json' reads" : ""));
    }
  }

  /** Whether it begins as an object or an array of JSON does, and as no record does. */
  public static boolean isJson(final byte[] bytes) {
    return new String(bytes, 0, Math.min(bytes.length, 64), StandardCharsets.ISO_8859_1)
        .stripLeading()
        .matches("(?s)[\\[{].*");
  }

  private void decodeFields(final DecodedExample buffer) throws RejectedExample {
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
