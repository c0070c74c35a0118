package org.majorant.summarize;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.common.TopicPartition;
import org.majorant.lineage.OffsetHash;
import org.majorant.log.InputRecord;
import org.majorant.schema.ExamplePlace;
import org.majorant.schema.Tally;
import org.majorant.tally.Tallies;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The records that a worker has covered since its last summary: what became of each of their
 * examples, and how many records may be learned before the next summary. Where a range cannot be
 * learned, it is learned again in halves, until one record is left, whose example is to blame.
 */
public final class UnshippedRange {
  private static final Logger LOG = LoggerFactory.getLogger(UnshippedRange.class);

  private final TopicPartition partition;
  private final Set<ExamplePlace> unlearnable;
  private final List<Loss> losses = new ArrayList<>();
  private Tally tally = Tallies.empty();
  private long mostRecords = Long.MAX_VALUE;
  private long learnedRecords;
  private long newest = -1; // record time, milliseconds; -1: not known
  private InputRecord lastRecord; // null: none since the range began
  private int lastItem;

  /** So many offsets from this one on are gone from the log. */
  private record Loss(long from, long offsets) {}

  /**
   * A record none of whose examples has been shipped.
   *
   * @param tried how many of its examples were learned, the last perhaps not to its end
   */
  record SpoiledRecord(InputRecord record, int tried) {}

  /**
   * @param unlearnable examples that were found to be to blame before it started again
   */
  public UnshippedRange(
      final TopicPartition partition, final Collection<ExamplePlace> unlearnable) {
    this.partition = partition;
    this.unlearnable = new HashSet<>(unlearnable);
  }

  /** Covers a record of so many examples. */
  void cover(final InputRecord record, final int examples) {
    tally.setRecords(tally.getRecords() + 1);
    tally.setPacked(tally.getPacked() + examples - 1);
    tally.setOffsetHash(tally.getOffsetHash() + OffsetHash.of(record.offset()));
    newest = Math.max(newest, record.timestamp());
  }

  /** The newest of its records, milliseconds since the epoch; -1: not known. */
  public long newest() {
    return newest;
  }

  /** An example of the record covered last is learned now. */
  void learning(final InputRecord record, final int item) {
    if (lastRecord != record) {
      learnedRecords++;
    }
    lastRecord = record;
    lastItem = item;
  }

  /** An example of the record covered last was rejected. */
  void rejected() {
    tally.setRejected(tally.getRejected() + 1);
  }

  /** An example of the record covered last has no label. */
  void unlabeled() {
    tally.setUnlabeled(tally.getUnlabeled() + 1);
  }

  /** An example of the record covered last is for another model. */
  void ofAnother() {
    tally.setOthers(tally.getOthers() + 1);
  }

  /** The record covered last is an event that the spec does not ask for. */
  void passedOver() {
    tally.setPassedOver(tally.getPassedOver() + 1);
  }

  /** The offsets [from, to) are gone from the log; records before them may still be held. */
  public void lost(final long from, final long to) {
    losses.add(new Loss(from, to - from));
    LOG.warn("{}: retention deleted {} offsets from {} on", partition, to - from, from);
  }

  /** Whether an example was found to be to blame for a range that could not be learned. */
  boolean isUnlearnable(final InputRecord record, final int item) {
    return !unlearnable.isEmpty() && unlearnable.contains(new ExamplePlace(record.offset(), item));
  }

  /** Whether there is enough for a summary, after a range that was not learned. */
  public boolean isFull() {
    return learnedRecords >= mostRecords;
  }

  /**
   * A summary of the range is shipped: adds what became of its records, and begins anew.
   *
   * @param to where it ends; what is lost beyond is for a later summary
   */
  public void shipped(final Tally summary, final long to) {
    for (final Loss loss : losses) {
      if (loss.from < to) {
        tally.setLost(tally.getLost() + loss.offsets);
      }
    }
    losses.removeIf(loss -> loss.from < to);
    unlearnable.removeIf(place -> place.getOffset() < to);
    Tallies.add(summary, tally);
    begin();
    mostRecords = mostRecords > Long.MAX_VALUE / 2 ? Long.MAX_VALUE : 2 * mostRecords;
  }

  /** The range begins anew. */
  public void forget() {
    begin();
    losses.clear();
  }

  private void begin() {
    tally = Tallies.empty();
    learnedRecords = 0;
    newest = -1;
    lastRecord = null;
  }

  /**
   * The range cannot be learned: it begins anew, with half as many records at most.
   *
   * @return the record that is to blame, where it was one
   */
  Optional<SpoiledRecord> spoiled() {
    final long records = learnedRecords;
    final SpoiledRecord last = new SpoiledRecord(lastRecord, lastItem + 1);
    forget();
    if (records > 1) {
      mostRecords = records / 2;
      return Optional.empty();
    }
    return Optional.of(last);
  }

  /** An example is to blame, and is not learned again. */
  void blame(final ExamplePlace place) {
    unlearnable.add(place);
  }
}
