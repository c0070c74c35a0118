package org.majorant.ops.operate;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.majorant.fleet.Specs;
import org.majorant.input.LearnedLog;
import org.majorant.log.AtomicWrite;
import org.majorant.log.GapLog;
import org.majorant.log.KafkaGapLog;
import org.majorant.memory.SiteCodec;
import org.majorant.merge.Base;
import org.majorant.ops.read.NewestBase;
import org.majorant.ops.terminal.CommandFailed;
import org.majorant.schema.AppliedSpec;
import org.majorant.schema.InputLog;
import org.majorant.schema.ModelHead;
import org.majorant.schema.PartitionOffset;
import org.majorant.schema.SurrogateHead;
import org.majorant.store.Topics;
import org.majorant.stream.LearnerTopology;

/**
 * Has a model that nobody learns, or that its fleet has paused because of its topic, go on with
 * another log than the one that it has learned from. It writes a base that knows all that the last
 * one knows, with the lineage of a new epoch. A topic that was made again begins at its begin. A
 * topic that was truncated goes on where it was learned up to, or at its end if that is before.
 * Where it is not known which topic was learned from, it was made again. What workers had shipped
 * and no base contains is dropped, because it may be of either log.
 */
public final class NewEpoch {
  private final Map<?, ?> client;
  private final ModelHead newest;
  private final KafkaGapLog log;
  private final Base last;
  private final GapLog.Topic topic;

  /**
   * Reads what the model has learned, and what its topic is now.
   *
   * @param client how to reach the brokers
   * @param newest the model's newest version
   * @param timeout how long a broker may take to answer
   * @throws CommandFailed where there is no base of the version's spec, or no such topic
   */
  public NewEpoch(
      final Map<?, ?> client,
      final KafkaGapLog log,
      final ModelHead newest,
      final Duration timeout) {
    this.client = client;
    this.newest = newest;
    this.log = log;
    last =
        NewestBase.whole(client, newest.getSpec(), timeout)
            .orElseThrow(
                () ->
                    new CommandFailed(
                        "model '%s' has no base: it was never learned here"
                            .formatted(newest.getModel())));
    topic = log.topic(Topics.learned(newest.getSpec()));
    if (topic.id() == null) {
      throw new CommandFailed(
          "topic %s is not there: make it again first".formatted(Topics.learned(newest.getSpec())));
    }
  }

  /** Why the topics are not those that the model has learned from; empty where they are. */
  public Optional<String> difference() {
    final SurrogateHead base = last.head();
    return LearnedLog.of(newest.getSpec(), base)
        .difference(log)
        .or(() -> LearnedLog.summaries(newest.getSpec(), base, log));
  }

  /** The log of the new epoch. */
  public InputLog next() {
    final SurrogateHead base = last.head();
    final InputLog former = base.getLog();
    final boolean truncated = former != null && former.getTopic().equals(topic.id());
    return InputLog.newBuilder()
        .setTopic(topic.id())
        .setEpoch(LearnedLog.epoch(former) + 1)
        .setBegins(truncated ? begins(base.getLineage()) : List.of())
        .setFormerOffsets(LearnedLog.offsets(former, base.getLineage()))
        .setFormerRecords(base.getTally().getRecords())
        .setFormerOffsetHash(base.getTally().getOffsetHash())
        .setSummaries(log.endOfAll(new TopicPartition(Topics.SUMMARIES, summaries())))
        .build();
  }

  private List<PartitionOffset> begins(final List<PartitionOffset> lineage) {
    final long[] ends = log.ends(Topics.learned(newest.getSpec()), topic.partitions());
    return lineage.stream()
        .filter(learned -> learned.getPartition() < ends.length)
        .map(
            learned ->
                new PartitionOffset(
                    learned.getPartition(),
                    Math.min(learned.getNext(), ends[learned.getPartition()])))
        .toList();
  }

  private int summaries() {
    final PartitionOffset merged = last.head().getSummaries();
    return merged == null ? 0 : merged.getPartition();
  }

  /**
   * Begins the epoch. What workers of a fleet have saved is of the former incarnation then, and the
   * fleet learns the model again by itself.
   *
   * @throws CommandFailed where a learner of its own runs, or the brokers refuse
   */
  public void begin(final Admin admin) throws ExecutionException, InterruptedException {
    final StoppedModel model = new StoppedModel(admin, client, newest.getSpec());
    model.deleteGroup();
    model.deleteTopic(LearnerTopology.workersTopic(newest.getSpec()));
    final SurrogateHead head =
        SurrogateHead.newBuilder(LearnedLog.begin(next(), last.head()))
            .setVersion(Math.max(last.head().getVersion(), newest.getVersion()))
            .setSnapshot(0)
            .setState(last.hash())
            .build();
    final List<ProducerRecord<byte[], byte[]>> records =
        new ArrayList<>(BaseRecords.of(head, SiteCodec.encode(last.state().site()), log));
    anew().map(Specs::record).ifPresent(records::add);
    model.write(
        () -> AtomicWrite.of(records),
        "accept",
        "'%s' has no new epoch yet".formatted(newest.getModel()));
  }

  /** What is applied of the model from then on; empty: no fleet is to learn it. */
  private Optional<AppliedSpec> anew() {
    try (Specs specs = new Specs(client)) {
      return specs
          .readIfAllowed()
          .applied(newest.getModel())
          .map(applied -> SpecChanges.anew(applied, System.currentTimeMillis()));
    }
  }
}
