package org.majorant.event;

import org.majorant.schema.Events;
import org.majorant.schema.SchemaRegistry;

/** The formats of events. */
final class EventFormats {
  private EventFormats() {}

  static EventSource of(final Events events, final SchemaRegistry registry) {
    return switch (events.getFormat()) {
      case JSON -> new JsonEvents();
      case AVRO, DEBEZIUM, CLOUDEVENTS ->
          throw new IllegalArgumentException(events.getFormat() + " cannot be read yet");
    };
  }
}
