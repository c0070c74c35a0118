package org.majorant.ops.client;

import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.majorant.lineage.OffsetHash;
import org.majorant.log.GapLog;
import org.majorant.schema.ModelHead;
import org.majorant.schema.PartitionOffset;

/**
 * A version's lineage held against its input topic. A version counts the records that it covers and
 * sums a hash of their offsets, so whoever reads the same offsets again must come to the same
 * numbers: else a record is missing, or counts twice.
 *
 * @param records that the version counts
 * @param lost offsets that the version counts as lost; what is on the topic of them is found as
 *     well
 * @param found that are on the topic now, before the offsets of its lineage
 * @param sameOffsets whether the sums of the offsets' hashes agree
 * @param deleted partition → its first offset, where retention has deleted those before it
 */
public record LineageCheck(
    long records, long lost, long found, boolean sameOffsets, SortedMap<Integer, Long> deleted) {
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
    final Recount recount = new Recount();
    for (final PartitionOffset lineage : version.getLineage()) {
      recount.partition = lineage.getPartition();
      log.replay(
          new TopicPartition(version.getSpec().getInput(), lineage.getPartition()),
          0,
          lineage.getNext(),
          recount);
    }
    return new LineageCheck(
        version.getTally().getRecords(),
        version.getTally().getLost(),
        recount.records,
        recount.hash == version.getTally().getOffsetHash(),
        recount.deleted);
  }

  /** Whether the topic has just the records that the version counts. */
  public boolean isVerified() {
    return found == records && sameOffsets;
  }

  private static final class Recount implements GapLog.RecordSink {
    private final SortedMap<Integer, Long> deleted = new TreeMap<>();
    private int partition;
    private long records;
    private long hash;

    @Override
    public void accept(final ConsumerRecord<byte[], byte[]> record) {
      records++;
      hash += OffsetHash.of(record.offset());
    }

    @Override
    public void lost(final long from, final long to) {
      deleted.put(partition, to);
    }
  }
}
