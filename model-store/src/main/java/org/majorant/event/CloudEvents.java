package org.majorant.event;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Collection;
import java.util.List;
import org.majorant.schema.ConfluentFormat;
import org.majorant.schema.RecordHeaders;
import org.majorant.schema.RejectedExample;
import org.majorant.schema.SchemaRegistry;

/**
 * Events by the Kafka binding of CloudEvents 1.0, whichever way each of them is written:
 * structured, as one object of JSON that has the row as {@code data}; or binary, where the value is
 * the row, in JSON or in Avro, and its headers are the attributes.
 */
final class CloudEvents implements EventSource {
  private static final String HEADER = "ce_";

  private final EventSource structured = new JsonEvents(Envelope.CLOUDEVENTS);
  private final EventSource json = new JsonEvents(Envelope.NONE);
  private final EventSource avro;
  private final boolean described;
  private final List<String> attributes;

  /**
   * @param schema of Avro values that name none; null: there are none
   * @param asked paths of which something is asked
   */
  CloudEvents(final String schema, final SchemaRegistry registry, final Collection<String> asked) {
    avro = new AvroEvents(Envelope.NONE, schema, registry);
    described = schema != null;
    attributes =
        asked.stream()
            .filter(path -> path.startsWith("ce."))
            .map(path -> path.substring(3))
            .toList();
  }

  @Override
  public boolean read(
      final byte[] value,
      final RecordHeaders headers,
      final EventPath root,
      final EventLeaves leaves)
      throws RejectedExample {
    if (headers.last(HEADER + "specversion") == null) {
      return structured.read(value, headers, root, leaves);
    }
    for (final String attribute : attributes) {
      final byte[] found = headers.last(HEADER + attribute);
      if (found != null) {
        leaves.text(Envelope.CLOUDEVENTS.about(root, attribute), new String(found, UTF_8));
      }
    }
    return (isAvro(value, headers) ? avro : json).read(value, headers, root, leaves);
  }

  private boolean isAvro(final byte[] value, final RecordHeaders headers) {
    final byte[] type = headers.last("content-type");
    return ConfluentFormat.hasHeader(value)
        || described && type != null && new String(type, UTF_8).contains("avro");
  }
}
