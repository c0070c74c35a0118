package org.majorant.ops.operate;

import java.util.List;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.majorant.log.KafkaGapLog;
import org.majorant.schema.SurrogateHead;
import org.majorant.store.SnapshotFormat;
import org.majorant.store.Topics;

/** A base as a command writes it: a snapshot, from which whoever learns the model goes on. */
final class BaseRecords {
  /** Slots of the topic of bases. */
  private static final int SLOTS = 2;

  private BaseRecords() {}

  /**
   * Its records, to be written in one transaction.
   *
   * @param data its state, as a site; none: it contains nothing
   */
  static List<ProducerRecord<byte[], byte[]>> of(
      final SurrogateHead head, final byte[] data, final KafkaGapLog log) {
    final int partitions = log.topic(Topics.SURROGATES).partitions();
    return SnapshotFormat.SURROGATES.split(head, data, SLOTS).stream()
        .map(
            record ->
                new ProducerRecord<>(
                    Topics.SURROGATES,
                    SnapshotFormat.partition(record.key(), partitions),
                    record.key(),
                    record.value()))
        .toList();
  }
}
