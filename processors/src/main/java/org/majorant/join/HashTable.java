package org.majorant.join;

import java.util.Arrays;

/**
 * Ids by a hash: open addressing with linear probing, of at most three ints for an id. The slots
 * are in the order of the hashes, so that they need not be a power of two, and are filled from the
 * first to the last when the table grows:
 *
 * <pre>
 *   slot = hash · slots / 2^32
 * </pre>
 */
final class HashTable {
  /** There is no such slot. */
  static final int NONE = -1;

  private static final int EMPTY = 0;
  private static final int GONE = -1;

  private int[] slots = new int[64]; // an id + 1
  private int[] hashes = new int[64]; // by id
  private int taken; // slots that are not EMPTY
  private int size;

  /** Bytes of its arrays. */
  long bytes() {
    return (long) Integer.BYTES * (slots.length + hashes.length);
  }

  /** The first slot of a hash. */
  int first(final int hash) {
    return from(start(hash), hash);
  }

  /** The next slot of a hash. */
  int next(final int slot, final int hash) {
    return from(after(slot), hash);
  }

  private int from(final int first, final int hash) {
    for (int slot = first; slots[slot] != EMPTY; slot = after(slot)) {
      if (slots[slot] > 0 && hashes[id(slot)] == hash) {
        return slot;
      }
    }
    return NONE;
  }

  int id(final int slot) {
    return slots[slot] - 1;
  }

  void add(final int id, final int hash) {
    if (4L * (taken + 1) > 3L * slots.length) {
      rehash();
    }
    if (id >= hashes.length) {
      hashes = Arrays.copyOf(hashes, DueHeap.grown(id));
    }
    hashes[id] = hash;
    int slot = start(hash);
    while (slots[slot] > 0) {
      slot = after(slot);
    }
    if (slots[slot] == EMPTY) {
      taken++;
    }
    slots[slot] = id + 1;
    size++;
  }

  void remove(final int slot) {
    slots[slot] = GONE;
    size--;
  }

  private void rehash() {
    final int[] before = slots;
    slots = new int[(int) (size * 5L / 3) + 64]; // so that three of five are taken
    taken = size;
    for (final int entry : before) {
      if (entry > 0) {
        int slot = start(hashes[entry - 1]);
        while (slots[slot] != EMPTY) {
          slot = after(slot);
        }
        slots[slot] = entry;
      }
    }
  }

  private int start(final int hash) {
    return (int) ((hash & 0xFFFF_FFFFL) * slots.length >>> 32);
  }

  private int after(final int slot) {
    return slot + 1 == slots.length ? 0 : slot + 1;
  }
}
