package org.majorant.stream;

import java.util.List;
import org.apache.kafka.common.TopicPartition;
import org.majorant.growth.SpecHistory;
import org.majorant.input.LearnedLog;
import org.majorant.log.GapLog;
import org.majorant.log.InputEnds;
import org.majorant.log.InputRecord;
import org.majorant.majorize.Majorization;
import org.majorant.majorize.MergingAgain;
import org.majorant.majorize.OpenRound;
import org.majorant.majorize.Refusal;
import org.majorant.majorize.RefusalLog;
import org.majorant.majorize.RefusedSummary;
import org.majorant.merge.Base;
import org.majorant.schema.DriftMove;
import org.majorant.schema.InputLog;
import org.majorant.schema.MajorizeProgress;
import org.majorant.schema.ModelHead;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.NameCount;
import org.majorant.schema.Start;
import org.majorant.schema.SurrogateHead;
import org.majorant.store.Topics;
import org.majorant.tally.DriftDetector;
import org.majorant.tally.Tallies;
import org.majorant.trace.VersionSteps;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Computes bases and versions in turns. A turn takes the summaries that have come, and solves and
 * encodes what is due: a base at once, a version at most once a publication interval, each within a
 * byte budget. Only versions are held to the spec's constraints and L1.
 *
 * <p>A turn of a big model takes seconds, in which the workers of the same stream thread have to
 * learn on. So turns run on another thread, one after the other, and nothing here knows the
 * topology: what a turn has to write is forwarded by the stream thread when the turn is over. The
 * majorizer belongs to one thread at a time, so that it needs no locks.
 */
final class Majorizer {
  private static final Logger LOG = LoggerFactory.getLogger(Majorizer.class);

  private final ModelSpec spec;
  private final TopologySettings settings;
  private final Start start;
  private final Outbox outbox;
  private final Majorization majorization;
  private final MergingAgain again;
  private final BasePublisher bases;
  private final VersionPublisher versions;
  private final RefusalLog refusals;
  private InputLog log; // that is learned from
  private long now; // milliseconds, when the turn began

  /**
   * What a turn gives.
   *
   * @param messages to forward; none: all stays as it was
   * @param names that are known from now on; null: they stay
   * @param progress that is true when the messages are written
   * @param version the one that is among the messages; null: none is
   * @param step for the trace of the version
   */
  record Turn(
      List<Outbox.Message> messages,
      List<NameCount> names,
      MajorizeProgress progress,
      ModelHead version,
      VersionSteps.Turn step) {}

  /**
   * A majorizer that has merged nothing.
   *
   * @param partition of the summaries
   * @param progress where it begins
   * @param names those of the last version
   */
  Majorizer(
      final SpecHistory history,
      final TopologySettings settings,
      final TopicPartition partition,
      final MajorizeProgress progress,
      final List<NameCount> names) {
    spec = history.spec();
    this.settings = settings;
    refusals = new RefusalLog(spec.getModel());
    start = new Start(spec, settings.hold().longest().toMillis(), null);
    outbox = new Outbox(start);
    majorization =
        new Majorization(
            history,
            partition.partition(),
            new InputEnds(settings.gapLog(), Topics.learned(spec))::reach,
            settings.hold().longest(),
            names);
    majorization.startAt(progress.getNext());
    again =
        new MergingAgain(
            majorization,
            partition,
            (of, from, to, sink) -> settings.gapLog().replay(of, from, to, sink::accept));
    bases = new BasePublisher(settings, outbox, progress);
    versions = new VersionPublisher(spec, settings, majorization.names(), outbox, progress);
    learnFrom(null);
  }

  /** The last base; null: there is none. */
  Base last() {
    return majorization.last();
  }

  /**
   * @param known the log that was learned from; null: it is the topic as it is now
   */
  private void learnFrom(final InputLog known) {
    final GapLog.Topic now = settings.gapLog().topic(Topics.learned(spec));
    log = known == null && now.id() != null ? LearnedLog.first(now.id()) : known;
    requireLog(now);
    majorization.learnFrom(log);
    start.setLog(log);
  }

  /**
   * What has come before the topic was asked for was read from the log that was learned from, if
   * the topic was that one then.
   */
  private void requireLog(final GapLog.Topic now) {
    LearnedLog.of(spec, null).knownAs(log).require(now);
  }

  /**
   * As {@link Majorization#restore}.
   *
   * @param time milliseconds, now
   */
  void restore(final Base from, final long known, final long time) {
    if (from.head().getLog() != null) {
      learnFrom(from.head().getLog());
    }
    majorization.restore(from, known);
    versions.know(majorization.spec());
    final Base last = majorization.last();
    versions.restore(last, time);
    if (last.number() == known) {
      bases.restore(last, time);
    }
  }

  /** The first summary to take has that offset on its topic. */
  void startAt(final long offset) {
    majorization.startAt(offset);
  }

  /** Up to where the last base and the last version go. */
  MajorizeProgress progress() {
    return new MajorizeProgress(
        majorization.mergedTo(),
        majorization.base(),
        versions.version(),
        versions.snapshots(),
        bases.snapshots());
  }

  /** Whether there is something to solve, though no summary comes. */
  boolean isDue(final long time) {
    return isBaseDue(time) || bases.owesSnapshot(time) || versions.isDue(time);
  }

  private boolean isBaseDue(final long time) {
    final OpenRound round = majorization.round();
    return round.isDue() && bases.isDue(round.summed(), time);
  }

  /**
   * Takes summaries, and solves what is due then.
   *
   * @param summaries that have come since the last turn
   * @param to the offset before which all summaries have come
   */
  Turn turn(final List<InputRecord> summaries, final long to, final long time) {
    final long start = System.nanoTime();
    now = time;
    if (!summaries.isEmpty()) {
      requireLog(settings.gapLog().topic(Topics.learned(spec)));
    }
    summaries.forEach(this::take);
    if (bases.owesSnapshot(now)) {
      bases.begin();
      majorization.round().repeat();
    }
    List<NameCount> names = isBaseDue(now) ? merge(to) : null;
    final ModelHead version = versions.publish(now, majorization.last()).orElse(null);
    if (version != null) {
      names = version.getNames();
    }
    final long end = time + (System.nanoTime() - start) / 1_000_000;
    return new Turn(outbox.take(), names, progress(), version, step(end));
  }

  private VersionSteps.Turn step(final long end) {
    final Base last = majorization.last();
    return last == null
        ? new VersionSteps.Turn(now, end, 0, 1)
        : new VersionSteps.Turn(now, end, last.number(), last.head().getKappa());
  }

  private void take(final InputRecord summary) {
    try {
      majorization.take(summary.offset(), summary.key(), summary.value(), now);
    } catch (final RefusedSummary e) {
      tellRefused(e);
      if (e.reason() == Refusal.BASE) {
        bases.begin(); // whoever follows a forged base can follow no delta
      }
    }
  }

  private void tellRefused(final RefusedSummary refused) {
    settings.metrics().refused(refused.reason());
    refusals.report(refused.reason(), refused.getMessage(), now);
  }

  private void tellDrift(final SurrogateHead head, final List<DriftMove> moves) {
    for (final DriftMove move : moves) {
      settings.metrics().drifted(move);
      LOG.warn(
          "{}: drift at {} examples: {} went from {} to {}",
          spec.getModel(),
          Tallies.learned(head.getTally()),
          what(move),
          "%.4f".formatted(move.getBefore()),
          "%.4f".formatted(move.getAfter()));
    }
    if (head.getForgot() == head.getBase()) {
      LOG.warn(
          "{}: what base {} was before counts {} in it",
          spec.getModel(),
          head.getBase(),
          "%.2g".formatted(head.getAlarms().get(head.getAlarms().size() - 1).getKept()));
    }
  }

  /** What has moved, for the log; a feature's name is known where versions are read. */
  private static String what(final DriftMove move) {
    return switch (move.getOf()) {
      case DriftDetector.SERVED -> "the loss of what was served";
      case DriftDetector.LABEL -> "the share of " + move.getLabel();
      case DriftDetector.FEATURE -> "the share of feature " + move.getFeature().getFeature();
      default -> "the loss";
    };
  }

  /** Solves a new base, where it can be solved; returns the names that it brings, if any. */
  private List<NameCount> merge(final long to) {
    final long start = System.nanoTime();
    final OpenRound round = majorization.round();
    final Base solved;
    try {
      solved = majorization.merge(to, versions.version(), now);
    } catch (final ArithmeticException e) {
      settings.metrics().failed();
      LOG.error("{}: base {} stays: {}", spec.getModel(), majorization.base(), e.getMessage());
      again.merge(to, now).forEach(this::tellRefused);
      return null;
    }
    settings.metrics().merged(solved, round.stalest(), System.nanoTime() - start);
    versions.know(majorization.spec());
    if (round.hasNews()) {
      versions.expect(round.isUrgent());
    }
    bases.publish(solved, majorization.merging(), round.summed(), now);
    tellDrift(solved.head(), round.moves());
    if (round.origin() != null) {
      // Rare, and what an operator has asked for: they look for it in the log.
      LOG.warn("{}: base {} goes on from {}", spec.getModel(), solved.number(), round.origin());
    }
    return solved.restarted() == solved.number()
        ? majorization.names().choose(solved.solution(majorization.spec()).theta())
        : null;
  }
}
