package org.majorant.file.spec;

import java.io.IOException;
import org.majorant.file.EventFile;
import org.majorant.file.Format;
import org.majorant.schema.RecordHeaders;

/** The values of events, which may be gone through more than once. */
@FunctionalInterface
public interface EventValues {
  /** Takes one value after the other. */
  @FunctionalInterface
  interface Sink {
    /**
     * @param value null: a record without one
     */
    void accept(byte[] value, RecordHeaders headers);
  }

  /**
   * Gives all of them to a sink.
   *
   * @throws IOException where they cannot be read
   */
  void each(Sink sink) throws IOException;

  /** Those of a file. */
  static EventValues of(final Format format, final String path) {
    return sink -> {
      try (EventFile file = EventFile.open(format, path)) {
        for (byte[] value = file.next(); value != null; value = file.next()) {
          sink.accept(value, RecordHeaders.NONE);
        }
      }
    };
  }
}
