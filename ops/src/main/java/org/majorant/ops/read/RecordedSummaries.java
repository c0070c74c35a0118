package org.majorant.ops.read;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.SerializationException;
import org.majorant.log.KafkaGapLog;
import org.majorant.schema.AvroSerde;
import org.majorant.schema.BoundSummary;
import org.majorant.schema.SurrogateHead;
import org.majorant.store.Topics;

/**
 * A model's summaries that are still on their topic, in its order. Those that the majorizer had
 * taken when it made a base are in this base or were refused; the others may still be merged.
 */
public final class RecordedSummaries {
  private static final AvroSerde<BoundSummary> SUMMARIES = AvroSerde.of(BoundSummary.class);

  private final SurrogateHead base;
  private final byte[] key;
  private final long formerEpochs; // the offset before which summaries are of other logs
  private final List<BoundSummary> all = new ArrayList<>();
  private int taken;

  private RecordedSummaries(final SurrogateHead base) {
    this.base = base;
    key = base.getModel().getBytes(StandardCharsets.UTF_8);
    formerEpochs = base.getLog() == null ? 0 : base.getLog().getSummaries();
  }

  /**
   * Reads them.
   *
   * @param base the model's newest
   */
  public static RecordedSummaries read(final KafkaGapLog log, final SurrogateHead base) {
    final RecordedSummaries summaries = new RecordedSummaries(base);
    final int at = base.getSummaries() == null ? 0 : base.getSummaries().getPartition();
    final TopicPartition partition = new TopicPartition(Topics.SUMMARIES, at);
    log.replay(partition, 0, log.end(partition), summaries::add);
    return summaries;
  }

  private void add(final ConsumerRecord<byte[], byte[]> record) {
    if (!Arrays.equals(record.key(), key)
        || record.value() == null
        || record.offset() < formerEpochs) {
      return;
    }
    try {
      all.add(SUMMARIES.decode(record.value()));
    } catch (final SerializationException e) {
      return; // no summary: the majorizer refuses it as well
    }
    if (base.getSummaries() != null && record.offset() < base.getSummaries().getNext()) {
      taken++; // a base of release 0.1 does not say up to where
    }
  }

  /** All of them. */
  public List<BoundSummary> all() {
    return all;
  }

  /** How many of them, the first ones, the majorizer had taken when it made the base. */
  public int taken() {
    return taken;
  }
}
