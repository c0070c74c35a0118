package org.majorant.stream;

import java.util.function.LongSupplier;
import org.majorant.majorize.BaseFeed;
import org.majorant.majorize.OpenRound;
import org.majorant.majorize.SnapshotSeries;
import org.majorant.memory.Site;
import org.majorant.memory.SiteCodec;
import org.majorant.merge.Base;
import org.majorant.schema.MajorizeProgress;
import org.majorant.schema.Merging;
import org.majorant.schema.Round;
import org.majorant.schema.SurrogateHead;
import org.majorant.store.SnapshotFormat;

/**
 * Writes bases for the workers within the budget of bytes: the changes since the base before, or
 * the whole state where no delta is possible ({@link SnapshotSeries}). A model that forgets changes
 * in whole with each base, and what is known with full or low-rank curvature is small: their bases
 * are always snapshots.
 *
 * <p>Where one worker learns alone, a base says nothing that it has not shipped itself: the changes
 * are told by reference to the summaries, at no cost. So what such a worker has in flight, which it
 * keeps until a base has it, hardly waits for the budget. The summaries are read again only by who
 * was not there. Retention may delete them some time, so a snapshot comes before long, and when
 * nothing comes any more.
 */
final class BasePublisher {
  /** Slots of the surrogate topic: the snapshot being read, and the one being written. */
  private static final int SLOTS = 2;

  /**
   * After a base, a reference waits for this part of the time in which the budget would have the
   * whole state: a second at 10⁷ features. A base copies and hashes the pages that were touched,
   * and more summaries touch many of the same ones.
   */
  private static final int REFERENCE_SHARE = 50;

  /** A snapshot comes so long after the last reference, milliseconds. */
  private static final long IDLE_MILLIS = 60_000;

  /** A snapshot comes so long after the first reference, milliseconds. */
  private static final long MOST_MILLIS = 3_600_000;

  private final LongSupplier bytesPerSecond;
  private final BaseFeed feed;
  private final Outbox outbox;
  private final SnapshotSeries series;
  private Base last; // that was written; null: none was yet
  private long due; // when the budget has what was written, milliseconds
  private long referenceDue = Long.MAX_VALUE; // when a reference may follow; before, none may
  private long settled; // when it has what was written before the start, about
  private long written; // when the last one was, milliseconds
  private long referred = -1; // when the first reference since the last snapshot was; -1: none was

  /**
   * @param progress with the number of snapshots that were written before
   */
  BasePublisher(
      final TopologySettings settings, final Outbox outbox, final MajorizeProgress progress) {
    bytesPerSecond = settings.outputBytesPerSecond();
    feed = settings.baseFeed();
    this.outbox = outbox;
    series = new SnapshotSeries(progress.getBaseSnapshots());
  }

  /**
   * Goes on after the base that the progress names. Workers that have much in flight wait for the
   * next one, which comes at once. Where it can refer to summaries it does, as if the last snapshot
   * had just been written. Else it is a snapshot, as where the number of snapshots is not known, or
   * the base contains nothing and is not on the topic.
   */
  void restore(final Base from, final long now) {
    final boolean known = series.snapshots() > 0 && from.head().getState() != null;
    if (known && from.active().size() <= 1 && from.isPlainSum()) {
      final long whole = from.aboutBytes();
      final long snapshot = from.head().getSnapshot();
      series.goOn(snapshot == 0 ? from.number() : snapshot, whole);
      last = from;
      written = now;
      referred = snapshot == 0 ? -1 : now; // deltas may be references
      referenceDue = now;
      settled = now + millis(whole);
    }
  }

  /** How many snapshots were written. */
  long snapshots() {
    return series.snapshots();
  }

  /**
   * Whether the budget lets the next base come, or that needs none.
   *
   * @param summed as for {@link #publish}
   */
  boolean isDue(final long summed, final long now) {
    return canPay(now) || now >= (isReferable(last, summed, now) ? referenceDue : due);
  }

  private boolean canPay(final long now) {
    return now >= Math.max(due, settled);
  }

  /** Whether a snapshot has to take the place of references, though nothing new has come. */
  boolean owesSnapshot(final long now) {
    return referred >= 0
        && now >= due
        && (now - written >= IDLE_MILLIS || now - referred >= MOST_MILLIS);
  }

  /** Some workers may not have the last base: the next one is a snapshot. */
  void begin() {
    series.begin();
  }

  /**
   * Writes a base.
   *
   * @param merging how it came about
   * @param summed bytes of the summaries since the base before, see {@link OpenRound#summed}
   */
  void publish(final Base base, final Merging merging, final long summed, final long now) {
    if (base.adds(last) && isReferable(base, summed, now)) {
      referred = referred < 0 ? now : referred;
      write(base, base.noChanges(), series.reference(summed), true, merging, now);
    } else {
      final Site changes = base.changesSince(last);
      final long bytes = changes == null ? Long.MAX_VALUE : SiteCodec.bytes(changes);
      if (changes != null && series.admits(bytes)) {
        write(base, changes, series.delta(bytes), false, merging, now);
      } else {
        referred = -1;
        final Site whole = base.state().site();
        final long all = SiteCodec.bytes(whole);
        final SnapshotSeries.Written how =
            series.snapshot(base.number(), all, Math.min(bytes, all));
        write(base, whole, how, false, merging, now);
      }
    }
    last = base;
    if (base.isPlainSum()) {
      referenceDue = now + millis(base.aboutBytes()) / REFERENCE_SHARE;
    }
  }

  /** After how long the budget has so many bytes. */
  private long millis(final long bytes) {
    return 1000 * bytes / bytesPerSecond.getAsLong();
  }

  /** Whether a base can be told by reference, or the one that adds as many bytes to it. */
  private boolean isReferable(final Base base, final long summed, final long now) {
    return summed >= 0
        && base.active().size() <= 1
        && base.isPlainSum()
        && series.admitsReference(summed, base.aboutBytes(), canPay(now));
  }

  private void write(
      final Base base,
      final Site site,
      final SnapshotSeries.Written how,
      final boolean byReference,
      final Merging merging,
      final long now) {
    written = now;
    due = Math.max(due, now) + millis(how.cost());
    feed.expect(base);
    final byte[] data = SiteCodec.encode(site);
    final SurrogateHead head =
        SurrogateHead.newBuilder(base.head())
            .setSnapshot(how.snapshot())
            .setState(base.hash())
            .setByReference(byReference)
            .build();
    outbox.add(
        SnapshotFormat.SURROGATES.splitAt(head, data, SLOTS, how.turn()),
        now,
        LearnerTopology.SURROGATES_SINK);
    merging.setChecksum(SnapshotFormat.checksum(data));
    merging.setState(base.hash());
    outbox.add(new Round(head.getModel(), base.number(), now, null, merging));
  }
}
