package org.majorant.stream;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.majorant.log.InputRecord;
import org.majorant.schema.AvroSerde;
import org.majorant.schema.DeadLetter;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.RejectedExample;
import org.majorant.store.Topics;
import org.majorant.summarize.RejectedItem;

/**
 * Writes what a model cannot learn from to the dead-letter topic, with the reason. A record is kept
 * whole, unless the topic does not take it: a compressed batch of some KB may have records of
 * hundreds of MB, and what cannot be written ends the learner.
 */
public final class DeadLetters {
  /** Of a key and of a value; both fit into the topic's 20 MB. */
  private static final int MOST_BYTES = 8 << 20;

  private static final String CUT = " (only the first " + MOST_BYTES + " bytes of the ";

  private final String model;
  private final byte[] key;
  private final AvroSerde<DeadLetter> serde;
  private final LearningMetrics metrics;
  private final ProcessorContext<byte[], byte[]> context;
  private final TopicPartition partition;
  private final WorkerCheckpoint checkpoint;

  DeadLetters(
      final ModelSpec spec,
      final TopologySettings settings,
      final ProcessorContext<byte[], byte[]> context,
      final TopicPartition partition,
      final WorkerCheckpoint checkpoint) {
    model = spec.getModel();
    metrics = settings.metrics();
    this.context = context;
    this.partition = partition;
    this.checkpoint = checkpoint;
    key = model.getBytes(StandardCharsets.UTF_8);
    serde = AvroSerde.of(DeadLetter.class, settings.registry(), Topics.DEAD_LETTERS);
  }

  /** Whether a dead letter has all bytes of its record. */
  public static boolean isWhole(final DeadLetter letter) {
    return !letter.getMessage().contains(CUT);
  }

  /**
   * Writes the dead letters of the record at that offset, once: where the group's offsets are gone,
   * what was delivered and not shipped is delivered again.
   */
  void write(final long offset, final List<RejectedItem> rejected) {
    if (!rejected.isEmpty() && !checkpoint.isRejected(offset)) {
      rejected.forEach(this::write);
      checkpoint.reject(offset);
    }
  }

  /** Writes those of examples that cannot be learned, which are left out from now on. */
  void blame(final List<RejectedItem> rejected) {
    for (final RejectedItem item : rejected) {
      write(item);
      checkpoint.blame(item.place());
    }
  }

  private void write(final RejectedItem rejected) {
    final InputRecord record = rejected.record();
    final RejectedExample why = rejected.why();
    metrics.rejected(why.reason());
    final DeadLetter letter =
        DeadLetter.newBuilder()
            .setModel(model)
            .setReason(why.reason())
            .setMessage(why.getMessage() + cut("key", record.key()) + cut("value", record.value()))
            .setTopic(partition.topic())
            .setPartition(partition.partition())
            .setOffset(record.offset())
            .setTimestamp(record.timestamp())
            .setKey(kept(record.key()))
            .setValue(kept(record.value()))
            .setItem(rejected.item())
            .build();
    context.forward(
        // of now: by the time of an old record, retention would delete the letter at once
        new Record<>(key, serde.encode(letter), context.currentSystemTimeMs()),
        LearnerTopology.DEAD_LETTERS_SINK);
  }

  private static ByteBuffer kept(final byte[] bytes) {
    return bytes == null ? null : ByteBuffer.wrap(bytes, 0, Math.min(bytes.length, MOST_BYTES));
  }

  private static String cut(final String what, final byte[] bytes) {
    return bytes == null || bytes.length <= MOST_BYTES ? "" : CUT + what + " are kept)";
  }
}
