package org.majorant.stream;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.common.IsolationLevel;
import org.majorant.majorize.BroadcastBase;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.SurrogateHead;
import org.majorant.store.Newest;
import org.majorant.store.Snapshot;
import org.majorant.store.SnapshotFollower;
import org.majorant.store.SnapshotFormat;
import org.majorant.store.SnapshotReader;
import org.majorant.store.SnapshotSink;
import org.majorant.store.StoreException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Follows the surrogate topic, one an instance of the application. */
public final class KafkaBaseFeed implements BaseFeed, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(KafkaBaseFeed.class);

  /** A transaction that a killed process left open ends sooner. */
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final Supplier<Consumer<byte[], byte[]>> consumers;
  private final Supplier<Consumer<byte[], byte[]>> uncommitted;
  private final ModelSpec spec;
  private final Newest<SurrogateHead, BroadcastBase> newest =
      new Newest<>(SnapshotFormat.SURROGATES);
  private final SnapshotFollower<SurrogateHead> follower;
  private volatile BroadcastBase current;

  private KafkaBaseFeed(
      final Supplier<Consumer<byte[], byte[]>> consumers,
      final Supplier<Consumer<byte[], byte[]>> uncommitted,
      final ModelSpec spec) {
    this.consumers = consumers;
    this.uncommitted = uncommitted;
    this.spec = spec;
    follower =
        new SnapshotFollower<>(
            "majorant-base-feed",
            SnapshotFormat.SURROGATES,
            spec.getModel()::equals,
            consumers,
            new Swapping());
  }

  /**
   * Reads to the end of the topic as it is now, then goes on in the background.
   *
   * @throws StoreException where there is no broker or no topic
   */
  public static KafkaBaseFeed start(final Map<?, ?> clientConfig, final ModelSpec spec) {
    return start(
        () -> SnapshotReader.consumer(clientConfig),
        () -> SnapshotReader.consumer(clientConfig, IsolationLevel.READ_UNCOMMITTED),
        spec);
  }

  /**
   * The same with consumers of the caller's making.
   *
   * @param uncommitted asked where the topic ends with what is in transactions
   */
  static KafkaBaseFeed start(
      final Supplier<Consumer<byte[], byte[]>> consumers,
      final Supplier<Consumer<byte[], byte[]>> uncommitted,
      final ModelSpec spec) {
    final KafkaBaseFeed feed = new KafkaBaseFeed(consumers, uncommitted, spec);
    feed.follower.startAtEnd();
    return feed;
  }

  @Override
  public Optional<BroadcastBase> current() {
    return Optional.ofNullable(current);
  }

  /** Mostly it is the newest one; else the topic is read once more, up to its end now. */
  @Override
  public Optional<BroadcastBase> find(final long known) {
    final Optional<BroadcastBase> newest = current();
    if (newest.filter(base -> base.head().getBase() == known).isPresent()) {
      return newest;
    }
    final Newest<SurrogateHead, BroadcastBase> found = new Newest<>(SnapshotFormat.SURROGATES);
    final Reading reading = new Reading(found);
    try (SnapshotReader<SurrogateHead> reader =
            new SnapshotReader<>(
                SnapshotFormat.SURROGATES, consumers.get(), spec.getModel()::equals, PATIENCE);
        Consumer<byte[], byte[]> uncommitted = this.uncommitted.get()) {
      reader.readToEnd(
          uncommitted,
          snapshot -> {
            try {
              reading.accept(snapshot);
            } catch (final RuntimeException e) {
              LOG.debug("a base is skipped", e);
            }
          });
    }
    return found.take();
  }

  /** Why no newer base can come now, and since when, in one line; empty when one can. */
  public Optional<String> obstacle() {
    return follower.obstacle();
  }

  /** Bases and records of the topic that were passed over, or left for what followed them. */
  public long unreadable() {
    return follower.unreadable() + newest.left();
  }

  /** Lets operators see it. */
  void measure(final LearningMetrics metrics) {
    metrics.gauge(
        "majorant.broker.answer.age.seconds",
        "How long ago a broker answered the instance last",
        () -> follower.sinceAnswer().toMillis() / 1e3);
    metrics.gauge(
        "majorant.base.number",
        "Newest base that this instance has read; NaN before the first",
        () -> current().<Number>map(base -> base.head().getBase()).orElse(Double.NaN));
    metrics.counter(
        "majorant.unreadable.bases",
        "Bases and their records that this instance could not read",
        this,
        KafkaBaseFeed::unreadable);
  }

  @Override
  public void close() {
    follower.close();
  }

  /** The bases of the topic, one after the other. */
  private class Reading implements SnapshotSink<SurrogateHead> {
    private final Newest<SurrogateHead, BroadcastBase> newest;
    private BroadcastBase last; // that could be read; null: none yet

    Reading(final Newest<SurrogateHead, BroadcastBase> newest) {
      this.newest = newest;
    }

    @Override
    public void accept(final Snapshot<SurrogateHead> snapshot) {
      if (BroadcastBase.isOf(snapshot, spec)) {
        last = BroadcastBase.after(last, snapshot, spec);
        newest.accept(snapshot.head(), last);
      }
    }
  }

  private final class Swapping extends Reading {
    Swapping() {
      super(newest);
    }

    @Override
    public void caughtUp() {
      newest.take().ifPresent(base -> current = base);
    }
  }
}
