package org.majorant.store;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.majorant.features.Dimensions;
import org.majorant.schema.ModelHead;
import org.majorant.schema.NameCount;

/**
 * A version as it lies on the topic: a snapshot and the deltas from there on, which stay packed
 * until somebody asks. Together they are at most about twice as long as the snapshot. Immutable.
 */
public final class PackedVersion {
  private final ModelHead head;
  private final List<NameCount> names; // of the snapshot
  private final Part part;

  /**
   * The bytes of a snapshot or a delta.
   *
   * @param before what a delta changes; null: they are those of a snapshot
   * @param data null: they are unpacked already
   */
  private record Part(Part before, byte[] data) {}

  private PackedVersion(final ModelHead head, final List<NameCount> names, final Part part) {
    this.head = head;
    this.names = names;
    this.part = part;
  }

  /**
   * The next version, as a {@link SnapshotSink} takes it.
   *
   * @param before the version that came last; null where there is none
   * @throws StoreException if its bytes cannot be unpacked, or if it changes a version that was
   *     passed over
   */
  public static PackedVersion after(final PackedVersion before, final Snapshot<ModelHead> next) {
    final ModelHead head = next.head();
    ModelCodec.require(head, next.data());
    if (head.getSnapshot() == 0) {
      return new PackedVersion(head, head.getNames(), new Part(null, next.data()));
    }
    if (before == null
        || before.version() != head.getVersion() - 1
        || !Dimensions.of(before.head.getSpec()).equals(Dimensions.of(head.getSpec()))) {
      throw changesNothing(head);
    }
    return new PackedVersion(head, before.names, new Part(before.part, next.data()));
  }

  private static StoreException changesNothing(final ModelHead head) {
    return new StoreException(
        "model %s version %d is a delta of one that was skipped, or that had another shape"
            .formatted(head.getModel(), head.getVersion()));
  }

  /** Its number. */
  public long version() {
    return head.getVersion();
  }

  /** When it was made, milliseconds since the epoch. */
  public long created() {
    return head.getCreated();
  }

  /** Length of what it is unpacked from. */
  public long bytes() {
    long bytes = 0;
    for (Part each = part; each != null; each = each.before) {
      bytes += each.data == null ? 0 : each.data.length;
    }
    return bytes;
  }

  /** What the version is and what it was made from, as a snapshot's head has it. */
  public ModelHead head() {
    if (head.getSnapshot() == 0) {
      return head;
    }
    final List<NameCount> all = new ArrayList<>(names);
    all.addAll(head.getNames());
    return ModelHead.newBuilder(head).setNames(all).setSnapshot(0).build();
  }

  /**
   * Unpacks it, anew at each call.
   *
   * @throws StoreException if its bytes are not a model's parameters
   */
  public ModelVersion unpack() {
    final ModelState state = new ModelState(head.getSpec());
    unpackInto(state);
    return new ModelVersion(head(), state.model(head));
  }

  /**
   * Takes to the state what it does not have yet.
   *
   * @return the same version without the bytes that the state has now: deltas can follow it
   * @throws StoreException if the state is not the head's then
   */
  PackedVersion unpackInto(final ModelState state) {
    final Deque<Part> missing = new ArrayDeque<>();
    Part next = part;
    while (next != null && !state.isAt(next)) {
      missing.push(next);
      next = next.before;
    }
    if (next == null) {
      state.clear();
    }
    for (final Part behind : missing) {
      if (behind.data == null) {
        throw changesNothing(head); // what was put over it did not fit
      }
      state.put(behind.data);
    }
    final Part taken = new Part(null, null);
    state.arrive(taken, head);
    return new PackedVersion(head, names, taken);
  }
}
