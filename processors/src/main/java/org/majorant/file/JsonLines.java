package org.majorant.file;

import java.io.Closeable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import org.majorant.event.EventReader;
import org.majorant.schema.EventFormat;
import org.majorant.schema.Events;
import org.majorant.schema.RecordHeaders;
import org.majorant.schema.RejectedExample;
import org.majorant.schema.Rejection;
import org.majorant.schema.SchemaRegistry;

/** The lines of a file of events in JSON, as they stand, and the key of each. For one thread. */
public final class JsonLines implements Closeable {
  private final EventFile file;
  private final EventReader events;
  private final String keyPath;
  private byte[] key;

  private JsonLines(final EventFile file, final String keyPath) {
    this.file = file;
    this.keyPath = keyPath;
    events =
        new EventReader(
            new Events(EventFormat.JSON, null, List.of()),
            null,
            keyPath == null ? Set.of() : Set.of(keyPath),
            SchemaRegistry.NONE);
  }

  /**
   * Opens a file, plain or gzip.
   *
   * @param path of the file, or {@link ExampleReader#STANDARD_INPUT}
   * @param keyPath where the key is in each line; null: lines have none
   */
  public static JsonLines open(final String path, final String keyPath) throws IOException {
    return new JsonLines(EventFile.open(Format.JSONL, path), keyPath);
  }

  /**
   * The next line in UTF-8, or null at the end of the file; blank ones are passed over.
   *
   * @throws MalformedLine if it is no object in JSON, or has no key; the one after it can be read
   * @throws IOException if the file cannot be read any further
   */
  public byte[] read() throws IOException {
    final byte[] line = file.next();
    try {
      if (line != null) {
        events.open(line, RecordHeaders.NONE);
        key = keyPath == null ? null : text(keyPath);
      }
      return line;
    } catch (final RejectedExample e) {
      throw file.malformed(e);
    }
  }

  private byte[] text(final String path) throws RejectedExample {
    return events
        .text(path)
        .orElseThrow(() -> new RejectedExample(Rejection.VALUE, "it has no " + path))
        .getBytes(StandardCharsets.UTF_8);
  }

  /** The key of the line read last, in UTF-8; null: lines have none. */
  public byte[] key() {
    return key;
  }

  /** File and line of what was read last. */
  public String place() {
    return file.file().name() + ":" + file.file().line();
  }

  /** Lines that have been read, blank ones, too. */
  public long lines() {
    return file.file().line();
  }

  /** What has been read of the file, 0 to 1; NaN where it has no size. */
  public double share() {
    return file.file().share();
  }

  /** What is wrong with the bytes of the file so far; null: nothing is. */
  public String fault() {
    return file.file().fault();
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
