package org.majorant.stream;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.majorant.learn.Tallies;
import org.majorant.memory.SiteCodec;
import org.majorant.memory.Surrogate;
import org.majorant.schema.Moments;
import org.majorant.schema.SurrogateHead;
import org.majorant.spec.Fingerprint;
import org.majorant.store.SnapshotFormat;
import org.majorant.store.SnapshotRecord;
import org.majorant.store.StoreException;
import org.majorant.store.Topics;

/** The feed's thread once ended in silence, and its workers learned on an old base for ever. */
@Timeout(60)
class KafkaBaseFeedTest {
  private static final TopicPartition PARTITION = new TopicPartition(Topics.SURROGATES, 0);
  private static final byte[] SITE = SiteCodec.encode(Surrogate.of(TopologyFixture.SPEC).site());

  private final MockConsumer<byte[], byte[]> first = consumer();
  private final MockConsumer<byte[], byte[]> second = consumer();
  private final AtomicInteger opened = new AtomicInteger();
  private final AtomicBoolean back = new AtomicBoolean();

  @Test
  void base_that_cannot_be_read_is_passed_over_and_the_next_one_comes() throws Exception {
    try (KafkaBaseFeed feed = KafkaBaseFeed.start(() -> first, TopologyFixture.SPEC)) {
      append(first, 1, SITE);
      await(feed, 1);
      append(first, 2, new byte[7]);
      append(first, 3, SITE);

      await(feed, 3);
      assertThat(feed.unreadable()).isEqualTo(1);
      assertThat(feed.obstacle()).isEmpty();
    }
  }

  /** The same after a restart, which reads all of it again. */
  @Test
  void hostile_records_are_passed_over_and_the_next_base_comes() throws Exception {
    final String model = TopologyFixture.SPEC.getModel();
    final List<String> keys = List.of(model + "/0/head", model + "/1/0", model + "/0/0");
    long offset = 0;
    for (final byte[] value :
        List.of(HexFormat.of().parseHex("00000000010203"), new byte[0], new byte[30 << 20])) {
      for (final String key : keys) {
        final var record =
            new ConsumerRecord<>(Topics.SURROGATES, 0, offset++, key.getBytes(UTF_8), value);
        first.schedulePollTask(() -> first.addRecord(record));
      }
    }
    first.updateEndOffsets(Map.of(PARTITION, offset));
    try (KafkaBaseFeed feed = KafkaBaseFeed.start(() -> first, TopologyFixture.SPEC)) {
      append(first, 1, SITE);
      append(first, 2, SITE, head -> head.setMoments(new Moments(1L, List.of(1.0), List.of())));
      append(first, 5, SITE);
      await(feed, 5);
      assertThat(feed.unreadable()).isEqualTo(10);
      assertThat(feed.obstacle()).isEmpty();
    }
  }

  @Test
  void opening_that_fails_after_a_failure_is_tried_again() throws Exception {
    try (KafkaBaseFeed feed = KafkaBaseFeed.start(this::open, TopologyFixture.SPEC)) {
      append(first, 1, SITE);
      await(feed, 1);
      append(second, 2, SITE);
      first.setPollException(new KafkaException("the broker is away"));
      while (opened.get() < 3) {
        Thread.sleep(1);
      }
      assertThat(feed.obstacle().orElseThrow())
          .startsWith("topic majorant-surrogates has not been followed since ");
      back.set(true);

      await(feed, 2);
      while (feed.obstacle().isPresent()) {
        Thread.sleep(1);
      }
    }
  }

  @Test
  void start_without_a_topic_says_what_to_do() {
    assertThatThrownBy(
            () -> KafkaBaseFeed.start(() -> new MockConsumer<>("earliest"), TopologyFixture.SPEC))
        .isInstanceOf(StoreException.class)
        .hasMessage(
            "there is no topic majorant-surrogates: create it with `majorant topics create`");
  }

  /** One that works until it is told otherwise, then none for a while, and another that works. */
  private Consumer<byte[], byte[]> open() {
    if (opened.incrementAndGet() == 1) {
      return first;
    }
    if (back.get()) {
      return second;
    }
    throw new StoreException("correct the Kafka client's properties: no such host");
  }

  private static void await(final KafkaBaseFeed feed, final long base) {
    assertThat(feed.await(base, Duration.ofSeconds(20)).head().getBase()).isEqualTo(base);
  }

  private static MockConsumer<byte[], byte[]> consumer() {
    final MockConsumer<byte[], byte[]> consumer = new MockConsumer<>("earliest");
    consumer.updatePartitions(
        Topics.SURROGATES, List.of(new PartitionInfo(Topics.SURROGATES, 0, null, null, null)));
    consumer.updateBeginningOffsets(Map.of(PARTITION, 0L));
    consumer.updateEndOffsets(Map.of(PARTITION, 0L));
    return consumer;
  }

  /** A base goes to that consumer at its next poll; offsets have holes, as they may. */
  private static void append(
      final MockConsumer<byte[], byte[]> consumer, final long base, final byte[] data) {
    append(consumer, base, data, head -> {});
  }

  private static void append(
      final MockConsumer<byte[], byte[]> consumer,
      final long base,
      final byte[] data,
      final java.util.function.Consumer<SurrogateHead> forge) {
    final SurrogateHead head =
        SurrogateHead.newBuilder()
            .setModel(TopologyFixture.SPEC.getModel())
            .setBase(base)
            .setVersion(0)
            .setSpec(Fingerprint.of(TopologyFixture.SPEC))
            .setBlocks(0)
            .setChecksum(0)
            .setLineage(List.of())
            .setTally(Tallies.empty())
            .build();
    forge.accept(head);
    long offset = 10 * base;
    for (final SnapshotRecord r : SnapshotFormat.SURROGATES.split(head, data, 2)) {
      final var record = new ConsumerRecord<>(Topics.SURROGATES, 0, offset++, r.key(), r.value());
      consumer.schedulePollTask(() -> consumer.addRecord(record));
    }
  }
}
