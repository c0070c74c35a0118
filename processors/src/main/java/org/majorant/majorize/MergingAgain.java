package org.majorant.majorize;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Goes back to the last base where the open round cannot be solved, and merges its summaries again
 * one by one, without those with which it cannot be solved.
 */
public final class MergingAgain {
  private static final Logger LOG = LoggerFactory.getLogger(MergingAgain.class);

  private final Majorization majorization;
  private final TopicPartition partition;
  private final SummarySource summaries;
  private final Set<Long> unsolvable = new HashSet<>(); // offsets of summaries since the last base
  private boolean spoiled; // what is merged again cannot be solved any more

  /**
   * @param partition that is merged
   */
  public MergingAgain(
      final Majorization majorization,
      final TopicPartition partition,
      final SummarySource summaries) {
    this.majorization = majorization;
    this.partition = partition;
    this.summaries = summaries;
  }

  /**
   * Merges those of the open round again.
   *
   * @param to the offset before which all summaries have been taken
   * @return those that have become known as unsolvable
   */
  public List<RefusedSummary> merge(final long to, final long now) {
    final long from = majorization.mergedTo();
    unsolvable.removeIf(offset -> offset < from);
    final List<RefusedSummary> refused = new ArrayList<>();
    do {
      spoiled = false;
      majorization.goBack(to);
      summaries.read(partition, from, to, record -> take(record, now, refused));
    } while (spoiled);
    if (refused.isEmpty()) {
      majorization.round().waitForMore(); // it would fail for the same reason
    }
    return refused;
  }

  private void take(
      final ConsumerRecord<byte[], byte[]> record,
      final long now,
      final List<RefusedSummary> refused) {
    if (spoiled) {
      return;
    }
    if (unsolvable.contains(record.offset())) {
      majorization.round().refuse(record.offset());
      return;
    }
    try {
      majorization.takeSolvable(record.offset(), record.key(), record.value(), now);
    } catch (final RefusedSummary e) {
      LOG.debug("refused again: {}", e.getMessage());
    } catch (final ArithmeticException e) {
      spoiled = true;
      unsolvable.add(record.offset());
      refused.add(
          new RefusedSummary(
              Refusal.UNSOLVABLE,
              "the summary at offset %d: %s".formatted(record.offset(), e.getMessage())));
    }
  }
}
