package org.majorant.join;

import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.BitSet;

/**
 * A file for the bytes that memory has no room for. Nothing in it outlives the process, because the
 * changelog has all: the file is deleted as soon as it is open, so that a process that is killed
 * leaves none. For one thread.
 *
 * <p>RocksDB took 12 µs to find an event where this takes 4, and 8 to end a wait where this takes
 * 2; it is a jar of 73 MB, and after a crash reads its changelog, too.
 */
final class SpillFile implements AutoCloseable {
  private static final int UNIT = Arena.CHUNK;

  private final Path dir;
  private final BitSet taken = new BitSet(); // units of the file
  private FileChannel file; // null: nothing was written yet

  /**
   * @param dir where it is made, when something is first written
   */
  SpillFile(final Path dir) {
    this.dir = dir;
  }

  /** Bytes of the units that are taken. */
  long bytes() {
    return (long) UNIT * taken.cardinality();
  }

  /**
   * Writes some bytes; the first unit that has them.
   *
   * @throws JoinFull where the disk does not take them
   */
  int write(final byte[] bytes, final int length) {
    final int units = units(length);
    final int first = room(units);
    try {
      if (file == null) {
        file = open();
      }
      final ByteBuffer from = ByteBuffer.wrap(bytes, 0, length);
      for (long at = (long) UNIT * first; from.hasRemaining(); ) {
        at += file.write(from, at);
      }
    } catch (final IOException e) {
      throw new JoinFull(
          "events that wait for their labels do not fit into --join-memory, and %s does not take them (%s): make room there, or name another --state-dir"
              .formatted(dir, e.getMessage()),
          e);
    }
    taken.set(first, first + units);
    return first;
  }

  /** Reads what was written. */
  void read(final int first, final int skipped, final byte[] to, final int length) {
    final ByteBuffer rest = ByteBuffer.wrap(to, 0, length);
    try {
      for (long at = (long) UNIT * first + skipped; rest.hasRemaining(); ) {
        final int read = file.read(rest, at);
        if (read < 0) {
          throw new EOFException("the file of a join in %s was cut".formatted(dir));
        }
        at += read;
      }
    } catch (final IOException e) {
      throw new UncheckedIOException(e); // another task reads the changelog again
    }
  }

  /** Gives back the room of what was written. */
  void free(final int first, final int length) {
    taken.clear(first, first + units(length));
    try {
      file.truncate((long) UNIT * taken.length());
    } catch (final IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private FileChannel open() throws IOException {
    Files.createDirectories(dir);
    return FileChannel.open(
        Files.createTempFile(dir, "join", ".tmp"),
        StandardOpenOption.READ,
        StandardOpenOption.WRITE,
        StandardOpenOption.DELETE_ON_CLOSE);
  }

  private int room(final int units) {
    int first = taken.nextClearBit(0);
    for (int end = taken.nextSetBit(first);
        end >= 0 && end - first < units;
        end = taken.nextSetBit(first)) {
      first = taken.nextClearBit(end);
    }
    return first;
  }

  private static int units(final int length) {
    return (length + UNIT - 1) / UNIT;
  }

  @Override
  public void close() {
    if (file != null) {
      try {
        file.close();
      } catch (final IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
