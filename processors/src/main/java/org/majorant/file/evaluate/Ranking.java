package org.majorant.file.evaluate;

import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** How well the probabilities of an event rank it: each probability that came is a bin. */
final class Ranking {
  private final SortedMap<Double, long[]> counts = new TreeMap<>(); // failed, came

  /**
   * @param p of the event
   * @param came whether it came
   */
  void add(final double p, final boolean came) {
    counts.computeIfAbsent(p, first -> new long[2])[came ? 1 : 0]++;
  }

  /** The exact area under the ROC curve; null where the event came always, or never. */
  Double auc() {
    final List<Long> outcomes =
        counts.values().stream().flatMapToLong(Arrays::stream).boxed().toList();
    final RankedPairs pairs = RankedPairs.of(outcomes);
    return pairs == null ? null : pairs.auc();
  }
}
