package org.majorant.stream;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.Consumer;
import org.majorant.majorize.BroadcastBase;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.SurrogateHead;
import org.majorant.store.Snapshot;
import org.majorant.store.SnapshotFollower;
import org.majorant.store.SnapshotFormat;
import org.majorant.store.SnapshotReader;
import org.majorant.store.StoreException;

/** Follows the surrogate topic, one an instance of the application. */
public final class KafkaBaseFeed implements BaseFeed, AutoCloseable {
  private final ModelSpec spec;
  private final SnapshotFollower<SurrogateHead> follower;
  private volatile BroadcastBase current;

  private KafkaBaseFeed(final Supplier<Consumer<byte[], byte[]>> consumers, final ModelSpec spec) {
    this.spec = spec;
    follower =
        new SnapshotFollower<>(
            "majorant-base-feed",
            SnapshotFormat.SURROGATES,
            spec.getModel()::equals,
            consumers,
            this::accept);
  }

  /**
   * Reads to the end of the topic as it is now, then goes on in the background.
   *
   * @throws StoreException where there is no broker or no topic
   */
  public static KafkaBaseFeed start(final Map<?, ?> clientConfig, final ModelSpec spec) {
    return start(() -> SnapshotReader.consumer(clientConfig), spec);
  }

  /** The same with consumers of the caller's making. */
  static KafkaBaseFeed start(
      final Supplier<Consumer<byte[], byte[]>> consumers, final ModelSpec spec) {
    final KafkaBaseFeed feed = new KafkaBaseFeed(consumers, spec);
    feed.follower.startAtEnd();
    return feed;
  }

  @Override
  public Optional<BroadcastBase> current() {
    return Optional.ofNullable(current);
  }

  @Override
  public synchronized BroadcastBase await(final long base, final Duration timeout) {
    final long end = System.nanoTime() + timeout.toNanos();
    while (current == null || current.head().getBase() < base) {
      final long left = (end - System.nanoTime()) / 1_000_000;
      if (left <= 0) {
        throw new IllegalStateException(
            obstacle().orElse("base " + base + " is not on the surrogate topic"));
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

  /** Why no newer base can come now, and since when, in one line; empty when one can. */
  public Optional<String> obstacle() {
    return follower.obstacle();
  }

  /** Bases and records of the topic that could not be read, and were passed over. */
  public long unreadable() {
    return follower.unreadable();
  }

  @Override
  public void close() {
    follower.close();
  }

  private synchronized void accept(final Snapshot<SurrogateHead> snapshot) {
    final SurrogateHead head = snapshot.head();
    final boolean newer = current == null || head.getBase() > current.head().getBase();
    if (newer && BroadcastBase.isOf(snapshot, spec)) {
      current = BroadcastBase.of(snapshot, spec);
      notifyAll();
    }
  }
}
