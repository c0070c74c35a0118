package org.majorant.cross;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.util.Arrays;

/**
 * A feature vector by name: names in UTF-8, one behind the other, and values. Reused from example
 * to example.
 */
public final class NamedVector {
  /** Number of features. */
  public int size;

  /** What the names are slices of. */
  public byte[] text = {};

  public int[] offsets = {};
  public int[] lengths = {};

  /** Finite. */
  public float[] values = {};

  /** How many crosses the example has so far, in all of its vectors. */
  long crosses;

  /** Bytes of the names of these. */
  long crossedBytes;

  /** Positions of the features that have a prefix, a run for each prefix. */
  int[] members = {};

  int memberCount;

  /** Where the run of each prefix begins, and where the last one ends. */
  int[] starts = {};

  private int end; // of the text that is in use

  /** Forgets the example, before its first vector. */
  public void open() {
    crosses = 0;
    crossedBytes = 0;
  }

  /** Forgets the features. */
  void clear() {
    size = 0;
    end = 0;
  }

  /** Begins a feature without a name. */
  void begin(final float value) {
    if (size == values.length) {
      final int room = Math.max(16, 2 * size);
      offsets = Arrays.copyOf(offsets, room);
      lengths = Arrays.copyOf(lengths, room);
      values = Arrays.copyOf(values, room);
    }
    offsets[size] = end;
    lengths[size] = 0;
    values[size++] = value;
  }

  /** Continues the name of the last feature by a slice of UTF-8. */
  void append(final byte[] utf8, final int offset, final int length) {
    final int after = Math.addExact(end, length);
    if (after > text.length) {
      text = Arrays.copyOf(text, Math.max(after, 2 * text.length));
    }
    System.arraycopy(utf8, offset, text, end, length);
    lengths[size - 1] += length;
    end = after;
  }

  /** The same by a text in ASCII. */
  void append(final String ascii) {
    append(ascii.getBytes(US_ASCII), 0, ascii.length());
  }

  /** The same by the name of another feature. */
  void append(final int feature) {
    append(text, offsets[feature], lengths[feature]);
  }

  /** Whether a feature's name is a prefix, or begins with it and {@code =}. */
  boolean hasPrefix(final int feature, final byte[] prefix) {
    final int from = offsets[feature];
    final int to = from + prefix.length;
    return lengths[feature] >= prefix.length
        && Arrays.equals(text, from, to, prefix, 0, prefix.length)
        && (lengths[feature] == prefix.length || text[to] == '=');
  }

  /** Begins the members of so many prefixes. */
  void beginMembers(final int prefixes) {
    if (starts.length < prefixes + 1) {
      starts = new int[prefixes + 1];
    }
    memberCount = 0;
  }

  /** Adds a feature to the run of the prefix that is looked at. */
  void addMember(final int feature) {
    if (memberCount == members.length) {
      members = Arrays.copyOf(members, Math.max(16, 2 * memberCount));
    }
    members[memberCount++] = feature;
  }
}
