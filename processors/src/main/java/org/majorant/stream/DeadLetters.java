package org.majorant.stream;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.majorant.log.InputRecord;
import org.majorant.schema.AvroSerde;
import org.majorant.schema.DeadLetter;
import org.majorant.schema.RejectedExample;
import org.majorant.schema.SchemaRegistry;
import org.majorant.store.Topics;

/** Writes what a model cannot learn from to the dead-letter topic, with the reason. */
final class DeadLetters {
  private final String model;
  private final byte[] key;
  private final AvroSerde<DeadLetter> serde;
  private final LearningMetrics metrics;

  DeadLetters(final String model, final SchemaRegistry registry, final LearningMetrics metrics) {
    this.model = model;
    this.metrics = metrics;
    key = model.getBytes(StandardCharsets.UTF_8);
    serde = AvroSerde.of(DeadLetter.class, registry, Topics.DEAD_LETTERS);
  }

  void write(
      final ProcessorContext<byte[], byte[]> context,
      final TopicPartition partition,
      final InputRecord record,
      final RejectedExample why) {
    metrics.rejected(why.reason());
    final DeadLetter letter =
        new DeadLetter(
            model,
            why.reason(),
            why.getMessage(),
            partition.topic(),
            partition.partition(),
            record.offset(),
            record.timestamp(),
            record.key() == null ? null : ByteBuffer.wrap(record.key()),
            record.value() == null ? null : ByteBuffer.wrap(record.value()));
    context.forward(
        new Record<>(key, serde.encode(letter), record.timestamp()),
        LearnerTopology.DEAD_LETTERS_SINK);
  }
}
