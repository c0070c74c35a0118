package org.majorant.ops.http.catalog;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.LongPredicate;
import org.majorant.schema.ModelHead;
import org.majorant.schema.SchemaRegistry;
import org.majorant.store.Snapshot;
import org.majorant.store.SnapshotPlace;

/** A model topic without a broker, and the catalog that follows it as a follower would have it. */
public final class PublishedTopic implements LoadedVersions.Topic {
  private final List<Snapshot<ModelHead>> log = new ArrayList<>(); // null: overwritten
  private final List<String> reads = new ArrayList<>();
  private final LoadedVersions loaded;
  private final ModelCatalog catalog;

  /**
   * @param learned null: none
   * @param mostBytes that parameters take
   */
  public PublishedTopic(final String learned, final long mostBytes) {
    loaded = new LoadedVersions(mostBytes, this);
    catalog = catalog(learned);
  }

  /** The same whose parameters are read in another way. */
  PublishedTopic(final String learned, final LoadedVersions loaded) {
    this.loaded = loaded;
    catalog = catalog(learned);
  }

  private ModelCatalog catalog(final String learned) {
    return new ModelCatalog(
        model -> true,
        learned,
        loaded,
        SchemaRegistry.NONE,
        () -> {
          throw new AssertionError("there is no broker");
        });
  }

  public ModelCatalog catalog() {
    return catalog;
  }

  LoadedVersions loaded() {
    return loaded;
  }

  /** A model and a version for each read. */
  List<String> reads() {
    return reads;
  }

  /** Writes a version; the catalog has read it then. */
  public void accept(final Snapshot<ModelHead> version) {
    write(version);
    follow();
  }

  /** Writes a version that the catalog does not know yet. */
  void write(final Snapshot<ModelHead> version) {
    final long snapshot = version.head().getSnapshot();
    final long first =
        snapshot == 0 ? log.size() : log.size() - (version.head().getVersion() - snapshot);
    log.add(
        new Snapshot<>(version.head(), version.data(), new SnapshotPlace(0, first, log.size())));
  }

  /** Has the catalog read the last version written. */
  void follow() {
    final Snapshot<ModelHead> last = log.get(log.size() - 1);
    final boolean fits = last.data().length <= catalog.mostBytes(last.head().getModel());
    catalog.accept(fits ? last : last.withoutData());
    catalog.caughtUp();
  }

  /** Overwrites versions with those numbers. */
  public void overwrite(final LongPredicate versions) {
    log.replaceAll(each -> each == null || versions.test(each.head().getVersion()) ? null : each);
  }

  @Override
  public void read(
      final String model, final SnapshotPlace place, final Consumer<Snapshot<ModelHead>> versions) {
    for (long at = place.first(); at <= place.last(); at++) {
      final Snapshot<ModelHead> each = log.get((int) at);
      if (each != null && each.head().getModel().equals(model)) {
        versions.accept(each);
        reads.add(model + " " + each.head().getVersion());
      }
    }
  }
}
