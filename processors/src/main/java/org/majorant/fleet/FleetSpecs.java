package org.majorant.fleet;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.ApiException;
import org.apache.kafka.common.errors.WakeupException;
import org.majorant.schema.AppliedSpec;
import org.majorant.store.SnapshotReader;
import org.majorant.store.StoreException;
import org.majorant.store.Topics;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The models that a fleet has, followed on a thread of its own that no failure ends: after one, the
 * topic is read from its beginning again, behind a pause that is twice as long each time, from 0.1
 * s to 30 s. What the fleet has stays as it was meanwhile.
 *
 * <p>Who has a model may change although nothing comes, when another fleet or learner ends. So the
 * groups are asked for every two seconds, too.
 */
public final class FleetSpecs implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(FleetSpecs.class);
  private static final TopicPartition PARTITION = new TopicPartition(Topics.SPECS, 0);
  private static final Duration POLL = Duration.ofMillis(500);
  private static final Duration LOOK = Duration.ofSeconds(2);
  private static final Duration TIMEOUT = SnapshotReader.TIMEOUT;
  private static final long LEAST_PAUSE_MILLIS = 100;
  private static final long MOST_PAUSE_MILLIS = 30_000;
  private static final long CLOSE_MILLIS = 5000;

  private final FleetName fleet;
  private final ModelPatterns patterns;
  private final Supplier<Consumer<byte[], byte[]>> consumers;
  private final LiveGroups groups;
  private final LongSupplier clock;
  private final Thread thread;
  private final CountDownLatch closed = new CountDownLatch(1);
  private final CompletableFuture<Void> firstRead = new CompletableFuture<>();
  private volatile Consumer<byte[], byte[]> consumer; // null: none is open
  private volatile FleetView seen = FleetView.NOTHING;

  /** Null while the topic is followed. */
  private volatile String failure = "it is not read yet: try again in a moment";

  private volatile Instant since = now();

  private long pause; // for the thread alone

  /**
   * Does nothing until it is started.
   *
   * @param consumers makes a consumer as {@link SnapshotReader#consumer} does; called on the thread
   * @param groups likewise, and closed there
   * @param clock milliseconds since the epoch
   */
  FleetSpecs(
      final FleetName fleet,
      final ModelPatterns patterns,
      final Supplier<Consumer<byte[], byte[]>> consumers,
      final LiveGroups groups,
      final LongSupplier clock) {
    this.fleet = fleet;
    this.patterns = patterns;
    this.consumers = consumers;
    this.groups = groups;
    this.clock = clock;
    thread = new Thread(this::run, "majorant-fleet-specs");
    thread.setDaemon(true);
  }

  /**
   * Claims the models, reads the topic to its end, and goes on in the background.
   *
   * @param client how to reach the brokers
   * @param instance the name of this instance of the fleet
   * @throws StoreException where there is no broker or no topic
   * @throws FleetException where the fleet runs with other patterns
   */
  public static FleetSpecs start(
      final Map<?, ?> client,
      final FleetName fleet,
      final String instance,
      final ModelPatterns patterns) {
    try (Specs specs = new Specs(client)) {
      specs.claim(fleet, patterns);
    }
    final FleetSpecs specs =
        new FleetSpecs(
            fleet,
            patterns,
            () -> SnapshotReader.consumer(client),
            FleetMember.of(client, fleet, instance),
            System::currentTimeMillis);
    specs.startAtEnd();
    return specs;
  }

  /** Returns when the topic as it is now has been read; closes itself where that fails. */
  void startAtEnd() {
    thread.start();
    try {
      firstRead.join();
    } catch (final CompletionException e) {
      close();
      throw e.getCause() instanceof StoreException known
          ? known
          : new StoreException(why(e.getCause()), e.getCause());
    }
  }

  /**
   * The models that match and that nobody else has, by name; also those that are paused or are to
   * be deleted. It is an immutable snapshot, the same object as long as nothing changes.
   */
  public SortedMap<String, AppliedSpec> current() {
    return seen.current();
  }

  /** The models that match and that somebody else has, each with who that is. */
  public Map<String, String> taken() {
    return seen.taken();
  }

  /** Why what it has may be old or disputed, in one line; empty where it is not. */
  public Optional<String> obstacle() {
    final String why = failure;
    if (why != null) {
      return Optional.of(
          "topic %s has not been followed since %s: %s".formatted(Topics.SPECS, since, why));
    }
    return Optional.ofNullable(seen.conflict());
  }

  private void run() {
    try {
      do {
        readUntilFailure();
      } while (!closed.await(pause, TimeUnit.MILLISECONDS));
    } catch (final InterruptedException e) {
      LOG.warn("topic {}: interrupted, and not followed any more", Topics.SPECS);
    } finally {
      groups.close();
      firstRead.completeExceptionally(new StoreException("closed before the topic was read"));
    }
  }

  private void readUntilFailure() {
    final SpecsTable table = new SpecsTable();
    try (Closing opened = new Closing(consumers.get())) {
      consumer = opened.consumer;
      begin();
      readToEnd(table);
      look(table);
      followed();
      long looked = System.nanoTime();
      while (closed.getCount() > 0) {
        if (take(table, POLL) || System.nanoTime() - looked > LOOK.toNanos()) {
          look(table);
          looked = System.nanoTime();
        }
      }
    } catch (final WakeupException e) {
      LOG.debug("topic {}: closed", Topics.SPECS);
    } catch (final RuntimeException | Error e) {
      failed(e);
    } finally {
      consumer = null;
    }
  }

  /** There is nothing to wait for. */
  private record Closing(Consumer<byte[], byte[]> consumer) implements AutoCloseable {
    @Override
    public void close() {
      consumer.close(CloseOptions.timeout(Duration.ZERO));
    }
  }

  private void begin() {
    if (consumer.partitionsFor(Topics.SPECS, TIMEOUT).isEmpty()) {
      throw Specs.missing();
    }
    consumer.assign(List.of(PARTITION));
    consumer.seekToBeginning(List.of(PARTITION));
  }

  private void readToEnd(final SpecsTable table) {
    final long end = consumer.endOffsets(List.of(PARTITION), TIMEOUT).get(PARTITION);
    long heard = System.nanoTime();
    while (closed.getCount() > 0 && consumer.position(PARTITION, TIMEOUT) < end) {
      if (take(table, POLL)) {
        heard = System.nanoTime();
      } else if (System.nanoTime() - heard > TIMEOUT.toNanos()) {
        throw new StoreException(
            "no broker has sent it within %d s".formatted(TIMEOUT.toSeconds()));
      }
    }
  }

  /** Returns whether anything has come. */
  private boolean take(final SpecsTable table, final Duration wait) {
    final var records = consumer.poll(wait);
    records.forEach(table::accept);
    return !records.isEmpty();
  }

  /** Finds out which of the models the fleet has now. */
  private void look(final SpecsTable table) {
    final Owners owners =
        new Owners(
            table.claims(), groups.ask(table.groups(), table.joined()), fleet, clock.getAsLong());
    final FleetView now = FleetView.of(table, owners, fleet, patterns);
    if (!now.equals(seen)) {
      now.takenSince(seen).forEach(LOG::warn);
      seen = now;
    }
  }

  private void followed() {
    if (pause > 0) {
      LOG.info("topic {}: followed again", Topics.SPECS);
    }
    pause = 0;
    failure = null;
    firstRead.complete(null);
  }

  private void failed(final Throwable e) {
    pause = Math.min(Math.max(LEAST_PAUSE_MILLIS, 2 * pause), MOST_PAUSE_MILLIS);
    final String last = failure;
    final String why = why(e);
    if (last == null) {
      since = now();
    }
    failure = why;
    firstRead.completeExceptionally(e);
    if (why.equals(last)) {
      return;
    }
    if (isForPeople(e)) {
      LOG.warn("topic {}: not followed now: {}", Topics.SPECS, why);
    } else {
      LOG.warn("topic {}: not followed now", Topics.SPECS, e);
    }
  }

  private static String why(final Throwable e) {
    return (isForPeople(e) ? e.getMessage() : e.toString()).lines().findFirst().orElse("");
  }

  private static boolean isForPeople(final Throwable e) {
    return e instanceof StoreException || e instanceof ApiException;
  }

  private static Instant now() {
    return Instant.now().truncatedTo(ChronoUnit.SECONDS);
  }

  /** Follows no more; what it has stays as it is. The claim stays, too, until another fleet's. */
  @Override
  public void close() {
    closed.countDown();
    final Consumer<byte[], byte[]> reading = consumer;
    if (reading != null) {
      reading.wakeup();
    }
    try {
      thread.join(CLOSE_MILLIS);
    } catch (final InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
