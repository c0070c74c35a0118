package org.majorant.store;

import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.DoubleStream;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads the committed snapshots of a topic from its beginning on, or at one place, without a
 * consumer group. For one thread, but for {@link #wakeup}, {@link #isConnected}, {@link #answers}
 * and {@link #corrupt}.
 *
 * <p>It is longer than others, because each way to read a topic of snapshots is told here.
 *
 * @param <H> the head record
 */
public final class SnapshotReader<H extends SpecificRecord> implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(SnapshotReader.class);

  /** How long a broker may take to answer. */
  public static final Duration TIMEOUT = Duration.ofSeconds(10);

  /**
   * A broker answers a fetch after that long where nothing has come: {@link #answers} relies on it.
   */
  private static final int ANSWER_MILLIS = 500;

  /** A fetch brings a few blocks. With Kafka's default it brings one, and takes as long. */
  private static final int FETCH_BYTES = 4 * SnapshotFormat.BLOCK_BYTES;

  /** How many records of a partition are read first, from its end. */
  private static final long BACK_RECORDS = 64;

  private static final long BACK_FACTOR = 4;

  private static final Duration STEP = Duration.ofMillis(100);
  private static final Duration LATE = Duration.ofMillis(100);

  private final SnapshotFormat<H> format;
  private final WantedModels models;
  private final SnapshotAssembler<H> assembler;
  private final Consumer<byte[], byte[]> consumer;
  private final Duration timeout;
  private final Duration late;
  private long polled = System.nanoTime(); // when the last poll was over
  private boolean behind; // one was late, and no snapshot is complete since

  /**
   * Does not talk to the broker yet.
   *
   * @param consumer as {@link #consumer} makes it; closed with this reader
   * @param models which models to read
   * @param timeout how long a broker may take to answer
   */
  public SnapshotReader(
      final SnapshotFormat<H> format,
      final Consumer<byte[], byte[]> consumer,
      final WantedModels models,
      final Duration timeout) {
    this(format, consumer, models, timeout, LATE);
  }

  /**
   * The same.
   *
   * @param late how long after the last one a poll is late
   */
  SnapshotReader(
      final SnapshotFormat<H> format,
      final Consumer<byte[], byte[]> consumer,
      final WantedModels models,
      final Duration timeout,
      final Duration late) {
    this.late = late;
    this.format = format;
    this.models = models;
    this.assembler = new SnapshotAssembler<>(format, models);
    this.consumer = consumer;
    this.timeout = timeout;
  }

  /**
   * A consumer that reads snapshots as they must be read.
   *
   * @param config a Kafka client's properties: {@code bootstrap.servers}, security
   * @throws StoreException if they make no consumer
   */
  public static Consumer<byte[], byte[]> consumer(final Map<?, ?> config) {
    return consumer(config, IsolationLevel.READ_COMMITTED);
  }

  /** The same, but it may see what is still in transactions. */
  public static Consumer<byte[], byte[]> consumer(
      final Map<?, ?> config, final IsolationLevel isolation) {
    final Map<String, Object> all = new HashMap<>();
    config.forEach((name, value) -> all.put(name.toString(), value));
    all.keySet().removeAll(List.of("group.id", "group.instance.id"));
    all.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, isolation.toString());
    all.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
    all.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
    all.put(ConsumerConfig.FETCH_MAX_WAIT_MS_CONFIG, ANSWER_MILLIS);
    all.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false);
    all.putIfAbsent(ConsumerConfig.MAX_PARTITION_FETCH_BYTES_CONFIG, FETCH_BYTES);
    all.putIfAbsent(
        ConsumerConfig.RECEIVE_BUFFER_CONFIG, CommonClientConfigs.RECEIVE_BUFFER_LOWER_BOUND);
    try {
      return new KafkaConsumer<>(all, new ByteArrayDeserializer(), new ByteArrayDeserializer());
    } catch (final KafkaException e) {
      final Throwable why = e.getCause() == null ? e : e.getCause();
      throw new StoreException("correct the Kafka client's properties: " + why.getMessage(), e);
    }
  }

  /**
   * Reads up to the end of the topic as it is at the call.
   *
   * @param sink gets each complete snapshot, in the order in which they were written
   * @throws StoreException if there is no such topic, or no broker answers in time
   */
  public void readToEnd(final SnapshotSink<H> sink) {
    answered(
        () -> {
          assign();
          readOn(consumer, sink);
        });
  }

  /**
   * The same, but reads what is in transactions at the call, too: waits until these have ended.
   * What has not come then is not on the topic.
   *
   * @param uncommitted a consumer that sees them; stays open
   */
  public void readToEnd(final Consumer<byte[], byte[]> uncommitted, final SnapshotSink<H> sink) {
    try {
      assign();
      readOn(uncommitted, sink);
    } catch (final TimeoutException e) {
      throw new StoreException(
          "topic %s: no broker answers, or a transaction on it does not end within %s s: `majorant doctor` says more"
              .formatted(format.topic(), timeout.toMillis() / 1000.0),
          e);
    }
  }

  /**
   * The head of a model's newest snapshot or delta, empty where there is none. It is the last one
   * on the topic, which is read from its end back, further and further, until it is found. Whether
   * its blocks are there and right is not asked.
   *
   * @throws StoreException as in {@link #readToEnd(SnapshotSink)}
   */
  public Optional<H> newestHead(final String model) {
    final Map<Integer, H> last = new HashMap<>(); // by partition: more may have been added since
    answered(
        () -> {
          assign();
          final Map<TopicPartition, Long> ends =
              consumer.endOffsets(consumer.assignment(), timeout);
          final Map<TopicPartition, Long> begins =
              consumer.beginningOffsets(consumer.assignment(), timeout);
          final long most =
              ends.keySet().stream().mapToLong(p -> ends.get(p) - begins.get(p)).max().orElse(0);
          long records = 0;
          while (last.isEmpty() && records < most) {
            records = Math.max(BACK_RECORDS, BACK_FACTOR * records);
            for (final TopicPartition each : ends.keySet()) {
              consumer.seek(each, Math.max(begins.get(each), ends.get(each) - records));
            }
            readTo(ends, () -> takeHeads(model, last));
          }
        });
    return last.values().stream().max(Comparator.comparingLong(format::number));
  }

  private void takeHeads(final String model, final Map<Integer, H> last) {
    for (final ConsumerRecord<byte[], byte[]> record : consumer.poll(STEP)) {
      if (!isHead(record, model::equals)) {
        continue;
      }
      if (record.value() == null) {
        last.remove(record.partition());
      } else {
        assembler.head(record).ifPresent(head -> last.put(record.partition(), head));
      }
    }
  }

  private static boolean isHead(
      final ConsumerRecord<byte[], byte[]> record, final Predicate<String> models) {
    return SnapshotKey.parse(record.key())
        .filter(key -> key.block() == SnapshotKey.HEAD && models.test(key.place().model()))
        .isPresent();
  }

  /**
   * Waits for the next records. A reader that was slow with the last ones has many more behind
   * these. So if they complete a snapshot, it reads on to the end of the topic as it is then.
   * Otherwise it does not ask where the topic ends, because the answer would wait up to half a
   * second behind the fetch for more. If no broker answers, the records that have come are enough.
   *
   * @param wait the longest time to wait for records
   * @param sink gets each complete snapshot, in the order in which they were written
   * @throws StoreException if there is no such topic, or no broker answers in time at first
   */
  public void poll(final Duration wait, final SnapshotSink<H> sink) {
    answered(this::assign);
    behind |= System.nanoTime() - polled >= late.toNanos();
    if (take(wait, sink) && behind) {
      behind = false;
      try {
        readOn(consumer, sink);
      } catch (final TimeoutException e) {
        LOG.debug("topic {}: no answer from a broker", format.topic(), e);
      }
    }
    polled = System.nanoTime();
  }

  /**
   * Reads what lies at one place, which another reader has found. If it was overwritten since, the
   * sink gets nothing, or other snapshots of the model.
   *
   * @throws StoreException if no broker answers in time
   */
  public void read(final SnapshotPlace place, final SnapshotSink<H> sink) {
    final TopicPartition partition = new TopicPartition(format.topic(), place.partition());
    consumer.assign(List.of(partition));
    consumer.seek(partition, place.first());
    answered(() -> readTo(Map.of(partition, place.last() + 1), () -> take(STEP, sink)));
  }

  /** Reads up to where the topic ends now, in the eyes of a consumer. */
  private void readOn(final Consumer<byte[], byte[]> seer, final SnapshotSink<H> sink) {
    readTo(seer.endOffsets(consumer.assignment(), timeout), () -> take(STEP, sink));
  }

  private void readTo(final Map<TopicPartition, Long> ends, final Runnable step) {
    long heard = System.nanoTime();
    for (long left = left(ends), before = left; left > 0; before = left) {
      step.run();
      left = left(ends);
      if (left < before) {
        heard = System.nanoTime();
      } else if (System.nanoTime() - heard > timeout.toNanos()) {
        throw new TimeoutException("no progress");
      }
    }
  }

  /** Returns whether one or more snapshots are complete now. */
  private boolean take(final Duration wait, final SnapshotSink<H> sink) {
    boolean complete = false;
    for (final ConsumerRecord<byte[], byte[]> record : consumer.poll(wait)) {
      final Optional<Snapshot<H>> snapshot = assembler.accept(record);
      snapshot.ifPresent(sink::accept);
      complete |= snapshot.isPresent();
      if (record.value() == null && isHead(record, models::test)) {
        SnapshotFormat.modelOf(record.key()).ifPresent(sink::deleted);
      }
    }
    return complete;
  }

  /** Records and snapshots that were dropped because their bytes are wrong. */
  public long corrupt() {
    return assembler.corrupt();
  }

  /** What was wrong with the first of them, in one line; empty where there is none. */
  public Optional<String> firstFault() {
    return assembler.firstFault();
  }

  /**
   * Whether a broker is connected now. {@link #poll} does not say: it waits in silence until one is
   * back.
   */
  public boolean isConnected() {
    return metrics("connection-count").allMatch(count -> count > 0);
  }

  /**
   * How often brokers have answered; NaN where the consumer does not count it. While it is polled
   * and no broker stands still, this grows twice a second at least, even where nothing comes.
   */
  double answers() {
    return metrics("response-total").findFirst().orElse(Double.NaN);
  }

  private DoubleStream metrics(final String name) {
    return consumer.metrics().values().stream()
        .filter(metric -> metric.metricName().name().equals(name))
        .filter(metric -> metric.metricName().group().equals("consumer-metrics"))
        .mapToDouble(metric -> ((Number) metric.metricValue()).doubleValue());
  }

  /** Makes a reading thread throw {@link org.apache.kafka.common.errors.WakeupException}. */
  public void wakeup() {
    consumer.wakeup();
  }

  /** Closes the consumer; there is nothing to wait for. */
  @Override
  public void close() {
    consumer.close(CloseOptions.timeout(Duration.ZERO));
  }

  private void assign() {
    if (!consumer.assignment().isEmpty()) {
      return;
    }
    final List<TopicPartition> partitions =
        consumer.partitionsFor(format.topic(), timeout).stream()
            .map(partition -> new TopicPartition(partition.topic(), partition.partition()))
            .toList();
    if (partitions.isEmpty()) {
      throw new StoreException(
          "there is no topic " + format.topic() + ": create it with `majorant topics create`");
    }
    consumer.assign(partitions);
    consumer.seekToBeginning(partitions);
  }

  /** Offsets yet to pass. The position counts, not records: transaction markers are offsets too. */
  private long left(final Map<TopicPartition, Long> ends) {
    long left = 0;
    for (final Map.Entry<TopicPartition, Long> end : ends.entrySet()) {
      left += Math.max(0, end.getValue() - consumer.position(end.getKey(), timeout));
    }
    return left;
  }

  private void answered(final Runnable question) {
    try {
      question.run();
    } catch (final TimeoutException e) {
      throw new StoreException(
          String.format(
              "topic %s: no answer from a broker within %s s: start it or correct bootstrap.servers",
              format.topic(), timeout.toMillis() / 1000.0),
          e);
    }
  }
}
