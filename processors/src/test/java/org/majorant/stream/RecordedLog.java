package org.majorant.stream;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.majorant.log.GapLog;
import org.majorant.store.Topics;

/** Topics of one partition each, in memory: what has been written, deleted, and committed. */
final class RecordedLog implements GapLog {
  private final Map<String, List<ConsumerRecord<byte[], byte[]>>> topics = new HashMap<>();
  private final Map<String, Long> begins = new HashMap<>();
  private final Map<String, Long> committed = new HashMap<>();
  private final Map<String, Long> first = new HashMap<>();
  private final List<Replay> replays = new ArrayList<>();
  private final Map<String, String> ids = new HashMap<>();
  private final Set<String> gone = new HashSet<>();
  private int starts;
  private Runnable atEnds = () -> {};

  /** A range that was read again. */
  record Replay(String topic, long from, long to) {}

  void append(final String topic, final byte[] key, final byte[] value, final long timestamp) {
    final ConsumerRecord<byte[], byte[]> record =
        new ConsumerRecord<>(
            topic,
            0,
            end(topic),
            timestamp,
            TimestampType.CREATE_TIME,
            -1,
            -1,
            key,
            value,
            new RecordHeaders(),
            Optional.empty());
    records(topic).add(record);
  }

  List<ConsumerRecord<byte[], byte[]>> records(final String topic) {
    return topics.computeIfAbsent(topic, name -> new ArrayList<>());
  }

  @Override
  public long end(final TopicPartition partition) {
    return end(partition.topic());
  }

  @Override
  public long endOfAll(final TopicPartition partition) {
    return end(partition.topic());
  }

  /** Offset of the next record. */
  long end(final String topic) {
    return records(topic).size();
  }

  void commit(final String topic, final long offset) {
    committed.put(topic, offset);
  }

  /** Where a group is to begin with a topic. */
  void first(final String group, final String topic, final long offset) {
    first.put(group + " " + topic, offset);
  }

  /** Retention deletes what is before that offset. */
  void deleteBefore(final String topic, final long offset) {
    begins.put(topic, offset);
  }

  /** The records from that offset on were never committed. */
  void truncate(final String topic, final long end) {
    records(topic).subList((int) end, records(topic).size()).clear();
  }

  /** The topic is deleted and made again: it has nothing, and another id. */
  void makeAgain(final String topic, final String id) {
    records(topic).clear();
    begins.remove(topic);
    ids.put(topic, id);
    gone.remove(topic);
  }

  void delete(final String topic) {
    gone.add(topic);
  }

  /** The ranges read again that were not empty, in order. */
  List<Replay> replays() {
    return replays;
  }

  /** What happens when somebody asks where topics end. */
  void atEnds(final Runnable call) {
    atEnds = call;
  }

  /** How often somebody asked where a topic begins. */
  int starts() {
    return starts;
  }

  @Override
  public long start(final TopicPartition partition) {
    starts++;
    return begins.getOrDefault(partition.topic(), 0L);
  }

  /** No record of a topic is ever passed over, but for those that were deleted. */
  @Override
  public boolean isReadable(final TopicPartition partition, final long from, final long to) {
    return false;
  }

  @Override
  public long replay(
      final TopicPartition partition, final long from, final long to, final RecordSink sink) {
    if (from < to) {
      replays.add(new Replay(partition.topic(), from, to));
    }
    final long start = Math.max(from, begins.getOrDefault(partition.topic(), 0L));
    if (start > from) {
      sink.lost(from, Math.min(start, to));
    }
    final long end = Math.min(to, end(partition));
    for (long offset = start; offset < end; offset++) {
      sink.accept(records(partition.topic()).get((int) offset));
    }
    return end;
  }

  /** Inputs have one here; summaries of their other partitions come from elsewhere. */
  @Override
  public Topic topic(final String name) {
    if (gone.contains(name)) {
      return Topic.NONE;
    }
    return new Topic(ids.getOrDefault(name, "first"), name.equals(Topics.SUMMARIES) ? 1 : 5);
  }

  @Override
  public long[] ends(final String topic, final int partitions) {
    atEnds.run();
    final long[] ends = new long[partitions];
    Arrays.fill(ends, 1_000_000);
    ends[0] = end(topic);
    return ends;
  }

  @Override
  public OptionalLong first(final String group, final TopicPartition partition) {
    final Long offset = first.get(group + " " + partition.topic());
    return offset == null ? OptionalLong.empty() : OptionalLong.of(offset);
  }

  @Override
  public OptionalLong committed(final TopicPartition partition) {
    final Long offset = committed.get(partition.topic());
    return offset == null ? OptionalLong.empty() : OptionalLong.of(offset);
  }
}
