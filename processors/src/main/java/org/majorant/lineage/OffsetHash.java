package org.majorant.lineage;

/** A hash of offsets whose sum tells one set of offsets from another (the finaliser of Murmur3). */
public final class OffsetHash {
  private OffsetHash() {}

  public static long of(final long offset) {
    long h = offset + 0x9e3779b97f4a7c15L;
    h = (h ^ (h >>> 33)) * 0xff51afd7ed558ccdL;
    h = (h ^ (h >>> 33)) * 0xc4ceb9fe1a85ec53L;
    return h ^ (h >>> 33);
  }
}
