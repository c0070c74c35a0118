package org.majorant.event;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.HashMap;
import java.util.Map;
import org.apache.avro.Schema;
import org.apache.avro.SchemaNormalization;
import org.majorant.schema.AvroCursor;
import org.majorant.schema.ConfluentFormat;
import org.majorant.schema.RecordHeaders;
import org.majorant.schema.RejectedExample;
import org.majorant.schema.Rejection;
import org.majorant.schema.SchemaRegistry;

/**
 * Events in Avro, each read by the schema that it was written with: nothing is resolved, because a
 * row may have any fields. So a field that a writer adds is there at once, and one that is left out
 * is missing.
 *
 * <p>The schema of a value is the registry's, in Confluent's wire format; or, where the spec has
 * one, that of the spec: of values in Avro's single-object encoding, or without any header.
 */
final class AvroEvents implements EventSource {
  /** Of the single-object encoding: a mark of two bytes, and a fingerprint. */
  private static final int SINGLE_OBJECT = 10;

  private final AvroCursor cursor = new AvroCursor();
  private final Map<Integer, AvroRecord> registered = new HashMap<>();
  private final SchemaRegistry registry;
  private final Envelope envelope;
  private final AvroRecord given; // null: values name theirs
  private final long fingerprint;

  /**
   * @param schema of values that name none, in JSON; null: each names its own
   */
  AvroEvents(final Envelope envelope, final String schema, final SchemaRegistry registry) {
    this.envelope = envelope;
    this.registry = registry;
    final Schema parsed = schema == null ? null : new Schema.Parser().parse(schema);
    given = parsed == null ? null : new AvroRecord(parsed);
    fingerprint = parsed == null ? 0 : SchemaNormalization.parsingFingerprint64(parsed);
  }

  @Override
  public boolean read(
      final byte[] value,
      final RecordHeaders headers,
      final EventPath root,
      final EventLeaves leaves)
      throws RejectedExample {
    final AvroRecord schema = given == null ? registered(value) : given;
    cursor.open(value, given == null ? ConfluentFormat.HEADER : header(value));
    schema.top(cursor, envelope, root, leaves);
    cursor.expectEnd();
    return envelope.hasRow(root, leaves);
  }

  private int header(final byte[] value) throws RejectedExample {
    if (value.length < SINGLE_OBJECT || value[0] != (byte) 0xC3 || value[1] != 1) {
      return 0;
    }
    final long found = ByteBuffer.wrap(value).order(ByteOrder.LITTLE_ENDIAN).getLong(2);
    if (found != fingerprint) {
      throw new RejectedExample(
          Rejection.UNDECODABLE,
          "its schema has the fingerprint %016x, and the spec's %016x"
              .formatted(found, fingerprint));
    }
    return SINGLE_OBJECT;
  }

  private AvroRecord registered(final byte[] value) throws RejectedExample {
    if (!ConfluentFormat.hasHeader(value)) {
      throw new RejectedExample(
          Rejection.UNDECODABLE,
          "no number of a registered schema; expected one, or the spec's input.schema");
    }
    final int id = ConfluentFormat.id(value);
    final AvroRecord known = registered.get(id);
    if (known != null) {
      return known;
    }
    final Schema schema = registry.written(id);
    if (schema.getType() != Schema.Type.RECORD) {
      throw new RejectedExample(
          Rejection.UNDECODABLE, "schema " + id + " is not of a record; expected one");
    }
    final AvroRecord compiled = new AvroRecord(schema);
    registered.put(id, compiled);
    return compiled;
  }
}
