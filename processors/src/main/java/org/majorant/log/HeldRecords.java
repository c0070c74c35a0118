package org.majorant.log;

import java.util.ArrayDeque;
import java.util.Deque;

/** Records that the quota holds back, in order, up to a number and a number of bytes. */
public final class HeldRecords {
  private final HoldLimits limits;
  private final Deque<InputRecord> records = new ArrayDeque<>();
  private long bytes;

  public HeldRecords(final HoldLimits limits) {
    this.limits = limits;
  }

  public boolean isEmpty() {
    return records.isEmpty();
  }

  public int size() {
    return records.size();
  }

  /** Whether there is more than may be held. */
  public boolean isOverfull() {
    return records.size() > limits.records() || bytes > limits.bytes();
  }

  /** Offset of the first. */
  public long firstOffset() {
    return records.element().offset();
  }

  public void add(final InputRecord record) {
    records.add(record);
    bytes += bytes(record);
  }

  /** Takes out the first. */
  public InputRecord take() {
    final InputRecord first = records.remove();
    bytes -= bytes(first);
    return first;
  }

  public void clear() {
    records.clear();
    bytes = 0;
  }

  private static long bytes(final InputRecord record) {
    return (long) length(record.key()) + length(record.value());
  }

  private static int length(final byte[] bytes) {
    return bytes == null ? 0 : bytes.length;
  }
}
