package org.majorant.ops.options;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.majorant.log.KafkaGapLog;
import org.majorant.ops.read.PublishedModels;
import org.majorant.ops.terminal.CommandFailed;
import org.majorant.replay.RebuiltVersion;
import org.majorant.replay.Replay;
import org.majorant.replay.ReplayException;
import org.majorant.schema.ModelHead;
import org.majorant.store.ModelVersion;
import org.majorant.store.Topics;
import org.majorant.store.VersionStore;
import picocli.CommandLine.Mixin;

/** Reads the versions that a command needs, and no others, from the model topic. */
public final class ModelReading {
  @Mixin private ConnectionOptions connection;

  public ConnectionOptions connection() {
    return connection;
  }

  /**
   * The heads of all models.
   *
   * @throws CommandFailed where there is no broker or no model topic
   */
  public VersionStore readHeads() throws ExecutionException, InterruptedException {
    return read(model -> true, head -> false);
  }

  /**
   * The versions of a model that are kept, in order; at least one.
   *
   * @throws CommandFailed saying which models there are
   */
  public List<ModelHead> requireVersions(final String model)
      throws ExecutionException, InterruptedException {
    return requireModel(model, head -> false).versions(model);
  }

  /**
   * The head of one version; of the newest where none is named.
   *
   * @throws CommandFailed saying which there are
   */
  public ModelHead requireHead(final String model, final Long version)
      throws ExecutionException, InterruptedException {
    final List<ModelHead> heads = requireVersionsUpTo(model, version);
    return heads.get(heads.size() - 1);
  }

  /**
   * The versions of a model that are kept, up to one; up to the newest where none is named.
   *
   * @throws CommandFailed saying which there are
   */
  public List<ModelHead> requireVersionsUpTo(final String model, final Long version)
      throws ExecutionException, InterruptedException {
    final List<ModelHead> heads = requireVersions(model);
    if (version == null) {
      return heads;
    }
    final List<ModelHead> before =
        heads.stream().takeWhile(head -> head.getVersion() <= version).toList();
    if (before.isEmpty() || before.get(before.size() - 1).getVersion() != version) {
      throw noVersion(model, version, heads);
    }
    return before;
  }

  /**
   * One version; the newest where none is named.
   *
   * @throws CommandFailed saying which there are
   */
  public ModelVersion require(final String model, final Long version)
      throws ExecutionException, InterruptedException {
    final VersionStore store =
        requireModel(model, head -> version == null || head.getVersion() == version);
    return store.latest(model).orElseThrow(() -> noVersion(model, version, store.versions(model)));
  }

  /** One version; empty where it is not kept. */
  public Optional<ModelVersion> find(final String model, final long version)
      throws ExecutionException, InterruptedException {
    return read(model::equals, head -> head.getVersion() == version)
        .latest(model)
        .filter(found -> found.head().getVersion() == version);
  }

  /** The newest version of a model; empty where there is none. */
  public Optional<ModelVersion> newest(final String model)
      throws ExecutionException, InterruptedException {
    return read(model::equals, head -> true).latest(model);
  }

  /** The head of the newest version of a model; empty where there is none. */
  public Optional<ModelHead> newestHead(final String model)
      throws ExecutionException, InterruptedException {
    final List<ModelHead> versions = read(model::equals, head -> false).versions(model);
    return versions.isEmpty() ? Optional.empty() : Optional.of(versions.get(versions.size() - 1));
  }

  /**
   * The versions of one model that has at least one.
   *
   * @param wanted of which versions to keep the parameters
   * @throws CommandFailed saying which models there are
   */
  public VersionStore requireModel(final String model, final Predicate<ModelHead> wanted)
      throws ExecutionException, InterruptedException {
    final VersionStore store = read(model::equals, wanted);
    if (store.versions(model).isEmpty()) {
      final Set<String> others = readHeads().models();
      throw new CommandFailed(
          others.isEmpty()
              ? ("no model '%s', nor any other, has a version yet: learn one with"
                      + " 'ops/majorant learn --spec FILE'")
                  .formatted(model)
              : "no model '%s': there are %s".formatted(model, String.join(", ", others)));
    }
    return store;
  }

  /**
   * A version, rebuilt from its summaries.
   *
   * @throws CommandFailed where they are not all there
   */
  public RebuiltVersion rebuild(final String model, final long version)
      throws ExecutionException, InterruptedException {
    try (Admin admin = connection.connect()) {
      connection.requireTopics(admin, Topics.SUMMARIES, Topics.ROUNDS);
    }
    try (KafkaGapLog log = new KafkaGapLog(connection.clientProperties(), "none")) {
      return Replay.of(log, model, version);
    } catch (final ReplayException e) {
      throw new CommandFailed(e.getMessage(), e);
    }
  }

  private VersionStore read(final Predicate<String> models, final Predicate<ModelHead> wanted)
      throws ExecutionException, InterruptedException {
    try (Admin admin = connection.connect()) {
      connection.requireTopics(admin, Topics.MODELS);
    }
    return PublishedModels.read(
        connection.clientProperties(), models, wanted, connection.timeout());
  }

  private static CommandFailed noVersion(
      final String model, final Long version, final List<ModelHead> heads) {
    return new CommandFailed(
        "model '%s' has no version %d: there are %s"
            .formatted(
                model,
                version,
                heads.stream()
                    .map(head -> String.valueOf(head.getVersion()))
                    .collect(Collectors.joining(", "))));
  }
}
