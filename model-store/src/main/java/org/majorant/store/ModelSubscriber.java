package org.majorant.store;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.apache.kafka.common.errors.WakeupException;
import org.majorant.schema.ModelHead;
import org.majorant.schema.RegistryException;
import org.majorant.schema.SchemaRegistry;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Follows one model for a service that predicts with it:
 *
 * <pre>{@code
 * try (ModelSubscriber adult = ModelSubscriber.start(config, "adult")) {
 *   adult.awaitVersion(1, Duration.ofSeconds(30));
 *   ...
 *   Model model = adult.current().orElseThrow().model();
 * }
 * }</pre>
 *
 * A thread of its own reads the model topic and swaps in the newest complete version, never an
 * older one; a prediction costs one volatile read and waits for nothing. The thread outlives
 * everything that may happen to the broker or the topic: what it cannot read now it tries again.
 */
public final class ModelSubscriber implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ModelSubscriber.class);
  private static final Duration POLL = Duration.ofMillis(500);
  private static final long LEAST_BACKOFF_MILLIS = 100;
  private static final long MOST_BACKOFF_MILLIS = 5000;
  private static final long CLOSE_MILLIS = 5000;

  private final String model;
  private final Supplier<SnapshotReader<ModelHead>> readers;
  private final Thread thread;
  private final CountDownLatch closed = new CountDownLatch(1);
  private final List<Listener> listeners = new CopyOnWriteArrayList<>();
  private final Object swapped = new Object();

  private volatile ModelVersion current;
  private volatile SnapshotReader<ModelHead> reader;
  private volatile long restarts;

  /** Newer than the current version, not unpacked yet; as all below, for the thread alone. */
  private Snapshot<ModelHead> next;

  private long backoff = LEAST_BACKOFF_MILLIS;
  private String waitingFor;

  private ModelSubscriber(final String model, final Supplier<SnapshotReader<ModelHead>> readers) {
    this.model = model;
    this.readers = readers;
    this.thread = new Thread(this::run, "majorant-model-" + model);
    thread.setDaemon(true);
  }

  /**
   * Starts to follow a model, and returns at once.
   *
   * @param config a Kafka client's properties: {@code bootstrap.servers}, security, {@code
   *     schema.registry.url} where models are written with a registry
   */
  public static ModelSubscriber start(final Map<?, ?> config, final String model) {
    final SnapshotFormat<ModelHead> format = SnapshotFormat.models(SchemaRegistry.of(config));
    return start(
        () ->
            new SnapshotReader<>(
                format, SnapshotReader.consumer(config), model::equals, SnapshotReader.TIMEOUT),
        model);
  }

  /**
   * The same with readers of the caller's making.
   *
   * @param readers called on the subscriber's thread at first and after each fatal error
   */
  static ModelSubscriber start(
      final Supplier<SnapshotReader<ModelHead>> readers, final String model) {
    final ModelSubscriber subscriber = new ModelSubscriber(model, readers);
    subscriber.thread.start();
    return subscriber;
  }

  /** The newest version that has arrived; empty before the first. Never blocks. */
  public Optional<ModelVersion> current() {
    return Optional.ofNullable(current);
  }

  /**
   * Waits for a version.
   *
   * @param atLeast its number, or any greater
   * @throws TimeoutException if none has come in time
   */
  public ModelVersion awaitVersion(final long atLeast, final Duration timeout)
      throws TimeoutException, InterruptedException {
    final long deadline = System.nanoTime() + timeout.toNanos();
    synchronized (swapped) {
      while (version() < atLeast) {
        final long left = deadline - System.nanoTime();
        if (left <= 0) {
          throw new TimeoutException(
              String.format(
                  "model %s: no version %d or later within %s s",
                  model, atLeast, timeout.toMillis() / 1000.0));
        }
        TimeUnit.NANOSECONDS.timedWait(swapped, left);
      }
      return current;
    }
  }

  /**
   * Adds a listener. It is called on the subscriber's thread, first with the version that is
   * current if there is one, then with each that replaces it; what it throws is logged.
   */
  public void onVersion(final Consumer<? super ModelVersion> listener) {
    listeners.add(new Listener(listener));
  }

  /** How often a fatal error has made it start reading anew. */
  public long restarts() {
    return restarts;
  }

  /** Stops reading; the current version stays. */
  @Override
  public void close() {
    closed.countDown();
    final SnapshotReader<ModelHead> reading = reader;
    if (reading != null) {
      reading.wakeup();
    }
    if (Thread.currentThread() == thread) {
      return;
    }
    try {
      thread.join(CLOSE_MILLIS);
    } catch (final InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void run() {
    try {
      do {
        readUntilFailure();
      } while (!closed.await(backoff, TimeUnit.MILLISECONDS));
    } catch (final InterruptedException e) {
      LOG.info("model {}: interrupted, stays at version {}", model, version());
    }
  }

  private void readUntilFailure() {
    try (var opened = readers.get()) {
      reader = opened;
      // A close() before this line found no reader to wake up.
      if (!closed()) {
        opened.readToEnd(this::offer);
        backoff = LEAST_BACKOFF_MILLIS;
        waitingFor = null;
      }
      while (!closed()) {
        adopt();
        opened.poll(POLL, this::offer);
      }
    } catch (final WakeupException e) {
      LOG.debug("model {}: closed", model);
    } catch (final StoreException | RegistryException e) {
      backoff = Math.min(2 * backoff, MOST_BACKOFF_MILLIS);
      if (!e.getMessage().equals(waitingFor)) {
        LOG.info("model {}: waiting, because {}", model, e.getMessage());
      }
      waitingFor = e.getMessage();
    } catch (final RuntimeException | Error e) {
      backoff = Math.min(2 * backoff, MOST_BACKOFF_MILLIS);
      restarts++;
      LOG.warn("model {}: reads the topic anew in {} ms", model, backoff, e);
    }
  }

  private boolean closed() {
    return closed.getCount() == 0;
  }

  private long version() {
    final ModelVersion now = current;
    return now == null ? 0 : now.version();
  }

  private void offer(final Snapshot<ModelHead> snapshot) {
    final long newest = next == null ? version() : next.head().getVersion();
    if (snapshot.head().getVersion() > newest) {
      next = snapshot;
    }
  }

  /** Swaps in what has been read, and tells the listeners, those too that came late. */
  private void adopt() {
    final Snapshot<ModelHead> newest = next;
    next = null;
    if (newest != null) {
      try {
        final ModelVersion version = ModelVersion.of(newest);
        synchronized (swapped) {
          current = version;
          swapped.notifyAll();
        }
      } catch (final RuntimeException e) {
        LOG.warn("model {}: stays at version {}", model, version(), e);
      }
    }
    if (current != null) {
      listeners.forEach(listener -> listener.tell(current));
    }
  }

  /** One who listens, and the last version that it was told. */
  private static final class Listener {
    private final Consumer<? super ModelVersion> consumer;
    private ModelVersion told;

    Listener(final Consumer<? super ModelVersion> consumer) {
      this.consumer = consumer;
    }

    void tell(final ModelVersion version) {
      if (version == told) {
        return;
      }
      told = version;
      try {
        consumer.accept(version);
      } catch (final RuntimeException | Error e) {
        LOG.warn(
            "a listener failed at {} version {}", version.head().getModel(), version.version(), e);
      }
    }
  }
}
