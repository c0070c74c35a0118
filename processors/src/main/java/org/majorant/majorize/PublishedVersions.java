package org.majorant.majorize;

import java.util.Set;
import java.util.stream.Collectors;
import org.majorant.features.Dimensions;
import org.majorant.model.Model;
import org.majorant.schema.ModelHead;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.NameCount;
import org.majorant.store.ModelCodec;
import org.majorant.store.ModelState;

/**
 * The version that subscribers have, and what the next one has to tell them: the changes since the
 * version before, or everything where no delta is possible ({@link SnapshotSeries}).
 */
public final class PublishedVersions {
  private final ModelState state;
  private final SnapshotSeries series;
  private Set<String> names = Set.of(); // in the snapshot's head

  /**
   * A version as it goes to its topic.
   *
   * @param head with the number of its snapshot, and the hash of all parameters
   * @param data what its blocks have: all, or what has changed
   * @param turn how many snapshots there were before its own
   * @param cost bytes that it takes of the budget, see {@link SnapshotSeries}
   */
  public record Packed(ModelHead head, byte[] data, long turn, long cost) {}

  /**
   * @param snapshots of the model that were published before
   */
  public PublishedVersions(final ModelSpec spec, final long snapshots) {
    state = new ModelState(spec);
    series = new SnapshotSeries(snapshots);
  }

  /** Goes on from the parameters that were published last, as far as they are known. */
  public void restore(final Model last) {
    state.clear();
    state.put(ModelCodec.encode(last));
  }

  /** How many snapshots were published. */
  public long snapshots() {
    return series.snapshots();
  }

  /** Euclidean distance of weights from those that were published last, at first from zero. */
  public double distance(final double[] weights) {
    return state.distance(weights);
  }

  /**
   * Packs the next version.
   *
   * @param head with all names; stays as it is
   */
  public Packed pack(final ModelHead head, final Model model) {
    final int[] changes = state.changes(model);
    final long delta = ModelCodec.length(changes.length, Dimensions.of(model.spec()).vectors());
    return series.admits(delta)
        ? packed(head, ModelCodec.encode(model, changes), series.delta(delta))
        : snapshot(head, ModelCodec.encode(model), delta);
  }

  private Packed snapshot(final ModelHead head, final byte[] data, final long delta) {
    state.clear();
    names = Set.of();
    final Packed packed =
        packed(head, data, series.snapshot(head.getVersion(), data.length, delta));
    names = head.getNames().stream().map(NameCount::getName).collect(Collectors.toSet());
    return packed;
  }

  private Packed packed(
      final ModelHead head, final byte[] data, final SnapshotSeries.Written written) {
    state.put(data);
    final ModelHead complete =
        ModelHead.newBuilder(head)
            .setSnapshot(written.snapshot())
            .setState(state.hash())
            .setNames(
                head.getNames().stream().filter(name -> !names.contains(name.getName())).toList())
            .build();
    return new Packed(complete, data, written.turn(), written.cost());
  }
}
