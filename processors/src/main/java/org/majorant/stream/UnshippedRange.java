package org.majorant.stream;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.majorant.learn.Tallies;
import org.majorant.lineage.OffsetHash;
import org.majorant.log.InputRecord;
import org.majorant.schema.Tally;

/**
 * The records that a worker has covered since its last summary: what became of each, and how many
 * examples may be learned before the next summary. Where a range cannot be learned, it is learned
 * again in halves, until one example is left that is to blame.
 */
final class UnshippedRange {
  private final Set<Long> unlearnable = new HashSet<>(); // offsets
  private final List<Loss> losses = new ArrayList<>();
  private Tally tally = Tallies.empty();
  private long mostExamples = Long.MAX_VALUE;
  private InputRecord lastExample;

  /** So many offsets from this one on are gone from the log. */
  private record Loss(long from, long offsets) {}

  /** Covers a record. */
  void cover(final InputRecord record) {
    tally.setRecords(tally.getRecords() + 1);
    tally.setOffsetHash(tally.getOffsetHash() + OffsetHash.of(record.offset()));
  }

  /** The record covered last is learned now. */
  void learning(final InputRecord record) {
    lastExample = record;
  }

  /** The record covered last was rejected. */
  void rejected() {
    tally.setRejected(tally.getRejected() + 1);
  }

  /** The record covered last has no label. */
  void unlabeled() {
    tally.setUnlabeled(tally.getUnlabeled() + 1);
  }

  /** The record covered last is for another model. */
  void ofAnother() {
    tally.setOthers(tally.getOthers() + 1);
  }

  /** The offsets [from, to) are gone from the log; records before them may still be held. */
  void lost(final long from, final long to) {
    losses.add(new Loss(from, to - from));
  }

  /** Whether a record was found to be to blame for a range that could not be learned. */
  boolean isUnlearnable(final InputRecord record) {
    return unlearnable.contains(record.offset());
  }

  /** Whether so many examples are enough for a summary, after a range that was not learned. */
  boolean isFull(final long examples) {
    return examples >= mostExamples;
  }

  /**
   * A summary of the range is shipped: adds what became of its records, and begins anew.
   *
   * @param to where it ends; what is lost beyond is for a later summary
   */
  void shipped(final Tally summary, final long to) {
    for (final Loss loss : losses) {
      if (loss.from < to) {
        tally.setLost(tally.getLost() + loss.offsets);
      }
    }
    losses.removeIf(loss -> loss.from < to);
    unlearnable.removeIf(offset -> offset < to);
    Tallies.add(summary, tally);
    tally = Tallies.empty();
    mostExamples = mostExamples > Long.MAX_VALUE / 2 ? Long.MAX_VALUE : 2 * mostExamples;
  }

  /** The range begins anew. */
  void forget() {
    tally = Tallies.empty();
    losses.clear();
  }

  /**
   * So many examples cannot be learned: the range begins anew, with half as many at most.
   *
   * @return the example that is to blame, where it was one
   */
  Optional<InputRecord> spoiled(final long examples) {
    forget();
    if (examples > 1) {
      mostExamples = examples / 2;
      return Optional.empty();
    }
    unlearnable.add(lastExample.offset());
    return Optional.of(lastExample);
  }
}
