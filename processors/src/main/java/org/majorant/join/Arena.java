package org.majorant.join;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The bytes of entries in a few large arrays, because an object for each would take more room than
 * the entry. Entries come and go about in the order of time, so chunks become empty as a whole.
 * Where more than a quarter of all is garbage, the chunk that has the most of it is emptied.
 *
 * <pre>
 *   address = chunk · 2^18 + place      entry = id (4) | key length | value length (varints) | key | value
 * </pre>
 */
final class Arena {
  /** Hears where an entry is now. */
  @FunctionalInterface
  interface Moved {
    void accept(int id, int address);
  }

  private static final int BITS = 18;
  private static final int CHUNK = 1 << BITS;
  private static final int MOST_CHUNKS = 1 << (32 - BITS);
  private static final int DEAD = -1;

  private final List<byte[]> chunks = new ArrayList<>(); // null: not in use
  private int[] used = new int[16]; // bytes of each chunk
  private int[] live = new int[16];
  private final Moved moved;
  private int open = -1; // the chunk that is filled; -1: none
  private long allocated;
  private long garbage;

  // of the entry that was looked at last
  private byte[] bytes;
  private int keyFrom;
  private int keyLength;
  private int valueLength;

  Arena(final Moved moved) {
    this.moved = moved;
  }

  /** Bytes of all chunks. */
  long allocated() {
    return allocated;
  }

  /** Writes an entry; its address. */
  int add(final int id, final byte[] key, final byte[] value) {
    final int size =
        Integer.BYTES + varint(key.length) + varint(value.length) + key.length + value.length;
    final int address = room(size);
    final byte[] chunk = chunks.get(open);
    int at = writeInt(chunk, address & (CHUNK - 1), id);
    at = writeVarint(chunk, at, key.length);
    at = writeVarint(chunk, at, value.length);
    System.arraycopy(key, 0, chunk, at, key.length);
    System.arraycopy(value, 0, chunk, at + key.length, value.length);
    return address;
  }

  /** Looks at an entry, whose parts can then be asked for. */
  void look(final int address) {
    bytes = chunks.get(address >>> BITS);
    int at = (address & (CHUNK - 1)) + Integer.BYTES;
    keyLength = readVarint(bytes, at);
    at += varint(keyLength);
    valueLength = readVarint(bytes, at);
    keyFrom = at + varint(valueLength);
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

  /** Gives back the room of an entry. */
  void free(final int address) {
    final int chunk = address >>> BITS;
    final int size = size(address);
    writeInt(chunks.get(chunk), address & (CHUNK - 1), DEAD);
    live[chunk] -= size;
    garbage += size;
    if (live[chunk] == 0 && chunk != open) {
      drop(chunk);
    } else if (garbage > allocated / 4 && garbage > 2 * CHUNK) {
      final int worst = fullestOfGarbage();
      if (worst >= 0) {
        empty(worst);
      }
    }
  }

  private int size(final int address) {
    look(address);
    return keyFrom + keyLength + valueLength - (address & (CHUNK - 1));
  }

  private int room(final int size) {
    if (open < 0 || used[open] + size > chunks.get(open).length) {
      final int full = open;
      open = newChunk(Math.max(size, CHUNK));
      if (full >= 0 && live[full] == 0) {
        drop(full);
      }
    }
    final int address = (open << BITS) + used[open];
    used[open] += size;
    live[open] += size;
    return address;
  }

  private int newChunk(final int size) {
    int chunk = chunks.indexOf(null);
    if (chunk < 0) {
      chunk = chunks.size();
      if (chunk == MOST_CHUNKS) {
        throw new JoinFull("a partition of the join has more than 4 GB of entries");
      }
      chunks.add(null);
      if (chunk == used.length) {
        used = Arrays.copyOf(used, 2 * chunk);
        live = Arrays.copyOf(live, 2 * chunk);
      }
    }
    chunks.set(chunk, new byte[size]);
    used[chunk] = 0;
    live[chunk] = 0;
    allocated += size;
    return chunk;
  }

  private void drop(final int chunk) {
    allocated -= chunks.get(chunk).length;
    garbage -= used[chunk] - live[chunk];
    chunks.set(chunk, null);
    used[chunk] = 0;
    live[chunk] = 0;
  }

  /** The chunk with the most garbage beside the open one; -1: none has much. */
  private int fullestOfGarbage() {
    int fullest = -1;
    int most = CHUNK / 8;
    for (int chunk = 0; chunk < chunks.size(); chunk++) {
      if (chunk != open && used[chunk] - live[chunk] > most) {
        most = used[chunk] - live[chunk];
        fullest = chunk;
      }
    }
    return fullest;
  }

  /** Moves the entries of a chunk to the open one. */
  private void empty(final int chunk) {
    final byte[] from = chunks.get(chunk);
    for (int at = 0; at < used[chunk]; ) {
      final int size = size((chunk << BITS) + at);
      final int id = readInt(from, at);
      if (id != DEAD) {
        final int address = room(size);
        System.arraycopy(from, at, chunks.get(open), address & (CHUNK - 1), size);
        moved.accept(id, address);
        live[chunk] -= size;
        garbage += size;
      }
      at += size;
    }
    drop(chunk);
  }

  private static int writeInt(final byte[] to, final int at, final int value) {
    for (int i = 0; i < Integer.BYTES; i++) {
      to[at + i] = (byte) (value >>> 8 * i);
    }
    return at + Integer.BYTES;
  }

  private static int readInt(final byte[] from, final int at) {
    int value = 0;
    for (int i = 0; i < Integer.BYTES; i++) {
      value |= (from[at + i] & 0xFF) << 8 * i;
    }
    return value;
  }

  static int varint(final int value) {
    return value < 1 << 7 ? 1 : value < 1 << 14 ? 2 : value < 1 << 21 ? 3 : value < 1 << 28 ? 4 : 5;
  }

  static int writeVarint(final byte[] to, final int from, final int value) {
    int at = from;
    int rest = value;
    while (rest > 0x7F) {
      to[at++] = (byte) (rest & 0x7F | 0x80);
      rest >>>= 7;
    }
    to[at++] = (byte) rest;
    return at;
  }

  static int readVarint(final byte[] from, final int at) {
    int value = 0;
    for (int i = 0; ; i++) {
      final byte next = from[at + i];
      value |= (next & 0x7F) << 7 * i;
      if (next >= 0) {
        return value;
      }
    }
  }
}
