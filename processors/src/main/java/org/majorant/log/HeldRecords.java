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

  /** The first. */
  public InputRecord first() {
    return records.element().record;
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
    bytes += record.bytes();
  }

  /** Takes out the first. */
  public InputRecord take() {
    final Held first = records.remove();
    examples -= first.examples;
    bytes -= first.record.bytes();
    return first.record;
  }

  public void clear() {
    records.clear();
    examples = 0;
    bytes = 0;
  }
}
