package org.majorant.store;

import java.util.Optional;
import org.apache.avro.specific.SpecificRecord;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The newest snapshot of one model: the last one on the log. A model has one writer, which counts
 * upwards, and compaction leaves the order of the log as it is. So a number below one that was
 * taken before means that the writer is at fault, or that somebody else wrote the former one: it is
 * logged and counted. For one thread, but for {@link #left}.
 *
 * @param <H> the head record
 * @param <T> what is made of a snapshot
 */
public final class Newest<H extends SpecificRecord, T> {
  private static final Logger LOG = LoggerFactory.getLogger(Newest.class);

  private final SnapshotFormat<H> format;
  private H head; // of what waits
  private T waiting; // null: nothing
  private H taken; // the head that was taken last; null: none yet
  private volatile long left;

  public Newest(final SnapshotFormat<H> format) {
    this.format = format;
  }

  /** The next on the log; one that cannot be read must not come here. */
  public void accept(final H next, final T content) {
    head = next;
    waiting = content;
  }

  /** What waits is deleted; what was taken stays. */
  public void delete() {
    waiting = null;
  }

  /**
   * The newest, once all that is on the log has been read; empty where there is none, or where it
   * was taken before: a topic that is read again brings it again.
   */
  public Optional<T> take() {
    final T newest = waiting;
    waiting = null;
    if (newest == null || head.equals(taken)) {
      return Optional.empty();
    }
    if (taken != null && format.number(head) < format.number(taken)) {
      left++;
      LOG.warn(
          "topic {}: number {} of {} is left, for the log goes on at {}: somebody else wrote it, or"
              + " its writer is at fault",
          format.topic(),
          format.number(taken),
          format.model(head),
          format.number(head));
    }
    taken = head;
    return Optional.of(newest);
  }

  /** How often one was left for another with a smaller number. */
  public long left() {
    return left;
  }
}
