package org.majorant.ops.read;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.majorant.log.InputRecord;
import org.majorant.ops.terminal.CommandFailed;

/**
 * The newest committed records of a topic, for who wants to know what is on it: by a plain consumer
 * that belongs to no group and commits nothing. All partitions have a part in them, an equal one as
 * far as they have as many records, and the records are in the order of their times.
 *
 * @param records the oldest first
 * @param isWhole whether none was left out because all of them together would be too large
 */
public record NewestRecords(List<ConsumerRecord<byte[], byte[]>> records, boolean isWhole) {
  /** Bytes of all records, so that a topic of large ones fits into the heap. */
  private static final long MOST_BYTES = 64L << 20;

  private static final Duration POLL = Duration.ofMillis(200);
  private static final Duration NOW = Duration.ZERO;

  /** Offsets of a partition. */
  private record Range(long from, long to) {
    long size() {
      return to - from;
    }
  }

  /**
   * @param client properties of a Kafka client
   * @param topic one that is there
   * @param most records
   * @param patience after which a broker that says nothing more has failed
   * @throws CommandFailed where it has
   */
  public static NewestRecords of(
      final Properties client, final String topic, final int most, final Duration patience) {
    final Consumer<byte[], byte[]> consumer = open(client, patience);
    try {
      final List<TopicPartition> partitions =
          consumer.partitionsFor(topic).stream()
              .map(info -> new TopicPartition(topic, info.partition()))
              .toList();
      final Map<TopicPartition, Range> ranges = ranges(consumer, partitions, most);
      consumer.assign(ranges.keySet());
      ranges.forEach((partition, range) -> consumer.seek(partition, range.from()));
      return read(consumer, ranges, topic, patience);
    } finally {
      consumer.close(CloseOptions.timeout(NOW));
    }
  }

  private static Consumer<byte[], byte[]> open(final Properties client, final Duration patience) {
    final Properties all = new Properties();
    all.putAll(client);
    all.remove(ConsumerConfig.GROUP_ID_CONFIG);
    all.remove(ConsumerConfig.GROUP_INSTANCE_ID_CONFIG);
    all.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, "false");
    all.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
    all.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, "false");
    all.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, IsolationLevel.READ_COMMITTED.toString());
    all.put(ConsumerConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, Long.toString(patience.toMillis()));
    return new KafkaConsumer<>(all, new ByteArrayDeserializer(), new ByteArrayDeserializer());
  }

  /** The last offsets of each partition that has any, which are as many together. */
  private static Map<TopicPartition, Range> ranges(
      final Consumer<byte[], byte[]> consumer,
      final List<TopicPartition> partitions,
      final int most) {
    final Map<TopicPartition, Long> begins = consumer.beginningOffsets(partitions);
    final Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
    final Map<TopicPartition, Range> all = new HashMap<>();
    partitions.forEach(each -> all.put(each, new Range(begins.get(each), ends.get(each))));
    all.values().removeIf(range -> range.size() <= 0);
    final List<TopicPartition> smallest = new ArrayList<>(all.keySet());
    smallest.sort(Comparator.comparing(partition -> all.get(partition).size()));
    long left = most;
    for (int i = 0; i < smallest.size(); i++) {
      final Range range = all.get(smallest.get(i));
      final int others = smallest.size() - i - 1;
      final long share = Math.min(range.size(), (left + others) / (others + 1));
      all.put(smallest.get(i), new Range(range.to() - share, range.to()));
      left -= share;
    }
    all.values().removeIf(range -> range.size() == 0);
    return all;
  }

  private static NewestRecords read(
      final Consumer<byte[], byte[]> consumer,
      final Map<TopicPartition, Range> ranges,
      final String topic,
      final Duration patience) {
    final List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
    long bytes = 0;
    long last = System.nanoTime();
    long places = -1;
    while (!isAtEnd(consumer, ranges) && bytes < MOST_BYTES) {
      for (final ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
        final Range range = ranges.get(new TopicPartition(record.topic(), record.partition()));
        if (record.offset() < range.to() && bytes < MOST_BYTES) {
          bytes += InputRecord.of(record).bytes();
          records.add(record);
        }
      }
      final long now = ranges.keySet().stream().mapToLong(consumer::position).sum();
      if (now > places) {
        places = now;
        last = System.nanoTime();
      } else if (System.nanoTime() - last > patience.toNanos()) {
        throw new CommandFailed(
            "the records of %s do not come: find the cause with 'ops/majorant doctor'"
                .formatted(topic));
      }
    }
    records.sort(Comparator.comparingLong(ConsumerRecord::timestamp));
    return new NewestRecords(records, bytes < MOST_BYTES);
  }

  private static boolean isAtEnd(
      final Consumer<byte[], byte[]> consumer, final Map<TopicPartition, Range> ranges) {
    return ranges.entrySet().stream()
        .allMatch(each -> consumer.position(each.getKey()) >= each.getValue().to());
  }
}
