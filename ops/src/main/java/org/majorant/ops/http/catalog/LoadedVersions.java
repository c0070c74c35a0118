package org.majorant.ops.http.catalog;

import io.javalin.http.HttpResponseException;
import io.javalin.http.HttpStatus;
import io.javalin.http.NotFoundResponse;
import io.javalin.http.ServiceUnavailableResponse;
import java.time.Duration;
import java.util.Comparator;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.majorant.schema.ModelHead;
import org.majorant.schema.RegistryException;
import org.majorant.schema.SchemaRegistry;
import org.majorant.store.IncomingVersions;
import org.majorant.store.Snapshot;
import org.majorant.store.SnapshotFormat;
import org.majorant.store.SnapshotPlace;
import org.majorant.store.SnapshotReader;
import org.majorant.store.StoreException;

/**
 * The parameters that somebody has asked for: newest versions, which follow the topic, and others,
 * which stay as they are. They take so many bytes at most: where there is no room for another one,
 * those go that nobody has asked for the longest. One that is here is given at once; others are
 * read one after the other, so that many requests take no more memory than one, and few requests
 * wait for it, so that there are threads left to answer the rest. Thread-safe.
 */
public final class LoadedVersions {
  private static final int MOST_WAITING = 8;
  private static final long WAIT_SECONDS = 5;

  /** Of a broker; shorter than others, since requests wait. */
  private static final Duration TIMEOUT = Duration.ofSeconds(5);

  private final long mostBytes;
  private final Topic topic;
  private final Map<Key, Entry> entries = new ConcurrentHashMap<>();
  private final ReentrantLock loading = new ReentrantLock(true);
  private final AtomicLong loads = new AtomicLong();
  private final AtomicLong evictions = new AtomicLong();

  /** Reads versions of a model that lie at a place. */
  @FunctionalInterface
  public interface Topic {
    /**
     * Gives what is there still.
     *
     * @throws StoreException if it cannot be read now
     * @throws RegistryException likewise
     */
    void read(String model, SnapshotPlace place, Consumer<Snapshot<ModelHead>> versions);
  }

  /**
   * @param version 0: the newest
   * @param created of a model that was deleted and made again, the number may be another version's;
   *     0: of the newest
   */
  private record Key(String model, long version, long created) {
    static Key newest(final String model) {
      return new Key(model, 0, 0);
    }
  }

  /**
   * What takes memory.
   *
   * @param newest gives parameters that follow; null: they do not
   * @param one that stays as it is; null: it follows
   * @param asked when somebody asked last, by {@link System#nanoTime}
   */
  private record Entry(FollowedModel newest, LoadedVersion one, long bytes, AtomicLong asked) {
    Entry(final FollowedModel newest) {
      this(newest, null, newest.bytes(), new AtomicLong(System.nanoTime()));
    }

    Entry(final LoadedVersion one, final long bytes) {
      this(null, one, bytes, new AtomicLong(System.nanoTime()));
    }

    /** Null while it is being read. */
    LoadedVersion get() {
      asked.lazySet(System.nanoTime());
      return one == null ? newest.current() : one;
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
   * Those on the topic.
   *
   * @param client how to reach the brokers
   */
  public static LoadedVersions onTopic(final long mostBytes, final Map<?, ?> client) {
    return new LoadedVersions(
        mostBytes,
        (model, place, versions) -> {
          try (SnapshotReader<ModelHead> reader =
              new SnapshotReader<>(
                  SnapshotFormat.models(SchemaRegistry.of(client)),
                  SnapshotReader.consumer(client),
                  model::equals,
                  TIMEOUT)) {
            reader.read(place, versions::accept);
          }
        });
  }

  /**
   * A model's newest version.
   *
   * @param known the model as it stands whenever it is called
   * @throws ServiceUnavailableResponse if it cannot be read now
   * @throws HttpResponseException if there is never room for it
   */
  LoadedVersion newest(final String model, final Supplier<PublishedModel> known) {
    return get(
        Key.newest(model),
        () -> FollowedModel.bytes(known.get().newest()),
        () -> readNewest(model, known));
  }

  /**
   * One version of a model.
   *
   * @param head the version's
   * @throws NotFoundResponse if it is not kept any more
   * @throws ServiceUnavailableResponse as {@link #newest}
   */
  LoadedVersion get(final PublishedModel model, final ModelHead head) {
    final Key key = new Key(head.getModel(), head.getVersion(), head.getCreated());
    final LoadedVersion newest = find(Key.newest(head.getModel()));
    if (newest != null && newest.version().version() == head.getVersion()) {
      return newest;
    }
    return get(key, () -> LoadedVersion.bytes(head), () -> readOne(key, model, head));
  }

  private LoadedVersion get(
      final Key key, final LongSupplier needed, final Supplier<LoadedVersion> reading) {
    final LoadedVersion found = find(key);
    if (found != null) {
      return found;
    }
    lock();
    try {
      final LoadedVersion meanwhile = find(key); // another request may have read it
      if (meanwhile != null) {
        return meanwhile;
      }
      makeRoom(key.model, needed.getAsLong());
      loads.incrementAndGet();
      return reading.get();
    } catch (final StoreException | RegistryException e) {
      throw new ServiceUnavailableResponse(e.getMessage());
    } finally {
      loading.unlock();
    }
  }

  private LoadedVersion find(final Key key) {
    final Entry entry = entries.get(key);
    return entry == null ? null : entry.get();
  }

  private void lock() {
    try {
      if (loading.getQueueLength() < MOST_WAITING
          && loading.tryLock(WAIT_SECONDS, TimeUnit.SECONDS)) {
        return;
      }
    } catch (final InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    throw new ServiceUnavailableResponse("parameters are being read: try again in a moment");
  }

  /** Has the follower know of it first, so that nothing is missed. */
  private LoadedVersion readNewest(final String model, final Supplier<PublishedModel> known) {
    final Key key = Key.newest(model);
    final FollowedModel follows = new FollowedModel(known.get().newest());
    entries.put(key, new Entry(follows));
    try {
      if (!follows.read(known.get(), (place, versions) -> topic.read(model, place, versions))) {
        throw new ServiceUnavailableResponse(
            "model '%s' is being published: try again in a moment".formatted(model));
      }
      return follows.current();
    } finally {
      if (follows.current() == null) {
        entries.remove(key);
      }
    }
  }

  private LoadedVersion readOne(final Key key, final PublishedModel model, final ModelHead head) {
    final IncomingVersions versions = new IncomingVersions();
    model
        .packed(key.version)
        .ifPresentOrElse(
            versions::accept,
            () -> topic.read(key.model, model.place(key.version), versions::accept));
    final LoadedVersion found =
        versions
            .take()
            .filter(version -> version.version() == key.version)
            .map(LoadedVersion::new)
            .orElseThrow(
                () ->
                    new NotFoundResponse(
                        "version %d of '%s' is not kept any more: choose a later one"
                            .formatted(key.version, key.model)));
    entries.put(key, new Entry(found, LoadedVersion.bytes(head)));
    return found;
  }

  private void makeRoom(final String model, final long needed) {
    if (needed > mostBytes) {
      // no ServiceUnavailableResponse, whose answer says when to ask again: there never is room
      throw new HttpResponseException(
          HttpStatus.SERVICE_UNAVAILABLE.getCode(),
          "the parameters of model '%s' take %d MB, and this process keeps %d MB of them: start it with a larger -Xmx, or use 'ops/majorant models' and 'predict'"
              .formatted(model, needed >> 20, mostBytes >> 20));
    }
    while (bytes() + needed > mostBytes) {
      entries.entrySet().stream()
          .min(Comparator.comparing(entry -> entry.getValue().asked.get()))
          .ifPresent(
              oldest -> {
                entries.remove(oldest.getKey());
                evictions.incrementAndGet();
              });
    }
  }

  /** Whether what comes of a model is put over what is here. */
  boolean follows(final String model) {
    return entries.containsKey(Key.newest(model));
  }

  /** Takes a version of a model that follows; by the follower's thread, as the next two. */
  void accept(final Snapshot<ModelHead> snapshot) {
    final Key key = Key.newest(snapshot.head().getModel());
    final Entry entry = entries.get(key);
    if (entry != null && !entry.newest.accept(snapshot)) {
      entries.remove(key, entry); // who asks next has it read again
    }
  }

  /** Has answers be of the versions that came. */
  void caughtUp() {
    entries.values().stream()
        .filter(entry -> entry.newest != null)
        .forEach(entry -> entry.newest.caughtUp());
  }

  /** Forgets a model. */
  void deleted(final String model) {
    entries.keySet().removeIf(key -> key.model.equals(model));
  }

  /** What all parameters take. */
  public long bytes() {
    return entries.values().stream().mapToLong(Entry::bytes).sum();
  }

  /** How often parameters were read. */
  public long loads() {
    return loads.get();
  }

  /** How often parameters went to make room for others. */
  public long evictions() {
    return evictions.get();
  }
}
