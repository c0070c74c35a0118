package org.majorant.ops.cli;

import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.majorant.ops.CommandFailed;
import org.majorant.ops.PublishedModels;
import org.majorant.schema.ModelHead;
import org.majorant.store.ModelVersion;
import org.majorant.store.Topics;
import org.majorant.store.VersionStore;
import picocli.CommandLine.Mixin;

/** Reads the versions that stand on the model topic now. */
final class ModelReading {
  @Mixin private ConnectionOptions connection;

  ConnectionOptions connection() {
    return connection;
  }

  /**
   * @throws CommandFailed where there is no broker or no model topic
   */
  VersionStore readAll() throws ExecutionException, InterruptedException {
    try (Admin admin = connection.connect()) {
      connection.requireTopics(admin, Topics.MODELS);
    }
    return PublishedModels.read(connection.clientProperties(), model -> true);
  }

  /**
   * The versions of a model that are kept, in order; at least one.
   *
   * @throws CommandFailed saying which models there are
   */
  List<ModelHead> requireVersions(final String model)
      throws ExecutionException, InterruptedException {
    return requireVersions(readAll(), model);
  }

  static List<ModelHead> requireVersions(final VersionStore store, final String model) {
    final List<ModelHead> heads = store.versions(model);
    if (heads.isEmpty()) {
      throw new CommandFailed(
          store.models().isEmpty()
              ? ("no model '%s', nor any other, has a version yet: learn one with"
                      + " 'ops/majorant learn --spec FILE'")
                  .formatted(model)
              : "no model '%s': there are %s".formatted(model, String.join(", ", store.models())));
    }
    return heads;
  }

  /**
   * One version; the newest where none is named.
   *
   * @throws CommandFailed saying which there are
   */
  ModelVersion require(final String model, final Long version)
      throws ExecutionException, InterruptedException {
    final VersionStore store = readAll();
    final List<ModelHead> heads = requireVersions(store, model);
    final long wanted = version == null ? heads.get(heads.size() - 1).getVersion() : version;
    return store
        .get(model, wanted)
        .orElseThrow(
            () ->
                new CommandFailed(
                    "model '%s' has no version %d: there are %s"
                        .formatted(
                            model,
                            wanted,
                            heads.stream()
                                .map(head -> String.valueOf(head.getVersion()))
                                .collect(Collectors.joining(", ")))));
  }
}
