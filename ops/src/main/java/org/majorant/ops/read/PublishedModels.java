package org.majorant.ops.read;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.majorant.ops.terminal.CommandFailed;
import org.majorant.schema.ModelHead;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.RegistryException;
import org.majorant.schema.SchemaRegistry;
import org.majorant.spec.Fingerprint;
import org.majorant.store.PackedVersion;
import org.majorant.store.SnapshotFormat;
import org.majorant.store.SnapshotReader;
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
    try (SnapshotReader<ModelHead> reader = reader(client, models::test, timeout)) {
      reader.readToEnd(store);
      requireReadable(reader, !store.models().isEmpty());
    } catch (final StoreException | RegistryException e) {
      throw new CommandFailed(e.getMessage(), e);
    }
    return store;
  }

  /**
   * The head of the newest version of a model, without its parameters; empty where it has none.
   *
   * @throws CommandFailed as in {@link #read}
   */
  public static Optional<ModelHead> newest(
      final Map<?, ?> client, final String model, final Duration timeout) {
    try (SnapshotReader<ModelHead> reader = reader(client, model::equals, timeout)) {
      final Optional<ModelHead> newest = reader.newestHead(model);
      requireReadable(reader, newest.isPresent());
      return newest;
    } catch (final StoreException | RegistryException e) {
      throw new CommandFailed(e.getMessage(), e);
    }
  }

  private static SnapshotReader<ModelHead> reader(
      final Map<?, ?> client, final WantedModels models, final Duration timeout) {
    return new SnapshotReader<>(
        SnapshotFormat.models(SchemaRegistry.of(client)),
        SnapshotReader.consumer(client),
        models,
        timeout);
  }

  private static void requireReadable(final SnapshotReader<ModelHead> reader, final boolean found) {
    if (!found && reader.firstFault().isPresent()) {
      throw new CommandFailed("nothing can be read on " + reader.firstFault().get());
    }
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
}
