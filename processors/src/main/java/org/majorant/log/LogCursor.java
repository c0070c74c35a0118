package org.majorant.log;

import java.util.ArrayList;
import java.util.List;
import java.util.function.LongConsumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;

/**
 * How far a processor has taken the records of its partition, and how it begins again. Its state is
 * not stored: it is fold(checkpoint, log[checkpoint, here)). So when it starts again, the records
 * from the checkpoint on are read again from the log, up to the first record that is delivered or,
 * while none is, up to what the application has committed.
 *
 * <pre>
 *   offsets   …  checkpoint  …  next  …  left to the log  …
 *                     │ taken  │ delivered, to be read again │ not delivered yet
 * </pre>
 *
 * <p>A partition of which nothing was ever taken begins where its log does, or at its {@link
 * FirstOffset}. What else the group has committed says nothing about that: another client may have
 * used the group's name.
 *
 * <p>A delivered offset may be beyond the next one expected. Then the offsets between were
 * transaction markers, aborted or compacted records, which is no loss, or retention deleted them
 * and the consumer went on at the log's start. The log's start tells, but it costs a question to
 * the broker, while producers with transactions leave a marker at every commit. So the jumps are
 * kept, and {@link #settle} asks once for all of them, before what was taken is saved.
 *
 * <p>A broker that is killed after such a deletion may forget it: its log begins further back
 * again, and has records that were passed over. So what does not lie before the start is looked for
 * on the log, unless it is a single offset, which is the marker of a transaction.
 */
public final class LogCursor {
  /** Jumps that are kept; beyond, they are settled, even if no record was taken since. */
  private static final int MOST_JUMPS = 1000;

  private static final int TICKS_A_QUESTION = 10;

  private final GapLog log;
  private final TopicPartition partition;
  private final String group;
  private final LongConsumer begin;
  private final GapLog.RecordSink again;
  private final LossSink lost;
  private final List<Jump> jumps = new ArrayList<>();
  private long next;
  private long leftTo = -1;
  private int ticks;
  private boolean ready;
  private boolean replaying;

  /** The offsets [from, to) were expected, and none of them was delivered. */
  private record Jump(long from, long to) {}

  /** Hears of records that retention deleted, if only for a time, before they could be taken. */
  @FunctionalInterface
  public interface LossSink {
    /** The offsets [from, to) are gone. */
    void lost(long from, long to);
  }

  /**
   * @param group whose {@link FirstOffset} counts
   * @param checkpoint the offset to begin at; -1: nothing of the partition was ever taken
   * @param begin hears where the partition begins, if nothing of it was ever taken
   * @param again takes each record that is read again
   */
  public LogCursor(
      final GapLog log,
      final TopicPartition partition,
      final String group,
      final long checkpoint,
      final LongConsumer begin,
      final GapLog.RecordSink again,
      final LossSink lost) {
    this.log = log;
    this.partition = partition;
    this.group = group;
    this.begin = begin;
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
      getReady(offset);
    }
    return offset >= next;
  }

  /**
   * Time passes: while no record is delivered, what was committed is read again. The broker is not
   * asked each time, because there may be many partitions to which nothing comes for long.
   */
  public void tick() {
    if (!ready && ticks++ % TICKS_A_QUESTION == 0) {
      log.committed(partition).ifPresent(this::getReady);
    }
  }

  /** All before the first offset that will be delivered is taken. */
  private void getReady(final long delivered) {
    if (isNew()) {
      next = Math.max(log.start(partition), log.first(group, partition).orElse(0));
      begin.accept(next);
    }
    replayTo(delivered);
    ready = true;
  }

  /** All records up to that offset were delivered, and those not taken are somebody else's. */
  public void passTo(final long offset) {
    if (ready) {
      next = Math.max(next, offset);
    }
  }

  /** The offsets [from, to) were expected, and the record at the end of them was delivered. */
  public void jump(final long from, final long to) {
    if (ready && next <= from) {
      jumps.add(new Jump(from, to));
      next = to;
      settleIfMany();
    }
  }

  /** A record has been taken. */
  public void take(final long offset) {
    if (offset > next && !replaying) {
      jumps.add(new Jump(next, offset));
    }
    next = offset + 1;
    settleIfMany();
  }

  private void settleIfMany() {
    if (jumps.size() > MOST_JUMPS) {
      settle();
    }
  }

  /**
   * Reports which of the offsets that were jumped over since the last call are lost. Call it before
   * the checkpoint is saved, because one that starts again looks only at offsets after it.
   */
  public void settle() {
    if (jumps.isEmpty()) {
      return;
    }
    final long start = log.start(partition);
    for (final Jump jump : jumps) {
      final long there = Math.min(jump.to, Math.max(jump.from, start));
      final boolean isLost = jump.to - there > 1 && log.isReadable(partition, there, jump.to);
      final long end = isLost ? jump.to : there;
      if (jump.from < end) {
        lost.lost(jump.from, end);
      }
    }
    jumps.clear();
  }

  /** A record cannot be taken now. It will be read again from the log, with all that follow it. */
  public void leave(final long offset) {
    leftTo = offset + 1;
  }

  /**
   * Reads again from the log, later, what was taken from an earlier offset on, with what was jumped
   * over.
   */
  public void goBack(final long offset) {
    leftTo = Math.max(next, leftTo);
    next = offset;
    jumps.clear();
  }

  /** Whether something was left to the log, which must be taken before any later record. */
  public boolean isBehind() {
    return left() > 0;
  }

  /** Offsets that were left to the log, and that are to be taken before any later one. */
  public long left() {
    return Math.max(0, leftTo - next);
  }

  /** Reads again what was left to the log, or as much of it as is enough for now. */
  public void takeLeft() {
    if (isBehind()) {
      replayTo(leftTo);
    }
  }

  private void replayTo(final long to) {
    leftTo = -1;
    long end = to;
    boolean all = true;
    if (to > next && again.isEnough()) {
      leftTo = to;
      return;
    }
    if (to > next) {
      final Replay replay = new Replay();
      replaying = true;
      end = log.replay(partition, next, to, replay);
      replaying = false;
      all = !replay.enough;
    }
    if (leftTo <= next) {
      next = Math.max(next, end);
    }
    if (!all) {
      leftTo = Math.max(leftTo, to);
    }
  }

  /** What is read again leaves no jumps: the log says itself what is lost of it. */
  private final class Replay implements GapLog.RecordSink {
    private boolean enough;

    @Override
    public void accept(final ConsumerRecord<byte[], byte[]> record) {
      again.accept(record);
    }

    @Override
    public void lost(final long from, final long to) {
      lost.lost(from, to);
    }

    @Override
    public boolean isEnough() {
      enough = again.isEnough();
      return enough;
    }
  }
}
