package org.majorant.merge;

import java.util.SortedMap;

/**
 * How many examples each worker may have in flight: learned, but not in the base that it learns on.
 * Together they may have g·n of n merged examples (MATHS.md 9); W workers share that equally.
 *
 * <p>One worker alone learns soundly however much it is, since nothing is in flight against it. So
 * one learns alone on a base where that gets further than all do by their shares: at the start of a
 * stream, and when there is much to catch up with. The others hold, and have their turns.
 *
 * @param alone the partition that may learn; {@link #ALL}: all may
 * @param each examples in flight that a partition may have which may learn
 */
public record Quota(int alone, long each) {
  public static final int ALL = -1;

  /** Before the first base: it is not known yet who else learns. */
  public static final Quota NOTHING = new Quota(ALL, 0);

  /** No limit. */
  public static final Quota UNLIMITED = new Quota(ALL, Long.MAX_VALUE);

  /** How many examples that partition may have in flight. */
  public long of(final int partition) {
    return alone == ALL || alone == partition ? each : 0;
  }

  /**
   * Divides what may be in flight.
   *
   * @param total g·n
   * @param demand examples that each partition with data has learned lately or holds
   */
  static Quota divide(final double total, final SortedMap<Integer, Long> demand) {
    if (demand.size() <= 1) {
      return new Quota(demand.isEmpty() ? ALL : demand.firstKey(), Long.MAX_VALUE);
    }
    final long each = (long) (total / demand.size());
    long together = 0;
    long most = 0;
    int eager = demand.firstKey();
    for (final var entry : demand.entrySet()) {
      together += Math.min(each, entry.getValue());
      if (entry.getValue() > most) {
        most = entry.getValue();
        eager = entry.getKey();
      }
    }
    return each == 0 || most > together
        ? new Quota(eager, Math.max(1, Math.max(most, (long) total)))
        : new Quota(ALL, each);
  }
}
