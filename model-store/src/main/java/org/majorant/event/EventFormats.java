package org.majorant.event;

import java.util.Collection;
import org.majorant.schema.ConfluentFormat;
import org.majorant.schema.Events;
import org.majorant.schema.SchemaRegistry;

/** The formats of events. */
final class EventFormats {
  private EventFormats() {}

  /**
   * @param asked paths of which something is asked
   */
  static EventSource of(
      final Events events, final SchemaRegistry registry, final Collection<String> asked) {
    return switch (events.getFormat()) {
      case JSON -> new JsonEvents(Envelope.NONE);
      case AVRO -> new AvroEvents(Envelope.NONE, events.getWriter(), registry);
      case DEBEZIUM -> debezium(events, registry);
      case CLOUDEVENTS -> new CloudEvents(events.getWriter(), registry, asked);
    };
  }

  /** Connectors write JSON or Avro, and a value says which: JSON begins with a bracket. */
  private static EventSource debezium(final Events events, final SchemaRegistry registry) {
    final EventSource json = new JsonEvents(Envelope.DEBEZIUM);
    final EventSource avro = new AvroEvents(Envelope.DEBEZIUM, events.getWriter(), registry);
    return (value, headers, root, leaves) ->
        (events.getWriter() == null && !ConfluentFormat.hasHeader(value) ? json : avro)
            .read(value, headers, root, leaves);
  }
}
