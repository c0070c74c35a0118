package org.majorant.ops.read;

import java.util.BitSet;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Offsets of a partition: a bit each, in blocks, of which those without an offset are not there.
 */
final class OffsetSet {
  private static final int BLOCK_BITS = 16;
  private static final int IN_BLOCK = (1 << BLOCK_BITS) - 1;

  private final SortedMap<Long, BitSet> blocks = new TreeMap<>();
  private long size;

  /** Whether it was not there. */
  boolean add(final long offset) {
    final BitSet block = blocks.computeIfAbsent(offset >> BLOCK_BITS, b -> new BitSet());
    final int bit = (int) offset & IN_BLOCK;
    final boolean added = !block.get(bit);
    block.set(bit);
    size += added ? 1 : 0;
    return added;
  }

  /** Whether it was there. */
  boolean remove(final long offset) {
    final BitSet block = blocks.get(offset >> BLOCK_BITS);
    final int bit = (int) offset & IN_BLOCK;
    if (block == null || !block.get(bit)) {
      return false;
    }
    block.clear(bit);
    size--;
    if (block.isEmpty()) {
      blocks.remove(offset >> BLOCK_BITS);
    }
    return true;
  }

  /** Removes all below an offset; returns how many that were. */
  long removeBefore(final long end) {
    final long before = size;
    while (size > 0 && first() < end) {
      remove(first());
    }
    return before - size;
  }

  long size() {
    return size;
  }

  /** The lowest one, of a set that is not empty. */
  long first() {
    final long block = blocks.firstKey();
    return (block << BLOCK_BITS) + blocks.get(block).nextSetBit(0);
  }

  /** The highest one, of a set that is not empty. */
  long last() {
    final long block = blocks.lastKey();
    return (block << BLOCK_BITS) + blocks.get(block).length() - 1;
  }
}
