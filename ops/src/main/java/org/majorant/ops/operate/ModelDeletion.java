package org.majorant.ops.operate;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.function.BooleanSupplier;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.majorant.log.AtomicWrite;
import org.majorant.log.KafkaGapLog;
import org.majorant.merge.Base;
import org.majorant.ops.read.NewestBase;
import org.majorant.ops.terminal.CommandFailed;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.PartitionOffset;
import org.majorant.schema.SurrogateHead;
import org.majorant.store.SnapshotFormat;
import org.majorant.store.Topics;
import org.majorant.stream.LearnerTopology;

/**
 * Ends a model that nobody learns. First its group and the topics of its stores go, which nobody
 * but a learner misses; then, in one transaction, all of it on the topics of versions and bases. So
 * until that is done the model is there, and whoever was stopped on the way does it again.
 *
 * <p>One record is left: a base that contains nothing. It says up to where the model's summaries
 * count no more, and the numbers above which a new model of the name begins. The topic of bases is
 * compacted, so that it stays.
 */
public final class ModelDeletion {
  private final Admin admin;
  private final Map<?, ?> client;
  private final ModelSpec spec;
  private final long version;
  private final Duration timeout;
  private final List<ProducerRecord<byte[], byte[]>> records = new ArrayList<>();

  /**
   * @param client how to reach the brokers
   * @param version of its newest version; 0: it has none
   * @param timeout how long a broker may take to answer
   */
  public ModelDeletion(
      final Admin admin,
      final Map<?, ?> client,
      final ModelSpec spec,
      final long version,
      final Duration timeout) {
    this.admin = admin;
    this.client = client;
    this.spec = spec;
    this.version = version;
    this.timeout = timeout;
  }

  /**
   * Deletes it.
   *
   * @param isDue is asked when no other command can delete the model any more
   * @param others what is written in the same transaction
   * @return false where it was not due
   * @throws CommandFailed where a learner runs, or the brokers refuse
   */
  public boolean run(final BooleanSupplier isDue, final AtomicWrite others)
      throws ExecutionException, InterruptedException {
    final StoppedModel model = new StoppedModel(admin, client, spec);
    return model.write(
        () -> isDue.getAsBoolean() ? delete(model).and(others) : AtomicWrite.of(List.of()),
        "delete",
        "'%s' is not deleted".formatted(spec.getModel()));
  }

  private AtomicWrite delete(final StoppedModel model)
      throws ExecutionException, InterruptedException {
    model.deleteGroup();
    for (final String store : LearnerTopology.internalTopics(spec)) {
      model.deleteTopic(store);
    }
    try (KafkaGapLog log = new KafkaGapLog(client, "none")) {
      bury(Topics.MODELS, log);
      bury(Topics.SURROGATES, log);
      leaveNothing(log);
    }
    return AtomicWrite.of(records);
  }

  /** Deletes each key of the model that a topic has now. */
  private void bury(final String topic, final KafkaGapLog log) {
    for (int p = 0; p < log.topic(topic).partitions(); p++) {
      final TopicPartition partition = new TopicPartition(topic, p);
      final Set<ByteBuffer> keys = new HashSet<>();
      log.replay(
          partition,
          0,
          log.end(partition),
          record -> {
            if (SnapshotFormat.modelOf(record.key()).filter(this::isOurs).isPresent()) {
              keys.add(ByteBuffer.wrap(record.key()));
            }
          });
      keys.forEach(
          key ->
              records.add(new ProducerRecord<>(topic, partition.partition(), key.array(), null)));
    }
  }

  private boolean isOurs(final String model) {
    return model.equals(spec.getModel());
  }

  private void leaveNothing(final KafkaGapLog log) {
    final SurrogateHead last = NewestBase.head(client, spec.getModel(), timeout).orElse(null);
    if (last == null) {
      return; // it was trained from a file
    }
    final int at = last.getSummaries() == null ? 0 : last.getSummaries().getPartition();
    final TopicPartition summaries = new TopicPartition(Topics.SUMMARIES, at);
    final SurrogateHead nothing =
        Base.ended(
            spec.getModel(),
            last.getBase() + 1,
            Math.max(last.getVersion(), version),
            new PartitionOffset(at, log.end(summaries)));
    records.addAll(BaseRecords.of(nothing, new byte[0], log));
  }
}
