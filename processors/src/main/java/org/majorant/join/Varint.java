package org.majorant.join;

/** Numbers of seven bits a byte, the lowest first; the last byte has no sign. */
final class Varint {
  private Varint() {}

  /** Bytes of a number. */
  static int size(final int value) {
    return value < 1 << 7 ? 1 : value < 1 << 14 ? 2 : value < 1 << 21 ? 3 : value < 1 << 28 ? 4 : 5;
  }

  /** Writes a number; where it ends. */
  static int write(final byte[] to, final int from, final int value) {
    int at = from;
    int rest = value;
    while (rest > 0x7F) {
      to[at++] = (byte) (rest & 0x7F | 0x80);
      rest >>>= 7;
    }
    to[at++] = (byte) rest;
    return at;
  }

  static int read(final byte[] from, final int at) {
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
