package org.majorant.lineage;

import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.majorant.schema.BoundSummary;
import org.majorant.schema.PartitionOffset;

/**
 * Which offsets a model has learned from: everything of a partition from where it began up to the
 * next offset. Ranges must join without a gap and without an overlap.
 */
public final class Lineage {
  private final SortedMap<Integer, Long> next = new TreeMap<>();

  public Lineage() {}

  public Lineage(final List<PartitionOffset> offsets) {
    offsets.forEach(offset -> next.put(offset.getPartition(), offset.getNext()));
  }

  /** How a range joins what is known. */
  public enum Join {
    /**
     * It begins where the partition ends, or where the partition began if nothing is known of it.
     */
    EXTENDS,
    /** All of it is known already. */
    KNOWN,
    /** Offsets before it are missing. */
    GAP,
    /** Some of it is known already, some is not. */
    OVERLAP
  }

  /** How a summary's range joins; nothing changes. */
  public Join join(final BoundSummary summary) {
    final long from = summary.getFrom();
    final long end = end(summary);
    if (from == end) {
      return Join.EXTENDS;
    }
    if (from > end) {
      return Join.GAP;
    }
    return summary.getTo() <= end ? Join.KNOWN : Join.OVERLAP;
  }

  /** Where the next range of a summary's partition has to begin. */
  public long end(final BoundSummary summary) {
    final long begin = summary.getBegin() < 0 ? summary.getFrom() : summary.getBegin();
    return next.getOrDefault(summary.getPartition(), begin);
  }

  public void extend(final int partition, final long to) {
    next.put(partition, to);
  }

  /** The next offset of a partition; -1 where nothing of it is known. */
  public long next(final int partition) {
    return next.getOrDefault(partition, -1L);
  }

  /** Number of partitions known. */
  public int partitions() {
    return next.size();
  }

  /** Partition to next offset, ascending. */
  public List<PartitionOffset> offsets() {
    return next.entrySet().stream()
        .map(entry -> new PartitionOffset(entry.getKey(), entry.getValue()))
        .toList();
  }
}
