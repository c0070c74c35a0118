package org.majorant.file;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import org.majorant.event.EventReader;
import org.majorant.schema.LabeledExample;
import org.majorant.schema.RecordHeaders;
import org.majorant.schema.RejectedExample;
import org.majorant.schema.SchemaRegistry;

/** Reads {@link Format#JSONL} where a spec says that examples are events: one event a line. */
final class EventLines extends ExampleReader {
  private final Source source;
  private final EventReader events;

  EventLines(final Source source, final Layout layout) {
    super(source);
    this.source = source;
    events = new EventReader(layout.events(), layout.columns(), Set.of(), SchemaRegistry.NONE);
  }

  @Override
  LabeledExample next() throws IOException {
    for (String line = source.nextLine(); line != null; line = source.nextLine()) {
      try {
        events.open(line.getBytes(StandardCharsets.UTF_8), RecordHeaders.NONE);
        if (events.isWanted()) {
          return events.example();
        }
      } catch (final RejectedExample e) {
        throw source.malformed(e);
      }
    }
    return null;
  }
}
