package org.majorant.stream.join;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.test.TestRecord;
import org.assertj.core.groups.Tuple;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.majorant.join.JoinCounts;
import org.majorant.join.JoinFull;
import org.majorant.join.Joined;
import org.majorant.log.GapLog;
import org.majorant.schema.AvroSerde;
import org.majorant.schema.JoinOutcome;
import org.majorant.schema.JoinedEvent;
import org.majorant.schema.ModelSpec;
import org.majorant.spec.SpecFile;

/** The sub-topology of a join on a driver, with a log whose ends the test says. */
class JoinTopologyTest {
  private static final String AT_ONCE = "{topic: l, path: r.is, wait: 1m";
  private static final String LABELED = AT_ONCE + ", default: \"no\"";
  private static final Instant BEGIN = Instant.now().minus(Duration.ofDays(1));

  private final Ends log = new Ends();
  private final JoinCounts counts = new JoinCounts();
  private TopologyTestDriver driver;

  private void start(final String label, final boolean repartitioned) {
    start("e", label, repartitioned);
  }

  private void start(final String input, final String label, final boolean repartitioned) {
    final ModelSpec spec =
        SpecFile.read(
            "{model: m, labels: [\"no\", \"yes\"], input: %s, label: %s}".formatted(input, label));
    driver = JoinDriver.start(spec, log, repartitioned, counts, JoinTopology::of, BEGIN);
  }

  @AfterEach
  void close() {
    driver.close();
  }

  private void pipe(final String topic, final String key, final String value, final int second) {
    driver
        .createInputTopic(topic, new ByteArraySerializer(), new ByteArraySerializer())
        .pipeInput(
            key == null ? null : key.getBytes(UTF_8),
            value.getBytes(UTF_8),
            BEGIN.plusSeconds(second));
    log.delivered.merge(topic, 1L, Long::sum);
    log.ends.merge(topic, log.delivered.get(topic), Math::max);
  }

  /** The clock goes on, and the join is looked at for some seconds. */
  private void pass(final Duration time) {
    driver.advanceWallClockTime(time);
    for (int second = 0; second < 5; second++) {
      driver.advanceWallClockTime(Duration.ofSeconds(1));
    }
  }

  private List<JoinedEvent> joined() {
    return driver
        .createOutputTopic(
            "majorant-joined-m", new ByteArrayDeserializer(), new ByteArrayDeserializer())
        .readRecordsToList()
        .stream()
        .map(TestRecord::value)
        .map(AvroSerde.of(JoinedEvent.class)::decode)
        .toList();
  }

  @Test
  void labels_beforeAfterTwiceAndNever() {
    start(AT_ONCE + "}", false);
    pipe("l", "before", "{\"r\": {\"is\": \"yes\"}}", 1);
    pipe("e", "after", "one", 2);
    pipe("e", "before", "two", 3);
    pipe("e", "never", "three", 4);
    pipe("e", null, "four", 4);
    pipe("l", "after", "{\"r\": {\"is\": \"yes\"}}", 12);
    pipe("l", "after", "{\"r\": {\"is\": \"no\"}}", 13);
    pipe("l", "after", "{\"r\": {}}", 14);
    assertThat(joined())
        .extracting(
            j -> UTF_8.decode(j.getEvent()).toString(),
            JoinedEvent::getLabel,
            JoinedEvent::getOutcome,
            JoinedEvent::getEventOffset,
            JoinedEvent::getLabelOffset,
            JoinedEvent::getWaitedMillis)
        .containsExactly(
            tuple("two", "yes", JoinOutcome.LABELED, 1L, 0L, 0L),
            tuple("four", null, JoinOutcome.UNLABELED, 3L, null, 0L),
            tuple("one", "yes", JoinOutcome.LABELED, 0L, 1L, 10_000L));
    pass(Duration.ofMinutes(2));
    assertThat(joined())
        .extracting(JoinedEvent::getLabel, JoinedEvent::getOutcome, JoinedEvent::getTime)
        .containsExactly(tuple(null, JoinOutcome.UNLABELED, BEGIN.plusSeconds(4).toEpochMilli()));
    assertThat(counts.labels(JoinCounts.Label.DUPLICATE)).isOne();
    assertThat(counts.labels(JoinCounts.Label.UNREADABLE)).isOne();
    assertThat(counts.events(Joined.Outcome.LABELED)).isEqualTo(2);
  }

  private static Tuple tuple(final Object... values) {
    return Tuple.tuple(values);
  }

  @Test
  void wait_whileLabelsAreStillToBeRead_doesNotEnd() {
    start(LABELED + "}", false);
    pipe("e", "k", "one", 0);
    log.ends.put("l", 1L);
    pass(Duration.ofHours(1));
    assertThat(joined()).isEmpty();
    pipe("l", "k", "{\"r\": {\"is\": \"yes\"}}", 30);
    pass(Duration.ofMinutes(2));
    assertThat(joined()).extracting(JoinedEvent::getLabel).containsExactly("yes");
  }

  @Test
  void record_ofTheFuture_endsNoWait() {
    start(LABELED + "}", false);
    pipe("e", "k", "one", 0);
    log.ends.put("l", 100L);
    pipe("l", "other", "{\"r\": {\"is\": \"yes\"}}", 2_000_000_000);
    pipe("e", "later", "two", 2_000_000_000);
    pass(Duration.ofHours(1));
    assertThat(joined()).isEmpty();
    assertThat(counts.misdatedRecords()).isEqualTo(2);
  }

  /** Beyond the memory, events lie on disk, and each is joined as if it had been in memory. */
  @Test
  void events_thatNeedMoreThanTheMemory_lieOnDisk() {
    start(LABELED + "}", false);
    final String large = "x".repeat(100_000);
    for (int i = 0; i < 40; i++) {
      pipe("e", "k" + i, large + i, i);
    }
    for (int i = 0; i < 40; i += 2) {
      pipe("l", "k" + i, "{\"r\": {\"is\": \"yes\"}}", 50);
    }
    assertThat(joined()).isEmpty();
    pass(Duration.ofMinutes(3));
    final List<JoinedEvent> joined = joined();
    assertThat(joined).hasSize(40);
    for (int i = 0; i < 40; i++) {
      assertThat(UTF_8.decode(joined.get(i).getEvent()).toString()).isEqualTo(large + i);
      assertThat(joined.get(i).getLabel()).isEqualTo(i % 2 == 0 ? "yes" : "no");
    }
  }

  /** What finds events is in memory, and bounded: the learner ends, and says what to do. */
  @Test
  void events_thatAreTooManyForTheMemory_endTheJoin() {
    start(LABELED + "}", false);
    assertThatThrownBy(
            () -> {
              for (int i = 0; i < 40_000; i++) {
                pipe("e", "k" + i, "{}", 0);
              }
            })
        .hasRootCauseInstanceOf(JoinFull.class)
        .rootCause()
        .hasMessageContaining("more than the 1 MB of --join-memory, even with their bytes on disk");
    assertThat(joined()).isEmpty();
  }

  /** What nobody wants takes no room, and has no label; what cannot be read is for the learner. */
  @Test
  void events_thatAreNotWanted_areNotJoined() {
    start("{topic: e, format: json, where: {type: placed}}", AT_ONCE + "}", false);
    pipe("l", "k", "{\"r\": {\"is\": \"yes\"}}", 1);
    pipe("e", "k", "{\"type\": \"changed\"}", 2);
    pipe("e", "k", "{\"type\": \"placed\"}", 3);
    pipe("e", "k", "{", 4);
    assertThat(joined()).extracting(JoinedEvent::getEventOffset).containsExactly(1L, 2L);
    assertThat(counts.passedOverEvents()).isOne();
  }

  @Test
  void cloudEvents_inBinaryMode_keepTheirHeaders() {
    start("{topic: e, format: cloudevents}", AT_ONCE + "}", false);
    final RecordHeaders headers = new RecordHeaders();
    headers.add("ce_specversion", "1.0".getBytes(UTF_8)).add("other", new byte[] {1});
    driver
        .createInputTopic("e", new ByteArraySerializer(), new ByteArraySerializer())
        .pipeInput(
            new TestRecord<>(
                "k".getBytes(UTF_8), "{}".getBytes(UTF_8), headers, BEGIN.plusSeconds(1)));
    pipe("l", "k", "{\"r\": {\"is\": \"yes\"}}", 2);
    final TestRecord<byte[], byte[]> out =
        driver
            .createOutputTopic(
                "majorant-joined-m", new ByteArrayDeserializer(), new ByteArrayDeserializer())
            .readRecord();
    assertThat(out.headers()).hasSize(1);
    assertThat(out.headers().lastHeader("ce_specversion").value()).isEqualTo("1.0".getBytes(UTF_8));
    final JoinedEvent event = AvroSerde.of(JoinedEvent.class).decode(out.value());
    assertThat(UTF_8.decode(event.getEvent()).toString()).isEqualTo("{}");
  }

  @Test
  void keys_atPaths_areJoinedThroughRepartitionTopics() {
    start(AT_ONCE + ", key: order, time: at}", true);
    pipe("l", "x", "{\"order\": 7, \"at\": %d, \"r\": {\"is\": \"yes\"}}".formatted(second(5)), 0);
    pipe("e", "7", "one", 3);
    assertThat(joined())
        .extracting(JoinedEvent::getLabel, JoinedEvent::getWaitedMillis)
        .containsExactly(tuple("yes", second(5) * 1000 - BEGIN.plusSeconds(3).toEpochMilli()));
    pipe("e", "8", "two", 4);
    pass(Duration.ofMinutes(3));
    assertThat(joined()).extracting(JoinedEvent::getOutcome).containsExactly(JoinOutcome.UNLABELED);
  }

  private static long second(final int after) {
    return BEGIN.plusSeconds(after).getEpochSecond();
  }

  /** Topics of one partition, of which all is delivered that the driver was given. */
  private static final class Ends implements GapLog {
    private final Map<String, Long> ends = new HashMap<>();
    private final Map<String, Long> delivered = new HashMap<>();

    @Override
    public long end(final TopicPartition partition) {
      return ends.getOrDefault(partition.topic(), 0L);
    }

    @Override
    public long endOfAll(final TopicPartition partition) {
      return end(partition);
    }

    @Override
    public long start(final TopicPartition partition) {
      return 0;
    }

    @Override
    public boolean isReadable(final TopicPartition partition, final long from, final long to) {
      return true;
    }

    @Override
    public Topic topic(final String name) {
      return new Topic(name, 1);
    }

    @Override
    public long[] ends(final String topic, final int partitions) {
      return new long[] {ends.getOrDefault(topic, 0L)};
    }

    /** What the driver was given. */
    @Override
    public OptionalLong committed(final TopicPartition partition) {
      return partition.topic().length() == 1
          ? OptionalLong.of(delivered.getOrDefault(partition.topic(), 0L))
          : OptionalLong.empty();
    }

    @Override
    public long replay(
        final TopicPartition partition, final long from, final long to, final RecordSink sink) {
      throw new UnsupportedOperationException();
    }
  }
}
