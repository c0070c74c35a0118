package org.majorant.ops.read;

import java.util.Arrays;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.majorant.lineage.OffsetHash;
import org.majorant.log.GapLog;
import org.majorant.schema.AvroSerde;
import org.majorant.schema.JoinOutcome;
import org.majorant.schema.JoinedEvent;
import org.majorant.schema.ModelSpec;

/**
 * The way back from joined events to the topics of events and labels. Each joined event names its
 * offset, so a set of offsets tells whether one was joined twice, and the sum
 *
 * <pre>
 *   Σ hash(offset) · hash(value)
 * </pre>
 *
 * over what was joined is the sum over the same offsets of the events' topic, unless an event is
 * another one there.
 */
final class JoinOrigins {
  private static final AvroSerde<JoinedEvent> JOINED = AvroSerde.of(JoinedEvent.class);

  private final ModelSpec spec;
  private final Side events = new Side();
  private final Side labels = new Side();
  private long twice;

  /** The offsets of one topic, and the sum over them. */
  private static final class Side {
    private final SortedMap<Integer, OffsetSet> offsets = new TreeMap<>();
    private long size;
    private long sum;
    private long missing;
    private long deleted;

    /** Whether it is the first time. */
    boolean add(final int partition, final long offset) {
      final boolean first = offsets.computeIfAbsent(partition, p -> new OffsetSet()).add(offset);
      size += first ? 1 : 0;
      return first;
    }

    /** Takes what stands at these offsets from them, and from the sum; what is left is missing. */
    void find(final String topic, final GapLog log) {
      final int partitions = log.topic(topic).partitions();
      offsets.forEach(
          (partition, left) -> {
            if (partition < partitions) {
              find(new TopicPartition(topic, partition), left, log);
            }
            missing += left.size();
          });
    }

    private void find(final TopicPartition partition, final OffsetSet left, final GapLog log) {
      final long start = log.start(partition);
      deleted += left.removeBefore(start);
      if (left.size() > 0) {
        log.replay(
            partition,
            left.first(),
            left.last() + 1,
            record -> {
              if (left.remove(record.offset())) {
                sum -= hash(record.offset(), record.value());
              }
            });
      }
    }
  }

  JoinOrigins(final ModelSpec spec) {
    this.spec = spec;
  }

  /** Takes one record of the joined topic. */
  void accept(final ConsumerRecord<byte[], byte[]> record) {
    final JoinedEvent joined = JOINED.decode(record.value());
    if (joined.getOutcome() != JoinOutcome.REVISED) { // else the event was joined before
      twice += events.add(joined.getEventPartition(), joined.getEventOffset()) ? 0 : 1;
      events.sum += hash(joined.getEventOffset(), AvroSerde.bytes(joined.getEvent()));
    }
    if (joined.getLabelOffset() != null) {
      labels.add(joined.getLabelPartition(), joined.getLabelOffset());
    }
  }

  /** Looks at both topics. */
  Found find(final GapLog log) {
    events.find(spec.getInput(), log);
    labels.find(spec.getLateLabels().getTopic(), log);
    return new Found(
        events.size,
        labels.size,
        twice,
        events.missing + labels.missing,
        events.deleted + labels.deleted,
        events.deleted > 0 || events.sum == 0);
  }

  /** Odd, so that no value hides its offset. */
  private static long hash(final long offset, final byte[] value) {
    return OffsetHash.of(offset) * (2L * Arrays.hashCode(value) + 1);
  }

  /**
   * What was found.
   *
   * @param events that were joined
   * @param labels that they got
   * @param twice events that were joined before
   * @param missing events and labels that are not on their topics
   * @param deleted events and labels that retention has deleted, which cannot be looked at
   * @param sameValues whether the events on their topic are those that were joined
   */
  public record Found(
      long events, long labels, long twice, long missing, long deleted, boolean sameValues) {
    boolean isVerified() {
      return twice == 0 && missing == 0 && sameValues;
    }

    /** The way back as a sentence. */
    @Override
    public String toString() {
      return "they are of %,d events, %,d of them with a label; of events and labels %,d were deleted since"
          .formatted(events, labels, deleted);
    }

    /** Why it is not verified. */
    String failure() {
      if (twice > 0) {
        return "%,d events were joined twice".formatted(twice);
      }
      if (missing > 0) {
        return "%,d events and labels that joined events name are not on their topics"
            .formatted(missing);
      }
      return "the events on their topic are not those that were joined";
    }
  }
}
