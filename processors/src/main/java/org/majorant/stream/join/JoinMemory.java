package org.majorant.stream.join;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.majorant.join.JoinFull;

/**
 * The memory that all joins of an instance use together. Beyond it, the bytes of what waits lie on
 * disk; what finds them there stays in memory. Safe for use by many threads.
 */
public final class JoinMemory {
  private final long most;
  private final AtomicInteger tasks = new AtomicInteger();
  private final AtomicLong used = new AtomicLong();
  private final AtomicLong index = new AtomicLong();

  /**
   * @param most bytes of heap for all of them
   */
  public JoinMemory(final long most) {
    this.most = most;
  }

  /** A task joins from now on. */
  void opened() {
    tasks.incrementAndGet();
  }

  /** A task that uses nothing any more has ended. */
  void closed() {
    tasks.decrementAndGet();
  }

  /** Whether tasks must spill. */
  boolean isFull() {
    return used.get() > most;
  }

  /**
   * A task uses more, or less. Nothing may be dropped, so that a join ends where what cannot be
   * spilled needs more than there is; and of several it is one that has more than its share, so
   * that the others go on.
   *
   * @param more bytes of heap
   * @param ofIndex those of them that cannot be spilled
   * @param own those that the task has then
   * @throws JoinFull where there are no more
   */
  void uses(final long more, final long ofIndex, final long own) {
    used.addAndGet(more);
    if (index.addAndGet(ofIndex) > most && ofIndex > 0 && own > most / Math.max(1, tasks.get())) {
      throw new JoinFull(
          "events that wait for their labels, or may be revised, need more than the %,d MB of --join-memory, even with their bytes on disk: start with more memory, or a shorter label.wait or label.revise"
              .formatted(most >> 20));
    }
  }
}
