package org.majorant.log;

import java.time.Duration;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.ExecutionException;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListConsumerGroupOffsetsOptions;
import org.apache.kafka.clients.admin.ListConsumerGroupOffsetsSpec;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/**
 * Reads gaps with a plain read_committed consumer for each call: it takes part in no group, commits
 * nothing, and is closed without waiting. The questions about topics and offsets come many times a
 * second, so one client is kept for all of them. Safe for use by many threads.
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
  private final KafkaGapLog clients; // who keeps them: this one, but where it is another group's
  private Admin admin; // null until somebody asks
  private Consumer<byte[], byte[]> kept; // likewise

  /**
   * @param clientConfig how to reach the brokers
   * @param applicationId the group whose committed offsets are asked for
   */
  public KafkaGapLog(final Map<?, ?> clientConfig, final String applicationId) {
    clientConfig.forEach((name, value) -> config.put(name.toString(), value));
    group = applicationId;
    clients = this;
  }

  private KafkaGapLog(final KafkaGapLog clients, final String group) {
    config.putAll(clients.config);
    this.group = group;
    this.clients = clients;
  }

  /** The same log as another group has read it, which is closed with this one. */
  public KafkaGapLog of(final String otherGroup) {
    return new KafkaGapLog(clients, otherGroup);
  }

  @Override
  public long replay(
      final TopicPartition partition, final long from, final long to, final RecordSink sink) {
    final long end = Math.min(to, endOfAll(partition));
    final Consumer<byte[], byte[]> consumer = open();
    try {
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
    } finally {
      consumer.close(CloseOptions.timeout(Duration.ZERO));
    }
    return end;
  }

  @Override
  public long start(final TopicPartition partition) {
    return offset(partition, OffsetSpec.earliest(), IsolationLevel.READ_COMMITTED);
  }

  @Override
  public long at(final TopicPartition partition, final long time) {
    if (time < 0) {
      return start(partition);
    }
    final long found =
        offset(partition, OffsetSpec.forTimestamp(time), IsolationLevel.READ_COMMITTED);
    return found < 0 ? end(partition) : found;
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
    return from >= to ? new Readable(to, false) : clients.search(partition, from, to, patience);
  }

  private synchronized Readable search(
      final TopicPartition partition, final long from, final long to, final Duration patience) {
    if (kept == null) {
      kept = open();
    }
    final long begin = System.nanoTime();
    try {
      kept.assign(List.of(partition));
      kept.seek(partition, from);
      while (kept.position(partition) < to && System.nanoTime() - begin < patience.toNanos()) {
        final Iterator<ConsumerRecord<byte[], byte[]>> records = kept.poll(POLL).iterator();
        if (records.hasNext()) {
          final long first = records.next().offset();
          return new Readable(Math.min(first, to), first < to);
        }
      }
      return new Readable(Math.min(kept.position(partition), to), false);
    } finally {
      kept.unsubscribe();
    }
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
          answer(admin().describeTopics(List.of(name)).topicNameValues().get(name));
      return new Topic(topic.topicId().toString(), topic.partitions().size());
    } catch (final UnknownTopicOrPartitionException e) {
      return Topic.NONE;
    }
  }

  @Override
  public long[] ends(final String topic, final int partitions) {
    final List<TopicPartition> all =
        IntStream.range(0, partitions).mapToObj(p -> new TopicPartition(topic, p)).toList();
    final Map<TopicPartition, Long> ends =
        offsets(all, OffsetSpec.latest(), IsolationLevel.READ_COMMITTED);
    return all.stream().mapToLong(ends::get).toArray();
  }

  @Override
  public long end(final TopicPartition partition) {
    return offset(partition, OffsetSpec.latest(), IsolationLevel.READ_COMMITTED);
  }

  @Override
  public long endOfAll(final TopicPartition partition) {
    return offset(partition, OffsetSpec.latest(), IsolationLevel.READ_UNCOMMITTED);
  }

  private long offset(
      final TopicPartition partition, final OffsetSpec which, final IsolationLevel isolation) {
    return offsets(List.of(partition), which, isolation).get(partition);
  }

  private Map<TopicPartition, Long> offsets(
      final List<TopicPartition> partitions,
      final OffsetSpec which,
      final IsolationLevel isolation) {
    final Map<TopicPartition, OffsetSpec> question =
        partitions.stream().collect(Collectors.toMap(Function.identity(), partition -> which));
    final Map<TopicPartition, ListOffsetsResultInfo> answer =
        answer(admin().listOffsets(question, new ListOffsetsOptions(isolation)).all());
    final Map<TopicPartition, Long> offsets = new HashMap<>();
    answer.forEach((partition, found) -> offsets.put(partition, found.offset()));
    return offsets;
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
    return answer(
            admin()
                .listConsumerGroupOffsets(
                    Map.of(of, asked), new ListConsumerGroupOffsetsOptions().requireStable(true))
                .partitionsToOffsetAndMetadata(of))
        .get(partition);
  }

  /** What the brokers say, or their refusal, a KafkaException. */
  public static <T> T answer(final KafkaFuture<T> question) {
    try {
      return question.get();
    } catch (final ExecutionException e) {
      if (e.getCause() instanceof KafkaException refusal) {
        throw refusal;
      }
      throw new KafkaException(e.getCause());
    } catch (final InterruptedException e) {
      throw new InterruptException(e);
    }
  }

  Admin admin() {
    return clients.keptAdmin();
  }

  private synchronized Admin keptAdmin() {
    if (admin == null) {
      admin = Admin.create(config);
    }
    return admin;
  }

  private Consumer<byte[], byte[]> open() {
    final Map<String, Object> all = new HashMap<>(config);
    all.remove(ConsumerConfig.GROUP_INSTANCE_ID_CONFIG);
    all.remove(ConsumerConfig.GROUP_ID_CONFIG);
    all.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
    all.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "none");
    all.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, POLL_RECORDS);
    all.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false);
    all.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, IsolationLevel.READ_COMMITTED.toString());
    return new KafkaConsumer<>(all, new ByteArrayDeserializer(), new ByteArrayDeserializer());
  }

  @Override
  public synchronized void close() {
    if (kept != null) {
      kept.close(CloseOptions.timeout(Duration.ZERO));
      kept = null;
    }
    if (admin != null) {
      admin.close(Duration.ZERO);
      admin = null;
    }
  }
}
