package org.majorant.merge;

import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The partitions that have data, and how much: who was heard of within three seconds before a base.
 * A partition that falls silent soon holds nobody up.
 *
 * <p>All that is heard between two bases counts as heard at the second one, so that no clock but
 * that of the merges has a say: neither those of the workers nor the pace of reading.
 */
final class ActiveWorkers {
  private static final long SILENT_MILLIS = 3000;

  private final SortedMap<Integer, Long> fresh = new TreeMap<>();
  private final SortedMap<Integer, Long> heard = new TreeMap<>();
  private final SortedMap<Integer, Long> demand = new TreeMap<>();

  /**
   * @param examples that the partition has learned since it was last heard of, or holds
   */
  void hear(final int partition, final long examples) {
    fresh.put(partition, examples);
  }

  /**
   * Examples by partition, of those that are not silent; a view.
   *
   * @param now milliseconds
   */
  SortedMap<Integer, Long> demand(final long now) {
    fresh.keySet().forEach(partition -> heard.put(partition, now));
    demand.putAll(fresh);
    fresh.clear();
    heard.values().removeIf(last -> now - last > SILENT_MILLIS);
    demand.keySet().retainAll(heard.keySet());
    return demand;
  }
}
