package org.majorant.file;

import java.io.IOException;
import java.util.Set;
import org.majorant.event.EventReader;
import org.majorant.schema.LabeledExample;
import org.majorant.schema.RecordHeaders;
import org.majorant.schema.RejectedExample;
import org.majorant.schema.SchemaRegistry;

/** Reads an {@link EventFile}: each event that is wanted is an example. */
final class EventFileReader extends ExampleReader {
  private final EventFile file;
  private final EventReader events;
  private final SharedFeatures shared;

  EventFileReader(final EventFile file, final Layout layout) {
    super(file.file());
    this.file = file;
    events =
        new EventReader(
            file.events(layout.events()), layout.columns(), Set.of(), SchemaRegistry.NONE);
    shared = new SharedFeatures(layout.columns());
  }

  @Override
  public Set<String> columns() {
    return events.columns();
  }

  @Override
  public String shared() {
    return shared.told();
  }

  @Override
  LabeledExample next() throws IOException {
    for (byte[] value = file.next(); value != null; value = file.next()) {
      try {
        events.open(value, RecordHeaders.NONE);
        if (events.isWanted()) {
          if (shared.begin(events.columns())) {
            events.tell(shared);
          }
          return events.example();
        }
      } catch (final RejectedExample e) {
        throw file.malformed(e);
      }
    }
    return null;
  }
}
