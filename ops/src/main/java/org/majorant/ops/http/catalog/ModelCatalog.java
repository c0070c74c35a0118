package org.majorant.ops.http.catalog;

import io.javalin.http.NotFoundResponse;
import io.javalin.http.ServiceUnavailableResponse;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
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
 * All models on the model topic as they stand now: the heads of the versions that are kept, and the
 * parameters of the one that is learned here. Of the others, parameters are kept while all of them
 * together are small beside the heap, so that nobody else's model ends a learner. It follows the
 * topic; reading what it knows waits for nothing.
 */
public final class ModelCatalog implements SnapshotSink<ModelHead>, WantedModels, AutoCloseable {
  private final String learned;
  private final long mostOfOthers;
  private final Map<String, PublishedModel> models = new ConcurrentHashMap<>();
  private final SnapshotFollower<ModelHead> follower;

  /**
   * @param learned the model that is learned here
   * @param client how to reach the brokers
   * @throws org.majorant.schema.RegistryException where it names a registry by no address
   */
  public ModelCatalog(final String learned, final Map<?, ?> client) {
    this(
        learned,
        Runtime.getRuntime().maxMemory() / 16,
        SchemaRegistry.of(client),
        () -> SnapshotReader.consumer(client));
  }

  /**
   * The same with consumers of the caller's making.
   *
   * @param mostOfOthers bytes that the other models' parameters may take, as they lie on the topic
   */
  public ModelCatalog(
      final String learned,
      final long mostOfOthers,
      final SchemaRegistry registry,
      final Supplier<Consumer<byte[], byte[]>> consumers) {
    this.learned = learned;
    this.mostOfOthers = mostOfOthers;
    follower =
        new SnapshotFollower<>(
            "majorant-catalog", SnapshotFormat.models(registry), this, consumers, this);
  }

  @Override
  public boolean test(final String model) {
    return true;
  }

  /** Of others, what the rest of them leaves. */
  @Override
  public long mostBytes(final String model) {
    if (model.equals(learned)) {
      return Long.MAX_VALUE;
    }
    long left = mostOfOthers;
    for (final Map.Entry<String, PublishedModel> each : models.entrySet()) {
      left -= Set.of(model, learned).contains(each.getKey()) ? 0 : each.getValue().bytes();
    }
    return left;
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
    models.compute(
        snapshot.head().getModel(),
        (model, known) -> PublishedModel.with(known, snapshot, model.equals(learned)));
  }

  @Override
  public void deleted(final String model) {
    models.remove(model);
  }
}
