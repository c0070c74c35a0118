package org.majorant.majorize;

import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;

/** Reads summaries once more. */
@FunctionalInterface
public interface SummarySource {
  /** For who reads no base that refers to any. */
  SummarySource NONE = (partition, from, to, sink) -> {};

  /** Gives the committed records of [from, to), of all models, in order. */
  void read(
      TopicPartition partition, long from, long to, Consumer<ConsumerRecord<byte[], byte[]>> sink);
}
