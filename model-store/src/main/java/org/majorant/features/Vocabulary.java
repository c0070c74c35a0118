package org.majorant.features;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/**
 * A closed set of strings, numbered in order, that finds the number of a UTF-8 slice without making
 * a string of it: open addressing over {@link FeatureHash}.
 */
final class Vocabulary {
  /** The number of a string that is not in the set. */
  static final int ABSENT = -1;

  private final byte[][] words;
  private final int[] table;

  Vocabulary(final List<String> strings) {
    words = strings.stream().map(s -> s.getBytes(StandardCharsets.UTF_8)).toArray(byte[][]::new);
    table = new int[Integer.highestOneBit(Math.max(4, 4 * words.length))];
    Arrays.fill(table, ABSENT);
    for (int i = 0; i < words.length; i++) {
      int slot = slot(words[i], 0, words[i].length);
      while (table[slot] != ABSENT) {
        slot = next(slot);
      }
      table[slot] = i;
    }
  }

  int indexOf(final byte[] bytes, final int offset, final int length) {
    int slot = slot(bytes, offset, length);
    for (int i = table[slot]; i != ABSENT; i = table[slot = next(slot)]) {
      final byte[] word = words[i];
      if (Arrays.equals(word, 0, word.length, bytes, offset, offset + length)) {
        return i;
      }
    }
    return ABSENT;
  }

  private int slot(final byte[] bytes, final int offset, final int length) {
    return FeatureHash.of(bytes, offset, length) & (table.length - 1);
  }

  private int next(final int slot) {
    return (slot + 1) & (table.length - 1);
  }
}
