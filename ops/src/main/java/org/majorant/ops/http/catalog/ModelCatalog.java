package org.majorant.ops.http.catalog;

import io.javalin.http.NotFoundResponse;
import io.javalin.http.ServiceUnavailableResponse;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.Consumer;
import org.majorant.schema.ModelHead;
import org.majorant.schema.SchemaRegistry;
import org.majorant.store.Snapshot;
import org.majorant.store.SnapshotFollower;
import org.majorant.store.SnapshotFormat;
import org.majorant.store.SnapshotReader;
import org.majorant.store.SnapshotSink;
import org.majorant.store.WantedModels;

/**
 * The models on the model topic as they stand now: the heads of the versions that are kept, and the
 * {@link LoadedVersions parameters} that somebody asks for, within a bound, so that nobody else's
 * model ends this process. Of the model that is learned here, if there is one, it remembers earlier
 * versions, too. It follows the topic; reading what it knows waits for nothing.
 */
public final class ModelCatalog implements SnapshotSink<ModelHead>, WantedModels, AutoCloseable {
  private final Predicate<String> shown;
  private final String learned; // null: none
  private final LoadedVersions loaded;
  private final Map<String, PublishedModel> models = new ConcurrentHashMap<>();
  private final SnapshotFollower<ModelHead> follower;

  /**
   * All models, for a process that learns one of them; parameters take an eighth of its heap.
   *
   * @param learned the model that is learned here
   * @param client how to reach the brokers
   * @throws org.majorant.schema.RegistryException where it names a registry by no address
   */
  public static ModelCatalog ofLearner(final String learned, final Map<?, ?> client) {
    return new ModelCatalog(
        model -> true,
        learned,
        LoadedVersions.onTopic(Runtime.getRuntime().maxMemory() / 8, client),
        SchemaRegistry.of(client),
        () -> SnapshotReader.consumer(client));
  }

  /**
   * The same for a process that learns none.
   *
   * @param shown which models there are for those who ask
   * @param loaded reads their parameters
   */
  public static ModelCatalog of(
      final Predicate<String> shown, final LoadedVersions loaded, final Map<?, ?> client) {
    return new ModelCatalog(
        shown, null, loaded, SchemaRegistry.of(client), () -> SnapshotReader.consumer(client));
  }

  /**
   * The same with parameters and consumers of the caller's making.
   *
   * @param learned null: no model is learned here
   */
  public ModelCatalog(
      final Predicate<String> shown,
      final String learned,
      final LoadedVersions loaded,
      final SchemaRegistry registry,
      final Supplier<Consumer<byte[], byte[]>> consumers) {
    this.shown = shown;
    this.learned = learned;
    this.loaded = loaded;
    follower =
        new SnapshotFollower<>(
            "majorant-catalog", SnapshotFormat.models(registry), this, consumers, this);
  }

  @Override
  public boolean test(final String model) {
    return shown.test(model);
  }

  @Override
  public long mostBytes(final String model) {
    return model.equals(learned) || loaded.follows(model) ? Long.MAX_VALUE : 0;
  }

  /** Starts to read, and returns at once. */
  public void start() {
    follower.start();
  }

  /** The names of all models, in order. */
  public SortedSet<String> models() {
    return new TreeSet<>(models.keySet());
  }

  /** One model; empty while none of its versions is known. */
  public Optional<PublishedModel> get(final String model) {
    return Optional.ofNullable(models.get(model));
  }

  /**
   * One model that somebody asks for.
   *
   * @throws NotFoundResponse saying which models there are
   * @throws ServiceUnavailableResponse where it may be that it is not known yet
   */
  public PublishedModel require(final String model) {
    return get(model)
        .orElseThrow(
            () -> {
              requireRead();
              return new NotFoundResponse(
                  models().isEmpty()
                      ? "no model '%s', nor any other: send examples with 'ops/majorant produce'"
                          .formatted(model)
                      : "no model '%s': there are %s"
                          .formatted(model, String.join(", ", models())));
            });
  }

  /**
   * A model's newest version with its parameters.
   *
   * @throws NotFoundResponse as {@link #require}
   * @throws ServiceUnavailableResponse likewise; or if there is never room for them, or they are
   *     not here and cannot be read now
   */
  public LoadedVersion newest(final String model) {
    require(model);
    return loaded.newest(model, () -> require(model));
  }

  /**
   * A version that somebody names, with its parameters.
   *
   * @throws NotFoundResponse as {@link #require}; or if there is no such version any more
   * @throws ServiceUnavailableResponse as {@link #newest}
   */
  public LoadedVersion version(final String model, final String version) {
    final PublishedModel found = require(model);
    return loaded.get(found, found.version(version));
  }

  /**
   * @throws ServiceUnavailableResponse with the {@link #obstacle}, where there is one
   */
  public void requireRead() {
    obstacle()
        .ifPresent(
            reason -> {
              throw new ServiceUnavailableResponse(reason);
            });
  }

  /** Why a model that is published may be unknown here, in one line; empty when it cannot be. */
  public Optional<String> obstacle() {
    return follower.obstacle();
  }

  @Override
  public void close() {
    follower.close();
  }

  /**
   * Takes a version that was read.
   *
   * @throws org.majorant.store.StoreException if it cannot be unpacked; the one before it stays
   */
  @Override
  public void accept(final Snapshot<ModelHead> snapshot) {
    final boolean own = snapshot.head().getModel().equals(learned);
    models.compute(
        snapshot.head().getModel(), (model, known) -> PublishedModel.with(known, snapshot, own));
    loaded.accept(snapshot); // after the heads: who reads parameters looks at these last
  }

  @Override
  public void deleted(final String model) {
    models.remove(model);
    loaded.deleted(model);
  }

  @Override
  public void caughtUp() {
    loaded.caughtUp();
  }
}
