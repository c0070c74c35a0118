package org.majorant.log;

import java.time.Duration;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.ListConsumerGroupOffsetsOptions;
import org.apache.kafka.clients.admin.ListConsumerGroupOffsetsSpec;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.consumer.OffsetAndTimestamp;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/**
 * Reads gaps with a plain read_committed consumer for each call: it takes part in no group, commits
 * nothing, and is closed without waiting. The questions about topics and offsets come many times a
 * second, so clients are kept for all of them, and so do short ranges that are read again. Safe for
 * use by many threads.
 *
 * <p>Where partitions begin and end is asked by consumers: the admin client of Kafka 4.3 remembers
 * who led a partition, and goes on asking that broker when it is gone (KAFKA-20673).
 */
public final class KafkaGapLog implements GapLog, AutoCloseable {

  /**
   * Records that a reader of the input topic takes at once. All of them are in the heap then, and a
   * compressed batch of some KB may unpack to hundreds of records of a megabyte each.
   */
  public static final int POLL_RECORDS = 50;

  private static final Duration POLL = Duration.ofMillis(100);
  private static final Duration FOREVER = Duration.ofNanos(Long.MAX_VALUE);

  private final Map<String, Object> config = new HashMap<>();
  private final String group;
  private final KeptAdmin admin;
  private final KeptConsumer reader;
  private final KeptConsumer committed;
  private final KeptConsumer written;
  private final KeptConsumer again;

  /**
   * @param clientConfig how to reach the brokers
   * @param applicationId the group whose committed offsets are asked for
   */
  public KafkaGapLog(final Map<?, ?> clientConfig, final String applicationId) {
    clientConfig.forEach((name, value) -> config.put(name.toString(), value));
    group = applicationId;
    admin = new KeptAdmin(config);
    reader = new KeptConsumer(config, IsolationLevel.READ_COMMITTED);
    committed = new KeptConsumer(config, IsolationLevel.READ_COMMITTED);
    written = new KeptConsumer(config, IsolationLevel.READ_UNCOMMITTED);
    again = new KeptConsumer(config, IsolationLevel.READ_COMMITTED);
  }

  private KafkaGapLog(final KafkaGapLog clients, final String group) {
    config.putAll(clients.config);
    this.group = group;
    admin = clients.admin;
    reader = clients.reader;
    committed = clients.committed;
    written = clients.written;
    again = clients.again;
  }

  /** The same log as another group has read it, which is closed with this one. */
  public KafkaGapLog of(final String otherGroup) {
    return new KafkaGapLog(this, otherGroup);
  }

  @Override
  public long replay(
      final TopicPartition partition, final long from, final long to, final RecordSink sink) {
    final Consumer<byte[], byte[]> consumer =
        KeptConsumer.open(config, IsolationLevel.READ_COMMITTED);
    try {
      return replay(consumer, partition, from, to, sink);
    } finally {
      consumer.close(CloseOptions.timeout(Duration.ZERO));
    }
  }

  /**
   * The same for short ranges that are read often, one after the other: the consumer is kept, and
   * the sink may not ask for another one. A partition that does not exist has no records: a broker
   * would not answer.
   */
  public void reread(
      final TopicPartition partition,
      final long from,
      final long to,
      final java.util.function.Consumer<ConsumerRecord<byte[], byte[]>> sink) {
    final int of = partition.partition();
    if (of < 0 || of >= topic(partition.topic()).partitions()) {
      return;
    }
    again.ask(
        consumer -> {
          try {
            return replay(consumer, partition, from, to, sink::accept);
          } finally {
            consumer.unsubscribe();
          }
        });
  }

  private long replay(
      final Consumer<byte[], byte[]> consumer,
      final TopicPartition partition,
      final long from,
      final long to,
      final RecordSink sink) {
    final long end = Math.min(to, endOfAll(partition));
    consumer.assign(List.of(partition));
    final long first = consumer.beginningOffsets(List.of(partition)).get(partition);
    final long start = Math.max(first, from);
    if (start > from) {
      sink.lost(from, Math.min(start, to));
    }
    if (start < end) {
      consumer.seek(partition, start);
    }
    while (start < end && consumer.position(partition) < end) {
      for (final ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
        if (record.offset() < end) {
          sink.accept(record);
        }
      }
      if (sink.isEnough()) {
        return Math.min(consumer.position(partition), end);
      }
    }
    return end;
  }

  @Override
  public long start(final TopicPartition partition) {
    return starts(List.of(partition)).get(partition);
  }

  private Map<TopicPartition, Long> starts(final List<TopicPartition> partitions) {
    return committed.ask(consumer -> consumer.beginningOffsets(partitions));
  }

  @Override
  public long at(final TopicPartition partition, final long time) {
    if (time < 0) {
      return start(partition);
    }
    final OffsetAndTimestamp found =
        committed.ask(consumer -> consumer.offsetsForTimes(Map.of(partition, time))).get(partition);
    return found == null ? end(partition) : found.offset();
  }

  @Override
  public boolean isReadable(final TopicPartition partition, final long from, final long to) {
    return readable(partition, from, Math.min(to, endOfAll(partition)), FOREVER).isFound();
  }

  /**
   * Looks for the first committed record of [from, to). Where there is none before {@code to}, a
   * reader of committed records that stands at {@code from} has nothing to read.
   *
   * @param patience after which it ends where it is
   */
  public Readable readable(
      final TopicPartition partition, final long from, final long to, final Duration patience) {
    return from >= to ? new Readable(to, false) : search(partition, from, to, patience);
  }

  private Readable search(
      final TopicPartition partition, final long from, final long to, final Duration patience) {
    final long begin = System.nanoTime();
    return reader.ask(
        consumer -> {
          try {
            consumer.assign(List.of(partition));
            consumer.seek(partition, from);
            while (consumer.position(partition) < to
                && System.nanoTime() - begin < patience.toNanos()) {
              final Iterator<ConsumerRecord<byte[], byte[]>> records =
                  consumer.poll(POLL).iterator();
              if (records.hasNext()) {
                final long first = records.next().offset();
                return new Readable(Math.min(first, to), first < to);
              }
            }
            return new Readable(Math.min(consumer.position(partition), to), false);
          } finally {
            consumer.unsubscribe();
          }
        });
  }

  /**
   * What a search for a record has found.
   *
   * @param offset of the record; where none is found, the one before which there is none
   */
  public record Readable(long offset, boolean isFound) {}

  @Override
  public Topic topic(final String name) {
    try {
      final TopicDescription topic =
          admin.ask(all -> all.describeTopics(List.of(name)).topicNameValues().get(name));
      return new Topic(topic.topicId().toString(), topic.partitions().size());
    } catch (final UnknownTopicOrPartitionException e) {
      return Topic.NONE;
    }
  }

  /** The first offset of each partition of a topic that is kept. */
  public long[] starts(final String topic, final int partitions) {
    return offsets(topic, partitions, this::starts);
  }

  @Override
  public long[] ends(final String topic, final int partitions) {
    return offsets(topic, partitions, all -> ends(committed, all));
  }

  @Override
  public long end(final TopicPartition partition) {
    return ends(committed, List.of(partition)).get(partition);
  }

  @Override
  public long endOfAll(final TopicPartition partition) {
    return ends(written, List.of(partition)).get(partition);
  }

  private static Map<TopicPartition, Long> ends(
      final KeptConsumer of, final List<TopicPartition> partitions) {
    return of.ask(consumer -> consumer.endOffsets(partitions));
  }

  private static long[] offsets(
      final String topic,
      final int partitions,
      final Function<List<TopicPartition>, Map<TopicPartition, Long>> question) {
    final List<TopicPartition> all =
        IntStream.range(0, partitions).mapToObj(p -> new TopicPartition(topic, p)).toList();
    final Map<TopicPartition, Long> offsets = question.apply(all);
    return all.stream().mapToLong(offsets::get).toArray();
  }

  @Override
  public OptionalLong committed(final TopicPartition partition) {
    final OffsetAndMetadata offset = committed(group, partition);
    return offset == null ? OptionalLong.empty() : OptionalLong.of(offset.offset());
  }

  @Override
  public OptionalLong first(final String of, final TopicPartition partition) {
    return FirstOffset.in(committed(of, partition));
  }

  /** As its transactions have left it: while one is about to end, the broker is asked again. */
  private OffsetAndMetadata committed(final String of, final TopicPartition partition) {
    final var asked = new ListConsumerGroupOffsetsSpec().topicPartitions(List.of(partition));
    return admin
        .ask(
            brokers ->
                brokers
                    .listConsumerGroupOffsets(
                        Map.of(of, asked),
                        new ListConsumerGroupOffsetsOptions().requireStable(true))
                    .partitionsToOffsetAndMetadata(of))
        .get(partition);
  }

  KeptAdmin admin() {
    return admin;
  }

  @Override
  public void close() {
    reader.close();
    committed.close();
    written.close();
    again.close();
    admin.close();
  }
}
