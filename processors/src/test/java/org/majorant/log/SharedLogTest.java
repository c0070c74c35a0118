package org.majorant.log;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

class SharedLogTest {
  private static final TopicPartition PARTITION = new TopicPartition("t", 0);

  private final List<Long> asked = new ArrayList<>();
  private final List<String> replays = new ArrayList<>();
  private final List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
  private Runnable meanwhile = () -> {};
  private String id = "first";
  private boolean readable;
  private final SharedLog log =
      new SharedLog(
          (GapLog)
              Proxy.newProxyInstance(
                  GapLog.class.getClassLoader(),
                  new Class<?>[] {GapLog.class},
                  (proxy, method, args) ->
                      switch (method.getName()) {
                        case "isReadable" -> {
                          asked.add((Long) args[1]);
                          yield readable;
                        }
                        case "topic" -> new GapLog.Topic(id, 1);
                        case "replay" ->
                            replay((Long) args[1], (Long) args[2], (GapLog.RecordSink) args[3]);
                        default -> throw new AssertionError(method);
                      }));

  private long replay(final long from, final long to, final GapLog.RecordSink sink) {
    replays.add("[%d, %d)".formatted(from, to));
    records.stream()
        .filter(record -> record.offset() >= from && record.offset() < to)
        .forEach(sink::accept);
    meanwhile.run();
    return to;
  }

  private void make(final String topic, final long... offsets) {
    id = topic;
    records.clear();
    for (final long offset : offsets) {
      records.add(new ConsumerRecord<>("t", 0, offset, topic.getBytes(UTF_8), null));
    }
  }

  /** The keys and offsets of the records of [0, to). */
  private List<String> read(final long to) {
    final List<String> read = new ArrayList<>();
    log.replay(
        PARTITION, 0, to, record -> read.add(new String(record.key(), UTF_8) + record.offset()));
    return read;
  }

  @Test
  void recordsThatWereReadLast_areReadOnce_forAllModels() {
    make("a", 0, 1, 3);
    assertThat(read(4)).containsExactly("a0", "a1", "a3");
    assertThat(read(3)).containsExactly("a0", "a1");
    records.add(new ConsumerRecord<>("t", 0, 4, "a".getBytes(UTF_8), null));
    assertThat(read(5)).containsExactly("a0", "a1", "a3", "a4");
    assertThat(replays).containsExactly("[0, 4)", "[4, 5)");
  }

  /** A model that began anew was given records of the topic that had been there before. */
  @Test
  void topicThatIsMadeAgain_isReadAgain() {
    make("a", 0, 1, 3);
    read(4);
    make("b", 0, 1, 2);
    assertThat(read(4)).containsExactly("b0", "b1", "b2");

    meanwhile = () -> make("c", 0, 1); // nobody knows of which topic they are
    assertThat(read(5)).hasSize(3);
    meanwhile = () -> {};
    assertThat(read(4)).containsExactly("c0", "c1");
  }

  @Test
  void markersOfATopicThatIsMadeAgain_mayBeRecords() {
    assertThat(log.isReadable(PARTITION, 0, 2)).isFalse();
    make("b", 0);
    readable = true;
    log.forget();
    assertThat(log.isReadable(PARTITION, 0, 2)).isTrue();
  }

  /** Each model of a fleet jumps over the same markers of two transactions that end together. */
  @Test
  void rangeOfMarkers_isLookedAtOnce_forAllModels() {
    for (int model = 0; model < 300; model++) {
      for (long offset = 0; offset < 100; offset += 10) {
        assertThat(log.isReadable(PARTITION, offset, offset + 2)).isFalse();
      }
    }
    assertThat(asked).hasSize(10);
    assertThat(log.isReadable(PARTITION, 0, 3)).isFalse();
    assertThat(asked).as("another range").hasSize(11);
  }

  /** Retention may have deleted them meanwhile. */
  @Test
  void rangeOfRecords_isLookedAtAgain() {
    readable = true;
    assertThat(log.isReadable(PARTITION, 0, 2)).isTrue();
    readable = false;
    assertThat(log.isReadable(PARTITION, 0, 2)).isFalse();
    assertThat(asked).hasSize(2);
  }
}
