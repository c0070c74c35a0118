package org.majorant.merge;

import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The partitions that have data, and how much: who was heard of within three seconds. A partition
 * that falls silent soon holds nobody up.
 */
final class ActiveWorkers {
  private static final long SILENT_MILLIS = 3000;

  private final SortedMap<Integer, Long> heard = new TreeMap<>();
  private final SortedMap<Integer, Long> demand = new TreeMap<>();

  /**
   * @param examples that the partition has learned since it was last heard of, or holds
   * @param now milliseconds
   */
  void hear(final int partition, final long examples, final long now) {
    heard.put(partition, now);
    demand.put(partition, examples);
  }

  /** Examples by partition, of those that are not silent; a view. */
  SortedMap<Integer, Long> demand(final long now) {
    heard.values().removeIf(last -> now - last > SILENT_MILLIS);
    demand.keySet().retainAll(heard.keySet());
    return demand;
  }
}
