package org.majorant.log;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/**
 * A consumer that the first question opens, and that answers one after the other. It takes part in
 * no group and commits nothing. Safe for use by many threads.
 */
final class KeptConsumer implements AutoCloseable {
  private final Map<String, Object> config;
  private final IsolationLevel isolation;
  private volatile Consumer<byte[], byte[]> consumer; // null until somebody asks
  private volatile boolean closed;

  /**
   * @param config how to reach the brokers
   * @param isolation whether it sees what is still in transactions
   */
  KeptConsumer(final Map<String, Object> config, final IsolationLevel isolation) {
    this.config = config;
    this.isolation = isolation;
  }

  /**
   * Asks it.
   *
   * @throws KafkaException a broker's refusal, that none answers, or that this is closed meanwhile
   */
  synchronized <T> T ask(final Function<Consumer<byte[], byte[]>, T> question) {
    if (closed) {
      throw new KafkaException("asked after it was closed");
    }
    if (consumer == null) {
      consumer = open(config, isolation);
    }
    return question.apply(consumer);
  }

  /** A consumer of the same kind for one use. */
  static Consumer<byte[], byte[]> open(
      final Map<String, Object> config, final IsolationLevel isolation) {
    final Map<String, Object> all = new HashMap<>(config);
    all.remove(ConsumerConfig.GROUP_INSTANCE_ID_CONFIG);
    all.remove(ConsumerConfig.GROUP_ID_CONFIG);
    all.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
    all.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "none");
    all.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, KafkaGapLog.POLL_RECORDS);
    all.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false);
    all.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, isolation.toString());
    return new KafkaConsumer<>(all, new ByteArrayDeserializer(), new ByteArrayDeserializer());
  }

  /** Ends the question that is being answered, too. */
  @Override
  public void close() {
    closed = true;
    final Consumer<byte[], byte[]> asked = consumer;
    if (asked != null) {
      asked.wakeup();
      synchronized (this) {
        asked.close(CloseOptions.timeout(Duration.ZERO));
      }
    }
  }
}
