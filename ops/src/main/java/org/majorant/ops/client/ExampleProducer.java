package org.majorant.ops.client;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * Sends encoded examples to a topic, spread evenly over its partitions, at a steady rate.
 * Idempotent, so that each example is on the topic exactly once; without transactions, so that
 * offsets count examples.
 */
public final class ExampleProducer implements AutoCloseable {
  private final KafkaProducer<byte[], byte[]> producer;
  private final String topic;
  private final int partitions;
  private final double nanosEach;
  private final long start = System.nanoTime();
  private final AtomicReference<Exception> fault = new AtomicReference<>();
  private long sent;

  /**
   * @param client how to reach the brokers
   * @param rate examples a second; 0: as fast as it goes
   */
  public ExampleProducer(final Map<?, ?> client, final String topic, final double rate) {
    final Map<String, Object> config = new HashMap<>();
    client.forEach((name, value) -> config.put(name.toString(), value));
    config.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, true);
    // a fresh partition takes any first sequence number: were the first batch refused while the
    // second is under way, the first would be out of order for ever
    config.put(ProducerConfig.MAX_IN_FLIGHT_REQUESTS_PER_CONNECTION, 1);
    config.put(ProducerConfig.LINGER_MS_CONFIG, 20);
    config.put(ProducerConfig.BATCH_SIZE_CONFIG, 64 << 10);
    this.topic = topic;
    nanosEach = rate > 0 ? 1e9 / rate : 0;
    producer = new KafkaProducer<>(config, new ByteArraySerializer(), new ByteArraySerializer());
    partitions = producer.partitionsFor(topic).size();
  }

  /**
   * Sends one example, waiting for its turn.
   *
   * @throws CommandFailed where an earlier one could not be sent
   */
  public void send(final byte[] example) {
    if (fault.get() != null) {
      throw failed(fault.get());
    }
    final long due = start + (long) (sent * nanosEach);
    for (long left = due - System.nanoTime();
        left > 0 && !Thread.currentThread().isInterrupted();
        left = due - System.nanoTime()) {
      LockSupport.parkNanos(left);
    }
    final int partition = (int) (sent++ % partitions);
    producer.send(
        new ProducerRecord<>(topic, partition, null, example),
        (metadata, e) -> fault.compareAndSet(null, e));
  }

  /** Waits until all is on the topic. */
  public void flush() {
    producer.flush();
    if (fault.get() != null) {
      throw failed(fault.get());
    }
  }

  private CommandFailed failed(final Exception why) {
    return new CommandFailed(
        "cannot send to %s (%s): look for more with 'ops/majorant doctor'"
            .formatted(topic, why.getMessage()),
        why);
  }

  /** Examples sent so far. */
  public long sent() {
    return sent;
  }

  @Override
  public void close() {
    producer.close(Duration.ofSeconds(2));
  }
}
