package org.majorant.ops.operate;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.majorant.log.AtomicWrite;
import org.majorant.ops.terminal.CommandFailed;
import org.majorant.schema.ModelSpec;
import org.majorant.stream.LearnerApplication;

/**
 * What a model begins with that has learned nothing yet.
 *
 * @param spec of the model
 * @param first where partitions begin; others begin with their oldest record
 * @param restart what it knows, as a summary; null: nothing
 * @param where it begins, in words
 */
public record Beginning(
    ModelSpec spec, Map<TopicPartition, Long> first, byte[] restart, String where) {

  /** What has the model begin so. */
  public AtomicWrite write() {
    final List<ProducerRecord<byte[], byte[]>> records =
        restart == null ? List.of() : List.of(SummaryWriter.record(spec.getModel(), restart));
    return new AtomicWrite(records, Map.of(LearnerApplication.applicationId(spec), first));
  }

  /** What is said where that could not be written because the model knows too much. */
  public Optional<CommandFailed> failed(final Exception e) {
    return SummaryWriter.failed(e, restart == null ? 0 : restart.length);
  }
}
