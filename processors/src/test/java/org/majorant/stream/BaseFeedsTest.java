package org.majorant.stream;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.majorant.growth.SpecHistory;
import org.majorant.majorize.SummarySource;
import org.majorant.memory.PagedState;
import org.majorant.memory.Site;
import org.majorant.memory.SiteCodec;
import org.majorant.memory.Surrogate;
import org.majorant.merge.Base;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.Moments;
import org.majorant.schema.PartitionOffset;
import org.majorant.schema.SurrogateHead;
import org.majorant.spec.Fingerprint;
import org.majorant.spec.SpecFile;
import org.majorant.store.SnapshotFormat;
import org.majorant.store.SnapshotRecord;
import org.majorant.store.StoreException;
import org.majorant.store.Topics;
import org.majorant.tally.Tallies;

/** The feed's thread once ended in silence, and its workers learned on an old base for ever. */
@Timeout(60)
class BaseFeedsTest {
  private static final TopicPartition PARTITION = new TopicPartition(Topics.SURROGATES, 0);
  private static final long FORGED = 1L << 50;
  private static final ModelSpec SPEC =
      SpecFile.read(
          "{model: m, labels: [a, b], features: {dimension: 8}, curvature: {memory: diagonal}}");
  private static final byte[] SITE = SiteCodec.encode(Surrogate.of(SPEC).site());

  private final MockConsumer<byte[], byte[]> first = consumer();
  private final MockConsumer<byte[], byte[]> second = consumer();
  private final AtomicInteger opened = new AtomicInteger();
  private final AtomicBoolean back = new AtomicBoolean();
  private long offset;

  @Test
  void base_that_cannot_be_read_is_passed_over_and_the_next_one_comes() throws Exception {
    try (BaseFeeds feeds = start(() -> first)) {
      final BaseFeeds.Feed feed = feeds.of(SPEC.getModel());
      append(first, 1, SITE);
      await(feed, 1);
      append(first, 2, new byte[7]);
      append(first, 3, SITE);

      await(feed, 3);
      assertThat(feed.unreadable()).isEqualTo(1);
      assertThat(feeds.obstacle()).isEmpty();
    }
  }

  /** The same after a restart, which reads all of it again. */
  @Test
  void hostile_records_are_passed_over_and_the_next_base_comes() throws Exception {
    final String model = SPEC.getModel();
    final List<String> keys = List.of(model + "/0/head", model + "/1/0", model + "/0/0");
    for (final byte[] value :
        List.of(HexFormat.of().parseHex("00000000010203"), new byte[0], new byte[30 << 20])) {
      for (final String key : keys) {
        final var record =
            new ConsumerRecord<>(Topics.SURROGATES, 0, offset++, key.getBytes(UTF_8), value);
        first.schedulePollTask(() -> first.addRecord(record));
      }
    }
    first.updateEndOffsets(Map.of(PARTITION, offset));
    try (BaseFeeds feeds = start(() -> first)) {
      final BaseFeeds.Feed feed = feeds.of(SPEC.getModel());
      append(first, 1, SITE);
      append(
          first,
          2,
          SITE,
          head ->
              head.setMoments(
                  new Moments(1L, List.of(1.0), List.of(), List.of(), List.of(), List.of())));
      append(first, 5, SITE);
      await(feed, 5);
      assertThat(feed.unreadable()).isEqualTo(10);
      assertThat(feeds.obstacle()).isEmpty();
    }
  }

  /** Workers learned on it for ever. */
  @Test
  void base_that_no_majorizer_wrote_is_left_as_soon_as_another_follows_it() throws Exception {
    try (BaseFeeds feeds = start(() -> first)) {
      final BaseFeeds.Feed feed = feeds.of(SPEC.getModel());
      append(first, 11, SITE);
      append(first, 12, SITE);
      append(first, FORGED, SITE);
      await(feed, FORGED);
      append(first, 13, SITE);
      append(first, 14, SITE);

      await(feed, 14);
      assertThat(feed.unreadable()).isEqualTo(1);
      append(first, 15, SITE);
      await(feed, 15);
    }
  }

  @Test
  void deltas_are_followed_and_after_one_that_is_missing_the_next_snapshot_is_taken()
      throws Exception {
    final PagedState one = PagedState.of(SPEC).with(site(0.5));
    final PagedState two = one.with(site(0.75));
    try (BaseFeeds feeds = start(() -> first)) {
      final BaseFeeds.Feed feed = feeds.of(SPEC.getModel());
      append(first, 1, SITE);
      appendDelta(first, 2, 1, 0.5, one.hash());
      appendDelta(first, 3, 1, 0.75, two.hash());
      await(feed, 3);
      assertThat(feed.current().orElseThrow().state().site())
          .usingRecursiveComparison()
          .isEqualTo(two.site());
      appendDelta(first, 5, 1, 0.5, one.hash());
      append(first, 7, SITE);
      await(feed, 7);
      appendDelta(first, 8, 7, 0.5, one.hash());
      await(feed, 8);
      assertThat(feed.unreadable()).isZero();
    }
  }

  /** What follows it leads to another state than the one that was written, too. */
  @Test
  void delta_that_does_not_lead_to_its_state_is_passed_over_and_the_next_snapshot_is_taken()
      throws Exception {
    final long hash = PagedState.of(SPEC).with(site(0.5)).hash();
    try (BaseFeeds feeds = start(() -> first)) {
      final BaseFeeds.Feed feed = feeds.of(SPEC.getModel());
      append(first, 1, SITE);
      appendDelta(first, 2, 1, 0.75, hash);
      appendDelta(first, 3, 1, 0.5, hash);
      append(first, 4, SITE);
      await(feed, 4);
      assertThat(feed.unreadable()).isEqualTo(2);
      appendDelta(first, 5, 4, 0.5, hash);
      await(feed, 5);
    }
  }

  /** A wide base takes seconds, and a start had to read all of them. */
  @Test
  void bases_before_the_last_snapshot_are_not_read_at_the_start() {
    final PagedState half = PagedState.of(SPEC).with(site(0.5));
    append(first, 1, new byte[7], BaseFeedsTest::setMerged);
    append(first, 2, SITE, BaseFeedsTest::setMerged);
    append(
        first,
        3,
        Given.state(SPEC, 0.5, 1),
        head -> {
          setMerged(head);
          head.setSnapshot(2);
          head.setState(half.hash());
        });
    first.updateEndOffsets(Map.of(PARTITION, offset));
    try (BaseFeeds feeds = start(() -> first)) {
      final BaseFeeds.Feed feed = feeds.of(SPEC.getModel());
      assertThat(feed.current().orElseThrow().number()).isEqualTo(3);
      assertThat(state(feed).hash()).isEqualTo(half.hash());
      assertThat(feed.unreadable()).isZero();
    }
  }

  @Test
  void start_with_a_last_snapshot_that_cannot_be_read_goes_on_from_the_one_before() {
    try (BaseFeeds feeds =
        start(
            () -> {
              offset = 0;
              final MockConsumer<byte[], byte[]> each = consumer();
              append(each, 1, SITE, BaseFeedsTest::setMerged);
              append(each, 2, SITE, BaseFeedsTest::setMerged);
              append(each, 3, new byte[7], BaseFeedsTest::setMerged);
              each.updateEndOffsets(Map.of(PARTITION, offset));
              return each;
            })) {
      final BaseFeeds.Feed feed = feeds.of(SPEC.getModel());
      assertThat(feed.current().orElseThrow().number()).isEqualTo(2);
      assertThat(feed.unreadable()).isEqualTo(1);
      assertThat(feeds.obstacle()).isEmpty();
    }
  }

  /** It says so, and has the one of this spec, as before it was known which comes last. */
  @Test
  void start_with_a_last_snapshot_of_another_spec_knows_the_one_before() {
    try (BaseFeeds feeds =
        start(
            () -> {
              offset = 0;
              final MockConsumer<byte[], byte[]> each = consumer();
              append(each, 1, SITE, BaseFeedsTest::setMerged);
              append(
                  each,
                  2,
                  SITE,
                  head -> {
                    setMerged(head);
                    head.setSpec(head.getSpec() + 1);
                  });
              each.updateEndOffsets(Map.of(PARTITION, offset));
              return each;
            })) {
      final BaseFeeds.Feed feed = feeds.of(SPEC.getModel());
      assertThat(feed.isOfAnother()).isTrue();
      assertThat(feed.current().orElseThrow().number()).isEqualTo(1);
      assertThat(feed.unreadable()).isZero();
    }
  }

  @Test
  void opening_that_fails_after_a_failure_is_tried_again() throws Exception {
    try (BaseFeeds feeds = start(this::open)) {
      final BaseFeeds.Feed feed = feeds.of(SPEC.getModel());
      append(first, 1, SITE);
      await(feed, 1);
      append(second, 2, SITE);
      first.setPollException(new KafkaException("the broker is away"));
      while (opened.get() < 3) {
        Thread.sleep(1);
      }
      assertThat(feeds.obstacle().orElseThrow())
          .startsWith("topic majorant-surrogates has not been followed since ");
      back.set(true);

      await(feed, 2);
      while (feeds.obstacle().isPresent()) {
        Thread.sleep(1);
      }
    }
  }

  @Test
  void base_of_release_01_is_refused_in_one_line() {
    append(first, 1, SITE, head -> head.setSummaries(null));
    first.updateEndOffsets(Map.of(PARTITION, offset));
    assertThatThrownBy(() -> start(() -> first).of(SPEC.getModel()))
        .isInstanceOf(CannotLearn.class)
        .hasMessage(
            "what m has learned is of release 0.1, which this release cannot read: have release"
                + " 0.2.0 learn a record in between, or give the model another name in its spec,"
                + " and it learns its input from the beginning");
  }

  /** It once was put together twice in one process, which took as much memory again. */
  @Test
  void base_that_this_process_has_written_is_taken_as_it_was() throws Exception {
    try (BaseFeeds feeds = start(() -> first)) {
      final BaseFeeds.Feed feed = feeds.of(SPEC.getModel());
      final PagedState second = PagedState.of(SPEC).with(site(2));
      append(first, 1, SITE);
      await(feed, 1);
      feed.expect(written(2, second));
      append(first, 1, SITE); // again, after a transaction that was given up
      append(first, 2, SiteCodec.encode(site(2)), head -> head.setState(second.hash()));
      await(feed, 2);
      assertThat(state(feed)).isSameAs(second);

      final long third = second.with(site(3)).hash();
      appendDelta(first, 3, 2, 3, third);
      await(feed, 3);
      assertThat(state(feed).hash()).isEqualTo(third);
    }
  }

  /** The majorizer may write the next one before the last one has come. */
  @Test
  void bases_of_this_process_that_come_late_are_taken_as_they_were() throws Exception {
    try (BaseFeeds feeds = start(() -> first)) {
      final BaseFeeds.Feed feed = feeds.of(SPEC.getModel());
      final PagedState given = PagedState.of(SPEC).with(site(1));
      final PagedState second = PagedState.of(SPEC).with(site(2));
      final PagedState third = second.with(site(3));
      feed.expect(written(2, given));
      feed.expect(written(3, given)); // of a transaction that was given up
      feed.expect(written(2, second));
      feed.expect(written(3, third));
      append(first, 2, SiteCodec.encode(site(2)), head -> head.setState(second.hash()));
      await(feed, 2);
      assertThat(state(feed)).isSameAs(second);
      appendDelta(first, 3, 2, 3, third.hash());
      await(feed, 3);
      assertThat(state(feed)).isSameAs(third);
    }
  }

  /** The base was never committed, and another process has written the one of that number. */
  @Test
  void base_that_another_process_has_written_is_read() throws Exception {
    try (BaseFeeds feeds = start(() -> first)) {
      final BaseFeeds.Feed feed = feeds.of(SPEC.getModel());
      final PagedState mine = PagedState.of(SPEC).with(site(2));
      final PagedState others = PagedState.of(SPEC).with(site(3));
      feed.expect(written(1, mine));
      append(first, 1, SiteCodec.encode(site(3)), head -> head.setState(others.hash()));
      await(feed, 1);
      assertThat(state(feed).hash()).isEqualTo(others.hash());

      feed.expect(written(2, mine));
      append(first, 3, SiteCodec.encode(site(2)), head -> head.setState(mine.hash()));
      await(feed, 3);
      assertThat(state(feed)).isNotSameAs(mine);
      assertThat(feed.unreadable()).isZero();
    }
  }

  private static Base written(final long number, final PagedState state) {
    return Base.of(Base.head(SPEC, number).build(), state, null);
  }

  private static PagedState state(final BaseFeeds.Feed feed) {
    return (PagedState) feed.current().orElseThrow().state();
  }

  @Test
  void start_without_a_topic_says_what_to_do() {
    assertThatThrownBy(() -> start(() -> new MockConsumer<>("earliest")))
        .isInstanceOf(StoreException.class)
        .hasMessage(
            "there is no topic majorant-surrogates: create it with `majorant topics create`");
  }

  private static BaseFeeds start(final Supplier<Consumer<byte[], byte[]>> consumers) {
    return BaseFeeds.start(consumers, consumers, SummarySource.NONE, List.of(SpecHistory.of(SPEC)));
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

  private static void await(final BaseFeeds.Feed feed, final long base) throws Exception {
    while (feed.current().map(newest -> newest.head().getBase()).orElse(0L) != base) {
      Thread.sleep(1);
    }
  }

  private static MockConsumer<byte[], byte[]> consumer() {
    final MockConsumer<byte[], byte[]> consumer = new MockConsumer<>("earliest");
    consumer.updatePartitions(
        Topics.SURROGATES, List.of(new PartitionInfo(Topics.SURROGATES, 0, null, null, null)));
    consumer.updateBeginningOffsets(Map.of(PARTITION, 0L));
    consumer.updateEndOffsets(Map.of(PARTITION, 0L));
    return consumer;
  }

  /** As this release writes it, which a feed that starts requires. */
  private static void setMerged(final SurrogateHead head) {
    head.setSummaries(new PartitionOffset(0, 0L));
  }

  /** What a feature has: b. */
  private static Site site(final double linear) {
    return SiteCodec.decode(ByteBuffer.wrap(Given.state(SPEC, linear, 1)), SPEC);
  }

  private void appendDelta(
      final MockConsumer<byte[], byte[]> consumer,
      final long base,
      final long snapshot,
      final double linear,
      final long hash) {
    append(
        consumer,
        base,
        Given.state(SPEC, linear, 1),
        head -> {
          head.setSnapshot(snapshot);
          head.setState(hash);
        });
  }

  /** A base goes to that consumer at its next poll. */
  private void append(
      final MockConsumer<byte[], byte[]> consumer, final long base, final byte[] data) {
    append(consumer, base, data, head -> {});
  }

  private void append(
      final MockConsumer<byte[], byte[]> consumer,
      final long base,
      final byte[] data,
      final java.util.function.Consumer<SurrogateHead> forge) {
    final SurrogateHead head =
        SurrogateHead.newBuilder()
            .setModel(SPEC.getModel())
            .setBase(base)
            .setVersion(0)
            .setSpec(Fingerprint.of(SPEC))
            .setBlocks(0)
            .setChecksum(0)
            .setLineage(List.of())
            .setTally(Tallies.empty())
            .build();
    forge.accept(head);
    final long turn = head.getSnapshot() == 0 ? base : head.getSnapshot();
    for (final SnapshotRecord r : SnapshotFormat.SURROGATES.splitAt(head, data, 2, turn)) {
      final var record = new ConsumerRecord<>(Topics.SURROGATES, 0, offset++, r.key(), r.value());
      consumer.schedulePollTask(() -> consumer.addRecord(record));
    }
  }
}
