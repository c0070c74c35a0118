package org.majorant.ops.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.junit.jupiter.api.Test;
import org.majorant.ops.http.LatestDeadLetters.Latest;
import org.majorant.ops.http.LatestDeadLetters.Letter;
import org.majorant.schema.AvroSerde;
import org.majorant.schema.DeadLetter;
import org.majorant.schema.Rejection;
import org.majorant.schema.SchemaRegistry;
import org.majorant.store.Topics;

class LatestDeadLettersTest {
  private static final TopicPartition PARTITION = new TopicPartition(Topics.DEAD_LETTERS, 0);

  /** Not the topic, which may have millions: what the page never shows need not be read. */
  @Test
  void following_beginsAThousandRecordsBeforeTheEnd() throws Exception {
    final MockConsumer<byte[], byte[]> topic = topic(5_000);
    try (LatestDeadLetters letters = following(topic)) {
      write(topic, 3_999, letter(Rejection.LABEL, "too early"));
      write(topic, 4_000, letter(Rejection.LABEL, "one"));
      write(topic, 4_001, letter("another", Rejection.LABEL, "of another model"));
      write(topic, 4_002, "no dead letter".getBytes(UTF_8));
      write(topic, 4_010, letter(Rejection.UNDECODABLE, "two"));
      write(topic, 4_011, letter(Rejection.LABEL, "three"));
      write(topic, 5_000, letter(Rejection.LABEL, "four, while it is followed"));
      final Latest latest = await(letters, 4);
      assertThat(latest.reasons()).isEqualTo(Map.of("label", 3L, "undecodable", 1L));
      assertThat(latest.letters())
          .extracting(Letter::message)
          .containsExactly("four, while it is followed", "three", "two");
      assertThat(latest.letters().get(0).record()).isEqualTo("examples-3@1001");
      assertThat(latest.letters().get(0).offset()).isEqualTo(5_000);
    }
  }

  @Test
  void whatWasReplayed_isLeftOut() throws Exception {
    final MockConsumer<byte[], byte[]> topic = topic(3);
    try (LatestDeadLetters letters = following(topic)) {
      write(topic, 0, letter(Rejection.LABEL, "one"));
      write(topic, 1, letter(Rejection.LABEL, "two"));
      await(letters, 2);
      topic.addRecord(
          new ConsumerRecord<>(
              Topics.DEAD_LETTERS, 0, 2, "replayed/0/examples".getBytes(UTF_8), null));
      final Latest latest = await(letters, 1);
      assertThat(latest.letters()).extracting(Letter::message).containsExactly("two");
    }
  }

  @Test
  void ofManyLetters_theNewestThousandAreKnown() throws Exception {
    final MockConsumer<byte[], byte[]> topic = topic(0);
    try (LatestDeadLetters letters = following(topic)) {
      for (int offset = 0; offset < LatestDeadLetters.MOST + 5; offset++) {
        write(topic, offset, letter(offset < 5 ? Rejection.INDEX : Rejection.LABEL, "no"));
      }
      write(topic, LatestDeadLetters.MOST + 5, letter(Rejection.WEIGHT, "last"));
      while (!letters.latest(null).reasons().containsKey("weight")) {
        Thread.sleep(10);
      }
      assertThat(letters.latest(null).reasons())
          .isEqualTo(Map.of("label", LatestDeadLetters.MOST - 1L, "weight", 1L));
    }
  }

  /** Whoever may send examples has written them. */
  @Test
  void values_areCut_andHaveNothingThatIsNotPrinted() throws Exception {
    final MockConsumer<byte[], byte[]> topic = topic(0);
    try (LatestDeadLetters letters = following(topic)) {
      final DeadLetter hostile = letter(Rejection.STRUCTURE, "line\u202e\none");
      hostile.setValue(ByteBuffer.wrap(("{\"a\": \"" + "x".repeat(1000)).getBytes(UTF_8)));
      write(topic, 0, hostile);
      final Letter letter = await(letters, 1).letters().get(0);
      assertThat(letter.message()).isEqualTo("line  one");
      assertThat(letter.value()).startsWith("1,007 bytes, text: {\"a\": \"xxx").endsWith("x…");
      assertThat(letter.value()).hasSizeLessThan(300);
    }
  }

  /** A learner has to do without the right to read the topic, and without letters on its page. */
  @Test
  void topicThatCannotBeRead_isAskedForAgain_andReadOnFromWhereItWas() throws Exception {
    final MockConsumer<byte[], byte[]> first = topic(2);
    final MockConsumer<byte[], byte[]> second = topic(2);
    final List<Consumer<byte[], byte[]>> consumers = new ArrayList<>(List.of(first, second));
    final CountDownLatch opened = new CountDownLatch(2);
    try (LatestDeadLetters letters =
        new LatestDeadLetters(
            "adult"::equals,
            SchemaRegistry.NONE,
            () -> {
              opened.countDown();
              return consumers.remove(0);
            })) {
      letters.start();
      awaitAssignment(first);
      write(first, 0, letter(Rejection.LABEL, "one"));
      await(letters, 1);
      first.setPollException(new TopicAuthorizationException(Topics.DEAD_LETTERS));
      assertThat(opened.await(60, TimeUnit.SECONDS)).isTrue();
      awaitAssignment(second);
      write(second, 0, letter(Rejection.LABEL, "one, read again"));
      write(second, 1, letter(Rejection.LABEL, "two"));
      assertThat(await(letters, 2).letters())
          .extracting(Letter::message)
          .containsExactly("two", "one");
    }
  }

  private static LatestDeadLetters following(final MockConsumer<byte[], byte[]> topic) {
    final LatestDeadLetters letters =
        new LatestDeadLetters("adult"::equals, SchemaRegistry.NONE, () -> topic);
    letters.start();
    awaitAssignment(topic);
    return letters;
  }

  private static MockConsumer<byte[], byte[]> topic(final long end) {
    final MockConsumer<byte[], byte[]> topic = new MockConsumer<>("earliest");
    topic.updateBeginningOffsets(Map.of(PARTITION, 0L));
    topic.updateEndOffsets(Map.of(PARTITION, end));
    return topic;
  }

  private static void awaitAssignment(final MockConsumer<byte[], byte[]> topic) {
    while (topic.assignment().isEmpty()) {
      Thread.onSpinWait();
    }
  }

  private static Latest await(final LatestDeadLetters letters, final long count) throws Exception {
    while (letters.latest(null).count() != count) {
      Thread.sleep(10);
    }
    return letters.latest(null);
  }

  private static void write(
      final MockConsumer<byte[], byte[]> topic, final long offset, final DeadLetter letter) {
    write(topic, offset, AvroSerde.of(DeadLetter.class).encode(letter));
  }

  private static void write(
      final MockConsumer<byte[], byte[]> topic, final long offset, final byte[] value) {
    topic.addRecord(new ConsumerRecord<>(Topics.DEAD_LETTERS, 0, offset, null, value));
  }

  private static DeadLetter letter(final Rejection reason, final String message) {
    return letter("adult", reason, message);
  }

  private static DeadLetter letter(
      final String model, final Rejection reason, final String message) {
    final ByteBuffer value = ByteBuffer.wrap("{}".getBytes(UTF_8));
    return new DeadLetter(model, reason, message, "examples", 3, 1001L, 0L, null, value, null);
  }
}
