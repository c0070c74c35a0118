package org.majorant.ops.read;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.majorant.schema.ModelHead;
import org.majorant.store.SnapshotReader;
import org.majorant.store.StoreException;
import org.majorant.store.Topics;

/**
 * In which pass over the same examples a version is. Who sends examples again says so in a header
 * of each record, since losses of what was learned before are lower than those of what is new. The
 * last record that a version covers of each partition tells. Where it cannot be read, for it is
 * deleted or there is no right to, the pass stays the one that was known. Thread-safe.
 */
public final class Passes implements AutoCloseable {
  private static final String HEADER = "majorant-pass";
  private static final Duration PATIENCE = Duration.ofMillis(300);

  private final Supplier<Consumer<byte[], byte[]>> consumers;
  private Consumer<byte[], byte[]> consumer; // null before the first version
  private int known = 1;
  private Map<TopicPartition, Long> seen = Map.of(); // the offsets that told it

  /**
   * @param client how to reach the brokers
   */
  public Passes(final Map<?, ?> client) {
    this(() -> SnapshotReader.consumer(oneBatchEach(client)));
  }

  /** The same with consumers of the caller's making. */
  Passes(final Supplier<Consumer<byte[], byte[]>> consumers) {
    this.consumers = consumers;
  }

  private static Map<Object, Object> oneBatchEach(final Map<?, ?> client) {
    final Map<Object, Object> config = new HashMap<>(client);
    config.put(ConsumerConfig.MAX_PARTITION_FETCH_BYTES_CONFIG, 1);
    return config;
  }

  /** What a record of that pass has; the first needs none. */
  public static Header header(final int pass) {
    return new RecordHeader(HEADER, Integer.toString(pass).getBytes(US_ASCII));
  }

  /** The pass that a record is of; 1 where it does not say. */
  static int of(final ConsumerRecord<?, ?> record) {
    final Header header = record.headers().lastHeader(HEADER);
    final String pass =
        header == null || header.value() == null ? "" : new String(header.value(), US_ASCII);
    return pass.matches("[1-9]\\d{0,8}") ? Integer.parseInt(pass) : 1;
  }

  /** The pass of the newest records of a version, from 1; waits a moment for brokers. */
  public synchronized int of(final ModelHead head) {
    final Map<TopicPartition, Long> last =
        head.getLineage().stream()
            .filter(offset -> offset.getNext() > 0)
            .collect(
                Collectors.toMap(
                    offset ->
                        new TopicPartition(Topics.learned(head.getSpec()), offset.getPartition()),
                    offset -> offset.getNext() - 1));
    if (!last.isEmpty() && !last.equals(seen)) {
      try {
        final Map<TopicPartition, Integer> passes = read(last);
        passes.values().stream().max(Integer::compare).ifPresent(pass -> known = pass);
        seen = passes.size() < last.size() ? Map.of() : last;
      } catch (final KafkaException | StoreException e) {
        close();
      }
    }
    return known;
  }

  private Map<TopicPartition, Integer> read(final Map<TopicPartition, Long> last) {
    if (consumer == null) {
      consumer = consumers.get();
    }
    consumer.assign(last.keySet());
    last.forEach(consumer::seek);
    final Map<TopicPartition, Integer> passes = new HashMap<>();
    final long end = System.nanoTime() + PATIENCE.toNanos();
    for (long left = PATIENCE.toNanos();
        left > 0 && passes.size() < last.size();
        left = end - System.nanoTime()) {
      for (final ConsumerRecord<?, ?> record : consumer.poll(Duration.ofNanos(left))) {
        passes.putIfAbsent(new TopicPartition(record.topic(), record.partition()), of(record));
      }
    }
    return passes;
  }

  @Override
  public synchronized void close() {
    if (consumer != null) {
      consumer.close(CloseOptions.timeout(Duration.ZERO));
      consumer = null;
    }
  }
}
