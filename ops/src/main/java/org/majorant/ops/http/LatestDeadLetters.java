package org.majorant.ops.http;

import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.errors.WakeupException;
import org.majorant.ops.deadletters.DeadLetterLine;
import org.majorant.ops.deadletters.RejectedBytes;
import org.majorant.ops.deadletters.ReplayMark;
import org.majorant.ops.deadletters.StoredDeadLetter;
import org.majorant.schema.AvroSerde;
import org.majorant.schema.DeadLetter;
import org.majorant.schema.SchemaRegistry;
import org.majorant.store.SnapshotReader;
import org.majorant.store.Topics;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What {@code /api/dead-letters} says: the newest dead letters of the models that this process is
 * for, or of one of them, counted by reason, and the last of them. Those that were replayed are
 * left out ({@link ReplayMark}).
 *
 * <p>A thread of its own follows the topic, from a thousand records before the end that it has at
 * the start, so that each record is read once. Where it cannot be read, say without the right to,
 * the page shows what is known. The thread then tries again after a pause, which is twice as long
 * each time, from a second to ten minutes, and goes on where it was.
 */
final class LatestDeadLetters implements AutoCloseable {
  /** Letters and marks that are read at the start, and letters that are known at most. */
  static final int MOST = 1000;

  private static final Logger LOG = LoggerFactory.getLogger(LatestDeadLetters.class);
  private static final TopicPartition PARTITION = new TopicPartition(Topics.DEAD_LETTERS, 0);
  private static final int SHOWN = 3;
  private static final int CHARACTERS = 240; // of a value
  private static final Duration TIMEOUT = Duration.ofSeconds(5);
  private static final Duration POLL = Duration.ofMillis(500);
  private static final long LEAST_PAUSE_MILLIS = 1000;
  private static final long MOST_PAUSE_MILLIS = 600_000;

  private final Predicate<String> models;
  private final Supplier<Consumer<byte[], byte[]>> consumers;
  private final AvroSerde<DeadLetter> serde;
  private final RejectedBytes bytes;
  private final CountDownLatch closed = new CountDownLatch(1);
  private final Thread thread = new Thread(this::run, "majorant-page-dead-letters");
  private final SortedMap<Long, Known> letters = new TreeMap<>(); // guarded by itself
  private volatile Consumer<byte[], byte[]> following; // null: none
  private long next = -1; // offset; as pause, of the thread alone
  private long pause = LEAST_PAUSE_MILLIS;

  /**
   * @param models whose letters these are
   * @param client how to reach the brokers
   */
  LatestDeadLetters(final Predicate<String> models, final Map<?, ?> client) {
    this(models, SchemaRegistry.of(client), () -> SnapshotReader.consumer(client));
  }

  /** The same with consumers of the caller's making. */
  LatestDeadLetters(
      final Predicate<String> models,
      final SchemaRegistry registry,
      final Supplier<Consumer<byte[], byte[]>> consumers) {
    this.models = models;
    this.consumers = consumers;
    serde = AvroSerde.of(DeadLetter.class, registry, Topics.DEAD_LETTERS);
    bytes = new RejectedBytes(registry);
    thread.setDaemon(true);
  }

  /**
   * What is told of a dead letter.
   *
   * @param offset of the dead letter, by which {@code dead-letters show} finds it
   * @param rejected when, milliseconds since the epoch
   * @param reason as the metrics spell it
   * @param record where the rejected record is: topic, partition and offset
   * @param message why, in a line
   * @param value how the record's value begins, with nothing in it but what can be printed
   */
  record Letter(
      long offset, long rejected, String reason, String record, String message, String value) {}

  /** Of one model. */
  private record Known(String model, Letter letter) {}

  /**
   * What the page shows.
   *
   * @param count of the letters known, of which there are {@value #MOST} at most
   * @param reasons how many there are of each
   * @param letters the newest first
   */
  record Latest(long count, SortedMap<String, Long> reasons, List<Letter> letters) {}

  void addTo(final RoutesConfig routes) {
    routes.get("/api/dead-letters", this::answer);
  }

  /** Starts to read, and returns at once. */
  void start() {
    thread.start();
  }

  @Override
  public void close() {
    closed.countDown();
    final Consumer<byte[], byte[]> open = following;
    if (open != null) {
      open.wakeup();
    }
  }

  private void answer(final Context ctx) {
    ctx.json(latest(ctx.queryParam("model")));
  }

  /**
   * As it stands.
   *
   * @param model whose letters; null: all
   */
  Latest latest(final String model) {
    synchronized (letters) {
      final SortedMap<String, Long> reasons = new TreeMap<>();
      final List<Letter> newest = new ArrayList<>();
      for (final Known known : letters.values()) {
        if (model == null || model.equals(known.model)) {
          reasons.merge(known.letter.reason, 1L, Long::sum);
          newest.add(known.letter);
        }
      }
      Collections.reverse(newest);
      return new Latest(newest.size(), reasons, newest.subList(0, Math.min(SHOWN, newest.size())));
    }
  }

  private void run() {
    try {
      do {
        follow();
      } while (!closed.await(pause, TimeUnit.MILLISECONDS));
    } catch (final InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void follow() {
    try (Consumer<byte[], byte[]> consumer = consumers.get()) {
      following = consumer;
      consumer.assign(List.of(PARTITION));
      consumer.seek(PARTITION, next < 0 ? begin(consumer) : next);
      while (closed.getCount() > 0) {
        consumer.poll(POLL).forEach(this::read);
        next = consumer.position(PARTITION, TIMEOUT);
        pause = LEAST_PAUSE_MILLIS;
      }
    } catch (final WakeupException e) {
      LOG.debug("topic {}: closed", Topics.DEAD_LETTERS);
    } catch (final RuntimeException e) {
      LOG.info("topic {}: not on the page now: {}", Topics.DEAD_LETTERS, e.toString());
      pause = Math.min(2 * pause, MOST_PAUSE_MILLIS);
    } finally {
      following = null;
    }
  }

  private static long begin(final Consumer<byte[], byte[]> consumer) {
    final var all = List.of(PARTITION);
    return Math.max(
        consumer.beginningOffsets(all, TIMEOUT).get(PARTITION),
        consumer.endOffsets(all, TIMEOUT).get(PARTITION) - MOST);
  }

  private void read(final ConsumerRecord<byte[], byte[]> record) {
    if (record.value() == null) {
      ReplayMark.read(record.key()).ifPresent(mark -> remove(mark.letter()));
      return;
    }
    try {
      final DeadLetter letter = serde.decode(record.value());
      if (models.test(letter.getModel())) {
        add(new StoredDeadLetter(record.offset(), record.timestamp(), letter));
      }
    } catch (final SerializationException e) {
      LOG.debug("topic {}: no dead letter at offset {}", record.topic(), record.offset(), e);
    }
  }

  /** Takes a letter of one of these models. */
  void add(final StoredDeadLetter stored) {
    final DeadLetterLine line = DeadLetterLine.of(stored, null);
    final Letter letter =
        new Letter(
            line.offset(),
            line.rejected(),
            line.reason(),
            line.place(),
            line.message(),
            bytes.show(stored.value(), CHARACTERS, "…"));
    synchronized (letters) {
      letters.put(letter.offset, new Known(stored.letter().getModel(), letter));
      if (letters.size() > MOST) {
        letters.remove(letters.firstKey());
      }
    }
  }

  private void remove(final long letter) {
    synchronized (letters) {
      letters.remove(letter);
    }
  }
}
