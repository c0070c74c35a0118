package org.majorant.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.TimeoutException;
import org.junit.jupiter.api.Test;
import org.majorant.schema.ModelHead;

class SnapshotReaderTest {
  private final MockTopic topic = new MockTopic();
  private final List<Long> versions = new ArrayList<>();

  private void note(final Snapshot<ModelHead> snapshot) {
    versions.add(snapshot.head().getVersion());
  }

  @Test
  void readToEnd_of_an_empty_topic_returns_at_once() {
    try (var reader = topic.reader()) {
      reader.readToEnd(this::note);
    }
    assertThat(versions).isEmpty();
  }

  @Test
  void readToEnd_then_poll_reads_all_in_order() {
    topic.append(Given.version("a", 1)).append(Given.version("a", 2));
    try (var reader = topic.reader()) {
      reader.readToEnd(this::note);
      assertThat(versions).containsExactly(1L, 2L);

      topic.append(Given.version("a", 3));
      for (int i = 0; i < 10; i++) {
        reader.poll(Duration.ZERO, this::note);
      }
      assertThat(versions).containsExactly(1L, 2L, 3L);
    }
  }

  /** With the snapshot that a delta changes, and nothing of what lies before or after it. */
  @Test
  void read_of_a_place_gives_what_another_reader_has_found_there() {
    final Map<String, SnapshotPlace> places = new HashMap<>();
    for (int version = 1; version <= 3; version++) {
      topic.append(Given.version("a", version)).append(Given.version("b", version));
    }
    try (var reader = topic.reader()) {
      reader.readToEnd(
          snapshot ->
              places.put(
                  snapshot.head().getModel() + snapshot.head().getVersion(), snapshot.place()));
    }
    assertThat(places).hasSize(6);
    try (var reader = topic.reader()) {
      reader.read(places.get("b2"), this::note);
    }
    assertThat(versions).containsExactly(2L);
  }

  /** A start once read gigabytes of versions to know the number of the last. */
  @Test
  void newestHead_reads_no_more_than_it_takes_to_find_the_last() {
    for (int version = 1; version <= 1000; version++) {
      topic.append(Given.version("a", version));
    }
    topic.append(SnapshotFormat.MODELS.split(Given.head("b", 7), new byte[1 << 24], Given.KEEP));
    assertThat(newestHead("b")).contains(7L);
    assertThat(topic.sought()).isEqualTo(64);
    assertThat(newestHead("a")).contains(1000L);
    assertThat(topic.sought()).isEqualTo(64);
    assertThat(newestHead("none")).isEmpty();
    assertThat(topic.sought()).isEqualTo(topic.size());

    for (int version = 8; version <= 200; version++) {
      topic.append(Given.version("c", version));
    }
    assertThat(newestHead("b")).as("further back").contains(7L);
    assertThat(topic.sought()).isLessThan(topic.size());
    topic.append(
        Given.version("b", 7).stream()
            .map(record -> new SnapshotRecord(record.key(), null))
            .toList());
    assertThat(newestHead("b")).as("it is deleted").isEmpty();
  }

  @Test
  void newestHead_of_an_empty_topic_returns_at_once() {
    assertThat(newestHead("a")).isEmpty();
  }

  @Test
  void newestHead_passes_over_one_that_cannot_be_read() {
    topic.append(Given.version("a", 1));
    final List<SnapshotRecord> next = Given.version("a", 2);
    topic.append(
        List.of(new SnapshotRecord(next.get(next.size() - 1).key(), new byte[] {1, 2, 3})));
    try (var reader = MockTopic.reader(topic.soughtConsumer())) {
      assertThat(reader.newestHead("a").orElseThrow().getVersion()).isEqualTo(1);
      assertThat(reader.firstFault().orElseThrow()).contains("a record that cannot be read");
    }
  }

  private Optional<Long> newestHead(final String model) {
    try (var reader = MockTopic.reader(topic.soughtConsumer())) {
      return reader.newestHead(model).map(ModelHead::getVersion);
    }
  }

  @Test
  void readToEnd_passes_a_transaction_marker_at_the_end() {
    final List<SnapshotRecord> records = Given.version("a", 1);
    topic.append(records);
    final MockConsumer<byte[], byte[]> consumer = topic.consumer();
    MockTopic.mark(consumer, records.size());

    try (var reader = MockTopic.reader(consumer)) {
      reader.readToEnd(this::note);
    }
    assertThat(versions).containsExactly(1L);
  }

  @Test
  void readToEnd_without_progress_says_what_to_do() {
    final MockConsumer<byte[], byte[]> consumer = topic.append(Given.version("a", 1)).consumer();
    try (var reader = MockTopic.reader(consumer)) {
      reader.readToEnd(this::note);
      topic.append(Given.version("a", 2));
      consumer.pause(consumer.assignment());

      assertThatThrownBy(() -> reader.readToEnd(this::note))
          .isInstanceOf(StoreException.class)
          .hasMessage(
              "topic majorant-models: no answer from a broker within 0.2 s:"
                  + " start it or correct bootstrap.servers");
    }
  }

  @Test
  void poll_gives_what_has_come_where_no_broker_says_how_much_more_there_is() {
    final MockConsumer<byte[], byte[]> consumer = topic.append(Given.version("a", 1)).consumer();
    try (var reader = MockTopic.reader(consumer, Duration.ZERO)) {
      reader.readToEnd(this::note);
      topic.append(Given.version("a", 2));
      consumer.setOffsetsException(new TimeoutException("the broker is away"));
      for (int i = 0; i < 10; i++) {
        reader.poll(Duration.ZERO, this::note);
      }
    }
    assertThat(versions).containsExactly(1L, 2L);
  }

  /** The answer once came half a second later, behind the fetch that waits for more. */
  @Test
  void poll_that_is_not_late_does_not_ask_where_the_topic_ends() {
    final MockConsumer<byte[], byte[]> consumer = topic.append(Given.version("a", 1)).consumer();
    try (var reader = MockTopic.reader(consumer, Duration.ofHours(1))) {
      reader.readToEnd(this::note);
      consumer.setOffsetsException(new KafkaException("asked"));
      for (int version = 2; version < 6; version++) {
        topic.append(Given.version("a", version));
        for (int i = 0; i < 3; i++) {
          reader.poll(Duration.ZERO, this::note);
        }
      }
      assertThat(versions).containsExactly(1L, 2L, 3L, 4L, 5L);
      assertThatThrownBy(() -> reader.readToEnd(this::note)).hasMessage("asked");
    }
  }

  @Test
  void missing_topic_says_what_to_do() {
    try (var reader = MockTopic.reader(new MockConsumer<>("earliest"))) {
      assertThatThrownBy(() -> reader.readToEnd(this::note))
          .isInstanceOf(StoreException.class)
          .hasMessage("there is no topic majorant-models: create it with `majorant topics create`");
    }
  }

  @Test
  void missing_broker_says_what_to_do_in_time() {
    final var config =
        Map.of("bootstrap.servers", "127.0.0.1:1", "reconnect.backoff.ms", 50, "group.id", "none");
    try (var reader =
        new SnapshotReader<>(
            SnapshotFormat.MODELS,
            SnapshotReader.consumer(config),
            model -> true,
            Duration.ofMillis(300))) {
      assertThatThrownBy(() -> reader.readToEnd(this::note))
          .isInstanceOf(StoreException.class)
          .hasCauseInstanceOf(TimeoutException.class)
          .hasMessageContaining("no answer from a broker within 0.3 s");
      assertThat(reader.isConnected()).isFalse();
    }
  }

  @Test
  void properties_that_make_no_consumer_say_so_in_one_line() {
    assertThatThrownBy(() -> SnapshotReader.consumer(Map.of("bootstrap.servers", "nonsense")))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("bootstrap.servers")
        .hasMessageNotContaining("\n");
  }

  @Test
  void close_closes_the_consumer() {
    final MockConsumer<byte[], byte[]> consumer = topic.consumer();
    MockTopic.reader(consumer).close();
    assertThat(consumer.closed()).isTrue();
  }
}
