package org.majorant.file.evaluate;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.function.LongFunction;
import java.util.stream.IntStream;
import org.majorant.features.Example;
import org.majorant.growth.Growth;
import org.majorant.memory.Surrogate;
import org.majorant.merge.Base;
import org.majorant.merge.MergePolicy;
import org.majorant.merge.Merger;
import org.majorant.merge.Summary;
import org.majorant.model.Model;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.Tally;
import org.majorant.tally.Tallies;

/**
 * The workers, quota and merge of the topology, in rounds instead of on a cluster. A round is merge
 * → base → learn → ship; in a real topology it takes about a quarter of a second.
 */
final class Simulation {
  private static final long ROUND_MILLIS = 250;

  private final Rounds rounds;
  private final TrainingRecords records;
  private final List<SimulatedWorker> workers = new ArrayList<>();
  private final PriorityQueue<Parcel> underway =
      new PriorityQueue<>(Comparator.comparingLong(Parcel::arrives).thenComparing(Parcel::number));
  private final Random random;
  private final List<Long> allowed = new ArrayList<>();
  private ModelSpec spec; // with the labels that the base knows
  private Merger merger;
  private Base base;
  private long parcels;
  private long round;
  private long inFlightMax;
  private double kappaMax = 1;

  /**
   * A summary under way.
   *
   * @param spec with the labels that its worker knew
   */
  record Parcel(
      long arrives, long number, SimulatedWorker from, long to, ModelSpec spec, Summary content) {
    /** As a model takes it that may have got to know more labels. */
    Summary in(final ModelSpec wider) {
      return wider == spec ? content : content.with(content.site().widened(Growth.of(spec, wider)));
    }
  }

  /**
   * @param size examples in all
   * @param records that are learned
   * @param read the example of an index, null where it has none
   */
  Simulation(
      final ModelSpec spec,
      final Rounds rounds,
      final long size,
      final TrainingRecords records,
      final LongFunction<Example> read) {
    this.spec = spec;
    this.rounds = rounds;
    this.records = records;
    merger = merger();
    random = rounds.asyncSeed() == null ? null : new Random(rounds.asyncSeed());
    for (int w = 0; w < rounds.workers(); w++) {
      final double speed = random == null ? 1 : Math.pow(10, -random.nextDouble());
      workers.add(new SimulatedWorker(spec, rounds, w, size, speed, records::meets, read));
    }
  }

  private Merger merger() {
    return new Merger(spec, rounds.policy() == null ? MergePolicy.of(spec) : rounds.policy());
  }

  /** Until all is learned and merged. */
  void run() {
    while (!underway.isEmpty() || workers.stream().anyMatch(SimulatedWorker::hasMore)) {
      merge();
      long inFlight = 0;
      for (final SimulatedWorker worker : workers) {
        if (base != null && (random == null || random.nextInt(4) > 0)) {
          if (worker.hasUnshipped(spec)) {
            send(worker, worker.shipAll());
          }
          worker.adopt(base, spec);
        }
        worker.learn();
        worker.shipIn(round).ifPresent(content -> send(worker, content));
        inFlight += worker.inFlight();
      }
      inFlightMax = Math.max(inFlightMax, inFlight);
      round++;
    }
  }

  /** The version of the last base. */
  Model model() {
    final Surrogate.Solution solution = published();
    return solution.model(spec, 0).mixing(solution.members(spec, base.head().getMembers()));
  }

  /** What it would publish of the memory. */
  Surrogate.Solution published() {
    return base.constrained(spec);
  }

  Tally tally() {
    final Tally tally = Tallies.empty();
    workers.forEach(worker -> Tallies.add(tally, worker.tally(spec)));
    return tally;
  }

  SimulationReport report() {
    final long[] sorted = allowed.stream().mapToLong(Long::longValue).sorted().toArray();
    return new SimulationReport(
        round,
        new SimulationReport.SyncAllowed(
            sorted[sorted.length / 2], allowed.get(allowed.size() - 1)),
        kappaMax,
        inFlightMax);
  }

  private void send(final SimulatedWorker worker, final Summary content) {
    final int late = random == null ? rounds.delay() : random.nextInt(2 * rounds.delay() + 2);
    final long arrives = worker.inOrder(round + 1 + late);
    underway.add(new Parcel(arrives, parcels++, worker, worker.position(), worker.spec(), content));
  }

  private void merge() {
    boolean news = false;
    while (!underway.isEmpty() && underway.peek().arrives() <= round) {
      final Parcel parcel = underway.remove();
      merger.add(parcel.in(spec));
      parcel.from().merged(parcel.to());
      news = true;
    }
    if (news) {
      base = merger.merge(round * ROUND_MILLIS);
      know(records.met());
      kappaMax = Math.max(kappaMax, base.head().getKappa());
      workers.forEach(worker -> worker.base(base.number()));
      allowed.add(syncAllowed());
    }
  }

  /** The last base gets to know the labels that workers have met. */
  private void know(final ModelSpec wider) {
    if (!wider.getLabels().equals(spec.getLabels())) {
      final Base grown = base.widened(Growth.of(spec, wider));
      spec = wider;
      merger = merger();
      base = merger.restore(grown, grown.number());
      records.know(wider);
    }
  }

  /** The spec with all labels that are known. */
  ModelSpec spec() {
    return spec;
  }

  /** Examples a worker that the quota lets all learn in a round, on average. */
  private long syncAllowed() {
    return Math.round(
        IntStream.range(0, rounds.workers())
            .mapToDouble(w -> base.quota().of(w) / (1.0 + rounds.delay()))
            .map(quota -> Math.min(quota, rounds.sync()))
            .average()
            .orElse(0));
  }
}
