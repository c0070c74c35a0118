package org.majorant.stream.join;

import java.util.stream.IntStream;
import org.apache.kafka.common.TopicPartition;
import org.majorant.log.GapLog;

/**
 * Up to which time the records of a topic have been moved to a repartition topic, by whichever
 * instance: all tasks of an instance ask, and the brokers are asked once a second. Safe for use by
 * many threads.
 */
final class SourceEnds {
  private static final long PAUSE = 1000;

  private final GapLog log;
  private final String topic;
  private long[] ends; // null: nothing is asked
  private long at;
  private long next = Long.MIN_VALUE;
  private long moved = Long.MIN_VALUE;

  SourceEnds(final GapLog log, final String topic) {
    this.log = log;
    this.topic = topic;
  }

  /** A time of the clock; the smallest: none yet. */
  synchronized long movedUpTo(final long now) {
    if (now >= next) {
      next = now + PAUSE;
      if (ends == null) {
        ends = log.ends(topic, log.topic(topic).partitions());
        at = now;
      }
      if (IntStream.range(0, ends.length).allMatch(this::isMoved)) {
        moved = at;
        ends = null;
      }
    }
    return moved;
  }

  private boolean isMoved(final int partition) {
    final TopicPartition source = new TopicPartition(topic, partition);
    final long start = log.start(source);
    final long from = Math.max(start, log.committed(source).orElse(start));
    return from >= ends[partition] || !log.isReadable(source, from, ends[partition]);
  }
}
