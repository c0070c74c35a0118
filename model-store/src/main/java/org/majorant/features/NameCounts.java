package org.majorant.features;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.majorant.schema.NameCount;

/**
 * Counts the names that pass by, in bounded memory and time: the first {@link #MOST} distinct ones
 * exactly, then nothing until they are taken. Where little passes by between two takings, that is
 * all; where much does, it is a sample, for counting a token's names takes a tenth of the time that
 * learning it takes.
 *
 * <p>Names are told apart by all 32 bits of their {@link FeatureHash}, of which a feature's index
 * is only some. Names longer than {@link #MOST_BYTES} are passed over: cut, they would have another
 * index. Hot: counting allocates nothing. For one thread.
 */
public final class NameCounts {
  /** Distinct names, at most. */
  static final int MOST = 4096;

  /** Bytes of a name in UTF-8, at most. */
  static final int MOST_BYTES = 64;

  private static final int EMPTY = -1;
  private static final int MASK = 2 * MOST - 1;

  private final int[] table = new int[MASK + 1]; // open addressing: numbers of names
  private final int[] hashes = new int[MOST];
  private final long[] counts = new long[MOST];
  private final byte[] lengths = new byte[MOST];
  private final byte[] bytes = new byte[MOST * MOST_BYTES];
  private int size;

  public NameCounts() {
    Arrays.fill(table, EMPTY);
  }

  /** Whether it counts no more. */
  boolean isFull() {
    return size == MOST;
  }

  /** Counts a name that stands as UTF-8 in a slice. */
  void count(final int hash, final byte[] in, final int offset, final int length) {
    if (size == MOST || length > MOST_BYTES) {
      return;
    }
    int slot = hash & MASK;
    for (int i = table[slot]; i != EMPTY; i = table[slot = slot + 1 & MASK]) {
      if (hashes[i] == hash) {
        counts[i]++;
        return;
      }
    }
    table[slot] = size;
    hashes[size] = hash;
    counts[size] = 1;
    lengths[size] = (byte) length;
    System.arraycopy(in, offset, bytes, size * MOST_BYTES, length);
    size++;
  }

  /** Takes out what has been counted, in the order in which it came. */
  public List<NameCount> take() {
    final List<NameCount> taken = new ArrayList<>(size);
    for (int i = 0; i < size; i++) {
      final String name = new String(bytes, i * MOST_BYTES, lengths[i], StandardCharsets.UTF_8);
      taken.add(new NameCount(name, counts[i]));
    }
    size = 0;
    Arrays.fill(table, EMPTY);
    return taken;
  }
}
