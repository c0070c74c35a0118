package org.majorant.majorize;

/**
 * Which versions or bases of a model are snapshots, and which are deltas. A delta costs only what
 * has changed. But a reader that starts reads all deltas since the last snapshot, so the next
 * snapshot comes when they are together as long as that one. A state that is short, or has mostly
 * changed, is written whole; so is the first one after a start that cannot be told by reference.
 *
 * <p>Bytes are written within a budget, and a long snapshot would delay all that follows it. But
 * the deltas before it were together as long as it is. So each delta takes its bytes of the budget
 * twice, and the snapshot after them takes little.
 *
 * <p>A delta by reference costs nothing here, for the bytes that it refers to are written anyhow.
 * They are as long to read, so the next snapshot comes when they and the heads are together as long
 * as that would be now, and it is paid then. Until the budget has so much, there are only more
 * references.
 */
public final class SnapshotSeries {
  /** A snapshot that is no longer costs hardly more than the head that comes with it. */
  private static final int SHORT_BYTES = 64 << 10;

  private static final int MOST_DELTAS = 1000;

  /** A head is about so long. */
  private static final int HEAD_BYTES = 1024;

  private long snapshots;
  private long snapshot; // number of the last one; 0: the next has to be one
  private long deltas; // since then
  private long snapshotBytes;
  private long deltaBytes;
  private long referredBytes; // of them, by reference

  /**
   * @param snapshots that were written before
   */
  public SnapshotSeries(final long snapshots) {
    this.snapshots = snapshots;
  }

  /**
   * Goes on after what was written before a start. How much that was since the last snapshot is not
   * known: it is taken for as much as a snapshot would be, so that the next one comes as soon as it
   * can be paid. Until then there are deltas by reference.
   *
   * @param last number of the last snapshot
   * @param whole about what a snapshot would have now
   */
  public void goOn(final long last, final long whole) {
    snapshot = last;
    snapshotBytes = whole;
    deltaBytes = whole;
    referredBytes = whole;
  }

  /** How many snapshots were written. */
  public long snapshots() {
    return snapshots;
  }

  /** The next has to be a snapshot. */
  public void begin() {
    snapshot = 0;
  }

  /**
   * Whether the next can be a delta.
   *
   * @param delta its bytes
   */
  public boolean admits(final long delta) {
    return snapshot > 0
        && snapshotBytes > SHORT_BYTES
        && deltas < MOST_DELTAS
        && delta <= snapshotBytes / 2
        && deltaBytes + delta <= snapshotBytes;
  }

  /**
   * Whether the next can be a delta by reference, which is not written here, but read elsewhere.
   *
   * @param delta bytes that a reader needs for it
   * @param whole about what a snapshot would have now
   * @param canPay whether the budget would have a snapshot now
   */
  public boolean admitsReference(final long delta, final long whole, final boolean canPay) {
    return snapshot > 0
        && whole > SHORT_BYTES
        && (!canPay || deltaBytes + HEAD_BYTES + delta <= whole);
  }

  /**
   * How something is written.
   *
   * @param snapshot number of the snapshot that it is a delta of; 0: it is a snapshot itself
   * @param turn how many snapshots there were before that one
   * @param cost bytes that it takes of the budget
   */
  public record Written(long snapshot, long turn, long cost) {}

  /**
   * A snapshot is written.
   *
   * @param delta what its bytes would be as a delta
   */
  public Written snapshot(final long number, final long bytes, final long delta) {
    final boolean paid = snapshot > 0 && bytes > SHORT_BYTES;
    snapshot = number;
    snapshotBytes = bytes;
    deltas = 0;
    final long owed = paid ? Math.min(bytes, referredBytes + cost(delta)) : bytes;
    deltaBytes = 0;
    referredBytes = 0;
    return new Written(0, snapshots++, owed);
  }

  /** A delta of the last snapshot is written. */
  public Written delta(final long bytes) {
    deltas++;
    deltaBytes += bytes;
    return new Written(snapshot, snapshots - 1, cost(bytes));
  }

  /**
   * A delta of the last snapshot is told by reference.
   *
   * @param bytes that a reader needs for it
   */
  public Written reference(final long bytes) {
    deltaBytes += HEAD_BYTES + bytes;
    referredBytes += HEAD_BYTES + bytes;
    return new Written(snapshot, snapshots - 1, 0);
  }

  private long cost(final long delta) {
    return delta + Math.max(delta, snapshotBytes / MOST_DELTAS);
  }
}
