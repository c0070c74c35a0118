package org.majorant.merge;

import java.util.Map;
import java.util.SortedMap;

/**
 * How many examples each worker may have in flight: learned, but not in the base that it learns on.
 * Together they may have g·n of n merged examples (MATHS.md 9); W workers share that equally.
 *
 * <p>One worker alone learns soundly, however many examples it learns, since nothing else is in
 * flight. So one learns alone on a base if it gets further than all of them with their shares: at
 * the start of a stream, and when there is much to catch up with. What it learns then is a stretch;
 * the others hold until theirs.
 *
 * <p>On a busy machine a worker may still be on an older base, and use the quota of that one. So a
 * stretch is a number of examples, and the next one begins when all of these are merged. Examples
 * that may be in flight because of older bases are subtracted from what the next base gives.
 *
 * @param alone the partition that may learn; {@link #ALL}: all may
 * @param each the most examples in flight of a partition that may learn; 0: the majorizer waits
 *     until no worker is on an older base that let it learn
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
   * What the next base gives. A stretch goes on until all of it is learned, or until nothing waits
   * for it any more.
   *
   * @param total g·n
   * @param demand of each partition with data; where there is none, all stays as it is
   */
  Quota next(final double total, final SortedMap<Integer, Demand> demand) {
    if (total == Double.POSITIVE_INFINITY) {
      return UNLIMITED;
    }
    if (demand.isEmpty()) {
      return this;
    }
    if (demand.size() == 1) {
      return new Quota(demand.firstKey(), Long.MAX_VALUE);
    }
    final Demand stretch = demand.get(alone);
    return stretch != null && each < Long.MAX_VALUE && stretch.held() > 0 && stretch.open() > 0
        ? new Quota(alone, stretch.open())
        : divide(total, demand);
  }

  private static Quota divide(final double total, final SortedMap<Integer, Demand> demand) {
    final long each = (long) (total / demand.size());
    long together = 0;
    double excess = 0; // in flight beyond the shares
    int eager = demand.firstKey();
    for (final Map.Entry<Integer, Demand> entry : demand.entrySet()) {
      final Demand other = entry.getValue();
      together += Math.min(each, other.examples());
      excess += Math.max(0, other.inFlight() - each);
      if (waitsLonger(other, demand.get(eager))) {
        eager = entry.getKey();
      }
    }
    final Demand next = demand.get(eager);
    final long alone = Math.max(1, next.examples());
    if (each > 0 && next.examples() <= together) {
      return new Quota(ALL, most(each, (total - excess) / demand.size()));
    }
    double others = 0;
    for (final Map.Entry<Integer, Demand> entry : demand.entrySet()) {
      others += entry.getKey() == eager ? 0 : entry.getValue().inFlight();
    }
    return new Quota(eager, others == 0 ? alone : most(alone, total - others));
  }

  private static boolean waitsLonger(final Demand one, final Demand other) {
    return one.held() == other.held() ? one.learned() > other.learned() : one.held() > other.held();
  }

  private static long most(final long wanted, final double room) {
    return Math.min(wanted, (long) Math.max(0, room));
  }
}
