package org.majorant.stream;

import java.util.ArrayDeque;
import java.util.Deque;

/** Records that the quota holds back, in order, up to a number and a number of bytes. */
final class HeldRecords {
  private final HoldLimits limits;
  private final Deque<InputRecord> records = new ArrayDeque<>();
  private long bytes;

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

  void add(final InputRecord record) {
    records.add(record);
    bytes += bytes(record);
  }

  /** Takes out the first. */
  InputRecord take() {
    final InputRecord first = records.remove();
    bytes -= bytes(first);
    return first;
  }

  void clear() {
    records.clear();
    bytes = 0;
  }

  private static int bytes(final InputRecord record) {
    return record.value() == null ? 0 : record.value().length;
  }
}
