package org.majorant.log;

import java.time.Duration;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/**
 * Reads gaps with a plain read_committed consumer for each call: it takes part in no group, commits
 * nothing, and is closed without waiting. Where partitions start and end is asked several times a
 * second, so one consumer is kept for these questions.
 */
public final class KafkaGapLog implements GapLog, AutoCloseable {
  /**
   * Records that a reader of the input topic takes at once. All of them are in the heap then, and a
   * compressed batch of some KB may unpack to hundreds of records of a megabyte each.
   */
  public static final int POLL_RECORDS = 50;

  private static final Duration POLL = Duration.ofMillis(100);

  private final Map<String, Object> config = new HashMap<>();
  private Consumer<byte[], byte[]> kept; // null until somebody asks

  /**
   * @param clientConfig how to reach the brokers
   * @param applicationId the group whose committed offsets are asked for
   */
  public KafkaGapLog(final Map<?, ?> clientConfig, final String applicationId) {
    clientConfig.forEach((name, value) -> config.put(name.toString(), value));
    config.remove(ConsumerConfig.GROUP_INSTANCE_ID_CONFIG);
    config.put(ConsumerConfig.GROUP_ID_CONFIG, applicationId);
    config.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
    config.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "none");
    config.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, POLL_RECORDS);
    config.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false);
  }

  @Override
  public void replay(
      final TopicPartition partition, final long from, final long to, final RecordSink sink) {
    final Consumer<byte[], byte[]> consumer = open();
    try {
      consumer.assign(List.of(partition));
      final long first = consumer.beginningOffsets(List.of(partition)).get(partition);
      final long start = Math.max(first, from);
      if (start > from) {
        sink.lost(from, Math.min(start, to));
      }
      if (start < to) {
        consumer.seek(partition, start);
      }
      while (start < to && consumer.position(partition) < to) {
        for (final ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
          if (record.offset() < to) {
            sink.accept(record);
          }
        }
      }
    } finally {
      consumer.close(CloseOptions.timeout(Duration.ZERO));
    }
  }

  @Override
  public synchronized long start(final TopicPartition partition) {
    return kept().beginningOffsets(List.of(partition)).get(partition);
  }

  @Override
  public synchronized boolean isReadable(
      final TopicPartition partition, final long from, final long to) {
    final Consumer<byte[], byte[]> consumer = kept();
    try {
      consumer.assign(List.of(partition));
      consumer.seek(partition, from);
      while (consumer.position(partition) < to) {
        final Iterator<ConsumerRecord<byte[], byte[]>> records = consumer.poll(POLL).iterator();
        if (records.hasNext()) {
          return records.next().offset() < to;
        }
      }
      return false;
    } finally {
      consumer.unsubscribe();
    }
  }

  /** A consumer that is new knows of partitions that are new. */
  @Override
  public int partitions(final String topic) {
    final Consumer<byte[], byte[]> consumer = open();
    try {
      return consumer.partitionsFor(topic).size();
    } finally {
      consumer.close(CloseOptions.timeout(Duration.ZERO));
    }
  }

  @Override
  public synchronized long[] ends(final String topic, final int partitions) {
    final List<TopicPartition> all =
        IntStream.range(0, partitions).mapToObj(p -> new TopicPartition(topic, p)).toList();
    final Map<TopicPartition, Long> ends = kept().endOffsets(all);
    return all.stream().mapToLong(ends::get).toArray();
  }

  @Override
  public long end(final TopicPartition partition) {
    return end(partition, open());
  }

  @Override
  public long endOfAll(final TopicPartition partition) {
    return end(partition, open(IsolationLevel.READ_UNCOMMITTED));
  }

  private static long end(final TopicPartition partition, final Consumer<byte[], byte[]> consumer) {
    try {
      return consumer.endOffsets(List.of(partition)).get(partition);
    } finally {
      consumer.close(CloseOptions.timeout(Duration.ZERO));
    }
  }

  @Override
  public OptionalLong committed(final TopicPartition partition) {
    final Consumer<byte[], byte[]> consumer = open();
    try {
      final OffsetAndMetadata offset = consumer.committed(Set.of(partition)).get(partition);
      return offset == null ? OptionalLong.empty() : OptionalLong.of(offset.offset());
    } finally {
      consumer.close(CloseOptions.timeout(Duration.ZERO));
    }
  }

  @Override
  public synchronized void close() {
    if (kept != null) {
      kept.close(CloseOptions.timeout(Duration.ZERO));
      kept = null;
    }
  }

  private Consumer<byte[], byte[]> kept() {
    if (kept == null) {
      kept = open();
    }
    return kept;
  }

  private Consumer<byte[], byte[]> open() {
    return open(IsolationLevel.READ_COMMITTED);
  }

  private Consumer<byte[], byte[]> open(final IsolationLevel isolation) {
    final Map<String, Object> all = new HashMap<>(config);
    all.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, isolation.toString());
    return new KafkaConsumer<>(all, new ByteArrayDeserializer(), new ByteArrayDeserializer());
  }
}
