package org.majorant.stream;

import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.majorant.tally.Baselines;

/**
 * The offset at which a worker began to ship on each of the last bases. If one of these was forged,
 * all summaries on it are refused, and their examples have to be learned again from that offset on.
 */
final class BaseBegins {
  private static final int MOST = 16;

  private final NavigableMap<Long, Place> places = new TreeMap<>(); // by number of the base

  /**
   * @param shipped the offset up to which all was shipped
   * @param baselines as they were there
   */
  record Place(long shipped, Baselines baselines) {}

  /** A summary is shipped on that base; only the first one's place counts. */
  void ship(final long base, final Supplier<Place> place) {
    places.computeIfAbsent(base, number -> place.get());
    if (places.size() > MOST) {
      places.pollFirstEntry();
    }
  }

  /** Where it began to ship on bases above that number, which are forgotten; empty: nowhere. */
  Optional<Place> leave(final long number) {
    final Optional<Place> first =
        Optional.ofNullable(places.higherEntry(number)).map(Map.Entry::getValue);
    places.tailMap(number, false).clear();
    return first;
  }
}
