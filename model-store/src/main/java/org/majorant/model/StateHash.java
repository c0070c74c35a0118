package org.majorant.model;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.apache.commons.codec.digest.MurmurHash3;

/**
 * The hash of a state that has many rows and changes in few of them: a sum over the rows, so that
 * it is kept up at the cost of those that change. A row's old hash is taken out, and its new one
 * added.
 *
 * <p>Each row is hashed twice, by MurmurHash3 (32 bits, x86) with the seeds 0 and 1. The sum of all
 * hashes of seed 0 is the low half, and that of seed 1 the high half, each modulo 2³². It finds
 * accidents; it does not keep out who forges rows.
 */
public final class StateHash {
  private final ByteBuffer row;
  private int low;
  private int high;

  /**
   * The hash of no rows.
   *
   * @param rowBytes length of each row
   */
  public StateHash(final int rowBytes) {
    row = ByteBuffer.allocate(rowBytes).order(ByteOrder.LITTLE_ENDIAN);
  }

  /** Goes on from a hash that is known; 0 is that of no rows. */
  public void start(final long known) {
    low = (int) known;
    high = (int) (known >>> Integer.SIZE);
  }

  /** Where the next row's bytes go, all of them; little-endian. */
  public ByteBuffer row() {
    return row.clear();
  }

  /** Adds the row. */
  public void add() {
    low += hash(0);
    high += hash(1);
  }

  /** Takes the row out. */
  public void remove() {
    low -= hash(0);
    high -= hash(1);
  }

  private int hash(final int seed) {
    return MurmurHash3.hash32x86(row.array(), 0, row.capacity(), seed);
  }

  /** The hash of all rows. */
  public long value() {
    return (long) high << Integer.SIZE | Integer.toUnsignedLong(low);
  }
}
