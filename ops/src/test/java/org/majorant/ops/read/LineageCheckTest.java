package org.majorant.ops.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.stream.LongStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;
import org.majorant.input.LearnedLog;
import org.majorant.lineage.OffsetHash;
import org.majorant.log.GapLog;
import org.majorant.ops.Published;
import org.majorant.schema.InputLog;
import org.majorant.schema.ModelHead;
import org.majorant.schema.PartitionOffset;
import org.majorant.schema.Tally;
import org.majorant.tally.Tallies;

class LineageCheckTest {
  /** Offset 3 is a transaction marker. */
  private static final long[] OFFSETS = {0, 1, 2, 4, 5};

  @Test
  void records_countedOnceEach_areVerified() {
    final LineageCheck check = LineageCheck.of(version(OFFSETS), new Log(0));
    assertThat(check.isVerified()).isTrue();
    assertThat(check.found()).isEqualTo(5);
  }

  @Test
  void record_missingOrTwice_isFound() {
    assertThat(LineageCheck.of(version(0, 1, 2, 4), new Log(0)).isVerified()).isFalse();
    assertThat(LineageCheck.of(version(0, 1, 1, 4, 5), new Log(0)).isVerified()).isFalse();
  }

  @Test
  void records_deleted_areNamed() {
    final LineageCheck check = LineageCheck.of(version(OFFSETS), new Log(2));
    assertThat(check.isVerified()).isFalse();
    assertThat(check.deleted()).containsOnlyKeys(0).containsValue(2L);
  }

  @Test
  void topic_thatEndsBeforeTheLineage_isNamed() {
    final ModelHead version = version(OFFSETS);
    version.setLineage(List.of(new PartitionOffset(0, 800L), new PartitionOffset(1, 7L)));
    final LineageCheck check = LineageCheck.of(version, new Log(0));
    assertThat(check.isVerified()).isFalse();
    assertThat(check.shorter()).isEqualTo(Map.of(0, 6L, 1, 0L));
    assertThat(check.failure(version)).contains("examples end at {0=6, 1=0}", "made again");
  }

  /** Of the records that it counts, the first two were on a topic that is gone. */
  @Test
  void newEpoch_countsItsOwnRecords() {
    final ModelHead version = version(7, 9, 0, 1, 2, 4, 5);
    version.setLog(
        InputLog.newBuilder()
            .setTopic("a")
            .setEpoch(1)
            .setFormerRecords(2)
            .setFormerOffsetHash(OffsetHash.of(7) + OffsetHash.of(9))
            .build());
    assertThat(LineageCheck.of(version, new Log(0)).isVerified()).isTrue();
  }

  @Test
  void topicMadeAgain_isNamed() {
    final ModelHead version = version(OFFSETS);
    version.setLog(LearnedLog.first("former"));
    final LineageCheck check = LineageCheck.of(version, new Log(0));
    assertThat(check.isVerified()).isFalse();
    assertThat(check.failure(version)).contains("topic with id former", "made again since");
  }

  @Test
  void version_trainedFromAFile_hasNothingToVerify() {
    final ModelHead trained = version(OFFSETS);
    trained.setSource("adult.gz");
    assertThatThrownBy(() -> LineageCheck.of(trained, new Log(0)))
        .hasMessage(
            "version 1 was trained from adult.gz, which is no topic: there is nothing to verify");
  }

  private static ModelHead version(final long... counted) {
    final Tally tally = Tallies.empty();
    tally.setRecords(counted.length);
    tally.setOffsetHash(LongStream.of(counted).map(OffsetHash::of).sum());
    final ModelHead head = Published.version(1).head();
    head.setLineage(List.of(new PartitionOffset(0, 6L)));
    head.setTally(tally);
    return head;
  }

  /** One partition, of which retention has deleted the offsets before one. */
  private record Log(long first) implements GapLog {
    @Override
    public long replay(
        final TopicPartition partition, final long from, final long to, final RecordSink sink) {
      if (first > from) {
        sink.lost(from, first);
      }
      for (final long offset : OFFSETS) {
        if (offset >= first && offset < to) {
          sink.accept(new ConsumerRecord<>(partition.topic(), 0, offset, null, null));
        }
      }
      return Math.min(to, 6);
    }

    @Override
    public boolean isReadable(final TopicPartition partition, final long from, final long to) {
      throw new AssertionError("nobody asks");
    }

    @Override
    public long start(final TopicPartition partition) {
      return first;
    }

    @Override
    public long end(final TopicPartition partition) {
      return 6;
    }

    @Override
    public long endOfAll(final TopicPartition partition) {
      throw new AssertionError("nobody asks");
    }

    @Override
    public Topic topic(final String name) {
      return new Topic("a", 1);
    }

    @Override
    public long[] ends(final String topic, final int partitions) {
      return new long[] {6};
    }

    @Override
    public OptionalLong committed(final TopicPartition partition) {
      return OptionalLong.empty();
    }
  }
}
