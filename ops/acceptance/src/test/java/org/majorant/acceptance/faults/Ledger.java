package org.majorant.acceptance.faults;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.kafka.common.TopicPartition;
import org.majorant.lineage.Lineage;
import org.majorant.log.KafkaGapLog;
import org.majorant.schema.AvroSerde;
import org.majorant.schema.BoundSummary;
import org.majorant.schema.Tally;
import org.majorant.store.Topics;
import org.majorant.tally.Tallies;

/**
 * What the workers say became of each partition: the summaries on their topic, joined as the
 * majorizer joins them. A summary says how many offsets are lost, and not which; but retention has
 * deleted up to an offset that is known, so they are the last ones before it, or before the
 * summary's end where that comes first; of several deletions it was the first that leaves room for
 * them. Whether that is so, the sum of the offsets' hashes tells.
 */
final class Ledger {
  private static final AvroSerde<BoundSummary> SUMMARIES = AvroSerde.of(BoundSummary.class);

  private final SortedMap<Integer, Tally> tallies = new TreeMap<>();
  private final Map<Integer, List<Range>> lost = new TreeMap<>();

  /** The offsets [from, to). */
  private record Range(long from, long to) {}

  private Ledger() {}

  static Ledger read(final LiveSystem system) {
    final Ledger ledger = new Ledger();
    final Lineage lineage = new Lineage();
    final TopicPartition summaries = new TopicPartition(Topics.SUMMARIES, 0);
    try (KafkaGapLog log = new KafkaGapLog(system.client(), "ledger")) {
      log.replay(
          summaries,
          0,
          log.end(summaries),
          record -> {
            final BoundSummary summary = SUMMARIES.decode(record.value());
            final int partition = summary.getPartition();
            if (lineage.join(summary) == Lineage.Join.EXTENDS) {
              lineage.extend(partition, summary.getTo());
              ledger.add(summary, system.deletions().getOrDefault(partition, List.of()));
            }
          });
    }
    return ledger;
  }

  private void add(final BoundSummary summary, final List<Long> deletions) {
    final int partition = summary.getPartition();
    Tallies.add(tallies.computeIfAbsent(partition, p -> Tallies.empty()), summary.getTally());
    final long gone = summary.getTally().getLost();
    if (gone > 0) {
      final long to =
          deletions.stream()
              .mapToLong(Long::longValue)
              .filter(deleted -> deleted > summary.getFrom())
              .map(deleted -> Math.min(deleted, summary.getTo()))
              .filter(end -> end - gone >= summary.getFrom())
              .min()
              .orElseThrow(() -> new AssertionError("nothing was deleted, but lost: " + summary));
      lost.computeIfAbsent(partition, p -> new ArrayList<>()).add(new Range(to - gone, to));
    }
  }

  /** Whether an offset is lost. */
  boolean isLost(final int partition, final long offset) {
    return lost.getOrDefault(partition, List.of()).stream()
        .anyMatch(range -> range.from <= offset && offset < range.to);
  }

  /** What became of a partition's records. */
  Counts counts(final int partition) {
    return Counts.of(tallies.getOrDefault(partition, Tallies.empty()));
  }
}
