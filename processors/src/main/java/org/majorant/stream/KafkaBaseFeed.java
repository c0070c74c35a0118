package org.majorant.stream;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.WakeupException;
import org.majorant.model.Fingerprint;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.SurrogateHead;
import org.majorant.store.Snapshot;
import org.majorant.store.SnapshotFormat;
import org.majorant.store.SnapshotReader;
import org.majorant.store.StoreException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads the surrogate topic on a thread of its own, one an instance of the application. */
public final class KafkaBaseFeed implements BaseFeed, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(KafkaBaseFeed.class);
  private static final Duration POLL = Duration.ofMillis(50);
  private static final Duration BACK_OFF = Duration.ofSeconds(1);

  private final Map<?, ?> clientConfig;
  private final ModelSpec spec;
  private final long fingerprint;
  private final Thread thread;
  private volatile SnapshotReader<SurrogateHead> reader;
  private volatile boolean closed;
  private volatile Broadcast current;

  private KafkaBaseFeed(final Map<?, ?> clientConfig, final ModelSpec spec) {
    this.clientConfig = clientConfig;
    this.spec = spec;
    fingerprint = Fingerprint.of(spec);
    thread = new Thread(this::run, "majorant-base-feed");
    thread.setDaemon(true);
    reader = open();
  }

  /**
   * Reads to the end of the topic as it is now, then goes on in the background.
   *
   * @throws StoreException where there is no broker or no topic
   */
  public static KafkaBaseFeed start(final Map<?, ?> clientConfig, final ModelSpec spec) {
    final KafkaBaseFeed feed = new KafkaBaseFeed(clientConfig, spec);
    try {
      feed.reader.readToEnd(feed::accept);
    } catch (final RuntimeException e) {
      feed.reader.close();
      throw e;
    }
    feed.thread.start();
    return feed;
  }

  @Override
  public Optional<Broadcast> current() {
    return Optional.ofNullable(current);
  }

  @Override
  public synchronized Broadcast await(final long base, final Duration timeout) {
    final long end = System.nanoTime() + timeout.toNanos();
    while (current == null || current.head().getBase() < base) {
      final long left = (end - System.nanoTime()) / 1_000_000;
      if (left <= 0) {
        throw new IllegalStateException("base " + base + " is not on the surrogate topic");
      }
      try {
        wait(left);
      } catch (final InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException("interrupted while waiting for base " + base, e);
      }
    }
    return current;
  }

  @Override
  public void close() {
    closed = true;
    reader.wakeup();
    try {
      thread.join(Duration.ofSeconds(2).toMillis());
    } catch (final InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private SnapshotReader<SurrogateHead> open() {
    return new SnapshotReader<>(
        SnapshotFormat.SURROGATES,
        SnapshotReader.consumer(clientConfig),
        spec.getModel()::equals,
        SnapshotReader.TIMEOUT);
  }

  private void run() {
    while (!closed) {
      try {
        reader.poll(POLL, this::accept);
      } catch (final WakeupException e) {
        // closed
      } catch (final KafkaException | StoreException e) {
        LOG.warn("base feed of {} starts again: {}", spec.getModel(), e.getMessage());
        reader.close();
        reader = open();
        pause();
      }
    }
    reader.close();
  }

  private void pause() {
    try {
      Thread.sleep(BACK_OFF.toMillis());
    } catch (final InterruptedException e) {
      Thread.currentThread().interrupt();
      closed = true;
    }
  }

  private synchronized void accept(final Snapshot<SurrogateHead> snapshot) {
    final SurrogateHead head = snapshot.head();
    final boolean newer = current == null || head.getBase() > current.head().getBase();
    if (newer && head.getSpec() == fingerprint) {
      current = Broadcast.of(snapshot, spec);
      notifyAll();
    }
  }
}
