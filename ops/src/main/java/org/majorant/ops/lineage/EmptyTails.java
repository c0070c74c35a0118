package org.majorant.ops.lineage;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.AuthorizationException;
import org.majorant.log.KafkaGapLog;
import org.majorant.schema.ModelHead;
import org.majorant.store.Topics;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Moves the readers of a topic past what they cannot read. Kafka Streams commits no position past
 * markers and aborted records until the next record comes, so a learner that starts again behind an
 * aborted transaction would seem to lag for ever.
 *
 * <p>The log is read from a reader's position on, up to the first record. That costs a request, so
 * nobody looks behind a reader that has moved since the last time, nor twice behind one that stands
 * still before a record. Thread-safe.
 */
final class EmptyTails {
  private static final Logger LOG = LoggerFactory.getLogger(EmptyTails.class);
  private static final Duration PATIENCE = Duration.ofMillis(LineageReader.ANSWER_MILLIS);

  private final KafkaGapLog log;
  private final Map<TopicPartition, Tail> tails = new HashMap<>();

  /**
   * What is behind a reader.
   *
   * @param read where it stood
   * @param empty up to where there is nothing to read; -1: nobody has looked
   * @param isFull whether a record is there, or this client may not know
   */
  private record Tail(long read, long empty, boolean isFull) {
    static Tail unknown(final long read) {
      return new Tail(read, -1, false);
    }
  }

  EmptyTails(final KafkaGapLog log) {
    this.log = log;
  }

  /** Moves the reader of each partition whose end is known; it takes two seconds at most. */
  synchronized void pass(final ModelHead head, final BrokersSay said) {
    final Map<Integer, Long> learned = LineageReport.offsets(head);
    final long deadline = System.nanoTime() + PATIENCE.toNanos();
    said.ends()
        .forEach(
            (partition, end) -> {
              final Long read = said.read(partition, learned.get(partition));
              if (read != null && read < end) {
                final var of = new TopicPartition(Topics.learned(head.getSpec()), partition);
                said.nothingBefore(partition, empty(of, read, end, deadline));
              }
            });
  }

  /** Up to where there is nothing to read from an offset on, as far as it is known. */
  private long empty(
      final TopicPartition partition, final long read, final long end, final long deadline) {
    final Tail last = tails.computeIfAbsent(partition, first -> Tail.unknown(read));
    if (read < last.read || read > Math.max(last.read, last.empty)) {
      tails.put(partition, Tail.unknown(read)); // it moves
      return read;
    }
    final long from = Math.max(read, last.empty);
    final long left = deadline - System.nanoTime();
    if (from >= end || left <= 0 || last.isFull) {
      return from;
    }
    try {
      final var found = log.readable(partition, from, end, Duration.ofNanos(left));
      tails.put(partition, new Tail(read, found.offset(), found.isFound()));
      return found.offset();
    } catch (final AuthorizationException e) {
      LOG.debug("{} may not be read", partition, e);
      tails.put(partition, new Tail(read, from, true));
    } catch (final KafkaException e) {
      LOG.debug("{} cannot be read now", partition, e);
    }
    return from;
  }
}
