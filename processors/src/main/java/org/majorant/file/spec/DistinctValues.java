package org.majorant.file.spec;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The different values of a column with their counts, as many as are kept in mind. */
final class DistinctValues {
  private final int most;
  private final Map<String, Integer> counts = new LinkedHashMap<>();
  private long beforeFull;
  private long all;

  /**
   * @param most different values that are kept
   */
  DistinctValues(final int most) {
    this.most = most;
  }

  void add(final String value) {
    all++;
    if (counts.size() < most || counts.containsKey(value)) {
      counts.merge(value, 1, Integer::sum);
      beforeFull += counts.size() < most ? 1 : 0;
    }
  }

  /** How many values have come, the same ones, too. */
  long all() {
    return all;
  }

  /** How many different ones are known. */
  int size() {
    return counts.size();
  }

  /** Whether there may be more different values than are known. */
  boolean isFull() {
    return counts.size() == most;
  }

  /** Different values a value, as long as they were kept in mind. */
  double share() {
    return (double) counts.size() / (isFull() ? beforeFull + 1 : all);
  }

  /** The most frequent first. */
  List<String> byCount() {
    final List<String> values = new ArrayList<>(counts.keySet());
    values.sort(Comparator.comparing(counts::get).reversed());
    return values;
  }

  Set<String> inOrder() {
    return counts.keySet();
  }

  int count(final String value) {
    return counts.getOrDefault(value, 0);
  }
}
