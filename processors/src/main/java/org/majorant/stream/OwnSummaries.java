package org.majorant.stream;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.majorant.growth.SpecHistory;
import org.majorant.learn.Worker;
import org.majorant.lineage.Lineage;
import org.majorant.log.GapLog;
import org.majorant.majorize.CheckedSummary;
import org.majorant.majorize.RefusedSummary;
import org.majorant.schema.BoundSummary;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.PartitionOffset;
import org.majorant.schema.SurrogateHead;
import org.majorant.store.Topics;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads again from the summaries topic what a worker has shipped and its base does not contain yet.
 * A worker that starts again would otherwise learn on without what it knows, and the model would
 * depend on where a crash fell.
 */
final class OwnSummaries {
  private static final Logger LOG = LoggerFactory.getLogger(OwnSummaries.class);

  /** Other workers' open transactions hide what is committed behind them, for seconds at most. */
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private static final Duration PAUSE = Duration.ofMillis(20);

  private final GapLog log;
  private final ModelSpec spec;
  private final SpecHistory history;
  private final byte[] key;
  private final int partition;
  private long next;
  private Consumer<CheckedSummary> sink;

  /**
   * @param spec with the labels that the worker knows
   * @param history of the spec
   * @param partition of the input topic
   */
  OwnSummaries(
      final GapLog log, final ModelSpec spec, final SpecHistory history, final int partition) {
    this.log = log;
    this.spec = spec;
    this.history = history;
    this.partition = partition;
    key = spec.getModel().getBytes(StandardCharsets.UTF_8);
  }

  /**
   * Tells a worker that starts what it has shipped and the base does not contain.
   *
   * @param base head of the newest base
   * @param begin the first offset that the worker took; -1: it is not known
   * @param shipped the offset up to which the worker has shipped
   */
  void recall(final SurrogateHead base, final long begin, final long shipped, final Worker worker) {
    final long contained = Math.max(begin, new Lineage(base.getLineage()).next(partition));
    if (contained < 0 || contained >= shipped || !isOnTheTopic(base.getSummaries())) {
      return;
    }
    read(
        base.getSummaries(),
        contained,
        shipped,
        own -> worker.resume(own.summary().getTo(), own.content()));
  }

  /**
   * Where the worker's last summary ends; -1: it has shipped none, as far as the base and the
   * summaries after it tell.
   *
   * @param base head of the newest base
   */
  long end(final SurrogateHead base) {
    next = new Lineage(base.getLineage()).next(partition);
    if (next >= 0 && isOnTheTopic(base.getSummaries())) {
      final TopicPartition topic = topic(base.getSummaries());
      sink = own -> {};
      log.replay(topic, base.getSummaries().getNext(), log.end(topic), this::take);
    }
    return next;
  }

  /** A forged base may name another place, where nobody ever answers. */
  private boolean isOnTheTopic(final PartitionOffset merged) {
    return merged != null
        && merged.getPartition() >= 0
        && merged.getPartition() < log.topic(Topics.SUMMARIES).partitions()
        && merged.getNext() <= log.end(topic(merged));
  }

  private static TopicPartition topic(final PartitionOffset merged) {
    return new TopicPartition(Topics.SUMMARIES, merged.getPartition());
  }

  /**
   * Reads the summaries of [from, to), in order.
   *
   * @param merged the place on the summaries topic up to which all is merged
   */
  private void read(
      final PartitionOffset merged,
      final long from,
      final long to,
      final Consumer<CheckedSummary> sink) {
    final TopicPartition topic = topic(merged);
    final long deadline = System.nanoTime() + PATIENCE.toNanos();
    final long all = log.endOfAll(topic); // those of this worker are committed, and before it
    next = from;
    this.sink = sink;
    long position = merged.getNext();
    while (next < to) {
      final long end = log.end(topic);
      log.replay(topic, position, end, this::take);
      position = Math.max(position, end);
      if (next < to && (position >= all || System.nanoTime() > deadline || !pause())) {
        LOG.warn("partition {}: the summaries of [{}, {}) are gone", partition, next, to);
        return;
      }
    }
  }

  private void take(final ConsumerRecord<byte[], byte[]> record) {
    if (!Arrays.equals(record.key(), key) || record.value() == null) {
      return;
    }
    try {
      final CheckedSummary checked =
          CheckedSummary.of(record.value(), spec, history, Long.MAX_VALUE);
      final BoundSummary summary = checked.summary();
      if (summary.getPartition() == partition && isNext(summary) && summary.getTo() > next) {
        next = summary.getTo();
        sink.accept(checked);
      }
    } catch (final RefusedSummary e) {
      LOG.debug("not a summary of this worker: {}", e.getMessage());
    }
  }

  private boolean isNext(final BoundSummary summary) {
    return next < 0 ? summary.getFrom() == summary.getBegin() : summary.getFrom() == next;
  }

  private static boolean pause() {
    try {
      Thread.sleep(PAUSE.toMillis());
      return true;
    } catch (final InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
