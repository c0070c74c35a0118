package org.majorant.store;

import java.util.Optional;
import org.majorant.schema.ModelHead;

/**
 * The versions of one model as they come. Only the last of those that came together is unpacked, at
 * the cost of what it changes. For one thread, but for {@link #left}.
 */
public final class IncomingVersions {
  private final Newest<ModelHead, PackedVersion> newest = new Newest<>(SnapshotFormat.MODELS);
  private PackedVersion last; // which a delta may follow; null: none
  private ModelState state; // of the version that was taken last

  /**
   * Takes the next version.
   *
   * @throws StoreException where it changes a version that did not come
   */
  public void accept(final Snapshot<ModelHead> snapshot) {
    last = PackedVersion.after(last, snapshot);
    newest.accept(snapshot.head(), last);
  }

  /** Takes one whatever came before. */
  public void accept(final PackedVersion next) {
    last = next;
    newest.accept(next.head(), next);
  }

  /** What came is deleted; what was taken stays. */
  public void delete() {
    newest.delete();
  }

  /** The number of the last one; 0: none has come. */
  public long version() {
    return last == null ? 0 : last.version();
  }

  /**
   * The last one; empty where it was taken before.
   *
   * @throws StoreException if its bytes are not a model's parameters
   */
  public Optional<ModelVersion> take() {
    return newest.take().map(this::unpack);
  }

  /** How often one was left for another with a smaller number. */
  public long left() {
    return newest.left();
  }

  private ModelVersion unpack(final PackedVersion next) {
    if (state == null || !state.fits(next.head().getSpec())) {
      state = new ModelState(next.head().getSpec());
    }
    final PackedVersion unpacked = next.unpackInto(state);
    if (last == next) {
      last = unpacked;
    }
    return new ModelVersion(next.head(), state.model(next.head()));
  }
}
