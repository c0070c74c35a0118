package org.majorant.majorize;

import org.majorant.memory.PagedState;
import org.majorant.memory.Site;
import org.majorant.memory.SiteCodec;
import org.majorant.schema.SurrogateHead;

/**
 * The base that workers have, and what the next one has to tell them: the changes since the base
 * before, or everything where no delta is possible ({@link SnapshotSeries}). A model that forgets
 * changes in whole with each base, and what is known with full or low-rank curvature is small:
 * their bases are always snapshots.
 */
public final class BroadcastBases {
  private final SnapshotSeries series;

  /**
   * @param snapshots of the model's bases that were written before
   */
  public BroadcastBases(final long snapshots) {
    series = new SnapshotSeries(snapshots);
  }

  /** How many snapshots were written. */
  public long snapshots() {
    return series.snapshots();
  }

  /** Some workers may not have the last base: the next one is a snapshot. */
  public void begin() {
    series.begin();
  }

  /**
   * Packs the next base.
   *
   * @param base whose head stays as it is
   */
  public Packed<SurrogateHead> pack(final SolvedBase base) {
    final Site changes = base.merged().changes();
    final boolean delta = changes != null && series.admits(SiteCodec.bytes(changes));
    final byte[] data = SiteCodec.encode(delta ? changes : base.state().site());
    final SnapshotSeries.Written written =
        delta
            ? series.delta(data.length)
            : series.snapshot(
                base.head().getBase(),
                data.length,
                changes == null ? data.length : SiteCodec.bytes(changes));
    final SurrogateHead head =
        SurrogateHead.newBuilder(base.head())
            .setSnapshot(written.snapshot())
            .setState(base.state() instanceof PagedState paged ? paged.hash() : null)
            .build();
    return new Packed<>(head, data, written.turn(), written.cost());
  }
}
