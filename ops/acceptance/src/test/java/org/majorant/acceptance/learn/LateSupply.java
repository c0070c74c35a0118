package org.majorant.acceptance.learn;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Sends events at a steady rate, and each label when it is due, on a thread of its own. */
public final class LateSupply implements AutoCloseable {
  private static final int PATIENCE_MILLIS = 600_000;

  private final KafkaProducer<byte[], byte[]> producer;
  private final LateStream stream;
  private final double rate;
  private final long most;
  private final Queue<LateStream.Due> due =
      new PriorityQueue<>(Comparator.comparingLong(LateStream.Due::at));
  private final Deque<Future<RecordMetadata>> underWay = new ArrayDeque<>();
  private final CompletableFuture<Long> done;
  private volatile long sent;
  private volatile boolean enough;

  /**
   * @param client how to reach the brokers
   * @param rate events a second
   * @param most so many events at most
   */
  public LateSupply(
      final Map<String, Object> client,
      final LateStream stream,
      final double rate,
      final long most) {
    this.stream = stream;
    this.rate = rate;
    this.most = most;
    final Map<String, Object> config = new HashMap<>(client);
    config.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, true);
    config.put(ProducerConfig.MAX_IN_FLIGHT_REQUESTS_PER_CONNECTION, 1);
    config.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, PATIENCE_MILLIS);
    config.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, PATIENCE_MILLIS);
    final ByteArraySerializer bytes = new ByteArraySerializer();
    producer = new KafkaProducer<>(config, bytes, bytes);
    done = CompletableFuture.supplyAsync(this::send);
  }

  /** Events that have been sent so far. */
  public long sent() {
    return sent;
  }

  /**
   * Sends no more events, waits until all labels are on their topic, and returns how many events
   * were sent.
   */
  public long finish() {
    enough = true;
    return done.join();
  }

  /** Waits until all events and labels are sent; returns how many events that is. */
  public long await() {
    return done.join();
  }

  private long send() {
    try {
      final long begin = System.currentTimeMillis();
      while (!enough && sent < most) {
        final long time = begin + (long) (1000 * sent / rate);
        sendLabels(time);
        sleepUntil(time);
        final LateStream.Drawn next = stream.at(sent, time);
        underWay.add(producer.send(next.event()));
        due.addAll(next.labels());
        sent++;
      }
      sendLabels(Long.MAX_VALUE);
      producer.flush();
      confirm(0);
      return sent;
    } catch (final Exception e) {
      throw new AssertionError("the producer failed", e);
    }
  }

  private void sendLabels(final long until) throws Exception {
    while (!due.isEmpty() && due.peek().at() < until) {
      sleepUntil(due.peek().at());
      underWay.add(producer.send(due.poll().label()));
      confirm(10_000);
    }
  }

  private static void sleepUntil(final long time) throws InterruptedException {
    Thread.sleep(Math.max(0, time - System.currentTimeMillis()));
  }

  /** Waits until no more than so many are not confirmed. */
  private void confirm(final int most) throws Exception {
    while (underWay.size() > most || !underWay.isEmpty() && underWay.peek().isDone()) {
      underWay.poll().get();
    }
  }

  @Override
  public void close() {
    enough = true;
    producer.close(Duration.ZERO);
  }
}
