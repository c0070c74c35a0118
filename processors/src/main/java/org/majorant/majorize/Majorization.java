package org.majorant.majorize;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.majorant.challenge.ComparisonSum;
import org.majorant.growth.Growth;
import org.majorant.growth.SpecHistory;
import org.majorant.merge.Base;
import org.majorant.merge.MergePolicy;
import org.majorant.merge.Merger;
import org.majorant.schema.BoundSummary;
import org.majorant.schema.InputLog;
import org.majorant.schema.Merging;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.NameCount;
import org.majorant.schema.PartitionOffset;
import org.majorant.schema.SurrogateHead;
import org.majorant.schema.Tally;
import org.majorant.spec.Fingerprint;
import org.majorant.spec.OpenLabels;
import org.majorant.store.Topics;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The sum of all summaries so far, which of them these were, and the last base. It does not know
 * the topics, so that anybody who reads the same summaries again gets the same bases.
 *
 * <p>A summary joins only if its range begins where its partition's lineage ends. One that is known
 * already is dropped. One that leaves a gap is refused, and so is any that cannot be right ({@link
 * Refusal}). Where the sum cannot be solved, {@link MergingAgain} finds the summaries that are to
 * blame.
 *
 * <p>It is longer than others, because each way in which what is known changes is told here.
 */
public final class Majorization {
  private static final Logger LOG = LoggerFactory.getLogger(Majorization.class);

  private final List<String> named; // labels that the spec has
  private final SpecHistory history;
  private final byte[] model;
  private final int topicPartition;
  private final Input input;
  private final Duration patience;
  private final VersionNames names;

  private ModelSpec spec; // with the labels that are known
  private Merger merger;
  private OpenRound round;
  private InputLog log; // that the lineage is of; null: it is not known
  private Base last; // null: there is none
  private Merging merging; // of the last base; null: it was read back
  private long number; // of the last base that was written; 0: there is none
  private long mergedTo = -1;

  /** Which offsets the input topic has: a summary of others is refused. */
  @FunctionalInterface
  public interface Input {
    /** Whether it has the partition and all offsets before this one, or had them. */
    boolean reaches(int partition, long offset);
  }

  /**
   * A majorizer that has merged nothing.
   *
   * @param history of the model's spec
   * @param topicPartition the partition of the summaries topic
   * @param patience how long few proposals of moments wait for more
   * @param names those of the last version
   */
  public Majorization(
      final SpecHistory history,
      final int topicPartition,
      final Input input,
      final Duration patience,
      final List<NameCount> names) {
    this.history = history;
    spec = OpenLabels.knowing(history.spec(), List.of());
    named = history.spec().getLabels();
    this.topicPartition = topicPartition;
    this.input = input;
    this.patience = patience;
    this.names = new VersionNames(spec, names);
    model = spec.getModel().getBytes(StandardCharsets.UTF_8);
    begin(-1);
  }

  /** Begins with nothing; summaries before an offset are merged one by one. */
  private void begin(final long again) {
    know(OpenLabels.knowing(spec, List.of()));
    round =
        OpenRound.first(
            new MomentsPool(spec, patience), new DriftWatch(spec), new ComparisonSum(spec), again);
    names.goBack();
  }

  /** The first summary to merge has that offset on its topic. */
  public void startAt(final long offset) {
    mergedTo = offset;
  }

  /**
   * Goes on from a base that was read back; nothing may have been taken yet. The base may be newer
   * than was known, if a transaction ended in parts only, or older, if newer ones are gone: it
   * tells up to where all is in it. If it was written before the spec has grown, the next base
   * comes at once, for workers of the spec wait for it.
   *
   * @param known number of the last base that was written: no number is given twice
   */
  public void restore(final Base from, final long known) {
    number = Math.max(known, from.number());
    final boolean grown = history.isFormer(from.head().getSpec());
    final SurrogateHead head = SurrogateHead.newBuilder(from.head()).setLog(log).build();
    if (grown) {
      head.setSpec(Fingerprint.of(spec));
    }
    last = goOn(Base.of(head, from.state(), from.theta()), -1);
    if (grown) {
      round.grow();
    }
    if (head.getSummaries() != null) { // a base that no majorizer wrote may lack them
      mergedTo = head.getSummaries().getNext();
    }
  }

  /** Begins with nothing but labels. */
  private void know(final ModelSpec other) {
    spec = other;
    merger = new Merger(spec, MergePolicy.of(spec));
    names.know(spec);
  }

  private Base goOn(final Base base, final long again) {
    know(OpenLabels.knowing(spec, base.head().getLabels()));
    round =
        OpenRound.after(
            base.head(),
            new MomentsPool(spec, patience),
            new DriftWatch(spec),
            new ComparisonSum(spec),
            again);
    return merger.restore(base, number);
  }

  /** The model's, with the labels that are known. */
  public ModelSpec spec() {
    return spec;
  }

  /** From now on bases say that they are learned from that log. */
  public void learnFrom(final InputLog known) {
    log = known;
  }

  /** The last base; null: there is none. */
  public Base last() {
    return last;
  }

  /** Number of the last base that was written; 0: there is none. */
  public long base() {
    return number;
  }

  /** How the last base was made; null where it was read back. */
  public Merging merging() {
    return merging;
  }

  /** The offset before which all summaries are in the last base; -1: it is not known. */
  public long mergedTo() {
    return mergedTo;
  }

  /** The names of features that have come. */
  public VersionNames names() {
    return names;
  }

  /** What has come since the last base. */
  public OpenRound round() {
    return round;
  }

  /**
   * Merges a summary, if its range begins where what is known of its partition ends.
   *
   * @param offset on its topic
   * @return whether it was merged; false where it is known already, or of another model
   * @throws RefusedSummary where it cannot be right
   */
  public boolean take(final long offset, final byte[] key, final byte[] value, final long now)
      throws RefusedSummary {
    if (!Arrays.equals(key, model)) {
      return false;
    }
    try {
      return join(CheckedSummary.of(value, spec, history, number), now);
    } catch (final RefusedSummary e) {
      round.refuse(offset);
      if (e.reason() == Refusal.BASE) {
        round.know(); // its worker takes the next base, which is a true one
      }
      throw e;
    }
  }

  private boolean join(final CheckedSummary checked, final long now) throws RefusedSummary {
    if (checked.isRestart()) {
      restart(checked);
      return true;
    }
    final BoundSummary summary = checked.summary();
    return switch (round.lineage().join(summary)) {
      case KNOWN -> {
        LOG.debug("{} is known already", checked.range());
        round.know();
        yield false;
      }
      case GAP -> throw misfit(Refusal.GAP, "leaves a gap", checked);
      case OVERLAP -> throw misfit(Refusal.OVERLAP, "overlaps what is known", checked);
      case EXTENDS -> {
        if (!input.reaches(summary.getPartition(), checked.end())) {
          throw new RefusedSummary(
              Refusal.RANGE, "%s is not on %s".formatted(checked.range(), Topics.learned(spec)));
        }
        if (!merger.isTimely(checked.content(), round.lost(), now)) {
          throw new RefusedSummary(
              Refusal.TIME,
              checked.range() + " has a time in the future: check the clock of its worker");
        }
        merger.add(checked.content());
        names.add(summary.getNames());
        round.merge(summary, number, history.isOwn(summary.getSpec()));
        yield true;
      }
    };
  }

  private RefusedSummary misfit(
      final Refusal reason, final String how, final CheckedSummary checked) {
    final long end = round.lineage().end(checked.summary());
    return new RefusedSummary(
        reason, "%s %s: lineage ends at %d".formatted(checked.range(), how, end));
  }

  /**
   * Goes on from the state of a summary in place of all that was merged. The lineage stays, so that
   * no offset is learned again.
   */
  private void restart(final CheckedSummary checked) throws RefusedSummary {
    final BoundSummary summary = checked.summary();
    try {
      final Tally restarted = round.restarted(summary);
      final Base state = checked.restart(number);
      if (checked.spec().getLabels().equals(spec.getLabels())) {
        merger.restore(state, number);
      } else {
        know(checked.spec());
        merger.restore(state, number);
      }
      round.restart(summary, restarted, spec);
    } catch (final IllegalArgumentException | ArithmeticException e) {
      final Refusal why = e instanceof ArithmeticException ? Refusal.UNSOLVABLE : Refusal.TALLY;
      throw new RefusedSummary(why, checked.range() + ": " + e.getMessage());
    }
    names.restart(summary.getNames());
  }

  /**
   * Solves what has been merged, as the next base.
   *
   * @param to the offset before which all summaries have been taken
   * @param version the newest that was published
   * @throws ArithmeticException where it cannot be solved; {@link MergingAgain} comes next then
   */
  public Base merge(final long to, final long version, final long now) {
    if (round.rise() > 0) {
      round.forget(merger.forget(round.rise()));
    }
    last = merger.merge(now);
    number = last.number();
    names.merge();
    merging = round.record(topicPartition, mergedTo, to);
    mergedTo = to;
    round.complete(last.head(), now);
    last.head().setVersion(version);
    last.head().setSummaries(new PartitionOffset(topicPartition, to));
    log = round.begun(log);
    last.head().setLog(log);
    next();
    return last;
  }

  /**
   * Begins the next round. Where workers have met labels that are new, the base gets to know them:
   * the model goes on as if it had been started again on that base.
   */
  private void next() {
    final Set<String> met = new LinkedHashSet<>(named);
    met.addAll(round.labels());
    final ModelSpec wider = OpenLabels.meeting(spec, met);
    if (wider.getLabels().equals(spec.getLabels())) {
      last.head().setLabels(OpenLabels.areIn(spec) ? spec.getLabels() : List.of());
      round = round.next();
    } else {
      last = goOn(last.widened(Growth.of(spec, wider)), -1);
    }
  }

  /**
   * Goes back to the last base.
   *
   * @param to the offset before which all summaries are then merged one by one
   */
  public void goBack(final long to) {
    begin(to);
    if (last != null) {
      goOn(last, to);
    }
  }

  /**
   * Merges a summary, and tries whether all can still be solved.
   *
   * @param offset on its topic
   * @return as {@link #take}
   * @throws RefusedSummary as {@link #take}
   * @throws ArithmeticException where they cannot; nothing but {@link #goBack} helps then
   */
  public boolean takeSolvable(
      final long offset, final byte[] key, final byte[] value, final long now)
      throws RefusedSummary {
    final boolean merges = take(offset, key, value, now);
    if (merges) {
      merger.requireSolvable();
    }
    return merges;
  }
}
