package org.majorant.store;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.majorant.schema.ModelHead;

/**
 * The last versions of each model, as many as its newest spec keeps. One thread fills it, {@code
 * reader.readToEnd(store)}; any thread reads. Parameters stay packed until somebody asks for them.
 */
public final class VersionStore implements Consumer<Snapshot<ModelHead>> {
  /** By model and version; the inner maps are replaced, never changed. */
  private final Map<String, NavigableMap<Long, Snapshot<ModelHead>>> models =
      new ConcurrentHashMap<>();

  /** Takes a version that was read. */
  @Override
  public void accept(final Snapshot<ModelHead> snapshot) {
    models.compute(
        snapshot.head().getModel(),
        (model, known) -> {
          final NavigableMap<Long, Snapshot<ModelHead>> versions =
              known == null ? new TreeMap<>() : new TreeMap<>(known);
          versions.put(snapshot.head().getVersion(), snapshot);
          final ModelHead newest = versions.lastEntry().getValue().head();
          versions.headMap(newest.getVersion() - newest.getSpec().getKeepVersions(), true).clear();
          return versions;
        });
  }

  /** The names of all models, in order. */
  public SortedSet<String> models() {
    return new TreeSet<>(models.keySet());
  }

  /** The heads of a model's versions, ascending; empty if there is no such model. */
  public List<ModelHead> versions(final String model) {
    return kept(model).values().stream().map(Snapshot::head).toList();
  }

  /**
   * One version, unpacked anew at each call; empty if it is not kept.
   *
   * @throws StoreException if its bytes are not a model's parameters
   */
  public Optional<ModelVersion> get(final String model, final long version) {
    return Optional.ofNullable(kept(model).get(version)).map(ModelVersion::of);
  }

  /**
   * The newest version, unpacked anew at each call; empty if there is no such model.
   *
   * @throws StoreException if its bytes are not a model's parameters
   */
  public Optional<ModelVersion> latest(final String model) {
    return Optional.ofNullable(kept(model).lastEntry())
        .map(Map.Entry::getValue)
        .map(ModelVersion::of);
  }

  private NavigableMap<Long, Snapshot<ModelHead>> kept(final String model) {
    return models.getOrDefault(model, Collections.emptyNavigableMap());
  }
}
