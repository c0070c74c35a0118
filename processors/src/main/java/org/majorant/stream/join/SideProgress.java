package org.majorant.stream.join;

import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.majorant.join.ReadTime;
import org.majorant.log.GapLog;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Up to which time a task has read one of its two partitions. Where records come, their times tell.
 * Where none come, the end of the partition is asked for, and all is read up to that moment when
 * the task has come to the end as it was then. Brokers are asked on another thread: a search for
 * records between markers of transactions takes half a second, in which the task could read.
 */
final class SideProgress {
  private static final Logger LOG = LoggerFactory.getLogger(SideProgress.class);

  /** Between two questions to the brokers, milliseconds. */
  private static final long PAUSE = 500;

  private final GapLog log;
  private final TopicPartition partition;
  private final SourceEnds sources; // null: the partition is the source's own
  private final Executor aside;
  private final ReadTime time = new ReadTime();
  private final AtomicBoolean asking = new AtomicBoolean();
  private long next = Long.MIN_VALUE; // time of the next question
  private volatile long position = -1; // offset of the next record; -1: none came yet
  private volatile Seen seen; // null: nobody has asked, or it was read

  // of whoever asks
  private long looked = -2; // position at the last question

  /**
   * An end that was asked for.
   *
   * @param end offset
   * @param at the clock before
   */
  private record Seen(long end, long at) {}

  SideProgress(
      final GapLog log,
      final TopicPartition partition,
      final SourceEnds sources,
      final Executor aside) {
    this.log = log;
    this.partition = partition;
    this.sources = sources;
    this.aside = aside;
  }

  /** A record was read. */
  void read(final long offset, final long recordTime) {
    position = offset + 1;
    time.read(recordTime);
  }

  /** No record of an earlier time is still to come, nearly. */
  long readUpTo(final long now) {
    if (now >= next && asking.compareAndSet(false, true)) {
      next = now + PAUSE;
      try {
        aside.execute(() -> ask(now));
      } catch (final RejectedExecutionException e) {
        LOG.debug("{} is not asked for while the learner ends", partition, e);
      }
    }
    final Seen last = seen;
    if (last != null && position >= last.end()) {
      time.readAll(last.at());
      seen = null;
    }
    return time.time();
  }

  private void ask(final long now) {
    try {
      if (seen == null) {
        final long moved = sources == null ? now : sources.movedUpTo(now);
        if (moved != Long.MIN_VALUE) {
          seen = new Seen(log.end(partition), moved);
        }
      }
      final long at = position;
      final Seen last = seen;
      if (last != null && at < last.end() && at == looked && isAtEnd(at, last.end())) {
        seen = new Seen(at, last.at()); // only markers are left
      }
      looked = at;
    } catch (final KafkaException e) {
      LOG.debug("no broker says where {} ends", partition, e);
    } finally {
      asking.set(false);
    }
  }

  /** Whether nothing can be read before an end, where the task has long read nothing. */
  private boolean isAtEnd(final long at, final long end) {
    final long start = log.start(partition);
    final long from = Math.max(start, at >= 0 ? at : log.committed(partition).orElse(start));
    return from >= end || !log.isReadable(partition, from, end);
  }
}
