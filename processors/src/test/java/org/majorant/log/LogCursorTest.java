package org.majorant.log;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.LongStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

class LogCursorTest {
  private static final TopicPartition PARTITION = new TopicPartition("t", 0);
  private static final String GROUP = "majorant-m";

  private final Log log = new Log();
  private final List<String> told = new ArrayList<>();
  private LogCursor cursor = cursor(5);

  @Test
  void offsetsWithoutAJump_askNothing() {
    deliver(5, 6, 7);
    cursor.settle();

    assertThat(told).isEmpty();
    assertThat(log.asked).isZero();
  }

  @Test
  void jumpsAboveTheStart_areNoLoss_andAreAskedForOnce() {
    log.markers = Set.of(6L, 8L, 10L, 11L);
    deliver(5, 7, 9, 12);
    cursor.settle();
    cursor.settle();

    assertThat(told).isEmpty();
    assertThat(log.asked).isEqualTo(1);
  }

  /** Of a log whose records are all of others, as that of the summaries is to an idle model. */
  @Test
  void jumpsBetweenRecordsOfOthers_areNotKeptForEver() {
    cursor.deliver(5);
    for (long offset = 5; offset < 100_000; offset += 2) {
      cursor.jump(offset, offset + 1);
      cursor.passTo(offset + 2);
    }

    assertThat(told).isEmpty();
    assertThat(log.asked).isBetween(10, 60);
  }

  @Test
  void jumpBelowTheStart_isALoss() {
    deliver(5, 6, 7);
    log.start = 20;
    deliver(20);
    cursor.settle();

    assertThat(told).containsExactly("lost [8, 20)");
  }

  /** The broker was killed, and has forgotten what it deleted: nobody was told of the loss. */
  @Test
  void jumpOverRecordsThatAreThereAgain_isALoss() {
    log.markers = Set.of(11L, 12L);
    deliver(5, 6, 7, 10, 13);
    cursor.settle();

    assertThat(told).containsExactly("lost [8, 10)");
  }

  @Test
  void jumpAcrossTheStart_overRecordsThatAreThereAgain_isALossAsAWhole() {
    deliver(5);
    log.start = 10;
    deliver(20);
    cursor.settle();

    assertThat(told).containsExactly("lost [6, 20)");
  }

  /** The consumer went on at a marker, which is not delivered. */
  @Test
  void jumpAcrossTheStart_isALossUpToIt() {
    log.markers = Set.of(18L, 19L);
    deliver(5);
    log.start = 18;
    deliver(20);
    cursor.settle();

    assertThat(told).containsExactly("lost [6, 18)");
  }

  /** Nothing is delivered after a restart before the committed offset is read up to. */
  @Test
  void jumpAfterTheCommittedOffset_isALoss() {
    log.committed = OptionalLong.of(7);
    cursor.tick();
    log.start = 15;
    deliver(15);
    cursor.settle();

    assertThat(told).containsExactly("again 5", "again 6", "lost [7, 15)");
  }

  /** It was fetched before retention deleted it; there is nothing to read again. */
  @Test
  void recordDeliveredAtTheCheckpoint_belowTheStart_isNoLoss() {
    log.start = 8;
    deliver(5, 6);
    cursor.settle();

    assertThat(told).isEmpty();
  }

  @Test
  void rangeReadAgain_tellsItsLossBeforeItsRecords() {
    log.start = 8;
    deliver(10);
    cursor.settle();

    assertThat(told).containsExactly("lost [5, 8)", "again 8", "again 9");
    assertThat(log.asked).isZero();
  }

  @Test
  void jumpsInARangeLeftToTheLog_areToldByTheLogAlone() {
    deliver(5);
    cursor.deliver(6);
    cursor.leave(6);
    log.start = 30;
    cursor.deliver(31);
    cursor.leave(31);
    cursor.takeLeft();
    cursor.settle();

    assertThat(told).containsExactly("lost [6, 30)", "again 30", "again 31");
    assertThat(cursor.next()).isEqualTo(32);
  }

  @Test
  void goingBack_leavesTheJumpToTheLog() {
    deliver(5);
    log.start = 20;
    deliver(20, 21);
    cursor.goBack(5);
    cursor.takeLeft();
    cursor.settle();

    assertThat(told).containsExactly("lost [5, 20)", "again 20", "again 21");
  }

  @Test
  void firstRecordOfAll_isNoJump() {
    cursor = cursor(-1);
    log.start = 100;
    deliver(100);
    cursor.settle();

    assertThat(told).containsExactly("begin 100");
  }

  /** Another client has committed offsets under the group's name. */
  @Test
  void newPartition_beginsWhereItsLogDoes_whateverTheGroupHas() {
    cursor = cursor(-1);
    log.start = 100;
    deliver(103);

    assertThat(told).containsExactly("begin 100", "again 100", "again 101", "again 102");
  }

  @Test
  void newPartition_toWhichNothingComes_isReadUpToWhatTheGroupHas() {
    cursor = cursor(-1);
    log.start = 100;
    log.committed = OptionalLong.of(102);
    cursor.tick();

    assertThat(told).containsExactly("begin 100", "again 100", "again 101");
  }

  /** The log was truncated, or made again. */
  @Test
  void logThatEndsBeforeWhatWasCommitted_isReadToItsEnd() {
    log.end = 7;
    log.committed = OptionalLong.of(800);
    cursor.tick();

    assertThat(told).containsExactly("again 5", "again 6");
    assertThat(cursor.next()).isEqualTo(7);
  }

  @Test
  void whileNothingComes_theBrokerIsAskedSeldom() {
    for (int tick = 0; tick < 100; tick++) {
      cursor.tick();
    }

    assertThat(log.askedCommitted).isEqualTo(10);
  }

  private LogCursor cursor(final long checkpoint) {
    return new LogCursor(
        log,
        PARTITION,
        GROUP,
        checkpoint,
        begin -> told.add("begin " + begin),
        record -> {
          told.add("again " + record.offset());
          cursor.take(record.offset());
        },
        (from, to) -> told.add("lost [%d, %d)".formatted(from, to)));
  }

  @Test
  void newPartition_beginsWhereItWasSaid_butNotBeforeItsStart() {
    log.start = 2;
    log.first = OptionalLong.of(4);
    cursor = cursor(-1);
    assertThat(cursor.deliver(3)).isFalse();
    deliver(4);
    assertThat(told).containsExactly("begin 4");

    log.start = 10;
    cursor = cursor(-1);
    deliver(11);
    assertThat(told).containsExactly("begin 4", "begin 10", "again 10");

    cursor = cursor(5); // has begun
    assertThat(cursor.next()).isEqualTo(5);
  }

  @Test
  void firstOffset_isToldFromWhatAClientCommits() {
    assertThat(FirstOffset.in(FirstOffset.of(7))).hasValue(7);
    assertThat(FirstOffset.in(null)).isEmpty();
    assertThat(FirstOffset.in(new OffsetAndMetadata(7))).isEmpty();
  }

  private void deliver(final long... offsets) {
    for (final long offset : offsets) {
      assertThat(cursor.deliver(offset)).isTrue();
      cursor.take(offset);
    }
  }

  /** A log of records without end, from its start on, but for some markers. */
  private static final class Log implements GapLog {
    private long start;
    private long end = Long.MAX_VALUE;
    private int asked;
    private int askedCommitted;
    private OptionalLong committed = OptionalLong.empty();
    private OptionalLong first = OptionalLong.empty();
    private Set<Long> markers = Set.of();

    @Override
    public boolean isReadable(final TopicPartition partition, final long from, final long to) {
      assertThat(from).isGreaterThanOrEqualTo(start);
      return LongStream.range(from, to).anyMatch(offset -> !markers.contains(offset));
    }

    @Override
    public long replay(
        final TopicPartition partition, final long from, final long to, final RecordSink sink) {
      if (start > from) {
        sink.lost(from, Math.min(start, to));
      }
      for (long offset = Math.max(from, start); offset < Math.min(to, end); offset++) {
        sink.accept(new ConsumerRecord<>(PARTITION.topic(), 0, offset, null, null));
      }
      return Math.min(to, end);
    }

    @Override
    public long start(final TopicPartition partition) {
      asked++;
      return start;
    }

    @Override
    public long end(final TopicPartition partition) {
      throw new AssertionError("nobody asks");
    }

    @Override
    public long endOfAll(final TopicPartition partition) {
      throw new AssertionError("nobody asks");
    }

    @Override
    public Topic topic(final String name) {
      throw new AssertionError("nobody asks");
    }

    @Override
    public long[] ends(final String topic, final int partitions) {
      throw new AssertionError("nobody asks");
    }

    @Override
    public OptionalLong first(final String group, final TopicPartition partition) {
      assertThat(group).isEqualTo(GROUP);
      return first;
    }

    @Override
    public OptionalLong committed(final TopicPartition partition) {
      askedCommitted++;
      return committed;
    }
  }
}
