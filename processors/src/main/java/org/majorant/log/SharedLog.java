package org.majorant.log;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;

/**
 * A log that many models ask the same of. What a topic is, and where it ends, is asked once a
 * round: whoever begins a round calls {@link #forget}, and an answer that was given after a round
 * began is as good for each of its models as one of its own. And the records that were read again
 * last are kept, because models of one topic that start together have nearly the same gap. Where a
 * reader that has gone on found nothing, nobody ever will: only markers lie there. Both are known
 * by the topic's id, because a topic that was made again has other records at the same offsets.
 * Safe for use by many threads.
 */
public final class SharedLog implements GapLog {
  /** Of keys and values that are kept of a partition. */
  private static final long MOST_BYTES = 8 << 20;

  private static final int RECORDS_A_QUESTION = 50;

  /** Ranges of markers that are remembered: more than a cursor keeps jumps. */
  private static final int MOST_RANGES = 4000;

  private final GapLog log;
  private final Map<TopicPartition, Kept> kept = new ConcurrentHashMap<>();
  private final Map<Range, Range> unreadable = Collections.synchronizedMap(new Newest());
  private volatile Answers answers = new Answers();

  /**
   * @param log is asked what nobody has asked yet; it stays the caller's to close
   */
  public SharedLog(final GapLog log) {
    this.log = log;
  }

  private record Answers(Map<String, Topic> topics, Map<List<Object>, long[]> ends) {
    Answers() {
      this(new ConcurrentHashMap<>(), new ConcurrentHashMap<>());
    }
  }

  /** The offsets [from, to) of a partition of the topic with an id. */
  private record Range(String id, TopicPartition partition, long from, long to) {}

  private static final class Newest extends LinkedHashMap<Range, Range> {
    private static final long serialVersionUID = 1;

    @Override
    protected boolean removeEldestEntry(final Map.Entry<Range, Range> eldest) {
      return size() > MOST_RANGES;
    }
  }

  /** The committed records of [from, to) of the topic with an id, as they were read last. */
  private record Kept(String id, long from, long to, List<ConsumerRecord<byte[], byte[]>> records) {
    boolean has(final String topic, final long offset) {
      return id.equals(topic) && from <= offset && offset < to;
    }
  }

  /** A round begins: what brokers have said before counts no more. */
  public void forget() {
    answers = new Answers();
  }

  @Override
  public Topic topic(final String name) {
    return answers.topics().computeIfAbsent(name, log::topic);
  }

  @Override
  public long[] ends(final String topic, final int partitions) {
    return answers
        .ends()
        .computeIfAbsent(List.of(topic, partitions), key -> log.ends(topic, partitions))
        .clone();
  }

  @Override
  public long replay(
      final TopicPartition partition, final long from, final long to, final RecordSink sink) {
    final String id = log.topic(partition.topic()).id(); // a round's answer may be too old
    final Kept last = kept.get(partition);
    long next = from;
    if (last != null && last.has(id, from)) {
      next = again(last, from, to, sink);
      if (next >= to || next < last.to) {
        return next;
      }
    }
    final Keeping keeping = new Keeping(sink);
    final long end = log.replay(partition, next, to, keeping);
    keeping.keep(id, partition, next, end);
    return end;
  }

  /** Gives a sink what is kept of [from, to); returns the offset before which that is all. */
  private static long again(
      final Kept last, final long from, final long to, final RecordSink sink) {
    int asked = 0;
    for (final ConsumerRecord<byte[], byte[]> record : last.records) {
      if (record.offset() >= to) {
        return to;
      }
      if (record.offset() >= from) {
        sink.accept(record);
        if (++asked % RECORDS_A_QUESTION == 0 && sink.isEnough()) {
          return record.offset() + 1;
        }
      }
    }
    return Math.min(to, last.to);
  }

  /** Keeps what a sink is given, as long as it is little. */
  private final class Keeping implements RecordSink {
    private final RecordSink sink;
    private List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>(); // null: too many
    private long bytes;
    private long lost = -1;

    Keeping(final RecordSink sink) {
      this.sink = sink;
    }

    @Override
    public void accept(final ConsumerRecord<byte[], byte[]> record) {
      bytes += Math.max(0, record.serializedKeySize()) + Math.max(0, record.serializedValueSize());
      if (bytes > MOST_BYTES) {
        records = null;
      }
      if (records != null) {
        records.add(record);
      }
      sink.accept(record);
    }

    @Override
    public void lost(final long from, final long to) {
      lost = to;
      sink.lost(from, to);
    }

    @Override
    public boolean isEnough() {
      return sink.isEnough();
    }

    /** If the topic is not the same as before, nobody knows of which one the records are. */
    void keep(final String id, final TopicPartition partition, final long from, final long end) {
      if (records != null && id != null && id.equals(log.topic(partition.topic()).id())) {
        kept.put(partition, new Kept(id, Math.max(from, lost), end, records));
      }
    }
  }

  @Override
  public long start(final TopicPartition partition) {
    return log.start(partition);
  }

  @Override
  public long at(final TopicPartition partition, final long time) {
    return log.at(partition, time);
  }

  @Override
  public boolean isReadable(final TopicPartition partition, final long from, final long to) {
    final Range range = new Range(topic(partition.topic()).id(), partition, from, to);
    if (unreadable.containsKey(range)) {
      return false;
    }
    final boolean readable = log.isReadable(partition, from, to);
    if (!readable && range.id != null) {
      unreadable.put(range, range);
    }
    return readable;
  }

  @Override
  public long end(final TopicPartition partition) {
    return log.end(partition);
  }

  @Override
  public long endOfAll(final TopicPartition partition) {
    return log.endOfAll(partition);
  }

  @Override
  public OptionalLong committed(final TopicPartition partition) {
    return log.committed(partition);
  }

  @Override
  public OptionalLong first(final String group, final TopicPartition partition) {
    return log.first(group, partition);
  }
}
