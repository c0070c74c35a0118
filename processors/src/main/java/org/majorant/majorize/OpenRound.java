package org.majorant.majorize;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.majorant.challenge.ComparisonSum;
import org.majorant.lineage.Lineage;
import org.majorant.schema.BoundSummary;
import org.majorant.schema.DriftMove;
import org.majorant.schema.InputLog;
import org.majorant.schema.Merging;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.OffsetRange;
import org.majorant.schema.PartitionOffset;
import org.majorant.schema.SurrogateHead;
import org.majorant.schema.Tally;
import org.majorant.tally.Tallies;

/**
 * What is known beside the sum, and what has come since the last base: the next base has it, and
 * the next round goes on from there. Going back begins a round anew from the last base.
 *
 * <p>A record of the round has what its summaries themselves do not show: which of them were
 * refused, and which were merged one by one. Refused offsets are kept as ranges. A merged summary
 * separates each range from the next, so that a forger cannot make them many.
 */
public final class OpenRound {
  private final Lineage lineage;
  private final MomentsPool moments;
  private final DriftWatch drift;
  private final ComparisonSum comparison;
  private final long again; // summaries before that offset are merged one by one; -1: none
  private final List<DriftMove> moves = new ArrayList<>();
  private final List<OffsetRange> refused = new ArrayList<>();
  private final Set<String> labels = new LinkedHashSet<>();
  private final List<PartitionOffset> begins = new ArrayList<>();
  private Tally tally;
  private boolean refusing; // nothing was merged since the last one
  private boolean sums; // all that has come are summaries that were merged as they came
  private long bytes; // of their states
  private boolean due;
  private boolean news;
  private boolean urgent;
  private long stalest;
  private String origin; // of a restart; null: none

  private OpenRound(
      final Lineage lineage,
      final MomentsPool moments,
      final DriftWatch drift,
      final ComparisonSum comparison,
      final Tally tally,
      final long again) {
    this.lineage = lineage;
    this.moments = moments;
    this.drift = drift;
    this.comparison = comparison;
    this.tally = tally;
    this.again = again;
    sums = again < 0;
  }

  /** The first one: nothing was merged yet. */
  static OpenRound first(
      final MomentsPool moments,
      final DriftWatch drift,
      final ComparisonSum comparison,
      final long again) {
    return new OpenRound(new Lineage(), moments, drift, comparison, Tallies.empty(), again);
  }

  /**
   * The one after a base that was read back, or gone back to.
   *
   * @param moments without proposals
   * @param drift takes what the base knows, as the comparison
   */
  static OpenRound after(
      final SurrogateHead base,
      final MomentsPool moments,
      final DriftWatch drift,
      final ComparisonSum comparison,
      final long again) {
    moments.restore(base.getMoments());
    drift.restore(base);
    comparison.restore(base.getComparison());
    return new OpenRound(
        new Lineage(base.getLineage()),
        moments,
        drift,
        comparison,
        Tallies.copy(base.getTally()),
        again);
  }

  /** The one after this one, which is in a base. */
  OpenRound next() {
    drift.next();
    return new OpenRound(lineage, moments, drift, comparison, tally, -1);
  }

  /** Up to where all is merged or dealt with, in each partition. */
  Lineage lineage() {
    return lineage;
  }

  /**
   * The log that the lineage is of, with where the partitions begin whose first summary is merged.
   *
   * @param log null: it is not known
   */
  InputLog begun(final InputLog log) {
    if (log == null || begins.isEmpty()) {
      return log;
    }
    final List<PartitionOffset> all = new ArrayList<>(log.getBegins());
    all.addAll(begins);
    return InputLog.newBuilder(log).setBegins(all).build();
  }

  /** How many offsets were ever declared lost. */
  long lost() {
    return tally.getLost();
  }

  /** A summary is known already: its worker ships only so much before a base tells it so. */
  void know() {
    due = true;
    sums = false;
  }

  /** The next base comes though nothing new has: readers are to have it in another form. */
  public void repeat() {
    due = true;
  }

  /** The spec has grown: workers and readers wait for a base of it. */
  void grow() {
    due = true;
    sums = false;
    news = true;
    urgent = true;
  }

  /**
   * A summary is merged.
   *
   * @param base number of the last base
   * @param isOwn whether it is of the spec as it is now
   */
  void merge(final BoundSummary summary, final long base, final boolean isOwn) {
    sums &= isOwn;
    bytes += summary.getState().remaining();
    if (summary.getMoments() != null) {
      moments.propose(summary.getPartition(), summary.getMoments());
    }
    labels.addAll(summary.getNewLabels());
    if (lineage.next(summary.getPartition()) < 0 && summary.getBegin() > 0) {
      begins.add(new PartitionOffset(summary.getPartition(), summary.getBegin()));
    }
    Tallies.add(tally, summary.getTally());
    lineage.extend(summary.getPartition(), summary.getTo());
    moves.addAll(drift.merge(summary, tally, lineage));
    comparison.add(summary.getComparison());
    refusing = false;
    due = true;
    stalest = Math.max(stalest, base - summary.getBase());
    news |= summary.getTo() > summary.getFrom() || summary.getComparison() != null;
    final Tally more = summary.getTally();
    urgent |= more.getExamples() + more.getRevised() > 0 || more.getLost() > 0;
  }

  /**
   * The tally once the state of a summary has taken the place of what was merged.
   *
   * @throws IllegalArgumentException where it cannot: its features are standardized otherwise, or
   *     its counts cannot follow those that are known
   */
  Tally restarted(final BoundSummary summary) {
    moments.requireSame(summary.getMoments());
    return Tallies.restart(tally, summary.getTally());
  }

  /**
   * The state of a summary takes the place of what was merged. The lineage stays.
   *
   * @param spec with the labels that are known then
   */
  void restart(final BoundSummary summary, final Tally restarted, final ModelSpec spec) {
    tally = restarted;
    origin = summary.getRestart().getOrigin();
    moments.restore(summary.getMoments());
    drift.restart(spec);
    comparison.restore(null);
    refusing = false;
    sums = false;
    due = true;
    news = true;
    urgent = true;
  }

  /** Where the state comes from that took the place of what was merged; null: nothing did. */
  public String origin() {
    return origin;
  }

  /** The summary at that offset is refused. */
  void refuse(final long offset) {
    sums = false;
    if (refusing) {
      refused.get(refused.size() - 1).setTo(offset + 1);
    } else {
      refused.add(new OffsetRange(offset, offset + 1));
    }
    refusing = true;
  }

  /** Labels that workers have met and did not know, in the order of the summaries. */
  Set<String> labels() {
    return labels;
  }

  /** It cannot be solved before something else comes. */
  void waitForMore() {
    due = false;
  }

  /** Whether there is something to solve. */
  public boolean isDue() {
    return due;
  }

  /** Whether some of it covers offsets; otherwise it only says which partitions have data. */
  public boolean hasNews() {
    return news;
  }

  /** Whether readers should soon know of it: examples were learned or lost, or a state put in. */
  public boolean isUrgent() {
    return urgent;
  }

  /** What has moved in the stream. */
  public List<DriftMove> moves() {
    return moves;
  }

  /** By how much an example loses more than before, nats, where the model is to forget; else 0. */
  double rise() {
    final double decisions = tally.getWeight() / tally.getExamples();
    return drift.rise() > 0 ? drift.rise() * decisions : 0;
  }

  /** What was learned counts so much now, because of the last alarm. */
  void forget(final double kept) {
    drift.forget(kept);
  }

  /**
   * Bytes of the summaries whose sum is all that has come since the last base, so that whoever
   * reads them again has it; -1: that is not so.
   */
  public long summed() {
    return sums ? bytes : -1;
  }

  /** Bases by which the stalest of it was behind. */
  public long stalest() {
    return stalest;
  }

  /** The summaries [from, to) of a partition as they are recorded, without the base's state. */
  Merging record(final int partition, final long from, final long to) {
    return new Merging(partition, from, to, refused, again, 0L, null);
  }

  /** Writes into a base's head what is known with it. */
  void complete(final SurrogateHead head, final long now) {
    head.setLineage(lineage.offsets());
    head.setTally(Tallies.copy(tally));
    head.setMoments(moments.agreed(now));
    drift.complete(head, now);
    head.setComparison(comparison.of(now));
  }
}
