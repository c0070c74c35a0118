package org.majorant.acceptance.learn;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import java.util.function.LongPredicate;
import java.util.stream.LongStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.majorant.schema.AvroSerde;
import org.majorant.schema.JoinOutcome;
import org.majorant.schema.JoinedEvent;
import org.majorant.store.SnapshotReader;

/**
 * What must be true of a topic of joined events: each event is there once, with the label that it
 * must have, and where event and label are said to stand, they stand.
 */
public final class JoinedCheck {
  private static final AvroSerde<JoinedEvent> JOINED = AvroSerde.of(JoinedEvent.class);
  private static final Duration PATIENCE = Duration.ofMinutes(3);

  private final Map<String, Object> client;
  private final Map<Long, JoinedEvent> joined = new HashMap<>();
  private final Map<Long, JoinedEvent> revised = new HashMap<>();
  private final Set<String> positions = new HashSet<>();

  private JoinedCheck(final Map<String, Object> client) {
    this.client = client;
  }

  /**
   * Waits until all events are joined, and looks at each.
   *
   * @param topic of joined events
   * @param sent so many events of the stream
   * @param otherwise the label of an event that gets none
   * @param said what the learner says, which is told with what is missing
   */
  public static void require(
      final Map<String, Object> client,
      final String topic,
      final LateStream stream,
      final long sent,
      final String otherwise,
      final Callable<String> said)
      throws Exception {
    final JoinedCheck check = new JoinedCheck(client);
    check.await(topic, stream, sent, check.joined::containsKey, said);
    assertThat(check.revised).isEmpty();
    check.joined.forEach(
        (place, event) -> {
          final String label = stream.at(place, 0).outcome();
          assertThat(event.getOutcome())
              .as("%s", event)
              .isEqualTo(label == null ? JoinOutcome.DEFAULTED : JoinOutcome.LABELED);
          assertThat(event.getLabel()).as("%s", event).isEqualTo(label == null ? otherwise : label);
        });
    check.requireOrigins();
  }

  /**
   * The same where labels that come after the wait revise: in the end each event has its label, and
   * only those that were given out with another were revised.
   *
   * @return how many were revised
   */
  static long requireRevised(
      final Map<String, Object> client,
      final String topic,
      final LateStream stream,
      final long sent,
      final String otherwise,
      final Callable<String> said)
      throws Exception {
    final JoinedCheck check = new JoinedCheck(client);
    final LongPredicate isRight =
        place -> {
          final String label = stream.at(place, 0).outcome();
          final JoinedEvent last = check.revised.getOrDefault(place, check.joined.get(place));
          return last != null && last.getLabel().equals(label == null ? otherwise : label);
        };
    check.await(topic, stream, sent, isRight, said);
    check.revised.forEach(
        (place, event) -> {
          final JoinedEvent before = check.joined.get(place);
          assertThat(before.getOutcome()).as("%s", before).isEqualTo(JoinOutcome.DEFAULTED);
          assertThat(before.getLabel()).isEqualTo(otherwise).isNotEqualTo(event.getLabel());
          assertThat(event.getFormerLabel()).as("%s", event).isEqualTo(otherwise);
          assertThat(event.getEvent()).as("%s", event).isEqualTo(before.getEvent());
        });
    check.requireOrigins();
    return check.revised.size();
  }

  /** Waits until something is true of all places, and no event is there that was not sent. */
  private void await(
      final String topic,
      final LateStream stream,
      final long sent,
      final LongPredicate isTrue,
      final Callable<String> said)
      throws Exception {
    final Map<Integer, Long> from = new HashMap<>();
    final long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (!LongStream.range(0, sent).allMatch(isTrue) && System.nanoTime() < deadline) {
      Thread.sleep(500);
      read(topic, from, this::add);
    }
    read(topic, from, this::add); // one more would be one too many
    final List<String> missing =
        LongStream.range(0, sent)
            .filter(place -> !isTrue.test(place))
            .mapToObj(place -> place + " " + stream.at(place, 0))
            .limit(10)
            .toList();
    assertThat(missing).as(missing.isEmpty() ? "" : said.call()).isEmpty();
    assertThat(joined).hasSize((int) sent);
  }

  private void add(final ConsumerRecord<byte[], byte[]> record) {
    final JoinedEvent next = JOINED.decode(record.value());
    final boolean again = next.getOutcome() == JoinOutcome.REVISED;
    final String stands = next.getEventPartition() + "/" + next.getEventOffset();
    assertThat(positions.add(stands + again)).as("%s is joined once", next).isTrue();
    (again ? revised : joined).put(LateStream.place(record.key()), next);
  }

  private void requireOrigins() {
    final Map<String, byte[]> keys = new HashMap<>();
    for (final String topic : List.of(LateStream.EVENTS, LateStream.LABELS)) {
      read(
          topic,
          new HashMap<>(),
          record -> keys.put(topic + record.partition() + "/" + record.offset(), record.key()));
    }
    requireOrigins(keys, joined);
    requireOrigins(keys, revised);
  }

  private static void requireOrigins(
      final Map<String, byte[]> keys, final Map<Long, JoinedEvent> some) {
    some.forEach(
        (place, event) -> {
          final byte[] key = LateStream.key(place);
          final String stands = event.getEventPartition() + "/" + event.getEventOffset();
          assertThat(keys.get(LateStream.EVENTS + stands)).isEqualTo(key);
          if (event.getLabelOffset() != null) {
            final String label = event.getLabelPartition() + "/" + event.getLabelOffset();
            assertThat(keys.get(LateStream.LABELS + label)).isEqualTo(key);
          }
        });
  }

  /** Reads what is committed, and remembers up to where. */
  private void read(
      final String topic,
      final Map<Integer, Long> from,
      final Consumer<ConsumerRecord<byte[], byte[]>> sink) {
    try (var consumer = SnapshotReader.consumer(client)) {
      final List<TopicPartition> partitions =
          consumer.partitionsFor(topic).stream()
              .map(partition -> new TopicPartition(topic, partition.partition()))
              .toList();
      consumer.assign(partitions);
      final Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
      partitions.forEach(p -> consumer.seek(p, from.getOrDefault(p.partition(), 0L)));
      while (partitions.stream().anyMatch(p -> consumer.position(p) < ends.get(p))) {
        consumer.poll(Duration.ofMillis(100)).forEach(sink);
      }
      partitions.forEach(p -> from.put(p.partition(), consumer.position(p)));
    }
  }
}
