package org.majorant.store;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import org.majorant.schema.ModelHead;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The heads of the last versions of each model, as many as its newest spec keeps, and the
 * parameters of the newest that is wanted, and of the last, which a delta may follow. A head is
 * small, while the parameters may be many megabytes, so no others are kept, and these stay packed
 * until somebody asks for them. One thread fills it, {@code reader.readToEnd(store)}; any thread
 * reads.
 */
public final class VersionStore implements SnapshotSink<ModelHead> {
  private static final Logger LOG = LoggerFactory.getLogger(VersionStore.class);
  private static final Versions NONE = new Versions(KeptVersions.NONE, null, null);

  private final Predicate<ModelHead> wanted;
  private final Map<String, Versions> models = new ConcurrentHashMap<>();

  /**
   * Those of one model; replaced, never changed.
   *
   * @param last the version that was read last
   * @param parameters null where none of these versions is wanted
   */
  private record Versions(KeptVersions kept, PackedVersion last, PackedVersion parameters) {
    Versions with(final Snapshot<ModelHead> snapshot, final Predicate<ModelHead> wanted) {
      final PackedVersion next = PackedVersion.after(last, snapshot);
      final KeptVersions all = kept.with(snapshot.head());
      final boolean newer = !all.isKept(parameters) || all.newest().equals(snapshot.head());
      final PackedVersion best = newer && wanted.test(snapshot.head()) ? next : parameters;
      return new Versions(all, next, all.isKept(best) ? best : null);
    }
  }

  /**
   * @param wanted of which versions to keep the parameters: of all, where the newest is asked for;
   *     of none, where heads will do
   */
  public VersionStore(final Predicate<ModelHead> wanted) {
    this.wanted = wanted;
  }

  /** Takes a version that was read; one that cannot be unpacked is passed over. */
  @Override
  public void accept(final Snapshot<ModelHead> snapshot) {
    try {
      models.compute(
          snapshot.head().getModel(),
          (model, known) -> (known == null ? NONE : known).with(snapshot, wanted));
    } catch (final RuntimeException e) {
      LOG.warn("a version is skipped: {}", e.getMessage());
    }
  }

  @Override
  public void deleted(final String model) {
    models.remove(model);
  }

  /** The names of all models, in order. */
  public SortedSet<String> models() {
    return new TreeSet<>(models.keySet());
  }

  /** The heads of a model's versions, ascending; empty if there is no such model. */
  public List<ModelHead> versions(final String model) {
    return List.copyOf(models.getOrDefault(model, NONE).kept().heads().values());
  }

  /**
   * The newest version that is wanted, unpacked anew at each call; empty if there is none.
   *
   * @throws StoreException if its bytes are not a model's parameters
   */
  public Optional<ModelVersion> latest(final String model) {
    return packed(model).map(PackedVersion::unpack);
  }

  /** The newest version that is wanted, as it lies on the topic; empty if there is none. */
  public Optional<PackedVersion> packed(final String model) {
    return Optional.ofNullable(models.getOrDefault(model, NONE).parameters());
  }
}
