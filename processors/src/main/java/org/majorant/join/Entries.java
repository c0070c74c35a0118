package org.majorant.join;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.BiConsumer;

/**
 * What waits in a partition of a join, in memory: entries of bytes, found by the join's key and in
 * the order in which their waits end. A hash table of objects needs some 200 bytes for an entry
 * beside its own; this needs about 60, headers of the entry included. The table is open addressing
 * with linear probing over the {@link Arena}: all entries of a key begin at the same slot.
 *
 * <pre>
 *   key   = join key | kind (1), partition (4), offset (8)      value = when its wait ends (8) | …
 * </pre>
 *
 * <p>For one thread.
 */
public final class Entries {
  /** Bytes of a key behind the join's key. */
  static final int SUFFIX = 1 + Integer.BYTES + Long.BYTES;

  private static final int EMPTY = 0;
  private static final int GONE = -1;

  private final Arena arena = new Arena(this::moved);
  private final DueHeap heap = new DueHeap(this::isBefore);
  private int[] slots = new int[64]; // an entry's id + 1
  private int taken; // slots that are not EMPTY
  private int[] addresses = new int[64]; // by id; of a free id the next free one
  private int ids; // that were ever given
  private int free = GONE;

  public int size() {
    return heap.size();
  }

  /** Bytes of heap. */
  public long bytes() {
    return arena.allocated()
        + heap.bytes()
        + (long) Integer.BYTES * (slots.length + addresses.length);
  }

  /** The value of a key; null where there is none. */
  public byte[] get(final byte[] key) {
    final int slot = find(key);
    if (slot < 0) {
      return null;
    }
    arena.look(addresses[slots[slot] - 1]);
    return value();
  }

  /**
   * Puts an entry in the place of the one that has the key.
   *
   * @param value null: there is none from now on
   */
  public void put(final byte[] key, final byte[] value) {
    final int slot = find(key);
    if (slot >= 0) {
      final int id = slots[slot] - 1;
      if (value == null) {
        heap.remove(id);
        slots[slot] = GONE;
        arena.free(addresses[id]);
        addresses[id] = free;
        free = id;
      } else {
        replace(id, key, value);
      }
    } else if (value != null) {
      add(key, value);
    }
  }

  private void replace(final int id, final byte[] key, final byte[] value) {
    final int before = addresses[id];
    addresses[id] = arena.add(id, key, value);
    arena.free(before);
    heap.moved(id);
  }

  private void add(final byte[] key, final byte[] value) {
    if (4L * (taken + 1) > 3L * slots.length) {
      rehash();
    }
    final int id = newId();
    addresses[id] = arena.add(id, key, value);
    heap.add(id);
    int slot = start(key, 0, key.length);
    while (slots[slot] > 0) {
      slot = next(slot);
    }
    if (slots[slot] == EMPTY) {
      taken++;
    }
    slots[slot] = id + 1;
  }

  private int newId() {
    if (free != GONE) {
      final int id = free;
      free = addresses[id];
      return id;
    }
    if (ids == addresses.length) {
      addresses = Arrays.copyOf(addresses, DueHeap.grown(ids));
    }
    return ids++;
  }

  /** The entries of a join key, in no order. */
  public List<Entry> of(final byte[] joinKey) {
    final List<Entry> found = new ArrayList<>(2);
    for (int slot = start(joinKey, 0, joinKey.length + SUFFIX);
        slots[slot] != EMPTY;
        slot = next(slot)) {
      if (slots[slot] > 0 && matches(slots[slot] - 1, joinKey, joinKey.length + SUFFIX)) {
        found.add(Entry.of(key(), value()));
      }
    }
    return found;
  }

  /** The entry whose wait ends first; null where nothing waits. */
  public Entry first() {
    if (heap.size() == 0) {
      return null;
    }
    arena.look(addresses[heap.first()]);
    return Entry.of(key(), value());
  }

  /** When the first wait ends; the largest time where nothing waits. */
  public long due() {
    return heap.size() == 0 ? Long.MAX_VALUE : due(heap.first());
  }

  /** All entries, in no order; they must not be changed meanwhile. */
  public void each(final BiConsumer<byte[], byte[]> sink) {
    for (final int taken : slots) {
      if (taken > 0) {
        arena.look(addresses[taken - 1]);
        sink.accept(key(), value());
      }
    }
  }

  private byte[] key() {
    return Arrays.copyOfRange(arena.bytes(), arena.keyFrom(), arena.keyFrom() + arena.keyLength());
  }

  private byte[] value() {
    return Arrays.copyOfRange(
        arena.bytes(), arena.valueFrom(), arena.valueFrom() + arena.valueLength());
  }

  /** The slot of a key; -1: it has none. */
  private int find(final byte[] key) {
    for (int slot = start(key, 0, key.length); slots[slot] != EMPTY; slot = next(slot)) {
      if (slots[slot] > 0 && matches(slots[slot] - 1, key, key.length)) {
        final int from = arena.keyFrom();
        if (Arrays.equals(key, 0, key.length, arena.bytes(), from, from + key.length)) {
          return slot;
        }
      }
    }
    return -1;
  }

  /** Whether an entry has such a join key, which the first bytes are; looks at it. */
  private boolean matches(final int id, final byte[] key, final int length) {
    arena.look(addresses[id]);
    final int from = arena.keyFrom();
    final int prefix = length - SUFFIX;
    return arena.keyLength() == length
        && Arrays.equals(key, 0, prefix, arena.bytes(), from, from + prefix);
  }

  private void rehash() {
    final int[] before = slots;
    final boolean crowded = 3L * (heap.size() + 1) > 2L * before.length;
    slots = new int[crowded ? 2 * before.length : before.length];
    taken = heap.size();
    for (final int entry : before) {
      if (entry > 0) {
        arena.look(addresses[entry - 1]);
        int slot = start(arena.bytes(), arena.keyFrom(), arena.keyLength());
        while (slots[slot] != EMPTY) {
          slot = next(slot);
        }
        slots[slot] = entry;
      }
    }
  }

  /** Where the entries of a join key begin; the key is followed by a suffix. */
  private int start(final byte[] bytes, final int from, final int length) {
    int hash = 0x811C9DC5;
    for (int i = from; i < from + length - SUFFIX; i++) {
      hash = (hash ^ bytes[i]) * 0x01000193;
    }
    hash ^= hash >>> 15;
    hash *= 0x2C1B3C6D;
    return (hash ^ hash >>> 13) & (slots.length - 1);
  }

  private int next(final int slot) {
    return slot + 1 & slots.length - 1;
  }

  private void moved(final int id, final int address) {
    addresses[id] = address;
  }

  private long due(final int id) {
    arena.look(addresses[id]);
    return Entry.due(arena.bytes(), arena.valueFrom());
  }

  /** By the ends of their waits; of those that end at once, events come first, in their order. */
  private boolean isBefore(final int one, final int other) {
    final long first = due(one);
    final byte[] bytes = arena.bytes();
    final int end = arena.valueFrom();
    final long second = due(other);
    return first != second
        ? first < second
        : Arrays.compareUnsigned(
                bytes,
                end - SUFFIX,
                end,
                arena.bytes(),
                arena.valueFrom() - SUFFIX,
                arena.valueFrom())
            < 0;
  }
}
