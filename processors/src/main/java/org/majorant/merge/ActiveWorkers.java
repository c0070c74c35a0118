package org.majorant.merge;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The partitions that have data, how much they have, and what their workers may have in flight. A
 * partition is active if its worker shipped within three seconds before a base, so one that falls
 * silent soon delays nobody.
 *
 * <p>All that is heard between two bases counts as heard at the second one, so that no clock but
 * that of the merges has a say: neither those of the workers nor the pace of reading. Where bases
 * are far apart, the machine is busy, so a worker is silent only after some of them.
 */
final class ActiveWorkers {
  private static final long SILENT_MILLIS = 3000;

  /** What the time between two bases counts at most. */
  private static final long MOST_MILLIS = 1000;

  private final SortedMap<Integer, Heard> workers = new TreeMap<>();
  private Quota quota = Quota.NOTHING;
  private long clock; // milliseconds that have counted
  private long last = -1; // time of the last base; -1: none

  /**
   * What bases gave a worker, from one on.
   *
   * @param base the first of them
   * @param limit its examples that are merged, once it has learned all that these let it learn
   * @param since when the first of them was made, by the clock
   */
  private record Grant(long base, long limit, long since) {}

  /** What is known of one worker. */
  private static final class Heard {
    /** Of the bases that it may be on; each gave more than the next. */
    private final Deque<Grant> grants = new ArrayDeque<>();

    private boolean fresh;
    private boolean active;
    private long heard; // by the clock
    private long base; // it is on this one or a later one
    private long merged;
    private long learned;
    private long held;

    void give(final long number, final long limit, final long clock) {
      Grant grant = new Grant(number, limit, clock);
      while (!grants.isEmpty() && grants.getLast().limit <= limit) {
        final Grant less = grants.removeLast();
        grant = new Grant(less.base, limit, less.since);
      }
      grants.addLast(grant);
    }

    /** A worker that no newer base reaches for that long delays nobody. */
    void forgetLeft(final long clock) {
      while (grants.size() > 1) {
        final Grant first = grants.removeFirst();
        final Grant next = grants.getFirst();
        if (next.base > base && clock - next.since <= SILENT_MILLIS) {
          grants.addFirst(first);
          return;
        }
      }
    }

    Demand demand() {
      return grants.isEmpty()
          ? new Demand(learned, held, 0, 0)
          : new Demand(learned, held, left(grants.getLast()), left(grants.getFirst()));
    }

    private long left(final Grant grant) {
      return grant.limit == Long.MAX_VALUE ? Long.MAX_VALUE : Math.max(0, grant.limit - merged);
    }
  }

  /** A summary has come. One that has nothing to tell does not keep its worker active. */
  void hear(final Summary summary) {
    final Heard worker = workers.computeIfAbsent(summary.partition(), partition -> new Heard());
    worker.base = Math.max(worker.base, summary.base());
    worker.merged += summary.examples();
    worker.learned = summary.examples();
    worker.held = summary.held();
    worker.fresh |= summary.examples() + summary.held() > 0;
  }

  /** After a start: those that were active at the last base still are, as far as is known. */
  void restore(final Base base, final long number) {
    quota = base.quota();
    for (final int partition : base.active()) {
      workers.computeIfAbsent(partition, unknown -> new Heard()).fresh = true;
    }
    give(number);
  }

  /**
   * Divides what may be in flight on the next base.
   *
   * @param total g·n
   * @param now milliseconds
   * @return the partitions with data, ascending
   */
  List<Integer> divide(final double total, final long number, final long now) {
    final SortedMap<Integer, Demand> demand = demand(now);
    quota = quota.next(total, demand);
    give(number);
    return List.copyOf(demand.keySet());
  }

  private void give(final long number) {
    workers.forEach(
        (partition, worker) -> {
          final long more = quota.of(partition);
          final long limit = more == Long.MAX_VALUE ? more : worker.merged + more;
          worker.give(number, limit, clock);
        });
  }

  /** What the last base gave. */
  Quota quota() {
    return quota;
  }

  /** Of those that are not silent. */
  private SortedMap<Integer, Demand> demand(final long now) {
    clock += last < 0 ? 0 : Math.max(0, Math.min(MOST_MILLIS, now - last));
    last = now;
    final SortedMap<Integer, Demand> demand = new TreeMap<>();
    workers.forEach(
        (partition, worker) -> {
          worker.heard = worker.fresh ? clock : worker.heard;
          worker.active = worker.fresh || worker.active && clock - worker.heard <= SILENT_MILLIS;
          worker.fresh = false;
          worker.forgetLeft(clock);
          if (worker.active) {
            demand.put(partition, worker.demand());
          }
        });
    return demand;
  }
}
