package org.majorant.stream.join;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashSet;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.majorant.event.EventReader;
import org.majorant.schema.EventFormat;
import org.majorant.schema.Events;
import org.majorant.schema.RejectedExample;
import org.majorant.schema.SchemaRegistry;

/**
 * Reads what a join wants of the records of one topic: key, time and label, each at a path or the
 * record's own. For one thread.
 */
final class SideReader {
  private final EventReader reader; // null: nothing is asked
  private final boolean selects;

  /**
   * @param paths the texts that will be asked for; those that are null are not
   */
  SideReader(final Events events, final SchemaRegistry registry, final String... paths) {
    final Set<String> asked =
        Stream.of(paths)
            .filter(Objects::nonNull)
            .collect(Collectors.toCollection(LinkedHashSet::new));
    selects = !events.getWhere().isEmpty() || events.getFormat() == EventFormat.DEBEZIUM;
    reader = asked.isEmpty() && !selects ? null : new EventReader(events, null, asked, registry);
  }

  /**
   * Whether the spec wants an event. One that cannot be read is wanted, so that the learner rejects
   * it with the reason.
   */
  boolean isWanted(final byte[] value, final Headers headers) {
    if (!selects) {
      return true;
    }
    try {
      reader.open(value, name -> last(headers, name));
      return reader.isWanted();
    } catch (final RejectedExample e) {
      return true;
    }
  }

  /** The text at a path of a value; empty where there is none, or the value cannot be read. */
  Optional<String> text(final byte[] value, final Headers headers, final String path) {
    if (value == null) {
      return Optional.empty();
    }
    try {
      reader.open(value, name -> last(headers, name));
      return reader.hasRow() ? reader.text(path) : Optional.empty();
    } catch (final RejectedExample e) {
      return Optional.empty();
    }
  }

  private static byte[] last(final Headers headers, final String name) {
    final Header header = headers.lastHeader(name);
    return header == null ? null : header.value();
  }

  /** The key of a record; null where it has none. */
  byte[] key(final byte[] own, final byte[] value, final Headers headers, final String path) {
    return path == null
        ? own
        : text(value, headers, path)
            .map(text -> text.getBytes(StandardCharsets.UTF_8))
            .orElse(null);
  }
}
