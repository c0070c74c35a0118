package org.majorant.log;

import java.util.ArrayDeque;
import java.util.Deque;

/** Records that the quota holds back, in order, up to a number of examples and of bytes. */
public final class HeldRecords {
  private final HoldLimits limits;
  private final Deque<Held> records = new ArrayDeque<>();
  private long examples;
  private long bytes;

  private record Held(InputRecord record, int examples) {}

  public HeldRecords(final HoldLimits limits) {
    this.limits = limits;
  }

  public boolean isEmpty() {
    return records.isEmpty();
  }

  /** Examples in all of them. */
  public long examples() {
    return examples;
  }

  /** Whether there is more than may be held. */
  public boolean isOverfull() {
    return examples > limits.examples() || bytes > limits.bytes();
  }

  /** Offset of the first. */
  public long firstOffset() {
    return records.element().record.offset();
  }

  /** Examples in the first. */
  public int firstExamples() {
    return records.element().examples;
  }

  /**
   * Adds a record.
   *
   * @param packed how many examples it has
   */
  public void add(final InputRecord record, final int packed) {
    records.add(new Held(record, packed));
    examples += packed;
    bytes += bytes(record);
  }

  /** Takes out the first. */
  public InputRecord take() {
    final Held first = records.remove();
    examples -= first.examples;
    bytes -= bytes(first.record);
    return first.record;
  }

  public void clear() {
    records.clear();
    examples = 0;
    bytes = 0;
  }

  private static long bytes(final InputRecord record) {
    return (long) length(record.key()) + length(record.value());
  }

  private static int length(final byte[] bytes) {
    return bytes == null ? 0 : bytes.length;
  }
}
