package org.majorant.ops.read;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import org.majorant.ops.terminal.CommandFailed;
import org.majorant.schema.ModelHead;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.RegistryException;
import org.majorant.schema.SchemaRegistry;
import org.majorant.spec.Fingerprint;
import org.majorant.store.PackedVersion;
import org.majorant.store.Snapshot;
import org.majorant.store.SnapshotFormat;
import org.majorant.store.SnapshotReader;
import org.majorant.store.SnapshotSink;
import org.majorant.store.StoreException;
import org.majorant.store.VersionStore;
import org.majorant.store.WantedModels;

/** Reads the models that stand on the model topic now. */
public final class PublishedModels {
  private PublishedModels() {}

  /**
   * @param client how to reach the brokers
   * @param models which models to read; records of others are not decoded
   * @param wanted of which versions to keep the parameters, see {@link VersionStore}
   * @param timeout how long a broker may take to answer
   * @throws CommandFailed where no broker answers, or there is no such topic
   */
  public static VersionStore read(
      final Map<?, ?> client,
      final Predicate<String> models,
      final Predicate<ModelHead> wanted,
      final Duration timeout) {
    final VersionStore store = new VersionStore(wanted);
    readInto(client, models::test, store, () -> store.models().isEmpty(), timeout);
    return store;
  }

  /**
   * The head of the newest version of a model, without its parameters; empty where it has none.
   *
   * @throws CommandFailed as in {@link #read}
   */
  public static Optional<ModelHead> newest(
      final Map<?, ?> client, final String model, final Duration timeout) {
    final AtomicReference<ModelHead> newest = new AtomicReference<>();
    readInto(
        client,
        WantedModels.headsOf(model),
        new SnapshotSink<>() {
          @Override
          public void accept(final Snapshot<ModelHead> version) {
            newest.set(version.head());
          }

          @Override
          public void deleted(final String deleted) {
            newest.set(null);
          }
        },
        () -> newest.get() == null,
        timeout);
    return Optional.ofNullable(newest.get());
  }

  /**
   * The newest version of the model that a learner of a spec goes on with, still packed; empty
   * where it begins.
   *
   * @throws CommandFailed where the spec contradicts that version, or as in {@link #read}
   */
  public static Optional<PackedVersion> continued(
      final Map<?, ?> client, final ModelSpec spec, final Duration timeout) {
    final Optional<PackedVersion> newest =
        read(client, spec.getModel()::equals, head -> true, timeout).packed(spec.getModel());
    newest
        .flatMap(version -> Fingerprint.contradiction(version.head().getSpec(), spec))
        .ifPresent(
            difference -> {
              throw contradicts(difference);
            });
    return newest;
  }

  /** What is said of a spec by which no learner can go on. */
  public static CommandFailed contradicts(final String difference) {
    return new CommandFailed(
        difference + ": give the model another name, or the spec its former value");
  }

  /**
   * @param nothing whether the sink has nothing then, which is a fault where there are records
   */
  private static void readInto(
      final Map<?, ?> client,
      final WantedModels models,
      final SnapshotSink<ModelHead> sink,
      final BooleanSupplier nothing,
      final Duration timeout) {
    try (SnapshotReader<ModelHead> reader =
        new SnapshotReader<>(
            SnapshotFormat.models(SchemaRegistry.of(client)),
            SnapshotReader.consumer(client),
            models,
            timeout)) {
      reader.readToEnd(sink);
      if (nothing.getAsBoolean() && reader.firstFault().isPresent()) {
        throw new CommandFailed("nothing can be read on " + reader.firstFault().get());
      }
    } catch (final StoreException | RegistryException e) {
      throw new CommandFailed(e.getMessage(), e);
    }
  }
}
