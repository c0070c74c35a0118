package org.majorant.join;

import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * The bytes of entries in a few large arrays, because an object for each would take more room than
 * the entry. Entries come and go about in the order of time, so chunks become empty as a whole.
 * Where more than a quarter of all is garbage, the chunk that has the most of it is emptied. The
 * oldest chunks can be written to a file, one after the other: labels ask mostly for the younger
 * events, and waits end in the order in which chunks were filled. There, half may be garbage.
 *
 * <pre>
 *   address = chunk · 2^16 + place / 4      entry = key length | value length (varints) | key | value
 * </pre>
 */
final class Arena implements AutoCloseable {
  /** Knows which entries are still there. */
  interface Owner {
    /** The id of the entry that was looked at, if it is at that address; -1: nobody's. */
    int idAt(int address);

    /** An entry is somewhere else now. */
    void moved(int id, int address);
  }

  /** Bytes of a chunk; one with a longer entry has that alone. */
  static final int CHUNK = 1 << 18;

  private static final int BITS = 16;
  private static final int UNIT = CHUNK >>> BITS;
  private static final int MOST_CHUNKS = 1 << (32 - BITS);
  private static final int NONE = -1; // entries are longer than a unit, so none has this address

  /** What is read of an entry in the file before its length is known. */
  private static final int GLANCE = 1024;

  private final List<Chunk> chunks = new ArrayList<>(); // null: not in use
  private final Deque<Integer> full = new ArrayDeque<>(); // in memory, in the order of filling
  private final Owner owner;
  private final SpillFile file;
  private int open = NONE; // the chunk that is filled
  private byte[] spare; // of the chunk that was spilled last, or null: old arrays are dear garbage
  private long allocated;
  private long garbage; // of the chunks in memory
  private long garbageInFile;

  // of the entry that was looked at last
  private int looked = NONE;
  private byte[] bytes;
  private byte[] read = new byte[GLANCE];
  private int keyFrom;
  private int keyLength;
  private int valueLength;
  private int size; // with what fills it up to a whole unit

  /**
   * @param dir where chunks are written to
   */
  Arena(final Owner owner, final Path dir) {
    this.owner = owner;
    file = new SpillFile(dir);
  }

  /** Bytes of the chunks in memory. */
  long allocated() {
    return allocated;
  }

  /** Bytes of the chunks in the file. */
  long written() {
    return file.bytes();
  }

  /**
   * Writes an entry; its address.
   *
   * @param skipped bytes of the value that are not kept
   */
  int add(final byte[] key, final byte[] value, final int skipped) {
    final int rest = value.length - skipped;
    final int address =
        room(whole(Varint.size(key.length) + Varint.size(rest) + key.length + rest));
    final byte[] chunk = chunks.get(open).bytes;
    int at = place(address);
    at = Varint.write(chunk, at, key.length);
    at = Varint.write(chunk, at, rest);
    System.arraycopy(key, 0, chunk, at, key.length);
    System.arraycopy(value, skipped, chunk, at + key.length, rest);
    return address;
  }

  /** Looks at an entry, whose parts can then be asked for. */
  void look(final int address) {
    if (address == looked) {
      return;
    }
    final Chunk chunk = chunks.get(address >>> BITS);
    final int place = place(address);
    if (chunk.bytes != null) {
      parse(chunk.bytes, place);
    } else {
      read(chunk, place, Math.min(chunk.used - place, GLANCE));
      parse(read, 0);
      if (size > GLANCE) {
        read(chunk, place, size);
        bytes = read;
      }
    }
    looked = address;
  }

  private void read(final Chunk chunk, final int place, final int length) {
    if (length > read.length || length <= GLANCE && read.length > CHUNK) {
      read = new byte[Math.max(length, GLANCE)];
    }
    file.read(chunk.place, place, read, length);
  }

  private void parse(final byte[] from, final int place) {
    bytes = from;
    keyLength = Varint.read(from, place);
    final int at = place + Varint.size(keyLength);
    valueLength = Varint.read(from, at);
    keyFrom = at + Varint.size(valueLength);
    size = whole(keyFrom + keyLength + valueLength - place);
  }

  /** The array that has the entry. */
  byte[] bytes() {
    return bytes;
  }

  int keyFrom() {
    return keyFrom;
  }

  int keyLength() {
    return keyLength;
  }

  int valueFrom() {
    return keyFrom + keyLength;
  }

  int valueLength() {
    return valueLength;
  }

  /** Gives back the room of an entry that its owner no longer has. */
  void free(final int address) {
    look(address);
    final int number = address >>> BITS;
    final Chunk chunk = chunks.get(number);
    chunk.live -= size;
    addGarbage(chunk, size);
    if (chunk.live == 0 && number != open) {
      drop(number);
    } else if (garbage > allocated / 4 && garbage > 2 * CHUNK) {
      empty(fullestOfGarbage(false));
    } else if (garbageInFile > 16 * CHUNK && garbageInFile > file.bytes() / 2) {
      empty(fullestOfGarbage(true));
    }
  }

  /** Writes the oldest chunk in memory to the file; false where only the open one is left. */
  boolean spill() {
    final Integer oldest = full.poll();
    if (oldest == null) {
      return false;
    }
    final Chunk chunk = chunks.get(oldest);
    addGarbage(chunk, -chunk.garbage());
    chunk.place = file.write(chunk.bytes, chunk.used);
    spare = chunk.length == CHUNK ? chunk.bytes : null;
    chunk.bytes = null;
    looked = NONE; // its array may have other entries
    allocated -= chunk.length;
    addGarbage(chunk, chunk.garbage());
    return true;
  }

  private void addGarbage(final Chunk chunk, final int more) {
    if (chunk.bytes != null) {
      garbage += more;
    } else {
      garbageInFile += more;
    }
  }

  private int room(final int length) {
    if (open == NONE || chunks.get(open).used + length > chunks.get(open).length) {
      final int filled = open;
      open = newChunk(Math.max(length, CHUNK));
      if (filled != NONE) {
        full.add(filled);
        if (chunks.get(filled).live == 0) {
          drop(filled);
        }
      }
    }
    final Chunk chunk = chunks.get(open);
    final int address = (open << BITS) + chunk.used / UNIT;
    chunk.used += length;
    chunk.live += length;
    return address;
  }

  private int newChunk(final int length) {
    int chunk = chunks.indexOf(null);
    if (chunk < 0) {
      chunk = chunks.size();
      if (chunk == MOST_CHUNKS - 1) {
        throw new JoinFull("a partition of the join has more than 16 GB of entries");
      }
      chunks.add(null);
    }
    chunks.set(chunk, new Chunk(length == CHUNK && spare != null ? spare : new byte[length]));
    spare = null;
    allocated += length;
    return chunk;
  }

  private void drop(final int number) {
    final Chunk chunk = chunks.get(number);
    addGarbage(chunk, -chunk.garbage());
    if (chunk.bytes != null) {
      allocated -= chunk.length;
      full.remove(number);
    } else {
      file.free(chunk.place, chunk.used);
    }
    chunks.set(number, null);
    looked = NONE; // its addresses may become those of other entries
  }

  /** The chunk with the most garbage beside the open one; -1: none has much. */
  private int fullestOfGarbage(final boolean inFile) {
    int fullest = NONE;
    int most = CHUNK / 8;
    for (int number = 0; number < chunks.size(); number++) {
      final Chunk chunk = chunks.get(number);
      if (chunk != null
          && number != open
          && (chunk.bytes == null) == inFile
          && chunk.garbage() > most) {
        most = chunk.garbage();
        fullest = number;
      }
    }
    return fullest;
  }

  /** Moves the entries of a chunk to the open one. */
  private void empty(final int number) {
    if (number == NONE) {
      return;
    }
    final Chunk chunk = chunks.get(number);
    byte[] from = chunk.bytes;
    if (from == null) {
      from = new byte[chunk.used];
      file.read(chunk.place, 0, from, chunk.used);
    }
    for (int at = 0; at < chunk.used; at += size) {
      parse(from, at);
      final int id = owner.idAt((number << BITS) + at / UNIT);
      if (id >= 0) {
        final int address = room(size);
        System.arraycopy(from, at, chunks.get(open).bytes, place(address), size);
        owner.moved(id, address);
        chunk.live -= size;
        addGarbage(chunk, size);
      }
    }
    drop(number);
  }

  @Override
  public void close() {
    file.close();
  }

  private static int place(final int address) {
    return (address & (1 << BITS) - 1) * UNIT;
  }

  private static int whole(final int length) {
    return (length + UNIT - 1) / UNIT * UNIT;
  }
}
