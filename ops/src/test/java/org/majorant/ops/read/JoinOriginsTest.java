package org.majorant.ops.read;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;
import org.majorant.log.GapLog;
import org.majorant.schema.AvroSerde;
import org.majorant.schema.JoinOutcome;
import org.majorant.schema.JoinedEvent;
import org.majorant.spec.SpecFile;

class JoinOriginsTest {
  private static final AvroSerde<JoinedEvent> JOINED = AvroSerde.of(JoinedEvent.class);
  private static final long LATE = 5_000_000_000L; // beyond 32 bits

  private final Log log = new Log(new HashMap<>());
  private final JoinOrigins origins =
      new JoinOrigins(
          SpecFile.read(
              "{model: late, labels: [a, b], input: events, features: {dimension: 2},"
                  + " label: {topic: labels, path: is, wait: 10s}}"));

  @Test
  void events_thatStandWhereTheyAreSaidTo_areVerified() {
    join(0, LATE, "one", 7);
    join(1, 3, "two", null);
    final JoinOrigins.Found found = origins.find(log);
    assertThat(found).isEqualTo(new JoinOrigins.Found(2, 1, 0, 0, 0, true));
    assertThat(found.isVerified()).isTrue();
  }

  @Test
  void event_joinedTwice_isFound() {
    join(0, LATE, "one", null);
    join(0, LATE, "one", null);
    assertThat(origins.find(log).failure()).isEqualTo("1 events were joined twice");
  }

  @Test
  void event_correctedLater_isJoinedOnce() {
    join(0, 4, "one", null);
    join(0, 4, "one", 8, JoinOutcome.REVISED);
    assertThat(origins.find(log)).isEqualTo(new JoinOrigins.Found(1, 1, 0, 0, 0, true));
  }

  @Test
  void event_thatIsNotThere_isFound() {
    join(0, 4, "one", 8);
    log.values.remove("events-0/4");
    log.values.remove("labels-0/8");
    assertThat(origins.find(log).failure()).startsWith("2 events and labels");
  }

  @Test
  void anotherEvent_atTheOffset_isFound() {
    join(0, 4, "one", null);
    log.values.put("events-0/4", "other".getBytes(UTF_8));
    assertThat(origins.find(log).failure()).contains("not those that were joined");
  }

  @Test
  void events_thatRetentionDeleted_areNoFault() {
    join(1, 1, "gone", null);
    join(0, 4, "one", null);
    log.values.remove("events-1/1");
    assertThat(origins.find(log)).isEqualTo(new JoinOrigins.Found(2, 0, 0, 0, 1, true));
  }

  private void join(
      final int partition, final long offset, final String value, final Integer label) {
    join(
        partition,
        offset,
        value,
        label,
        label == null ? JoinOutcome.UNLABELED : JoinOutcome.LABELED);
  }

  private void join(
      final int partition,
      final long offset,
      final String value,
      final Integer label,
      final JoinOutcome outcome) {
    final byte[] bytes = value.getBytes(UTF_8);
    log.values.put("events-" + partition + "/" + offset, bytes);
    if (label != null) {
      log.values.put("labels-0/" + label, bytes);
    }
    final JoinedEvent joined =
        JoinedEvent.newBuilder()
            .setEvent(ByteBuffer.wrap(bytes))
            .setOutcome(outcome)
            .setEventPartition(partition)
            .setEventOffset(offset)
            .setLabelPartition(label == null ? null : 0)
            .setLabelOffset(label == null ? null : (long) label)
            .setTime(0)
            .setWaitedMillis(0)
            .build();
    origins.accept(new ConsumerRecord<>("joined", 0, 0, null, JOINED.encode(joined)));
  }

  /** Two partitions; of the second, retention has deleted what is before offset 2. */
  private record Log(Map<String, byte[]> values) implements GapLog {
    @Override
    public long replay(
        final TopicPartition partition, final long from, final long to, final RecordSink sink) {
      values.forEach(
          (place, value) -> {
            final String[] parts = place.split("/");
            final long offset = Long.parseLong(parts[1]);
            if (parts[0].equals(partition.toString()) && offset >= from && offset < to) {
              sink.accept(
                  new ConsumerRecord<>(
                      partition.topic(), partition.partition(), offset, null, value));
            }
          });
      return to;
    }

    @Override
    public long start(final TopicPartition partition) {
      return partition.partition() == 1 ? 2 : 0;
    }

    @Override
    public Topic topic(final String name) {
      return new Topic(name, 2);
    }

    @Override
    public boolean isReadable(final TopicPartition partition, final long from, final long to) {
      throw new AssertionError("nobody asks");
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
    public long[] ends(final String topic, final int partitions) {
      throw new AssertionError("nobody asks");
    }

    @Override
    public OptionalLong committed(final TopicPartition partition) {
      throw new AssertionError("nobody asks");
    }
  }
}
