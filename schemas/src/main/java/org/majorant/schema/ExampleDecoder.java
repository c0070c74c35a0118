package org.majorant.schema;

import java.util.HashMap;
import java.util.Map;
import org.apache.avro.SchemaNormalization;
import org.apache.kafka.common.errors.SerializationException;

/**
 * Decodes a {@link LabeledExample} as {@link AvroSerde} does, but straight into a {@link
 * DecodedExample}: without an object a feature or an allocation an example, several times faster
 * than the generated class. It follows example.avdl field by field and agrees with the generated
 * class on every byte string, or refuses it.
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
  private static final String[] STRUCTURES = {"Point", "Sequence", "Choice", "Graph"};

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
    buffer.idLength = nullableString("id");
    buffer.idOffset = cursor.position() - buffer.idLength;
    buffer.modelLength = nullableString("model");
    buffer.modelOffset = cursor.position() - buffer.modelLength;
    buffer.weight = cursor.readDouble("weight");
    final int structure = cursor.branch(STRUCTURES.length, "structure");
    if (!STRUCTURES[structure].equals(buffer.structure())) {
      throw buffer.refused(STRUCTURES[structure]);
    }
    if (buffer instanceof ExampleBuffer point) {
      decodePoint(point);
    } else if (buffer instanceof SequenceBuffer sequence) {
      decodeSequence(sequence);
    } else if (buffer instanceof ChoiceBuffer choice) {
      decodeChoice(choice);
    } else {
      decodeGraph((GraphBuffer) buffer);
    }
  }

  private void decodePoint(final ExampleBuffer buffer) throws RejectedExample {
    buffer.named = cursor.branch(2, "features") == 1;
    buffer.size = decodeFeatures(buffer, buffer.named, 0);
    decodeLabels(buffer);
    decodeLogPrior(buffer);
  }

  private void decodeLabels(final ExampleBuffer buffer) throws RejectedExample {
    final int kind = cursor.branch(3, "label");
    if (kind == 0) {
      return;
    }
    buffer.labels = 0;
    if (kind == 1) {
      decodeLabel(buffer);
      return;
    }
    for (int n = cursor.block(1, "labels"); n > 0; n = cursor.block(1, "labels")) {
      buffer.reserveLabels(buffer.labels + n);
      for (int i = 0; i < n; i++) {
        decodeLabel(buffer);
      }
    }
  }

  private void decodeLabel(final ExampleBuffer buffer) throws RejectedExample {
    final int length = cursor.string("label");
    buffer.labelLengths[buffer.labels] = length;
    buffer.labelOffsets[buffer.labels++] = cursor.position() - length;
  }

  private void decodeSequence(final SequenceBuffer buffer) throws RejectedExample {
    decodeVectors(buffer, "tokens");
    int labels = 0;
    for (int n = cursor.block(1, "labels"); n > 0; n = cursor.block(1, "labels")) {
      buffer.reserveLabels(labels + n);
      for (final int end = labels + n; labels < end; labels++) {
        final int length = nullableString("label");
        buffer.labelLengths[labels] = length;
        buffer.labelOffsets[labels] = cursor.position() - length;
      }
    }
    buffer.complete(labels);
  }

  private void decodeChoice(final ChoiceBuffer buffer) throws RejectedExample {
    decodeVectors(buffer, "alternatives");
    if (cursor.branch(2, "chosen") == 1) {
      buffer.choose(cursor.readInt("chosen"));
    }
    decodeLogPrior(buffer);
    buffer.complete();
  }

  private void decodeGraph(final GraphBuffer buffer) throws RejectedExample {
    buffer.cardinalities = cursor.ints(buffer.cardinalities, 0, "cardinalities");
    buffer.beginFactors(cursor.items());
    for (int n = cursor.block(2, "factors"); n > 0; n = cursor.block(2, "factors")) {
      for (int i = 0; i < n; i++) {
        final int from = buffer.scopeStarts[buffer.factors];
        buffer.scopes = cursor.ints(buffer.scopes, from, "variables");
        final int size = cursor.items();
        final int first = buffer.length;
        decodeVectors(buffer, "configurations");
        buffer.endFactor(size, buffer.length - first);
      }
    }
    for (int n = cursor.block(1, "states"); n > 0; n = cursor.block(1, "states")) {
      for (int i = 0; i < n; i++) {
        final boolean observed = cursor.branch(2, "states") == 1;
        buffer.observe(observed ? cursor.readInt("states") : -1, observed);
      }
    }
    buffer.complete();
  }

  private void decodeVectors(final VectorsBuffer buffer, final String what) throws RejectedExample {
    for (int n = cursor.block(3, what); n > 0; n = cursor.block(3, what)) {
      for (int i = 0; i < n; i++) {
        final boolean named = cursor.branch(2, "features") == 1;
        buffer.beginVector(named);
        buffer.endVector(decodeFeatures(buffer, named, buffer.starts[buffer.length - 1]));
      }
    }
  }

  private void decodeLogPrior(final DecodedExample buffer) throws RejectedExample {
    if (cursor.branch(2, "logPrior") == 1) {
      buffer.logPrior = cursor.doubles(buffer.logPrior, "logPrior");
      buffer.logPriorSize = cursor.items();
    }
  }

  /** Decodes a feature vector to a position; the position after it. */
  private int decodeFeatures(final DecodedExample buffer, final boolean named, final int from)
      throws RejectedExample {
    final int size;
    if (named) {
      size = decodeNames(buffer, from);
    } else {
      buffer.indices = cursor.ints(buffer.indices, from, "indices");
      size = cursor.items();
    }
    buffer.values = cursor.floats(buffer.values, from, "values");
    buffer.completeValues(from, size, cursor.items(), named);
    return from + size;
  }

  private int decodeNames(final DecodedExample buffer, final int from) throws RejectedExample {
    int at = from;
    for (int n = cursor.block(1, "names"); n > 0; n = cursor.block(1, "names")) {
      buffer.reserveNames(at + n);
      for (final int end = at + n; at < end; at++) {
        final int length = cursor.string("name");
        buffer.nameLengths[at] = length;
        buffer.nameOffsets[at] = cursor.position() - length;
      }
    }
    return at - from;
  }

  /** Length of the string just passed, -1 for null. */
  private int nullableString(final String what) throws RejectedExample {
    return cursor.branch(2, what) == 0 ? -1 : cursor.string(what);
  }
}
