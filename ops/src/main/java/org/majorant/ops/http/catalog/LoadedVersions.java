package org.majorant.ops.http.catalog;

import io.javalin.http.NotFoundResponse;
import io.javalin.http.ServiceUnavailableResponse;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.majorant.ops.client.CommandFailed;
import org.majorant.ops.client.PublishedModels;
import org.majorant.schema.ModelHead;
import org.majorant.store.ModelVersion;
import org.majorant.store.SnapshotReader;

/**
 * The versions whose parameters somebody has asked for. They take so many bytes at most: where
 * there is no room for another one, those go that nobody has asked for the longest. A version that
 * is here is given at once; others are loaded one after the other, so that many requests take no
 * more memory than one. Thread-safe.
 */
public final class LoadedVersions {
  private final long mostBytes;
  private final Topic topic;
  private final Map<Key, LoadedVersion> loaded = new LinkedHashMap<>(16, 0.75f, true);
  private final Object loading = new Object();

  /** Reads the parameters of one version. */
  @FunctionalInterface
  public interface Topic {
    /**
     * Empty if that version is not on the topic any more.
     *
     * @throws CommandFailed if it cannot be read now
     */
    Optional<ModelVersion> read(String model, long version);
  }

  /**
   * @param created of a model that was deleted and made again, the number may be another version's
   */
  private record Key(String model, long version, long created) {
    static Key of(final ModelHead head) {
      return new Key(head.getModel(), head.getVersion(), head.getCreated());
    }
  }

  /**
   * @param mostBytes that the parameters take, as {@link LoadedVersion#bytes} counts them
   */
  public LoadedVersions(final long mostBytes, final Topic topic) {
    this.mostBytes = mostBytes;
    this.topic = topic;
  }

  /**
   * Those on the topic, in an eighth of the heap.
   *
   * @param client how to reach the brokers
   */
  public static LoadedVersions onTopic(final Map<?, ?> client) {
    return new LoadedVersions(
        Runtime.getRuntime().maxMemory() / 8,
        (model, version) ->
            PublishedModels.read(
                    client,
                    model::equals,
                    head -> head.getVersion() == version,
                    SnapshotReader.TIMEOUT)
                .latest(model));
  }

  /**
   * A model's newest version.
   *
   * @throws NotFoundResponse as {@link #get}
   * @throws ServiceUnavailableResponse as {@link #get}
   */
  public LoadedVersion newest(final PublishedModel model) {
    return get(model, model.newest());
  }

  /**
   * One version of a model.
   *
   * @param head the version's
   * @throws NotFoundResponse if it is not kept any more
   * @throws ServiceUnavailableResponse if there is never room for it, or the topic cannot be read
   */
  public LoadedVersion get(final PublishedModel model, final ModelHead head) {
    final Key key = Key.of(head);
    LoadedVersion found = find(key);
    if (found == null) {
      synchronized (loading) {
        found = find(key); // another request may have loaded it meanwhile
        if (found == null) {
          makeRoom(head);
          found = new LoadedVersion(read(model, head));
          put(key, found);
        }
      }
    }
    return found;
  }

  private LoadedVersion find(final Key key) {
    synchronized (loaded) {
      return loaded.get(key);
    }
  }

  private void put(final Key key, final LoadedVersion version) {
    synchronized (loaded) {
      loaded.put(key, version);
    }
  }

  private void makeRoom(final ModelHead head) {
    final long needed = LoadedVersion.bytes(head);
    if (needed > mostBytes) {
      throw new ServiceUnavailableResponse(
          "the parameters of model '%s' take %d MB, and this process keeps %d MB of them: start it with a larger -Xmx, or use 'ops/majorant models' and 'predict'"
              .formatted(head.getModel(), needed >> 20, mostBytes >> 20));
    }
    synchronized (loaded) {
      long taken = needed;
      for (final LoadedVersion each : loaded.values()) {
        taken += LoadedVersion.bytes(each.version().head());
      }
      final Iterator<LoadedVersion> oldest = loaded.values().iterator();
      while (taken > mostBytes) {
        taken -= LoadedVersion.bytes(oldest.next().version().head());
        oldest.remove();
      }
    }
  }

  private ModelVersion read(final PublishedModel model, final ModelHead head) {
    try {
      return model
          .remembered(head.getVersion())
          .or(() -> topic.read(head.getModel(), head.getVersion()))
          .filter(found -> found.version() == head.getVersion())
          .orElseThrow(
              () ->
                  new NotFoundResponse(
                      "version %d of '%s' is not kept any more: choose a later one"
                          .formatted(head.getVersion(), head.getModel())));
    } catch (final CommandFailed e) {
      throw new ServiceUnavailableResponse(e.getMessage());
    }
  }
}
