package org.majorant.store;

import java.util.Optional;
import org.apache.avro.specific.SpecificRecord;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The newest snapshot of one model, in the order of the log ({@link Succession}). A snapshot that
 * was taken and turns out to be forged is dropped, logged and counted. For one thread, but for
 * {@link #left}.
 *
 * @param <H> the head record
 * @param <T> what is made of a snapshot
 */
public final class Newest<H extends SpecificRecord, T> {
  private static final Logger LOG = LoggerFactory.getLogger(Newest.class);

  private final SnapshotFormat<H> format;
  private Succession numbers;
  private H head; // of what waits
  private T waiting; // null: nothing
  private H taken; // the head that was taken last; null: none yet
  private volatile long left;

  /**
   * @param numbers what is known of them before the first one
   */
  public Newest(final SnapshotFormat<H> format, final Succession numbers) {
    this.format = format;
    this.numbers = numbers;
  }

  /** The next on the log; one that cannot be read must not come here. */
  public void accept(final H next, final T content) {
    numbers = numbers.with(format.number(next));
    if (numbers.newest() == format.number(next)) {
      head = next;
      waiting = content;
    }
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
          "topic {}: number {} of {} is left, for the log goes on at {}: it was forged, or its"
              + " writer is at fault",
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
