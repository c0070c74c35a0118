package org.majorant.log;

import java.util.OptionalLong;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;

/** The topics themselves as the changelog of their processors: reads a gap again. */
public interface GapLog {
  /**
   * Reads the committed records of [from, to), in order. Transaction markers, aborted and compacted
   * records leave holes.
   *
   * @return {@code to}; where the log has been truncated and ends before that, its end; where the
   *     sink had enough before, the offset before which it has taken all
   */
  long replay(TopicPartition partition, long from, long to, RecordSink sink);

  /**
   * The first offset that is there: retention has deleted those before it. A broker that was killed
   * may forget what it has deleted during the last minute; then the start goes back.
   */
  long start(TopicPartition partition);

  /** Whether a committed record of [from, to) can be read; {@code from} is not before the start. */
  boolean isReadable(TopicPartition partition, long from, long to);

  /** The offset after the last record that can be read now: later ones may be in transactions. */
  long end(TopicPartition partition);

  /** The offset after the last record, also of those in transactions that have not ended. */
  long endOfAll(TopicPartition partition);

  /**
   * The first record of that time, milliseconds, or later; the end where there is none.
   *
   * @param time below 0: the first record of all
   */
  default long at(final TopicPartition partition, final long time) {
    return start(partition);
  }

  /** A topic as it is now. */
  Topic topic(String name);

  /** The ends of a topic's first partitions, as {@link #end} gives them, in one question. */
  long[] ends(String topic, int partitions);

  /** What the application has committed; empty where nothing yet. */
  OptionalLong committed(TopicPartition partition);

  /**
   * Where somebody wants a group to begin, as {@link FirstOffset} says; empty where nobody has said
   * it, or the group has committed since.
   *
   * @param group that of a model alone, also where an application of many models learns it
   */
  default OptionalLong first(final String group, final TopicPartition partition) {
    return OptionalLong.empty();
  }

  /**
   * A topic as brokers know it.
   *
   * @param id which no other topic ever has, not even one that is made again under the same name;
   *     null: there is no such topic
   * @param partitions 0 where there is none
   */
  record Topic(String id, int partitions) {
    public static final Topic NONE = new Topic(null, 0);
  }

  /** Takes one record read again. */
  @FunctionalInterface
  interface RecordSink {
    void accept(ConsumerRecord<byte[], byte[]> record);

    /**
     * Hears before the first record that retention has deleted [from, to) of what was asked for.
     */
    default void lost(final long from, final long to) {}

    /** Whether to end here: what follows is read another time. Asked after some records each. */
    default boolean isEnough() {
      return false;
    }
  }
}
