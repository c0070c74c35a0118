package org.majorant.store;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.common.errors.WakeupException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Follows a topic of snapshots on a thread of its own: reads to the end, and then what comes, until
 * it is closed. Whoever needs the newest snapshot depends on this thread, so no failure ends it,
 * and while it does not follow, {@link #obstacle} says why. There are two kinds of failure:
 *
 * <ul>
 *   <li>A snapshot that the sink cannot read will not be better the next time. It is passed over
 *       and counted, and the next one is read.
 *   <li>Everything else may pass: a network, a broker, a topic or a registry that is not there, or
 *       an error of the JVM. The consumer is closed, and after a pause a new one reads the topic
 *       from its beginning. The pause is twice as long each time, from 0.1 s to 30 s.
 * </ul>
 *
 * @param <H> the head record
 */
public final class SnapshotFollower<H extends SpecificRecord> implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(SnapshotFollower.class);

  /** Without an answer for so long, a broker stands still or cannot be reached. */
  private static final Duration SILENCE = Duration.ofSeconds(10);

  private static final Duration POLL = Duration.ofMillis(500);
  private static final long LEAST_PAUSE_MILLIS = 100;
  private static final long MOST_PAUSE_MILLIS = 30_000;
  private static final long CLOSE_MILLIS = 5000;

  private final SnapshotFormat<H> format;
  private final WantedModels models;
  private final Supplier<Consumer<byte[], byte[]>> consumers;
  private final SnapshotSink<H> sink;
  private final BrokerAnswers answers;
  private final Taking taking = new Taking();
  private final Thread thread;
  private final CountDownLatch closed = new CountDownLatch(1);
  private final CompletableFuture<Void> firstRead = new CompletableFuture<>();
  private final AtomicLong unreadable = new AtomicLong();
  private volatile SnapshotReader<H> reader;

  /** Null while the topic is followed. */
  private volatile Failure failure = new Failure("it is not read yet: try again in a moment");

  /** Of snapshots passed over; as all below, for the thread alone. */
  private final SnapshotAssembler.ToldFaults told = new SnapshotAssembler.ToldFaults();

  private long corrupt;
  private long pause;
  private boolean silent; // as it was told last

  /**
   * @param since when the first of the failures without a success between them was
   */
  private record Failure(String why, Instant since) {
    Failure(final String why) {
      this(why, Instant.now().truncatedTo(ChronoUnit.SECONDS));
    }
  }

  /**
   * Does nothing until it is started.
   *
   * @param name of the thread
   * @param models which models to read
   * @param consumers makes a consumer as {@link SnapshotReader#consumer} does; called on the thread
   *     at the start and after each failure, and may fail itself
   */
  public SnapshotFollower(
      final String name,
      final SnapshotFormat<H> format,
      final WantedModels models,
      final Supplier<Consumer<byte[], byte[]>> consumers,
      final SnapshotSink<H> sink) {
    this(name, format, models, consumers, sink, new BrokerAnswers(SILENCE, System::nanoTime));
  }

  /** The same, with a clock and a patience of the caller's. */
  SnapshotFollower(
      final String name,
      final SnapshotFormat<H> format,
      final WantedModels models,
      final Supplier<Consumer<byte[], byte[]>> consumers,
      final SnapshotSink<H> sink,
      final BrokerAnswers answers) {
    this.answers = answers;
    this.format = format;
    this.models = models;
    this.consumers = consumers;
    this.sink = sink;
    thread = new Thread(this::run, name);
    thread.setDaemon(true);
  }

  /** Starts to follow, and returns at once. */
  public void start() {
    thread.start();
  }

  /**
   * Starts to follow, and returns when the topic as it is now has been read to its end.
   *
   * @throws StoreException where that fails at the first attempt; it is closed then
   */
  public void startAtEnd() {
    start();
    try {
      firstRead.join();
    } catch (final CompletionException e) {
      close();
      throw new StoreException(StoreException.why(e.getCause()), e.getCause());
    }
  }

  /** Why the topic is not followed now, and since when, in one line; empty while it is. */
  public Optional<String> obstacle() {
    if (thread.getState() == Thread.State.TERMINATED) {
      return Optional.of(
          "topic %s is not followed any more, for its thread has ended: start the process again"
              .formatted(format.topic()));
    }
    final Failure last = failure;
    if (last != null) {
      return Optional.of(
          "topic %s has not been followed since %s: %s"
              .formatted(format.topic(), last.since, last.why));
    }
    return answers
        .silence()
        .or(() -> reader.isConnected() ? Optional.empty() : Optional.of("no broker is connected"))
        .map(
            why ->
                "topic %s is not followed now: %s: start it or its network"
                    .formatted(format.topic(), why));
  }

  /** How long ago a broker answered last, by a clock that nobody sets. */
  public Duration sinceAnswer() {
    return answers.age();
  }

  /** Whether that is so long ago that what brokers said may not hold any more. */
  public boolean isSilent() {
    return answers.silence().isPresent();
  }

  /** Records and snapshots that could not be read; what is read again is counted again. */
  public long unreadable() {
    return unreadable.get();
  }

  /** Follows no more; does not wait for a pause to end. */
  @Override
  public void close() {
    closed.countDown();
    final SnapshotReader<H> reading = reader;
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
      } while (!closed.await(pause, TimeUnit.MILLISECONDS));
    } catch (final InterruptedException e) {
      LOG.warn("topic {}: interrupted, and not followed any more", format.topic());
    } finally {
      firstRead.completeExceptionally(new StoreException("closed before the topic was read"));
    }
  }

  private void readUntilFailure() {
    try (SnapshotReader<H> opened = open()) {
      opened.readToEnd(taking);
      settle(opened);
      followed();
      while (!closed()) {
        opened.poll(POLL, taking);
        settle(opened);
        tellSilence();
      }
    } catch (final WakeupException e) {
      LOG.debug("topic {}: closed", format.topic());
    } catch (final RuntimeException | Error e) {
      failed(e);
    }
  }

  private SnapshotReader<H> open() {
    final SnapshotReader<H> opened =
        new SnapshotReader<>(format, consumers.get(), models, SnapshotReader.TIMEOUT);
    reader = opened;
    answers.listenTo(opened);
    corrupt = 0;
    if (closed()) {
      opened.wakeup(); // close() found no reader to wake up
    }
    return opened;
  }

  private boolean closed() {
    return closed.getCount() == 0;
  }

  private void settle(final SnapshotReader<H> opened) {
    unreadable.addAndGet(opened.corrupt() - corrupt);
    corrupt = opened.corrupt();
    passOverWhatFails(sink::caughtUp);
  }

  private void tellSilence() {
    if (isSilent() == silent) {
      return;
    }
    silent = !silent;
    if (silent) {
      obstacle().ifPresent(LOG::warn);
    } else {
      LOG.info("topic {}: a broker answers again", format.topic());
    }
  }

  private void passOverWhatFails(final Runnable step) {
    try {
      step.run();
    } catch (final RuntimeException e) {
      unreadable.incrementAndGet();
      if (told.isNew(e.toString())) {
        LOG.warn(
            "topic {}: a snapshot cannot be read and is skipped; more like it are only counted",
            format.topic(),
            e);
      }
    }
  }

  private void followed() {
    if (pause > 0) {
      LOG.info("topic {}: followed again", format.topic());
    }
    pause = 0;
    failure = null;
    firstRead.complete(null);
  }

  private void failed(final Throwable e) {
    pause = Math.min(Math.max(LEAST_PAUSE_MILLIS, 2 * pause), MOST_PAUSE_MILLIS);
    final Failure last = failure;
    final Failure now = new Failure(StoreException.why(e));
    failure = last == null ? now : new Failure(now.why, last.since);
    firstRead.completeExceptionally(e);
    if (last != null && last.why.equals(now.why)) {
      return;
    }
    if (StoreException.isForPeople(e)) {
      LOG.warn("topic {}: not followed now: {}", format.topic(), now.why);
    } else {
      LOG.warn("topic {}: not followed now", format.topic(), e);
    }
  }

  /** Passes over what the sink cannot read. */
  private final class Taking implements SnapshotSink<H> {
    @Override
    public void accept(final Snapshot<H> snapshot) {
      passOverWhatFails(() -> sink.accept(snapshot));
    }

    @Override
    public void deleted(final String model) {
      sink.deleted(model);
    }
  }
}
