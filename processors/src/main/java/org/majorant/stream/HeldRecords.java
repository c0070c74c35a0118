package org.majorant.stream;

import java.util.ArrayDeque;
import java.util.Deque;

/** Records that the quota holds back, in order, up to a number and a number of bytes. */
final class HeldRecords {
  private final HoldLimits limits;
  private final Deque<Held> records = new ArrayDeque<>();
  private long bytes;

  /** One record, raw. */
  record Held(long offset, long timestamp, byte[] value) {}

  HeldRecords(final HoldLimits limits) {
    this.limits = limits;
  }

  boolean isEmpty() {
    return records.isEmpty();
  }

  int size() {
    return records.size();
  }

  /** Whether there is more than may be held. */
  boolean isOverfull() {
    return records.size() > limits.records() || bytes > limits.bytes();
  }

  /** Offset of the first. */
  long firstOffset() {
    return records.element().offset();
  }

  void add(final long offset, final long timestamp, final byte[] value) {
    records.add(new Held(offset, timestamp, value));
    bytes += value == null ? 0 : value.length;
  }

  /** Takes out the first. */
  Held take() {
    final Held first = records.remove();
    bytes -= first.value == null ? 0 : first.value.length;
    return first;
  }
}
