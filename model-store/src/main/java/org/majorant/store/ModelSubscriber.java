package org.majorant.store;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.majorant.schema.ModelHead;
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
 * A {@link SnapshotFollower} reads the model topic and swaps in the newest complete version, never
 * an older one; a prediction costs one volatile read and waits for nothing. While no newer version
 * can come, {@link #obstacle} says why.
 */
public final class ModelSubscriber implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ModelSubscriber.class);

  private final String model;
  private final SnapshotFollower<ModelHead> follower;
  private final IncomingVersions versions = new IncomingVersions();
  private final List<Listener> listeners = new CopyOnWriteArrayList<>();
  private final Object swapped = new Object();
  private volatile ModelVersion current;

  private ModelSubscriber(
      final SnapshotFormat<ModelHead> format,
      final Supplier<org.apache.kafka.clients.consumer.Consumer<byte[], byte[]>> consumers,
      final String model) {
    this.model = model;
    follower =
        new SnapshotFollower<>(
            "majorant-model-" + model, format, model::equals, consumers, new Swapping());
  }

  /**
   * Starts to follow a model, and returns at once.
   *
   * @param config a Kafka client's properties: {@code bootstrap.servers}, security, {@code
   *     schema.registry.url} where models are written with a registry
   */
  public static ModelSubscriber start(final Map<?, ?> config, final String model) {
    return start(
        SnapshotFormat.models(SchemaRegistry.of(config)),
        () -> SnapshotReader.consumer(config),
        model);
  }

  /** The same with consumers of the caller's making. */
  static ModelSubscriber start(
      final SnapshotFormat<ModelHead> format,
      final Supplier<org.apache.kafka.clients.consumer.Consumer<byte[], byte[]>> consumers,
      final String model) {
    final ModelSubscriber subscriber = new ModelSubscriber(format, consumers, model);
    subscriber.follower.start();
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
                  "model %s: no version %d or later within %s s%s",
                  model,
                  atLeast,
                  timeout.toMillis() / 1000.0,
                  obstacle().map(why -> ": " + why).orElseGet(this::passedOver)));
        }
        TimeUnit.NANOSECONDS.timedWait(swapped, left);
      }
      return current;
    }
  }

  /**
   * Adds a listener. It is called on the subscriber's thread, first with the version that is
   * current if there is one, then with each that replaces it; what it throws is logged. While it
   * works no version replaces the current one, and what comes meanwhile waits on the topic: its
   * next version is then the newest there is, and those between are passed over.
   */
  public void onVersion(final Consumer<? super ModelVersion> listener) {
    listeners.add(new Listener(listener));
  }

  /**
   * Why no newer version can come now, and since when, in one line; empty when nothing is in the
   * way. The current version stays in any case.
   */
  public Optional<String> obstacle() {
    return follower.obstacle();
  }

  /** Versions and records of the model that were passed over, or left for what followed them. */
  public long unreadable() {
    return follower.unreadable() + versions.left();
  }

  /** Stops reading; the current version stays. */
  @Override
  public void close() {
    follower.close();
  }

  private String passedOver() {
    return unreadable() == 0
        ? ""
        : ": the log says why %d of its records were passed over".formatted(unreadable());
  }

  private long version() {
    final ModelVersion now = current;
    return now == null ? 0 : now.version();
  }

  private final class Swapping implements SnapshotSink<ModelHead> {
    private boolean told; // that the model of the current version is deleted

    @Override
    public void accept(final Snapshot<ModelHead> snapshot) {
      versions.accept(snapshot);
    }

    /** What is current stays: a service goes on, and takes a later model of the name. */
    @Override
    public void deleted(final String name) {
      versions.delete();
      if (current != null && !told) {
        LOG.warn("model {} is deleted: version {} stays until a newer one comes", name, version());
        told = true;
      }
    }

    /** Swaps in what has been read, and tells the listeners, those too that came late. */
    @Override
    public void caughtUp() {
      final Optional<ModelVersion> next = versions.take();
      if (next.isPresent()) {
        synchronized (swapped) {
          current = next.get();
          swapped.notifyAll();
        }
        told = false;
      }
      if (current != null) {
        listeners.forEach(listener -> listener.tell(current));
      }
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
