package org.majorant.ops.http;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.errors.WakeupException;
import org.majorant.schema.ModelHead;
import org.majorant.schema.RegistryException;
import org.majorant.schema.SchemaRegistry;
import org.majorant.store.Snapshot;
import org.majorant.store.SnapshotFormat;
import org.majorant.store.SnapshotReader;
import org.majorant.store.StoreException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * All models on the model topic as they stand now: the heads of the versions that are kept, and the
 * newest one's parameters. A thread of its own follows the topic, and begins anew after whatever
 * may happen to the broker; reading what it knows waits for nothing.
 */
final class ModelCatalog implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ModelCatalog.class);
  private static final Duration POLL = Duration.ofMillis(500);
  private static final Duration BACKOFF = Duration.ofSeconds(1);

  private final Map<String, PublishedModel> models = new ConcurrentHashMap<>();
  private final Map<?, ?> client;
  private final CountDownLatch closed = new CountDownLatch(1);
  private final Thread thread = new Thread(this::run, "majorant-catalog");
  private volatile SnapshotReader<ModelHead> reader;
  private volatile String obstacle = "the model topic is not read yet: try again in a moment";

  /**
   * @param client how to reach the brokers
   */
  ModelCatalog(final Map<?, ?> client) {
    this.client = client;
    thread.setDaemon(true);
  }

  /** Starts to read, and returns at once. */
  void start() {
    thread.start();
  }

  /** The names of all models, in order. */
  SortedSet<String> models() {
    return new TreeSet<>(models.keySet());
  }

  /** One model; empty while none of its versions is known. */
  Optional<PublishedModel> get(final String model) {
    return Optional.ofNullable(models.get(model));
  }

  /** Why a model that is published may be unknown here, in one line; empty when it cannot be. */
  Optional<String> obstacle() {
    return Optional.ofNullable(obstacle);
  }

  @Override
  public void close() {
    closed.countDown();
    final SnapshotReader<ModelHead> reading = reader;
    if (reading != null) {
      reading.wakeup();
    }
    try {
      thread.join();
    } catch (final InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void run() {
    try {
      do {
        readUntilFailure();
      } while (!closed.await(BACKOFF.toMillis(), TimeUnit.MILLISECONDS));
    } catch (final InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void readUntilFailure() {
    try (var opened =
        new SnapshotReader<>(
            SnapshotFormat.models(SchemaRegistry.of(client)),
            SnapshotReader.consumer(client),
            model -> true,
            SnapshotReader.TIMEOUT)) {
      reader = opened;
      // A close() before this line found no reader to wake up.
      if (!closed()) {
        opened.readToEnd(this::take);
        obstacle = null;
      }
      while (!closed()) {
        opened.poll(POLL, this::take);
      }
    } catch (final WakeupException e) {
      LOG.debug("closed");
    } catch (final StoreException | RegistryException e) {
      obstacle = e.getMessage();
    } catch (final RuntimeException e) {
      LOG.warn("reads the model topic anew", e);
    }
  }

  private boolean closed() {
    return closed.getCount() == 0;
  }

  /** Takes a version that was read. */
  void take(final Snapshot<ModelHead> snapshot) {
    models.merge(
        snapshot.head().getModel(),
        PublishedModel.of(snapshot),
        (known, more) -> known.with(snapshot));
  }
}
