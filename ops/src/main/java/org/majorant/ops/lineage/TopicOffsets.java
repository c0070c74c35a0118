package org.majorant.ops.lineage;

import java.util.Collection;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.ListOffsetsResult;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;

/**
 * Asks where partitions of a topic begin or end; an answer takes two seconds at most. A partition
 * ends where a reader of committed records cannot go on: what a transaction has written is there to
 * be read when the transaction has ended, and not before.
 */
public final class TopicOffsets {
  /** What a broker has to answer a question for people, who look on. */
  static final int ANSWER_MILLIS = 2000;

  private final ListOffsetsResult asked;

  private TopicOffsets(final ListOffsetsResult asked) {
    this.asked = asked;
  }

  /** Asks, and returns at once. */
  public static TopicOffsets ask(
      final Admin admin,
      final String topic,
      final Collection<Integer> partitions,
      final OffsetSpec which) {
    return new TopicOffsets(
        admin.listOffsets(
            partitions.stream()
                .collect(Collectors.toMap(p -> new TopicPartition(topic, p), p -> which)),
            new ListOffsetsOptions(IsolationLevel.READ_COMMITTED).timeoutMs(ANSWER_MILLIS)));
  }

  /**
   * The answer, by partition.
   *
   * @throws ExecutionException where brokers did not give it
   */
  public Map<Integer, Long> get() throws ExecutionException, InterruptedException {
    return asked.all().get().entrySet().stream()
        .collect(Collectors.toMap(e -> e.getKey().partition(), e -> e.getValue().offset()));
  }
}
