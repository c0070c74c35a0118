package org.majorant.features;

import java.nio.charset.StandardCharsets;
import org.apache.commons.codec.digest.MurmurHash3;

/**
 * The hash that gives names and indices their place in a hashed feature space: MurmurHash3, the
 * 32-bit x86 variant with seed 0. A name is hashed as its UTF-8 bytes, an index as its four bytes,
 * little-endian. Fixed for ever: published models depend on it.
 */
final class FeatureHash {
  private FeatureHash() {}

  /** Hash of a UTF-8 slice. */
  static int of(final byte[] bytes, final int offset, final int length) {
    return MurmurHash3.hash32x86(bytes, offset, length, 0);
  }

  /** Hash of a name. */
  static int of(final String name) {
    final byte[] utf8 = name.getBytes(StandardCharsets.UTF_8);
    return of(utf8, 0, utf8.length);
  }

  /** Hash of an index; the same as of its four bytes, unrolled. */
  static int of(final int index) {
    int k = index * 0xcc9e2d51;
    k = Integer.rotateLeft(k, 15) * 0x1b873593;
    int h = Integer.rotateLeft(k, 13) * 5 + 0xe6546b64;
    h ^= 4;
    h = (h ^ (h >>> 16)) * 0x85ebca6b;
    h = (h ^ (h >>> 13)) * 0xc2b2ae35;
    return h ^ (h >>> 16);
  }
}
