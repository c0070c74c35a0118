package org.majorant.stream;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.common.IsolationLevel;
import org.majorant.majorize.BaseReader;
import org.majorant.merge.Base;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.SurrogateHead;
import org.majorant.store.SnapshotFollower;
import org.majorant.store.SnapshotFormat;
import org.majorant.store.SnapshotReader;
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
  private final Swapping newest;
  private final SnapshotFollower<SurrogateHead> follower;
  private volatile Base current;

  private KafkaBaseFeed(
      final Supplier<Consumer<byte[], byte[]>> consumers,
      final Supplier<Consumer<byte[], byte[]>> uncommitted,
      final ModelSpec spec) {
    this.consumers = consumers;
    this.uncommitted = uncommitted;
    this.spec = spec;
    newest = new Swapping(spec);
    follower =
        new SnapshotFollower<>(
            "majorant-base-feed",
            SnapshotFormat.SURROGATES,
            spec.getModel()::equals,
            consumers,
            newest);
  }

  /**
   * Reads to the end of the topic as it is now, then goes on in the background.
   *
   * @throws StoreException where there is no broker or no topic
   * @throws CannotLearn where the last base is of release 0.1
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
    if (feed.newest.isTooOld()) {
      feed.close();
      throw new CannotLearn(
          ("what %s has learned is of release 0.1, which this release cannot read: have release"
                  + " 0.2.0 learn a record in between, or give the model another name in its spec,"
                  + " and it learns its input from the beginning")
              .formatted(spec.getModel()),
          null);
    }
    return feed;
  }

  @Override
  public Optional<Base> current() {
    return Optional.ofNullable(current);
  }

  /** Mostly it is the newest one; else the topic is read once more, up to its end now. */
  @Override
  public Optional<Base> find(final long known) {
    final Optional<Base> newest = current();
    if (newest.filter(base -> base.head().getBase() == known).isPresent()) {
      return newest;
    }
    final BaseReader reading = new BaseReader(spec);
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
    return reading.newest().take();
  }

  /** Why no newer base can come now, and since when, in one line; empty when one can. */
  public Optional<String> obstacle() {
    return follower.obstacle();
  }

  /** Bases and records of the topic that were passed over, or left for what followed them. */
  public long unreadable() {
    return follower.unreadable() + newest.newest().left();
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

  private final class Swapping extends BaseReader {
    Swapping(final ModelSpec spec) {
      super(spec);
    }

    @Override
    public void caughtUp() {
      newest().take().ifPresent(base -> current = base);
    }
  }
}
