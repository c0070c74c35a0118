package org.majorant.stream;

import java.util.function.LongSupplier;
import org.majorant.majorize.BaseFeed;
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
 */
final class BasePublisher {
  /** Slots of the surrogate topic: the snapshot being read, and the one being written. */
  private static final int SLOTS = 2;

  private final LongSupplier bytesPerSecond;
  private final BaseFeed feed;
  private final Outbox outbox;
  private final SnapshotSeries series;
  private Base last; // that was written; null: none was yet
  private long due; // milliseconds

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

  /** How many snapshots were written. */
  long snapshots() {
    return series.snapshots();
  }

  /** Whether the budget lets the next base come. */
  boolean isDue(final long now) {
    return now >= due;
  }

  /** Some workers may not have the last base: the next one is a snapshot. */
  void begin() {
    series.begin();
  }

  /**
   * Writes a base.
   *
   * @param merging how it came about
   */
  void publish(final Base base, final Merging merging, final long now) {
    final Site changes = base.changesSince(last);
    final long deltaBytes = changes == null ? Long.MAX_VALUE : SiteCodec.bytes(changes);
    final boolean delta = changes != null && series.admits(deltaBytes);
    final byte[] data = SiteCodec.encode(delta ? changes : base.state().site());
    final SnapshotSeries.Written written =
        delta
            ? series.delta(data.length)
            : series.snapshot(base.number(), data.length, Math.min(deltaBytes, data.length));
    final SurrogateHead head =
        SurrogateHead.newBuilder(base.head())
            .setSnapshot(written.snapshot())
            .setState(base.hash())
            .build();
    last = base;
    feed.expect(base);
    outbox.add(
        SnapshotFormat.SURROGATES.splitAt(head, data, SLOTS, written.turn()),
        now,
        LearnerTopology.SURROGATES_SINK);
    merging.setChecksum(SnapshotFormat.checksum(data));
    merging.setState(base.hash());
    outbox.add(new Round(head.getModel(), base.number(), now, null, merging));
    due = now + 1000 * written.cost() / bytesPerSecond.getAsLong();
  }
}
