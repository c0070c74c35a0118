package org.majorant.ops.read;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.junit.jupiter.api.Test;
import org.majorant.ops.Published;
import org.majorant.schema.ModelHead;
import org.majorant.schema.PartitionOffset;

class PassesTest {
  private final MockConsumer<byte[], byte[]> consumer = new MockConsumer<>("earliest");
  private final Passes passes = new Passes(() -> consumer);

  @Test
  void pass_isThatOfTheLastRecordsOfAVersion() {
    assertThat(passes.of(version(0, 0))).isEqualTo(1);

    onPoll(0, 6, Passes.header(2));
    onPoll(1, 4, Passes.header(3));
    assertThat(passes.of(version(7, 5))).isEqualTo(3);
    assertThat(passes.of(version(7, 5))).as("it is known").isEqualTo(3);
    assertThat(consumer.position(new TopicPartition(topic(), 0))).isEqualTo(7);

    assertThat(passes.of(version(8, 6))).as("nothing is read").isEqualTo(3);

    onPoll(0, 8, null);
    onPoll(1, 6, null);
    assertThat(passes.of(version(9, 7))).as("somebody sends other examples").isEqualTo(1);
  }

  @Test
  void topic_thatMayNotBeRead_leavesThePassThatIsKnown() {
    consumer.setPollException(new TopicAuthorizationException(topic()));
    assertThat(passes.of(version(7, 5))).isEqualTo(1);
    assertThat(consumer.closed()).isTrue();
  }

  @Test
  void header_thatIsNoPass_saysNothing() {
    for (final String value : List.of("", "0", "-2", "2x", "99999999999")) {
      final Header header = new RecordHeader("majorant-pass", value.getBytes(US_ASCII));
      assertThat(Passes.of(record(0, 0, header))).as(value).isEqualTo(1);
    }
    assertThat(Passes.of(record(0, 0, Passes.header(12)))).isEqualTo(12);
  }

  private void onPoll(final int partition, final long offset, final Header header) {
    consumer.schedulePollTask(() -> consumer.addRecord(record(partition, offset, header)));
  }

  private static ConsumerRecord<byte[], byte[]> record(
      final int partition, final long offset, final Header header) {
    return new ConsumerRecord<>(
        topic(),
        partition,
        offset,
        0,
        TimestampType.CREATE_TIME,
        0,
        0,
        null,
        null,
        header == null ? new RecordHeaders() : new RecordHeaders(List.of(header)),
        Optional.empty());
  }

  private static String topic() {
    return Published.COLOURS.getInput();
  }

  /** Up to these offsets of two partitions. */
  private static ModelHead version(final long first, final long second) {
    final ModelHead head = Published.version(2).head();
    head.setLineage(List.of(new PartitionOffset(0, first), new PartitionOffset(1, second)));
    return head;
  }
}
