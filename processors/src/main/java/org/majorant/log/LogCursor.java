package org.majorant.log;

import java.util.OptionalLong;
import org.apache.kafka.common.TopicPartition;

/**
 * How far a processor has taken the records of its partition, and how it begins again. Its state is
 * not stored: it is fold(checkpoint, log[checkpoint, here)). So after a restart the records from
 * the checkpoint on are read again from the log, up to the first record that is delivered or, while
 * none is, up to what the application has committed.
 *
 * <pre>
 *   offsets   …  checkpoint  …  next  …  left to the log  …
 *                     │ taken  │ delivered, to be read again │ not delivered yet
 * </pre>
 */
public final class LogCursor {
  private final GapLog log;
  private final TopicPartition partition;
  private final GapLog.RecordSink again;
  private final LossSink lost;
  private long next;
  private long leftTo = -1;
  private boolean ready;

  /** Hears of records that retention deleted before they could be taken. */
  @FunctionalInterface
  public interface LossSink {
    /** The offsets [from, to) are gone. */
    void lost(long from, long to);
  }

  /**
   * @param checkpoint the offset to begin at; -1: nothing of the partition was ever taken
   * @param again takes each record that is read again
   */
  public LogCursor(
      final GapLog log,
      final TopicPartition partition,
      final long checkpoint,
      final GapLog.RecordSink again,
      final LossSink lost) {
    this.log = log;
    this.partition = partition;
    this.again = again;
    this.lost = lost;
    next = checkpoint;
  }

  /** Whether nothing of the partition was ever taken. */
  public boolean isNew() {
    return next < 0;
  }

  /** The offset before which all has been taken. */
  public long next() {
    return next;
  }

  /**
   * A record is delivered: all before it is taken first.
   *
   * @return whether it is to be taken; false for one that was taken before, which Kafka Streams may
   *     deliver again after a corrupted task
   */
  public boolean deliver(final long offset) {
    if (!ready) {
      if (isNew()) {
        next = offset;
      } else {
        replayTo(offset);
      }
      ready = true;
    }
    return offset >= next;
  }

  /** Time passes: while no record is delivered, what was committed is read again. */
  public void tick() {
    if (!ready && !isNew()) {
      final OptionalLong committed = log.committed(partition);
      if (committed.isPresent()) {
        replayTo(committed.getAsLong());
        ready = true;
      }
    }
  }

  /** A record has been taken. */
  public void take(final long offset) {
    next = offset + 1;
  }

  /** A record cannot be taken now and is left to the log, with all that follow it. */
  public void leave(final long offset) {
    leftTo = offset + 1;
  }

  /** Leaves to the log what was taken from an earlier offset on. */
  public void goBack(final long offset) {
    leftTo = Math.max(next, leftTo);
    next = offset;
  }

  /** Whether something was left to the log, which must be taken before any later record. */
  public boolean isBehind() {
    return leftTo > next;
  }

  /** Reads again what was left to the log. */
  public void takeLeft() {
    if (isBehind()) {
      replayTo(leftTo);
    }
  }

  private void replayTo(final long to) {
    final long from = next;
    leftTo = -1;
    final long first = log.replay(partition, from, to, again);
    if (first > from) {
      lost.lost(from, Math.min(first, to));
    }
    if (leftTo <= next) {
      next = Math.max(next, to);
    }
  }
}
