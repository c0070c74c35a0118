package org.majorant.join;

/** Some entries of an {@link Arena}, one after the other. */
final class Chunk {
  final int length;
  byte[] bytes; // null: in the file
  int place; // in the file
  int used;
  int live;

  Chunk(final byte[] bytes) {
    length = bytes.length;
    this.bytes = bytes;
  }

  int garbage() {
    return used - live;
  }
}
