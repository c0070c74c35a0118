package org.majorant.join;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * What waits in a partition of a join: entries of bytes, found by the join's key and in the order
 * in which their waits end. A hash table of objects needs some 200 bytes for an entry beside its
 * own; this needs about 60, headers of the entry included. What finding and ordering ask for lies
 * in arrays by the entry's id, so that the bytes themselves, in the {@link Arena}, are read only
 * where they are wanted, and may lie in a file.
 *
 * <pre>
 *   key   = join key | kind (1), partition (4), offset (8)      value = when its wait ends (8) | …
 * </pre>
 *
 * <p>For one thread.
 */
public final class Entries implements AutoCloseable {
  /** Bytes of a key behind the join's key. */
  static final int SUFFIX = 1 + Integer.BYTES + Long.BYTES;

  private static final int DUE = Long.BYTES;
  private static final int NONE = -1;

  private final Arena arena;
  private final DueHeap heap = new DueHeap(this::isBefore);
  private final HashTable table = new HashTable(); // by the hash of the join key
  private int waiting;

  // by id
  private long[] dues = new long[64];
  private int[] orders = new int[64]; // of those that end at once
  private int[] addresses = new int[64]; // of a free id the next free one
  private int ids; // that were ever given
  private int free = NONE;

  /**
   * @param dir for the file of what is spilled, which is made with the first of it
   */
  public Entries(final Path dir) {
    arena = new Arena(new Owner(), dir);
  }

  public int size() {
    return heap.size();
  }

  /** Events that wait for a label. */
  int waitingEvents() {
    return waiting;
  }

  /** Bytes of heap. */
  public long bytes() {
    return arena.allocated() + indexBytes();
  }

  /** Bytes of heap beside the entries' own, which cannot be spilled. */
  public long indexBytes() {
    return heap.bytes() + table.bytes() + (2L * Integer.BYTES + Long.BYTES) * addresses.length;
  }

  /** Bytes in the file. */
  public long spilledBytes() {
    return arena.written();
  }

  /**
   * Moves some of the oldest entries' bytes from memory to the file.
   *
   * @return false where no more than the newest are in memory
   * @throws JoinFull where the disk does not take them
   */
  public boolean spill() {
    return arena.spill();
  }

  @Override
  public void close() {
    arena.close();
  }

  /** The value of a key; null where there is none. */
  public byte[] get(final byte[] key) {
    final int slot = find(key);
    return slot == HashTable.NONE ? null : value(table.id(slot));
  }

  /**
   * Puts an entry in the place of the one that has the key.
   *
   * @param value null: there is none from now on
   */
  public void put(final byte[] key, final byte[] value) {
    final byte kind = key[key.length - SUFFIX];
    final int slot = find(key);
    if (slot != HashTable.NONE) {
      final byte state = arena.bytes()[arena.valueFrom()];
      waiting -= Entry.isWaitingEvent(kind, state) ? 1 : 0;
      if (value == null) {
        remove(slot);
      } else {
        replace(table.id(slot), key, value);
      }
    } else if (value != null) {
      add(key, value);
    }
    if (value != null) {
      waiting += Entry.isWaitingEvent(kind, value[DUE]) ? 1 : 0;
    }
  }

  private void remove(final int slot) {
    final int id = table.id(slot);
    final int address = addresses[id];
    heap.remove(id);
    table.remove(slot);
    addresses[id] = free;
    free = id;
    arena.free(address);
  }

  private void replace(final int id, final byte[] key, final byte[] value) {
    final int before = addresses[id];
    addresses[id] = arena.add(key, value, DUE);
    dues[id] = Entry.due(value);
    heap.moved(id);
    arena.free(before);
  }

  private void add(final byte[] key, final byte[] value) {
    final int id = newId();
    addresses[id] = arena.add(key, value, DUE);
    dues[id] = Entry.due(value);
    orders[id] = order(key);
    table.add(id, hash(key, 0, key.length));
    heap.add(id);
  }

  private int newId() {
    if (free != NONE) {
      final int id = free;
      free = addresses[id];
      return id;
    }
    if (ids == addresses.length) {
      final int length = DueHeap.grown(ids);
      dues = Arrays.copyOf(dues, length);
      orders = Arrays.copyOf(orders, length);
      addresses = Arrays.copyOf(addresses, length);
    }
    return ids++;
  }

  /** The entries of a join key, in no order. */
  public List<Entry> of(final byte[] joinKey) {
    final List<Entry> found = new ArrayList<>(2);
    final int length = joinKey.length + SUFFIX;
    final int hash = hash(joinKey, 0, length);
    for (int slot = table.first(hash); slot != HashTable.NONE; slot = table.next(slot, hash)) {
      final int id = table.id(slot);
      arena.look(addresses[id]);
      if (arena.keyLength() == length && begins(joinKey, joinKey.length)) {
        found.add(entry(id));
      }
    }
    return found;
  }

  /** The entry whose wait ends first; null where nothing waits. */
  public Entry first() {
    return heap.size() == 0 ? null : entry(heap.first());
  }

  /** When the first wait ends; the largest time where nothing waits. */
  public long due() {
    return heap.size() == 0 ? Long.MAX_VALUE : dues[heap.first()];
  }

  private Entry entry(final int id) {
    final byte[] value = value(id);
    final int from = arena.keyFrom();
    final byte[] key = Arrays.copyOfRange(arena.bytes(), from, from + arena.keyLength());
    return Entry.of(key, value);
  }

  private byte[] value(final int id) {
    arena.look(addresses[id]);
    return ByteBuffer.allocate(DUE + arena.valueLength())
        .putLong(dues[id])
        .put(arena.bytes(), arena.valueFrom(), arena.valueLength())
        .array();
  }

  /** The slot of a key, whose entry is then looked at, if it has one. */
  private int find(final byte[] key) {
    final int hash = hash(key, 0, key.length);
    final int order = order(key);
    for (int slot = table.first(hash); slot != HashTable.NONE; slot = table.next(slot, hash)) {
      final int id = table.id(slot);
      if (orders[id] == order) {
        arena.look(addresses[id]);
        if (arena.keyLength() == key.length && begins(key, key.length)) {
          return slot;
        }
      }
    }
    return HashTable.NONE;
  }

  /** Whether the key of the entry that was looked at, which is long enough, has such a begin. */
  private boolean begins(final byte[] key, final int length) {
    final int from = arena.keyFrom();
    return Arrays.equals(key, 0, length, arena.bytes(), from, from + length);
  }

  /** Of the join key, which is followed by a suffix. */
  private static int hash(final byte[] bytes, final int from, final int length) {
    int hash = 0x811C9DC5;
    for (int i = from; i < from + length - SUFFIX; i++) {
      hash = (hash ^ bytes[i]) * 0x01000193;
    }
    hash = (hash ^ hash >>> 16) * 0x85EBCA6B;
    hash = (hash ^ hash >>> 13) * 0xC2B2AE35;
    return hash ^ hash >>> 16;
  }

  /** Of those that end at once, events come first, in their order. */
  private static int order(final byte[] key) {
    final ByteBuffer suffix = ByteBuffer.wrap(key, key.length - SUFFIX, SUFFIX);
    final int kind = suffix.get();
    suffix.getInt();
    return kind << 31 | (int) suffix.getLong() & Integer.MAX_VALUE;
  }

  private boolean isBefore(final int one, final int other) {
    if (dues[one] != dues[other]) {
      return dues[one] < dues[other];
    }
    return orders[one] == orders[other]
        ? Arrays.compareUnsigned(suffix(one), suffix(other)) < 0
        : Integer.compareUnsigned(orders[one], orders[other]) < 0;
  }

  private byte[] suffix(final int id) {
    arena.look(addresses[id]);
    return Arrays.copyOfRange(arena.bytes(), arena.valueFrom() - SUFFIX, arena.valueFrom());
  }

  private final class Owner implements Arena.Owner {
    @Override
    public int idAt(final int address) {
      final int hash = hash(arena.bytes(), arena.keyFrom(), arena.keyLength());
      for (int slot = table.first(hash); slot != HashTable.NONE; slot = table.next(slot, hash)) {
        if (addresses[table.id(slot)] == address) {
          return table.id(slot);
        }
      }
      return NONE;
    }

    @Override
    public void moved(final int id, final int address) {
      addresses[id] = address;
    }
  }
}
