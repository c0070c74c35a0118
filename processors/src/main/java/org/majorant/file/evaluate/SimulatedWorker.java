package org.majorant.file.evaluate;

import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.LongFunction;
import java.util.function.LongPredicate;
import org.majorant.features.Example;
import org.majorant.growth.Growth;
import org.majorant.learn.Worker;
import org.majorant.merge.Base;
import org.majorant.merge.Summary;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.Tally;
import org.majorant.tally.Baselines;
import org.majorant.tally.Tallies;

/** One worker of a {@link Simulation}, with its part of the data. */
final class SimulatedWorker {
  /** A holding worker says that it has data once in so many rounds. */
  private static final long ANNOUNCE_ROUNDS = 4;

  private final Worker worker;
  private final Rounds rounds;
  private final int number;
  private final long size; // of its part
  private final long held; // its share of what can be held
  private final double speed;
  private final LongPredicate meets;
  private final LongFunction<Example> read;
  private final SortedMap<Long, Long> contained = new TreeMap<>(); // base → position
  private ModelSpec spec; // with the labels that it knows
  private Tally tally = Tallies.empty();
  private long merged;
  private long position;
  private long arrived;
  private long learnedInRound;
  private long lastArrival;
  private long announceDue;
  private double budget;

  SimulatedWorker(
      final ModelSpec spec,
      final Rounds rounds,
      final int number,
      final long all,
      final double speed,
      final LongPredicate meets,
      final LongFunction<Example> read) {
    this.spec = spec;
    this.meets = meets;
    this.rounds = rounds;
    this.number = number;
    this.speed = speed;
    this.read = read;
    worker = new Worker(spec, number, new Baselines(spec.getLabels().size()));
    size = (all - number + rounds.workers() - 1) / rounds.workers();
    held = rounds.bounded() ? rounds.hold() / rounds.workers() : Long.MAX_VALUE;
  }

  boolean hasMore() {
    return position < size;
  }

  long inFlight() {
    return worker.inFlight();
  }

  /** Examples of its part that are learned. */
  long position() {
    return position;
  }

  /**
   * What it has learned.
   *
   * @param wider knows all labels that it does, or more
   */
  Tally tally(final ModelSpec wider) {
    return wider == spec ? tally : Tallies.grown(tally, Growth.of(spec, wider));
  }

  /** With the labels that it knows. */
  ModelSpec spec() {
    return spec;
  }

  /** Whether it has to ship before it can get to know more labels. */
  boolean hasUnshipped(final ModelSpec wider) {
    return wider != spec && worker.unshipped() > 0;
  }

  /** Its summaries up to a position are merged. */
  void merged(final long to) {
    merged = to;
  }

  /** A base was made of what is merged. */
  void base(final long base) {
    contained.put(base, merged);
  }

  void adopt(final Base base, final ModelSpec known) {
    if (base.number() > worker.number()) {
      if (known != spec) {
        tally = tally(known);
        spec = known;
        worker.know(known);
      }
      final boolean alone = rounds.workers() == 1;
      worker.adopt(base, contained.getOrDefault(base.number(), merged), alone);
      contained.headMap(base.number()).clear();
    }
  }

  /** One round. */
  void learn() {
    learnedInRound = 0;
    budget = Math.min(rounds.sync(), budget + speed * rounds.sync());
    arrived = rounds.bounded() ? Math.min(size, arrived + (long) budget) : size;
    while (position < arrived
        && (rounds.bounded() || learnedInRound < (long) budget)
        && (worker.mayLearn() || arrived - position > held)
        && !meets.test(position * rounds.workers() + number)) {
      final Example example = read.apply(position * rounds.workers() + number);
      if (example != null && example.isLabeled()) {
        worker.learn(example, 0);
      }
      position++;
      learnedInRound++;
    }
    budget -= Math.min(budget, Math.max(learnedInRound, rounds.bounded() ? (long) budget : 0));
  }

  /** What it ships in that round, if anything. */
  Optional<Summary> shipIn(final long round) {
    final boolean news = learnedInRound > 0 || worker.unshipped() > 0;
    final boolean unheard = worker.isAsked() || hasMore() && round >= announceDue;
    if (news ? !worker.mayShip() : !unheard) {
      return Optional.empty();
    }
    announceDue = round + ANNOUNCE_ROUNDS;
    final long waiting =
        rounds.bounded() ? arrived - position : Math.min(rounds.sync(), size - position);
    return Optional.of(ship(waiting));
  }

  /** What it has not shipped yet. */
  Summary shipAll() {
    return ship(0L);
  }

  private Summary ship(final long waiting) {
    final Summary summary = worker.ship(position, waiting);
    Tallies.add(tally, worker.takeTally());
    return summary;
  }

  /** Its summaries arrive in the order in which they were shipped. */
  long inOrder(final long arrival) {
    lastArrival = Math.max(lastArrival, arrival);
    return lastArrival;
  }
}
