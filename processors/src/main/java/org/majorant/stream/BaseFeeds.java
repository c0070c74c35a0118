package org.majorant.stream;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.common.IsolationLevel;
import org.majorant.growth.SpecHistory;
import org.majorant.majorize.BaseFeed;
import org.majorant.majorize.BaseReader;
import org.majorant.majorize.SummarySource;
import org.majorant.majorize.UnreadBases;
import org.majorant.merge.Base;
import org.majorant.schema.SurrogateHead;
import org.majorant.store.Snapshot;
import org.majorant.store.SnapshotFollower;
import org.majorant.store.SnapshotFormat;
import org.majorant.store.SnapshotReader;
import org.majorant.store.SnapshotSink;
import org.majorant.store.StoreException;
import org.majorant.store.WantedModels;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Follows the surrogate topic for all models of an application, with one consumer and one thread. A
 * model that comes while the topic is followed has its older bases read by the caller first; what
 * the follower gives of it meanwhile waits.
 *
 * <p>It is longer than others, because the feeds of models and what they share are one thing.
 */
public final class BaseFeeds implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(BaseFeeds.class);

  /** A transaction that a killed process left open ends sooner. */
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final Supplier<Consumer<byte[], byte[]>> consumers;
  private final Supplier<Consumer<byte[], byte[]>> uncommitted;
  private final SummarySource summaries;
  private final Map<String, Feed> feeds = new ConcurrentHashMap<>();
  private final SnapshotFollower<SurrogateHead> follower;

  private BaseFeeds(
      final Supplier<Consumer<byte[], byte[]>> consumers,
      final Supplier<Consumer<byte[], byte[]>> uncommitted,
      final SummarySource summaries) {
    this.summaries = summaries;
    this.consumers = consumers;
    this.uncommitted = uncommitted;
    follower =
        new SnapshotFollower<>(
            "majorant-base-feed",
            SnapshotFormat.SURROGATES,
            feeds::containsKey,
            consumers,
            new Following());
  }

  /**
   * Reads to the end of the topic as it is now, then goes on in the background.
   *
   * @param summaries that bases refer to
   * @throws StoreException where there is no broker or no topic
   */
  public static BaseFeeds start(
      final Map<?, ?> clientConfig,
      final SummarySource summaries,
      final Collection<SpecHistory> specs) {
    return start(
        () -> SnapshotReader.consumer(clientConfig),
        () -> SnapshotReader.consumer(clientConfig, IsolationLevel.READ_UNCOMMITTED),
        summaries,
        specs);
  }

  /**
   * The same with consumers of the caller's making.
   *
   * @param uncommitted asked where the topic ends with what is in transactions
   */
  static BaseFeeds start(
      final Supplier<Consumer<byte[], byte[]>> consumers,
      final Supplier<Consumer<byte[], byte[]>> uncommitted,
      final SummarySource summaries,
      final Collection<SpecHistory> specs) {
    final BaseFeeds all = new BaseFeeds(consumers, uncommitted, summaries);
    specs.forEach(each -> all.feeds.put(each.spec().getModel(), all.new Feed(each, false)));
    all.follower.startAtEnd();
    return all;
  }

  /**
   * Follows more models, or other specs of the same ones, which have all that is on the topic when
   * it returns.
   *
   * @throws StoreException where no broker answers
   */
  public void add(final Collection<SpecHistory> specs) {
    if (specs.isEmpty()) {
      return;
    }
    final Map<String, Feed> added = new HashMap<>();
    specs.forEach(each -> added.put(each.spec().getModel(), new Feed(each, true)));
    feeds.putAll(added);
    readToEnd(
        added::containsKey, snapshot -> added.get(snapshot.head().getModel()).unread.add(snapshot));
    added.values().forEach(Feed::join);
  }

  /** Follows a model no longer. */
  public void remove(final String model) {
    feeds.remove(model);
  }

  /**
   * The bases of a model that is followed.
   *
   * @throws CannotLearn where the last one is of release 0.1, or of another spec
   */
  public Feed of(final String model) {
    final Feed feed = feeds.get(model);
    feed.require();
    return feed;
  }

  /** Why no newer base can come now, and since when, in one line; empty when one can. */
  public Optional<String> obstacle() {
    return follower.obstacle();
  }

  /** How long ago a broker answered last. */
  Duration sinceAnswer() {
    return follower.sinceAnswer();
  }

  private void readToEnd(final WantedModels models, final SnapshotSink<SurrogateHead> sink) {
    try (SnapshotReader<SurrogateHead> reader =
            new SnapshotReader<>(SnapshotFormat.SURROGATES, consumers.get(), models, PATIENCE);
        Consumer<byte[], byte[]> all = uncommitted.get()) {
      reader.readToEnd(all, sink);
    }
  }

  private static void tryToRead(final Runnable reading) {
    try {
      reading.run();
    } catch (final RuntimeException e) {
      LOG.debug("a base is skipped", e);
    }
  }

  @Override
  public void close() {
    follower.close();
  }

  /** Gives each model its bases. */
  private final class Following implements SnapshotSink<SurrogateHead> {
    private final Set<Feed> touched = new LinkedHashSet<>(); // since it had caught up last

    @Override
    public void accept(final Snapshot<SurrogateHead> snapshot) {
      final Feed feed = feeds.get(snapshot.head().getModel());
      if (feed != null) {
        touched.add(feed);
        feed.accept(snapshot);
      }
    }

    @Override
    public void caughtUp() {
      final List<Feed> all = List.copyOf(touched);
      touched.clear();
      RuntimeException failed = null; // by one model; the others go on
      for (final Feed each : all) {
        try {
          each.swap();
        } catch (final RuntimeException e) {
          failed = e;
        }
      }
      if (failed != null) {
        throw failed;
      }
    }
  }

  /** The bases of one model. They are read when the topic has been read to its end. */
  public final class Feed implements BaseFeed {
    private final SpecHistory history;
    private final BaseReader reader;
    private final UnreadBases unread = new UnreadBases();
    private List<Snapshot<SurrogateHead>> early; // while older ones are read; null: none are
    private volatile Base current;

    private Feed(final SpecHistory history, final boolean isLate) {
      this.history = history;
      reader = new BaseReader(history, summaries);
      early = isLate ? new ArrayList<>() : null;
    }

    private synchronized void accept(final Snapshot<SurrogateHead> snapshot) {
      if (early == null) {
        unread.add(snapshot);
      } else {
        early.add(snapshot);
      }
    }

    /** What is older has been read. */
    private synchronized void join() {
      early.forEach(unread::add);
      early = null;
      tryToRead(this::swap);
    }

    private synchronized void swap() {
      if (early != null) {
        return;
      }
      try {
        unread.read(reader, () -> readAll(reader));
      } finally {
        reader.take().ifPresent(base -> current = base);
      }
    }

    private void readAll(final BaseReader by) {
      readToEnd(
          history.spec().getModel()::equals, snapshot -> tryToRead(() -> by.accept(snapshot)));
    }

    private synchronized void require() {
      if (reader.isTooOld()) {
        throw new CannotLearn(
            ("what %s has learned is of release 0.1, which this release cannot read: have release"
                    + " 0.2.0 learn a record in between, or give the model another name in its spec,"
                    + " and it learns its input from the beginning")
                .formatted(history.spec().getModel()),
            null);
      }
    }

    /** Whether what was learned last under this name is of another spec. */
    synchronized boolean isOfAnother() {
      return reader.isOfAnother();
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
      final BaseReader reading = new BaseReader(history, summaries);
      readAll(reading);
      if (reading.isOfAnother()) { // what came after an older one would be merged by another spec
        throw new CannotLearn(
            "the newest base of %s is of another spec: this one has grown since"
                .formatted(history.spec().getModel()),
            null);
      }
      return reading.take();
    }

    @Override
    public void expect(final Base written) {
      reader.expect(written);
    }

    /** Bases and records of the topic that were passed over, or left for what followed them. */
    public long unreadable() {
      return follower.unreadable() + reader.left();
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
          Feed::unreadable);
    }
  }
}
