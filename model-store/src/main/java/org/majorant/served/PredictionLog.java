package org.majorant.served;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.majorant.model.PointPredictor.PointPrediction;
import org.majorant.model.Prediction;
import org.majorant.schema.AvroSerde;
import org.majorant.schema.LabeledExample;
import org.majorant.schema.Point;
import org.majorant.schema.Served;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Logs what a service answers to a topic. Where the features that are learned are those that were
 * used to answer, training and serving cannot differ; where the probabilities are those that were
 * given, so are the losses that count.
 *
 * <p>The record's key is the example's id in UTF-8, by which a join finds its label. The value is
 * the example without a label, for the model that answered, with what was {@code served}.
 *
 * <p>A prediction waits for nothing: what the producer has no room for, or cannot send in time, is
 * dropped, counted and told. Thread-safe.
 *
 * <pre>{@code
 * try (PredictionLog log = PredictionLog.start(config, "served", Duration.ofSeconds(30))) {
 *   log.record("adult", example, predictor.predict(example));
 * }
 * }</pre>
 */
public final class PredictionLog implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(PredictionLog.class);
  private static final Duration CLOSING = Duration.ofSeconds(10);
  private static final long SILENCE = TimeUnit.MINUTES.toNanos(1); // between two lines of the log
  private static final long POLL_MILLIS = 20;

  private final Producer<byte[], byte[]> producer;
  private final String topic;
  private final AvroSerde<LabeledExample> serde = AvroSerde.of(LabeledExample.class);
  private final LongAdder logged = new LongAdder();
  private final Map<Reason, LongAdder> dropped = new HashMap<>();
  private final Map<Reason, AtomicLong> told = new HashMap<>(); // when, 0: never

  /** Why an answer is not logged. */
  public enum Reason {
    /** The example has no id, so that no label could be joined. */
    ID("its example has no id, by which its label could be joined: send an id with each example"),

    /** The answer is no probability for each label. */
    TASK("only answers to points are, which have a probability for each label"),

    /** The brokers did not take it in time, or there was no room to wait for them. */
    SEND("the brokers did not take it");

    private final String why;

    Reason(final String why) {
      this.why = why;
    }
  }

  /**
   * One with a producer of the caller's making, which should wait for nothing ({@code
   * max.block.ms=0}); it is closed with this log.
   */
  public PredictionLog(final Producer<byte[], byte[]> producer, final String topic) {
    this.producer = producer;
    this.topic = topic;
    for (final Reason reason : Reason.values()) {
      dropped.put(reason, new LongAdder());
      told.put(reason, new AtomicLong());
    }
  }

  /**
   * Starts a log, when the brokers have told where the topic is.
   *
   * @param config a Kafka client's properties: {@code bootstrap.servers}, security, {@code
   *     buffer.memory} for what waits to be sent
   * @throws KafkaException where the brokers do not tell in time, or refuse to
   */
  public static PredictionLog start(
      final Map<?, ?> config, final String topic, final Duration timeout)
      throws InterruptedException {
    final Map<String, Object> own = new HashMap<>();
    config.forEach((name, value) -> own.put(name.toString(), value));
    own.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, 0);
    // a topic that is not written to for a while would be forgotten, and the next answers dropped
    own.put(ProducerConfig.METADATA_MAX_IDLE_CONFIG, TimeUnit.DAYS.toMillis(3650));
    final ByteArraySerializer bytes = new ByteArraySerializer();
    final Producer<byte[], byte[]> producer = new KafkaProducer<>(own, bytes, bytes);
    try {
      awaitTopic(producer, topic, timeout);
      return new PredictionLog(producer, topic);
    } catch (final RuntimeException | InterruptedException e) {
      producer.close(Duration.ZERO);
      throw e;
    }
  }

  private static void awaitTopic(
      final Producer<byte[], byte[]> producer, final String topic, final Duration timeout)
      throws InterruptedException {
    final long end = System.nanoTime() + timeout.toNanos();
    while (true) {
      try {
        producer.partitionsFor(topic);
        return;
      } catch (final RetriableException e) {
        if (System.nanoTime() > end) {
          throw e;
        }
        Thread.sleep(POLL_MILLIS);
      }
    }
  }

  /**
   * Logs an answer, if it can be joined with a label. Never blocks.
   *
   * @param model that answered; others do not learn from the record
   * @param example as it was predicted
   */
  public void record(
      final String model, final LabeledExample example, final Prediction prediction) {
    if (!(prediction instanceof PointPrediction answer)) {
      drop(Reason.TASK, null);
    } else if (example.getId() == null) {
      drop(Reason.ID, null);
    } else {
      send(
          example.getId().getBytes(StandardCharsets.UTF_8),
          serde.encode(of(model, example, answer)));
    }
  }

  /** What is logged of an answer. */
  static LabeledExample of(
      final String model, final LabeledExample example, final PointPrediction answer) {
    final Point asked = (Point) example.getStructure();
    final Served served =
        new Served(answer.version(), List.copyOf(answer.probabilities().values()));
    return new LabeledExample(
        example.getId(),
        model,
        example.getWeight(),
        new Point(asked.getFeatures(), null, asked.getLogPrior(), served));
  }

  private void send(final byte[] key, final byte[] value) {
    try {
      producer.send(
          new ProducerRecord<>(topic, key, value),
          (place, e) -> {
            if (e == null) {
              logged.increment();
            } else {
              drop(Reason.SEND, e);
            }
          });
    } catch (final KafkaException | IllegalStateException e) { // closed meanwhile
      drop(Reason.SEND, e);
    }
  }

  private void drop(final Reason reason, final Exception cause) {
    dropped.get(reason).increment();
    final AtomicLong last = told.get(reason);
    final long before = last.get();
    final long now = System.nanoTime() | 1; // 0 is never
    if ((before == 0 || now - before > SILENCE) && last.compareAndSet(before, now)) {
      LOG.warn(
          "an answer is not logged to {}: {}{}; {} so far",
          topic,
          reason.why,
          cause == null ? "" : " (" + cause.getMessage() + ")",
          dropped(reason));
    }
  }

  /** Answers that the brokers have. */
  public long logged() {
    return logged.sum();
  }

  /** Answers that are not logged. */
  public long dropped(final Reason reason) {
    return dropped.get(reason).sum();
  }

  /** Sends what waits, and ends; what cannot be sent in ten seconds is dropped, and told. */
  @Override
  public void close() {
    producer.close(CLOSING);
    final long lost = dropped(Reason.SEND);
    if (lost > 0) {
      LOG.warn("{} has {} answers; {} could not be sent", topic, logged(), lost);
    }
  }
}
