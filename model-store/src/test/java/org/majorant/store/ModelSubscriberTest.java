package org.majorant.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.common.KafkaException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.majorant.schema.Indexed;
import org.majorant.schema.ModelHead;

@Timeout(20)
class ModelSubscriberTest {
  private static final Duration SOON = Duration.ofSeconds(10);

  private final MockTopic topic = new MockTopic();
  private final BlockingQueue<MockConsumer<byte[], byte[]>> consumers = new LinkedBlockingQueue<>();
  private ModelSubscriber subscriber;

  @AfterEach
  void close() {
    subscriber.close();
  }

  /**
   * Follows model a with the consumers given, and with others of the topic when they are used up.
   */
  private void start(final List<MockConsumer<byte[], byte[]>> given) {
    consumers.addAll(given);
    subscriber =
        ModelSubscriber.start(
            SnapshotFormat.MODELS,
            () -> {
              final MockConsumer<byte[], byte[]> next = consumers.poll();
              return next == null ? topic.consumer() : next;
            },
            "a");
  }

  @Test
  void newest_version_is_swapped_in() throws Exception {
    topic.append(Given.version("a", 1)).append(Given.version("a", 2));
    topic.append(Given.version("b", 9));
    start(List.of());

    final ModelVersion first = subscriber.awaitVersion(1, SOON);
    assertThat(first.version()).as("no older one on the way").isEqualTo(2);
    assertThat(first.model().weights()[0]).isEqualTo(2);

    topic.append(Given.version("a", 3));
    assertThat(subscriber.awaitVersion(3, SOON)).isSameAs(subscriber.current().orElseThrow());
    assertThat(subscriber.obstacle()).isEmpty();
  }

  /**
   * A service goes on with what it has; who comes later finds nothing, until there is a new one.
   */
  @Test
  void deleted_model_stays_where_it_was_and_is_not_there_for_others() throws Exception {
    topic.append(Given.version("a", 1)).append(Given.version("a", 2));
    start(List.of());
    subscriber.awaitVersion(2, SOON);
    final VersionStore store = new VersionStore(head -> true);
    for (final SnapshotRecord record : Given.version("a", 2)) {
      topic.append(List.of(new SnapshotRecord(record.key(), null)));
    }
    topic.reader().readToEnd(store);
    assertThat(store.models()).isEmpty();
    assertThat(subscriber.current().orElseThrow().version()).isEqualTo(2);

    topic.append(Given.version("a", 3));
    topic.reader().readToEnd(store);
    assertThat(store.versions("a")).extracting(ModelHead::getVersion).containsExactly(3L);
    assertThat(subscriber.awaitVersion(3, SOON).version()).isEqualTo(3);
  }

  @Test
  void version_that_does_not_come_times_out() throws Exception {
    topic.append(Given.version("a", 1));
    start(List.of());
    subscriber.awaitVersion(1, SOON);
    while (subscriber.obstacle().isPresent()) {
      Thread.sleep(1);
    }

    assertThatThrownBy(() -> subscriber.awaitVersion(2, Duration.ofMillis(50)))
        .isInstanceOf(TimeoutException.class)
        .hasMessage("model a: no version 2 or later within 0.05 s");
  }

  @Test
  void version_that_cannot_come_times_out_and_says_why() {
    subscriber =
        ModelSubscriber.start(
            SnapshotFormat.MODELS,
            () -> {
              throw new KafkaException("no such host");
            },
            "a");

    assertThatThrownBy(() -> subscriber.awaitVersion(1, Duration.ofMillis(50)))
        .isInstanceOf(TimeoutException.class)
        .hasMessageStartingWith("model a: no version 1 or later within 0.05 s: topic majorant-mo");
  }

  @Test
  void version_before_the_last_one_on_the_log_is_never_seen() throws Exception {
    topic.append(Given.version("a", 4)).append(Given.version("a", 5));
    start(List.of());
    subscriber.awaitVersion(5, SOON);

    topic.append(Given.version("b", 1)).append(Given.version("a", 6));
    final List<Long> seen = new ArrayList<>();
    while (!seen.contains(6L)) {
      seen.add(subscriber.current().orElseThrow().version());
      Thread.sleep(1);
    }
    assertThat(seen).isSubsetOf(5L, 6L).isSorted();
  }

  /** The last on the log is the newest, whatever its number is. */
  @Test
  void version_that_no_learner_wrote_is_left_as_soon_as_another_follows_it() throws Exception {
    topic.append(Given.version("a", 11)).append(Given.version("a", 12));
    start(List.of());
    subscriber.awaitVersion(12, SOON);
    topic.append(Given.version("a", 1L << 50));
    subscriber.awaitVersion(1L << 50, SOON);

    topic.append(Given.version("a", 13)).append(Given.version("a", 14));
    while (subscriber.current().orElseThrow().version() != 14) {
      Thread.sleep(1);
    }
    assertThat(subscriber.current().orElseThrow().version()).isEqualTo(14);
    assertThat(subscriber.unreadable()).isEqualTo(1);
    topic.append(Given.version("a", 15));
    assertThat(subscriber.awaitVersion(15, SOON).version()).isEqualTo(15);
  }

  /** After a restart it must not take the place of the good one that came with it. */
  @Test
  void version_that_cannot_be_unpacked_is_passed_over_and_the_last_good_one_stays()
      throws Exception {
    topic.append(Given.version("a", 1)).append(Given.version("a", 2));
    topic.append(SnapshotFormat.MODELS.split(Given.head("a", 3), new byte[7], Given.KEEP));
    final ModelHead huge = Given.head(Given.spec("a", new Indexed(Integer.MAX_VALUE - 10), 2), 4);
    topic.append(SnapshotFormat.MODELS.split(huge, new byte[4], Given.KEEP));
    start(List.of());

    assertThat(subscriber.awaitVersion(1, SOON).version()).isEqualTo(2);
    assertThat(subscriber.unreadable()).isEqualTo(2);
    assertThatThrownBy(() -> subscriber.awaitVersion(3, Duration.ofMillis(50)))
        .hasMessageEndingWith("s: the log says why 2 of its records were passed over");
    topic.append(Given.version("a", 6));
    assertThat(subscriber.awaitVersion(3, SOON).version()).isEqualTo(6);
    assertThat(subscriber.obstacle()).isEmpty();
  }

  @Test
  void listener_hears_the_current_and_each_newer_version_on_the_subscribers_thread()
      throws Exception {
    topic.append(Given.version("a", 1));
    start(List.of());
    subscriber.awaitVersion(1, SOON);
    final BlockingQueue<String> heard = new LinkedBlockingQueue<>();

    subscriber.onVersion(
        version -> {
          throw new IllegalStateException("a listener's own fault");
        });
    subscriber.onVersion(
        version -> heard.add(version.version() + " on " + Thread.currentThread().getName()));

    assertThat(heard.poll(10, TimeUnit.SECONDS)).isEqualTo("1 on majorant-model-a");
    topic.append(Given.version("a", 2));
    assertThat(heard.poll(10, TimeUnit.SECONDS)).isEqualTo("2 on majorant-model-a");
    assertThat(subscriber.unreadable()).as("a listener's fault is its own").isZero();
  }

  /** It heard of each version, one after the other, and fell behind for ever. */
  @Test
  void listener_that_is_slower_than_versions_come_hears_the_newest_next() throws Exception {
    topic.append(Given.version("a", 1));
    start(List.of());
    final BlockingQueue<Long> heard = new LinkedBlockingQueue<>();

    subscriber.onVersion(
        version -> {
          for (long next = 2; version.version() == 1 && next <= 5; next++) {
            topic.append(Given.version("a", next));
            pause();
          }
          heard.add(version.version());
        });

    assertThat(heard.poll(10, TimeUnit.SECONDS)).isEqualTo(1);
    assertThat(heard.poll(10, TimeUnit.SECONDS)).isEqualTo(5);
  }

  private static void pause() {
    try {
      Thread.sleep(100);
    } catch (final InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void topic_that_comes_later_is_waited_for() throws Exception {
    topic.append(Given.version("a", 1));
    start(List.of(new MockConsumer<>("earliest"), new MockConsumer<>("earliest")));

    assertThat(subscriber.awaitVersion(1, SOON).version()).isEqualTo(1);
  }

  @Test
  void fatal_error_makes_it_read_anew_and_keeps_the_version() throws Exception {
    topic.append(Given.version("a", 1));
    final MockConsumer<byte[], byte[]> failing = topic.consumer();
    start(List.of(failing));
    final ModelVersion first = subscriber.awaitVersion(1, SOON);

    failing.setPollException(new KafkaException("the disk of this test is full"));
    topic.append(Given.version("b", 1));
    while (!failing.closed()) {
      assertThat(subscriber.current()).containsSame(first);
      Thread.sleep(1);
    }
    topic.append(Given.version("a", 2));

    assertThat(subscriber.awaitVersion(2, SOON).version()).isEqualTo(2);
  }

  /** What is read again has versions in succession below the current one, too. */
  @Test
  void topic_that_is_read_anew_swaps_in_nothing_that_is_known() throws Exception {
    topic.append(Given.version("a", 1)).append(Given.version("a", 2)).append(Given.version("a", 3));
    final MockConsumer<byte[], byte[]> failing = topic.consumer();
    start(List.of(failing));
    final ModelVersion third = subscriber.awaitVersion(3, SOON);
    final BlockingQueue<ModelVersion> heard = new LinkedBlockingQueue<>();
    subscriber.onVersion(heard::add);
    assertThat(heard.poll(10, TimeUnit.SECONDS)).isSameAs(third);

    failing.setPollException(new KafkaException("the disk of this test is full"));
    while (!failing.closed() || subscriber.obstacle().isPresent()) {
      Thread.sleep(1);
    }
    topic.append(Given.version("a", 4));
    assertThat(heard.poll(10, TimeUnit.SECONDS).version()).isEqualTo(4);
    assertThat(heard).isEmpty();
  }

  @Test
  void version_whose_parameters_are_corrupt_is_passed_over() throws Exception {
    topic.append(Given.version("a", 1));
    start(List.of());
    subscriber.awaitVersion(1, SOON);

    topic.append(SnapshotFormat.MODELS.split(Given.head("a", 2), new byte[7], Given.KEEP));
    while (subscriber.unreadable() == 0) {
      Thread.sleep(1);
    }
    topic.append(Given.version("a", 3));

    assertThat(subscriber.awaitVersion(2, SOON).version()).isEqualTo(3);
    assertThat(subscriber.unreadable()).isEqualTo(1);
    assertThat(subscriber.obstacle()).isEmpty();
  }

  @Test
  void close_ends_the_thread_and_keeps_the_version() throws Exception {
    topic.append(Given.version("a", 1));
    final MockConsumer<byte[], byte[]> consumer = topic.consumer();
    start(List.of(consumer));
    subscriber.awaitVersion(1, SOON);

    subscriber.close();

    assertThat(consumer.closed()).isTrue();
    assertThat(subscriber.current()).isPresent();
  }

  @Test
  @Timeout(3)
  void close_from_a_listener_does_not_wait_for_itself() throws Exception {
    topic.append(Given.version("a", 1));
    final MockConsumer<byte[], byte[]> consumer = topic.consumer();
    start(List.of(consumer));

    subscriber.onVersion(version -> subscriber.close());

    while (!consumer.closed()) {
      Thread.sleep(1);
    }
  }
}
