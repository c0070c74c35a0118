package org.majorant.majorize;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.majorant.lineage.Lineage;
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
import org.majorant.tally.Tallies;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a majorizer knows: the sum of all summaries so far, which of them these were, and the last
 * base. It does not know the topics, so that anybody who reads the same summaries again gets the
 * same bases.
 *
 * <p>A summary joins only if its range begins where its partition's lineage ends. One that is known
 * already is dropped. One that leaves a gap is refused, and so is any that cannot be right ({@link
 * Refusal}). Where the sum cannot be solved, the summaries since the last base are merged again one
 * by one, and those with which it cannot be solved are refused.
 *
 * <p>This class is longer than others because the life of a summary is told in one place: it is
 * taken, merged or refused, taken in place of all before it, solved into a base, or merged again
 * without the one that spoils it.
 */
public final class Majorization {
  private static final Logger LOG = LoggerFactory.getLogger(Majorization.class);

  private final ModelSpec spec;
  private final byte[] model;
  private final int topicPartition;
  private final Outside outside;
  private final Duration patience;
  private final VersionNames names;
  private final Set<Long> unsolvable = new HashSet<>(); // offsets of summaries since the last base

  private Merger merger;
  private Lineage lineage;
  private InputLog log; // that the lineage is of; null: it is not known
  private MomentsPool moments;
  private Tally tally;
  private SolvedBase last; // null: there is none
  private long mergedTo = -1;
  private boolean due;
  private boolean news;
  private boolean urgent;
  private long stalest;
  private OpenRound round;
  private boolean spoiled; // what is merged again cannot be solved any more

  /** Facts beside the summaries, by which they may be refused. */
  public interface Outside {
    /** Whether the input topic has the partition and all offsets before this one, or had them. */
    boolean reaches(int partition, long offset);

    /** Milliseconds. */
    long now();
  }

  /**
   * A majorizer that has merged nothing.
   *
   * @param topicPartition the partition of the summaries topic
   * @param patience how long few proposals of moments wait for more
   * @param names those of the last version
   */
  public Majorization(
      final ModelSpec spec,
      final int topicPartition,
      final Outside outside,
      final Duration patience,
      final List<NameCount> names) {
    this.spec = spec;
    this.topicPartition = topicPartition;
    this.outside = outside;
    this.patience = patience;
    this.names = new VersionNames(spec, names);
    model = spec.getModel().getBytes(StandardCharsets.UTF_8);
    round = new OpenRound();
    begin();
  }

  /** Nothing has been merged yet. */
  private void begin() {
    merger = new Merger(spec, MergePolicy.of(spec));
    lineage = new Lineage();
    moments = new MomentsPool(spec, patience);
    tally = Tallies.empty();
    names.goBack();
    due = false;
    news = false;
    urgent = false;
    stalest = 0;
  }

  /** The first summary to merge has that offset on its topic. */
  public void startAt(final long offset) {
    mergedTo = offset;
  }

  /**
   * Goes on from a base after a restart; nothing may have been taken yet. The base may be newer
   * than was known, if a transaction ended in parts only, or older, if newer ones are gone: it
   * tells up to where all is in it.
   *
   * @param known number of the last base that was written: no number is given twice
   */
  public void restore(final BroadcastBase from, final long known) {
    final Base base = from.base().numbered(Math.max(known, from.base().number()));
    last = new SolvedBase(from.head(), goOn(from.head(), base), null, 0);
    if (from.head().getSummaries() != null) { // else it is of release 0.1
      mergedTo = from.head().getSummaries().getNext();
    }
  }

  /** From now on bases say that they are learned from that log. */
  public void learnFrom(final InputLog known) {
    log = known;
  }

  private Merger.Merged goOn(final SurrogateHead head, final Base base) {
    lineage = new Lineage(head.getLineage());
    moments.restore(head.getMoments());
    tally = Tallies.copy(head.getTally());
    return merger.restore(base);
  }

  /** The last base; null: there is none. */
  public SolvedBase last() {
    return last;
  }

  /** Number of the last base that was written; 0: there is none. */
  public long base() {
    return last == null ? 0 : last.merged().base().number();
  }

  /** The offset before which all summaries are in the last base; -1: it is not known. */
  public long mergedTo() {
    return mergedTo;
  }

  /** The names of features that have come. */
  public VersionNames names() {
    return names;
  }

  /** Whether something has been merged since the last base. */
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

  /** Bases by which the stalest of it was behind. */
  public long stalest() {
    return stalest;
  }

  /**
   * Merges a summary, if its range begins where what is known of its partition ends.
   *
   * @param offset on its topic
   * @return whether it was merged; false where it is known already, or of another model
   * @throws RefusedSummary where it cannot be right
   */
  public boolean take(final long offset, final byte[] key, final byte[] value)
      throws RefusedSummary {
    if (!Arrays.equals(key, model)) {
      return false;
    }
    try {
      return join(CheckedSummary.of(value, spec, base()));
    } catch (final RefusedSummary e) {
      round.refuse(offset);
      due |= e.reason() == Refusal.BASE; // its worker takes the next base, which is a true one
      throw e;
    }
  }

  private boolean join(final CheckedSummary checked) throws RefusedSummary {
    if (checked.isRestart()) {
      restart(checked);
      return true;
    }
    final BoundSummary summary = checked.summary();
    return switch (lineage.join(summary)) {
      case KNOWN -> {
        LOG.debug("{} is known already", checked.range());
        due = true; // its worker ships only so much before it hears of that by a base
        yield false;
      }
      case GAP -> throw misfit(Refusal.GAP, "leaves a gap", checked);
      case OVERLAP -> throw misfit(Refusal.OVERLAP, "overlaps what is known", checked);
      case EXTENDS -> {
        if (!outside.reaches(summary.getPartition(), checked.end())) {
          throw new RefusedSummary(
              Refusal.RANGE, "%s is not on %s".formatted(checked.range(), spec.getInput()));
        }
        if (!merger.isTimely(checked.contribution(), tally.getLost(), outside.now())) {
          throw new RefusedSummary(
              Refusal.TIME,
              checked.range() + " has a time in the future: check the clock of its worker");
        }
        merge(checked);
        yield true;
      }
    };
  }

  private RefusedSummary misfit(
      final Refusal reason, final String how, final CheckedSummary checked) {
    final long end = lineage.end(checked.summary());
    return new RefusedSummary(
        reason, "%s %s: lineage ends at %d".formatted(checked.range(), how, end));
  }

  private void merge(final CheckedSummary checked) {
    final BoundSummary summary = checked.summary();
    merger.add(checked.contribution());
    if (summary.getMoments() != null) {
      moments.propose(summary.getPartition(), summary.getMoments());
    }
    names.add(summary.getNames());
    Tallies.add(tally, summary.getTally());
    lineage.extend(summary.getPartition(), summary.getTo());
    round.merge();
    due = true;
    stalest = Math.max(stalest, base() - summary.getBase());
    news |= summary.getTo() > summary.getFrom();
    urgent |= summary.getTally().getExamples() > 0 || summary.getTally().getLost() > 0;
  }

  /**
   * Goes on from the state of a summary in place of all that was merged. The lineage stays, so that
   * no offset is learned again.
   */
  private void restart(final CheckedSummary checked) throws RefusedSummary {
    final BoundSummary summary = checked.summary();
    try {
      moments.requireSame(summary.getMoments());
      final Tally restored = Tallies.restart(tally, summary.getTally());
      merger.restore(checked.restart(base()));
      tally = restored;
    } catch (final IllegalArgumentException | ArithmeticException e) {
      final Refusal why = e instanceof ArithmeticException ? Refusal.UNSOLVABLE : Refusal.TALLY;
      throw new RefusedSummary(why, checked.range() + ": " + e.getMessage());
    }
    moments.restore(summary.getMoments());
    names.restart(summary.getNames());
    round.merge();
    due = true;
    news = true;
    urgent = true;
    LOG.info("{}: after base {} it goes on: {}", spec.getModel(), base(), checked.range());
  }

  /**
   * Solves what has been merged, as the next base.
   *
   * @param to the offset before which all summaries have been taken
   * @param version the newest that was published
   * @param now milliseconds
   * @throws ArithmeticException where it cannot be solved; {@link #mergeAgain} comes next then
   */
  public SolvedBase merge(final long to, final long version, final long now) {
    due = false;
    final Merger.Merged merged = merger.merge(now);
    unsolvable.clear();
    names.merge();
    final Merging merging = round.close(topicPartition, mergedTo, to);
    mergedTo = to;
    round = new OpenRound();
    news = false;
    urgent = false;
    stalest = 0;
    last = new SolvedBase(head(merged.base(), version, now), merged, merging, now);
    return last;
  }

  private SurrogateHead head(final Base merge, final long version, final long now) {
    return new SurrogateHead(
        spec.getModel(),
        merge.number(),
        version,
        Fingerprint.of(spec),
        0,
        0L,
        lineage.offsets(),
        Tallies.copy(tally),
        merge.effective(),
        merge.kappa(),
        merge.active(),
        merge.quota().alone(),
        merge.quota().each(),
        moments.agreed(now),
        new PartitionOffset(topicPartition, mergedTo),
        merge.restarted(),
        0L,
        null,
        Arrays.stream(merge.members()).boxed().toList(),
        log);
  }

  /** Reads summaries once more, in order. */
  @FunctionalInterface
  public interface Again {
    /** Those of [from, to). */
    void read(long from, long to, Consumer<ConsumerRecord<byte[], byte[]>> sink);
  }

  /**
   * Goes back to the last base, and merges all after it one by one without those that cannot be
   * solved.
   *
   * @param to the offset before which all summaries have been taken
   * @return those that have become known as such
   */
  public List<RefusedSummary> mergeAgain(final long to, final Again summaries) {
    final List<RefusedSummary> refused = new ArrayList<>();
    do {
      spoiled = false;
      goBack(to);
      summaries.read(mergedTo, to, record -> takeAgain(record, refused));
    } while (spoiled);
    due &= !refused.isEmpty(); // else it would fail for the same reason
    return refused;
  }

  /**
   * Goes back to the last base.
   *
   * @param to the offset before which all summaries are then merged one by one
   */
  public void goBack(final long to) {
    begin();
    if (last != null) {
      goOn(last.head(), last.merged().base());
    }
    round.again(to);
  }

  /** Takes one of them again, and finds out whether it is to blame. */
  private void takeAgain(
      final ConsumerRecord<byte[], byte[]> record, final List<RefusedSummary> refused) {
    if (spoiled) {
      return;
    }
    if (unsolvable.contains(record.offset())) {
      round.refuse(record.offset());
      return;
    }
    try {
      takeSolvable(record.offset(), record.key(), record.value());
    } catch (final RefusedSummary e) {
      LOG.debug("refused again: {}", e.getMessage());
    } catch (final ArithmeticException e) {
      spoiled = true;
      unsolvable.add(record.offset());
      refused.add(
          new RefusedSummary(
              Refusal.UNSOLVABLE,
              "the summary at offset %d: %s".formatted(record.offset(), e.getMessage())));
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
  public boolean takeSolvable(final long offset, final byte[] key, final byte[] value)
      throws RefusedSummary {
    final boolean merges = take(offset, key, value);
    if (merges) {
      merger.requireSolvable();
    }
    return merges;
  }
}
