package org.majorant.store;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.majorant.schema.ModelHead;
import org.majorant.schema.RegistryException;

/** Whatever fails, the thread goes on, and says so as long as it does not follow. */
@Timeout(60)
class SnapshotFollowerTest {
  private static final String NOT_FOLLOWED =
      "topic majorant-models has not been followed since \\d{4}(-\\d\\d){2}T\\d\\d(:\\d\\d){2}Z: ";

  private final MockTopic topic = new MockTopic();
  private final Queue<Supplier<MockConsumer<byte[], byte[]>>> next = new ArrayDeque<>();
  private final AtomicLong nanos = new AtomicLong();
  private final AtomicInteger opened = new AtomicInteger();
  private final List<Long> versions = new CopyOnWriteArrayList<>();
  private Consumer<Snapshot<ModelHead>> sink =
      snapshot -> versions.add(snapshot.head().getVersion());
  private final SnapshotFollower<ModelHead> follower =
      new SnapshotFollower<>(
          "majorant-test",
          SnapshotFormat.MODELS,
          model -> true,
          this::open,
          snapshot -> sink.accept(snapshot),
          new BrokerAnswers(Duration.ofSeconds(10), nanos::get));

  @AfterEach
  void close() {
    follower.close();
  }

  /** What a consumer says of its connections. */
  private record Connections(AtomicInteger count) implements Metric {
    @Override
    public MetricName metricName() {
      return new MetricName("connection-count", "consumer-metrics", "", Map.of());
    }

    @Override
    public Object metricValue() {
      return count.doubleValue();
    }
  }

  /** As the test says, and then consumers that work. */
  private MockConsumer<byte[], byte[]> open() {
    opened.incrementAndGet();
    final var given = next.poll();
    return given == null ? topic.consumer() : given.get();
  }

  private static MockConsumer<byte[], byte[]> failing(final RuntimeException e) {
    throw e;
  }

  /** Makes the follower wait there, so that a test can look. */
  private CountDownLatch hold() {
    final CountDownLatch go = new CountDownLatch(1);
    next.add(
        () -> {
          awaitUninterruptibly(go);
          return topic.consumer();
        });
    return go;
  }

  private static void awaitUninterruptibly(final CountDownLatch go) {
    try {
      assertThat(go.await(60, TimeUnit.SECONDS)).isTrue();
    } catch (final InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private static void until(final BooleanSupplier condition) throws InterruptedException {
    while (!condition.getAsBoolean()) {
      Thread.sleep(1);
    }
  }

  @Test
  void opening_that_fails_three_times_is_tried_again_and_said() throws Exception {
    topic.append(Given.version("a", 1));
    next.add(() -> failing(new KafkaException("no resolvable bootstrap urls")));
    next.add(() -> failing(new IllegalStateException("no idea")));
    next.add(() -> failing(new RegistryException("the registry sleeps:\nwake it")));
    final CountDownLatch go = hold();
    assertThat(follower.obstacle().orElseThrow())
        .as("before it is started")
        .matches(NOT_FOLLOWED + "it is not read yet: try again in a moment");

    follower.start();
    until(() -> opened.get() == 4);
    assertThat(follower.obstacle().orElseThrow()).matches(NOT_FOLLOWED + "the registry sleeps:");
    go.countDown();

    until(() -> follower.obstacle().isEmpty());
    assertThat(versions).containsExactly(1L);
    assertThat(follower.unreadable()).isZero();
  }

  @Test
  void refusal_by_the_broker_is_said_in_a_line_for_people() throws Exception {
    next.add(() -> failing(new TopicAuthorizationException(Set.of("majorant-models"))));
    final CountDownLatch go = hold();
    try (LoggedLines log = new LoggedLines(SnapshotFollower.class)) {
      follower.start();
      until(() -> opened.get() == 2);
      final String why = "Not authorized to access topics: [majorant-models]";
      assertThat(follower.obstacle().orElseThrow()).endsWith("Z: " + why);
      assertThat(log.lines()).containsExactly("topic majorant-models: not followed now: " + why);
      assertThat(log.events().get(0).getThrowableProxy()).isNull();
    }
    go.countDown();
  }

  @Test
  void poll_that_throws_makes_it_read_anew() throws Exception {
    topic.append(Given.version("a", 1));
    final MockConsumer<byte[], byte[]> first = topic.consumer();
    next.add(() -> first);
    final CountDownLatch go = hold();
    follower.startAtEnd();
    assertThat(follower.obstacle()).isEmpty();

    first.setPollException(new KafkaException("the disk of this test is full"));
    until(() -> opened.get() == 2);
    assertThat(first.closed()).isTrue();
    assertThat(follower.obstacle().orElseThrow())
        .matches(NOT_FOLLOWED + "org.apache.kafka.*KafkaException: the disk of this test is full");
    topic.append(Given.version("a", 2));
    go.countDown();

    until(() -> follower.obstacle().isEmpty());
    assertThat(versions).as("from the beginning again").containsExactly(1L, 1L, 2L);
  }

  @Test
  void snapshot_that_the_sink_cannot_read_is_passed_over_and_told_once() throws Exception {
    final LoggedLines told = new LoggedLines(SnapshotFollower.class);
    sink =
        snapshot -> {
          final long version = snapshot.head().getVersion();
          if (version < 4) {
            throw new IllegalArgumentException(version + " cannot be read");
          }
          versions.add(version);
        };
    topic.append(Given.version("a", 1)).append(Given.version("a", 2));

    follower.startAtEnd();
    topic.append(Given.version("a", 3)).append(Given.version("a", 4));
    until(() -> versions.contains(4L));

    assertThat(follower.unreadable()).isEqualTo(3);
    assertThat(follower.obstacle()).isEmpty();
    assertThat(opened).as("one consumer did").hasValue(1);
    told.close();
    assertThat(told.events()).hasSize(1);
    assertThat(told.events().get(0).getThrowableProxy().getMessage()).isEqualTo("1 cannot be read");
  }

  @Test
  void record_that_is_corrupt_is_counted_too() throws Exception {
    final byte[] key = Given.version("a", 1).get(0).key();
    topic.append(List.of(new SnapshotRecord(key, new byte[] {1, 2, 3})));
    follower.startAtEnd();

    assertThat(follower.unreadable()).isEqualTo(1);
  }

  /** The number of a schema that no registry knows: it asked for ever, also after a restart. */
  @Test
  void record_of_an_unknown_schema_is_passed_over_and_the_next_version_comes() throws Exception {
    final byte[] forged = {0, 0, 0, 0, 1, 2, 3};
    topic.append(List.of(new SnapshotRecord("a/1/head".getBytes(UTF_8), forged)));
    topic.append(Given.version("a", 1));
    follower.startAtEnd();
    topic.append(List.of(new SnapshotRecord("a/2/0".getBytes(UTF_8), forged)));
    topic.append(Given.version("a", 2));
    until(() -> versions.contains(2L));

    assertThat(versions).containsExactly(1L, 2L);
    assertThat(follower.unreadable()).isEqualTo(2);
    assertThat(follower.obstacle()).isEmpty();
    assertThat(opened).hasValue(1);
  }

  @Test
  void error_of_the_jvm_is_said_and_does_not_end_it() throws Exception {
    topic.append(Given.version("a", 1));
    sink =
        snapshot -> {
          if (opened.get() == 1) {
            throw new OutOfMemoryError("Java heap space");
          }
          versions.add(snapshot.head().getVersion());
        };
    next.add(topic::consumer);
    final CountDownLatch go = hold();

    follower.start();
    until(() -> opened.get() == 2);
    assertThat(follower.obstacle().orElseThrow())
        .matches(NOT_FOLLOWED + "java.lang.OutOfMemoryError: Java heap space");
    go.countDown();

    until(() -> follower.obstacle().isEmpty());
    assertThat(versions).containsExactly(1L);
  }

  @Test
  void thread_that_ends_in_spite_of_all_is_said() throws Exception {
    topic.append(Given.version("a", 1));
    sink =
        snapshot -> {
          Thread.currentThread().interrupt();
          throw new StackOverflowError();
        };

    follower.start();
    until(() -> follower.obstacle().orElse("").contains("ended"));
    assertThat(follower.obstacle())
        .contains(
            "topic majorant-models is not followed any more, for its thread has ended:"
                + " start the process again");
  }

  @Test
  void broker_that_is_away_is_said_though_polls_succeed() throws Exception {
    final Connections connections = new Connections(new AtomicInteger());
    next.add(() -> topic.consumer(Map.of(connections.metricName(), connections)));
    follower.startAtEnd();

    assertThat(follower.obstacle())
        .contains(
            "topic majorant-models is not followed now: no broker is connected:"
                + " start it or its network");
    connections.count.set(1);
    assertThat(follower.obstacle()).isEmpty();
  }

  /** A connection to a broker that stands still stays open. */
  @Test
  void broker_that_stands_still_is_said_until_it_answers() throws Exception {
    final AtomicInteger count = new AtomicInteger(1);
    next.add(() -> topic.consumer(new BrokerAnswersTest.Responses(count).asMetrics()));
    follower.startAtEnd();
    assertThat(follower.obstacle()).isEmpty();
    assertThat(follower.isSilent()).isFalse();

    nanos.addAndGet(TimeUnit.SECONDS.toNanos(11));
    assertThat(follower.obstacle().orElseThrow())
        .startsWith("topic majorant-models is not followed now: no broker has answered since ")
        .endsWith("Z: start it or its network");
    assertThat(follower.isSilent()).isTrue();
    assertThat(follower.sinceAnswer()).isEqualTo(Duration.ofSeconds(11));
    count.incrementAndGet();
    assertThat(follower.obstacle()).isEmpty();
    assertThat(follower.sinceAnswer()).isZero();
  }

  @Test
  void startAtEnd_where_nothing_can_be_read_fails_and_leaves_no_thread() {
    next.add(() -> new MockConsumer<>("earliest"));

    assertThatThrownBy(follower::startAtEnd)
        .isInstanceOf(StoreException.class)
        .hasMessage("there is no topic majorant-models: create it with `majorant topics create`");
    assertThat(follower.obstacle().orElseThrow()).contains("its thread has ended");
  }

  @Test
  void close_during_a_pause_ends_at_once() throws Exception {
    for (int failure = 0; failure < 100; failure++) {
      next.add(() -> failing(new KafkaException("no")));
    }
    follower.start();
    until(() -> opened.get() == 6); // the pause is 3.2 s now

    final long start = System.nanoTime();
    follower.close();

    assertThat(System.nanoTime() - start).isLessThan(TimeUnit.SECONDS.toNanos(3));
    assertThat(follower.obstacle().orElseThrow()).contains("its thread has ended");
    assertThat(opened).hasValue(6);
  }
}
