package org.majorant.ops.read;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.majorant.input.LearnedLog;
import org.majorant.lineage.Lineage;
import org.majorant.lineage.OffsetHash;
import org.majorant.log.GapLog;
import org.majorant.ops.terminal.CommandFailed;
import org.majorant.schema.InputLog;
import org.majorant.schema.ModelHead;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.PartitionOffset;
import org.majorant.schema.Tally;
import org.majorant.store.Topics;

/**
 * A version's lineage held against its input topic. A version counts the records that it covers and
 * sums a hash of their offsets, so whoever reads the same offsets again must come to the same
 * numbers: else a record is missing, or counts twice. Where labels come later than events, the way
 * goes on to the topics of both.
 *
 * @param records that the version counts, in the last epoch of its lineage
 * @param lost offsets that the version counts as lost; what is on the topic of them is found as
 *     well
 * @param found that are on the topic now, before the offsets of its lineage
 * @param sameOffsets whether the sums of the offsets' hashes agree
 * @param deleted partition → its first offset, where retention has deleted those before it
 * @param shorter partition → its end, where the topic ends before the offsets of its lineage
 * @param sameTopic whether the topic has the id that the version names, if it names one
 * @param origins of joined events; null: the model learns from its input as it is
 */
public record LineageCheck(
    long records,
    long lost,
    long found,
    boolean sameOffsets,
    SortedMap<Integer, Long> deleted,
    SortedMap<Integer, Long> shorter,
    boolean sameTopic,
    @JsonInclude(JsonInclude.Include.NON_NULL) JoinOrigins.Found origins) {
  /**
   * Reads the input topic up to a version's lineage.
   *
   * @throws CommandFailed where the version was trained from a file
   */
  public static LineageCheck of(final ModelHead version, final GapLog log) {
    if (version.getSource() != null) {
      throw new CommandFailed(
          "version %d was trained from %s, which is no topic: there is nothing to verify"
              .formatted(version.getVersion(), version.getSource()));
    }
    final InputLog epoch =
        Optional.ofNullable(version.getLog()).orElseGet(() -> LearnedLog.first(""));
    final Lineage begins = new Lineage(epoch.getBegins());
    final ModelSpec spec = version.getSpec();
    final Recount recount =
        new Recount(spec.getLateLabels() == null ? null : new JoinOrigins(spec));
    final SortedMap<Integer, Long> shorter = new TreeMap<>();
    final String input = Topics.learned(spec);
    final GapLog.Topic topic = log.topic(input);
    for (final PartitionOffset lineage : version.getLineage()) {
      recount.partition = lineage.getPartition();
      final long begin = Math.max(0, begins.next(recount.partition));
      final long end =
          recount.partition < topic.partitions()
              ? log.replay(
                  new TopicPartition(input, recount.partition), begin, lineage.getNext(), recount)
              : 0;
      if (end < lineage.getNext()) {
        shorter.put(recount.partition, end);
      }
    }
    final Tally tally = version.getTally();
    return new LineageCheck(
        tally.getRecords() - epoch.getFormerRecords(),
        tally.getLost(),
        recount.records,
        recount.hash == tally.getOffsetHash() - epoch.getFormerOffsetHash(),
        recount.deleted,
        shorter,
        version.getLog() == null || epoch.getTopic().equals(topic.id()),
        recount.origins == null ? null : recount.origins.find(log));
  }

  /** Whether the topic has just the records that the version counts. */
  public boolean isVerified() {
    return found == records
        && sameOffsets
        && sameTopic
        && shorter.isEmpty()
        && (origins == null || origins.isVerified());
  }

  /** Why it is not verified, in one line, of that version. */
  public String failure(final ModelHead version) {
    if (!sameTopic) {
      return "version %d was learned from the topic with id %s: %s was deleted and made again since"
          .formatted(
              version.getVersion(), version.getLog().getTopic(), Topics.learned(version.getSpec()));
    }
    if (!shorter.isEmpty()) {
      return "version %d was learned from another log: partitions of %s end at %s, before the version's offsets; the topic was truncated, or deleted and made again"
          .formatted(version.getVersion(), Topics.learned(version.getSpec()), shorter);
    }
    if (origins != null && !origins.isVerified()) {
      return "version %d was not learned from each event once: %s"
          .formatted(version.getVersion(), origins.failure());
    }
    return deleted.isEmpty()
        ? "the records that version %d counts are not those on the topic; it counts %,d as lost"
            .formatted(version.getVersion(), lost)
        : "version %d cannot be verified any more: partitions begin at %s, after retention"
            .formatted(version.getVersion(), deleted);
  }

  private static final class Recount implements GapLog.RecordSink {
    private final SortedMap<Integer, Long> deleted = new TreeMap<>();
    private int partition;
    private long records;
    private long hash;
    private final JoinOrigins origins;

    Recount(final JoinOrigins origins) {
      this.origins = origins;
    }

    @Override
    public void accept(final ConsumerRecord<byte[], byte[]> record) {
      records++;
      hash += OffsetHash.of(record.offset());
      if (origins != null) {
        origins.accept(record);
      }
    }

    @Override
    public void lost(final long from, final long to) {
      deleted.put(partition, to);
    }
  }
}
