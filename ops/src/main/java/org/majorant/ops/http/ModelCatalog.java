package org.majorant.ops.http;

import io.javalin.http.NotFoundResponse;
import io.javalin.http.ServiceUnavailableResponse;
import java.util.Map;
import java.util.Optional;
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

/**
 * All models on the model topic as they stand now: the heads of the versions that are kept, and the
 * newest one's parameters. It follows the topic; reading what it knows waits for nothing.
 */
final class ModelCatalog implements SnapshotSink<ModelHead>, AutoCloseable {
  private final Map<String, PublishedModel> models = new ConcurrentHashMap<>();
  private final SnapshotFollower<ModelHead> follower;

  /**
   * @param client how to reach the brokers
   * @throws org.majorant.schema.RegistryException where it names a registry by no address
   */
  ModelCatalog(final Map<?, ?> client) {
    this(SchemaRegistry.of(client), () -> SnapshotReader.consumer(client));
  }

  /** The same with consumers of the caller's making. */
  ModelCatalog(final SchemaRegistry registry, final Supplier<Consumer<byte[], byte[]>> consumers) {
    follower =
        new SnapshotFollower<>(
            "majorant-catalog", SnapshotFormat.models(registry), model -> true, consumers, this);
  }

  /** Starts to read, and returns at once. */
  void start() {
    follower.start();
  }

  /** The names of all models, in order. */
  SortedSet<String> models() {
    return new TreeSet<>(models.keySet());
  }

  /** One model; empty while none of its versions is known. */
  Optional<PublishedModel> get(final String model) {
    return Optional.ofNullable(models.get(model));
  }

  /**
   * One model that somebody asks for.
   *
   * @throws NotFoundResponse saying which models there are
   * @throws ServiceUnavailableResponse where it may be that it is not known yet
   */
  PublishedModel require(final String model) {
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
  void requireRead() {
    obstacle()
        .ifPresent(
            reason -> {
              throw new ServiceUnavailableResponse(reason);
            });
  }

  /** Why a model that is published may be unknown here, in one line; empty when it cannot be. */
  Optional<String> obstacle() {
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
        snapshot.head().getModel(), (model, known) -> PublishedModel.with(known, snapshot));
  }

  @Override
  public void deleted(final String model) {
    models.remove(model);
  }
}
