package org.majorant.majorize;

import java.util.Set;
import java.util.stream.Collectors;
import org.majorant.model.Model;
import org.majorant.schema.ModelHead;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.NameCount;
import org.majorant.store.ModelCodec;
import org.majorant.store.ModelState;

/**
 * What subscribers have, and what the next version has to tell them. A version costs what has
 * changed: it is a delta, until the deltas since the last snapshot are together as long as that,
 * for whoever comes late reads them all. A model that is short, or of which most has changed, is
 * written whole; so is the first version of a majorizer that has started.
 */
public final class PublishedVersions {
  /** A snapshot that is no longer costs hardly more than the head that comes with it. */
  private static final int SHORT_BYTES = 64 << 10;

  private static final int MOST_DELTAS = 1000;

  private final ModelState state;
  private long snapshots;
  private long snapshot; // number of the last one; 0: none since the start
  private long deltas; // since then
  private long snapshotBytes;
  private long deltaBytes;
  private Set<String> names = Set.of(); // in the snapshot's head

  /**
   * @param snapshots of the model that were published before
   */
  public PublishedVersions(final ModelSpec spec, final long snapshots) {
    state = new ModelState(spec);
    this.snapshots = snapshots;
  }

  /**
   * A version as it goes to its topic.
   *
   * @param head with the number of its snapshot, the state of all parameters, and those names that
   *     the snapshot's head does not have
   * @param turn how many snapshots there were before its own
   */
  public record Packed(ModelHead head, byte[] data, long turn) {}

  /** Goes on from the parameters that were published last, as far as they are known. */
  public void restore(final Model last) {
    state.clear();
    state.put(ModelCodec.encode(last));
  }

  /** How many snapshots were published. */
  public long snapshots() {
    return snapshots;
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
    final byte[] delta = ModelCodec.encode(model, state.changes(model));
    if (!isWorthwhile(delta.length)) {
      return snapshot(head, ModelCodec.encode(model));
    }
    deltas++;
    deltaBytes += delta.length;
    return packed(head, delta);
  }

  private boolean isWorthwhile(final long bytes) {
    return snapshot > 0
        && snapshotBytes > SHORT_BYTES
        && deltas < MOST_DELTAS
        && bytes <= snapshotBytes / 2
        && deltaBytes + bytes <= snapshotBytes;
  }

  private Packed snapshot(final ModelHead head, final byte[] data) {
    state.clear();
    names = Set.of();
    snapshot = 0;
    final Packed packed = packed(head, data);
    names = head.getNames().stream().map(NameCount::getName).collect(Collectors.toSet());
    snapshot = head.getVersion();
    snapshotBytes = data.length;
    snapshots++;
    deltas = 0;
    deltaBytes = 0;
    return packed;
  }

  private Packed packed(final ModelHead head, final byte[] data) {
    state.put(data);
    final ModelHead written =
        ModelHead.newBuilder(head)
            .setSnapshot(snapshot)
            .setState(state.hash())
            .setNames(
                head.getNames().stream().filter(name -> !names.contains(name.getName())).toList())
            .build();
    return new Packed(written, data, snapshot == 0 ? snapshots : snapshots - 1);
  }
}
