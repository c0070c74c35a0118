package org.majorant.join;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** The join against one that sees all records at once. */
class JoinerTest {
  private static final int WAIT = 1000;
  private static final int ROUNDS = Boolean.getBoolean("majorant.nightly") ? 20_000 : 1000;

  private record Given(long offset, long time, String key, String text) {}

  @Test
  void outcomes_whateverTheOrder_areThoseOfTheWholeLogs() {
    for (int seed = 0; seed < ROUNDS; seed++) {
      final Random random = new Random(seed);
      final int keys = 1 + random.nextInt(30);
      final List<Given> events = given(random, keys, "e");
      final List<Given> labels = given(random, keys, "l");
      final JoinRules rules =
          new JoinRules(WAIT, random.nextBoolean() ? "no" : null, random.nextBoolean());
      final Played played = new Played(rules);
      played.play(random, events, labels);
      assertThat(played.joined).as("seed %d", seed).hasSameSizeAs(events);
      for (final Given event : events) {
        final Joined joined = played.joined.get(event.offset());
        assertThat(joined.label())
            .as("seed %d, %s, %s", seed, event, joined)
            .isEqualTo(label(event, labels, rules));
      }
      played.requireCounts(seed, events.size(), labels.size());
    }
  }

  /** Records in the order of their log, about in the order of time. */
  private static List<Given> given(final Random random, final int keys, final String text) {
    final List<Given> records = new ArrayList<>();
    long time = 0;
    for (int i = random.nextInt(60); i > 0; i--) {
      time += random.nextInt(300);
      final long offset = 2L * records.size();
      records.add(
          new Given(
              offset,
              time + random.nextInt(400),
              "k".repeat(1 + random.nextInt(3)) + random.nextInt(keys),
              text + offset));
    }
    return records;
  }

  private static String label(final Given event, final List<Given> labels, final JoinRules rules) {
    final List<String> matching =
        labels.stream()
            .filter(label -> label.key().equals(event.key()))
            .filter(label -> Math.abs(label.time() - event.time()) <= WAIT)
            .map(Given::text)
            .toList();
    return matching.isEmpty()
        ? rules.otherwise()
        : matching.get(rules.last() ? matching.size() - 1 : 0);
  }

  /** A join that is told all, with its waits ended and its process restarted now and then. */
  private static final class Played {
    private final JoinRules rules;
    private final JoinCounts counts = new JoinCounts();
    private final Map<ByteBuffer, byte[]> changelog = new HashMap<>();
    private final Map<Long, Joined> joined = new HashMap<>();
    private Entries entries;
    private Joiner joiner;

    Played(final JoinRules rules) {
      this.rules = rules;
      restart();
    }

    private void restart() {
      entries = new Entries();
      changelog.forEach((key, value) -> entries.put(key.array(), value));
      joiner = new Joiner(rules, entries, this::log, this::take, counts);
    }

    private void log(final byte[] key, final byte[] value) {
      if (value == null) {
        changelog.remove(ByteBuffer.wrap(key));
      } else {
        changelog.put(ByteBuffer.wrap(key), value);
      }
      entries.put(key, value);
    }

    private void take(final Joined next) {
      assertThat(joined.put(next.event().offset(), next)).isNull();
    }

    void play(final Random random, final List<Given> events, final List<Given> labels) {
      final Deque<Given> nextEvents = new ArrayDeque<>(events);
      final Deque<Given> nextLabels = new ArrayDeque<>(labels);
      final int ahead = random.nextInt(100);
      while (!nextEvents.isEmpty() || !nextLabels.isEmpty()) {
        if (nextLabels.isEmpty() || !nextEvents.isEmpty() && random.nextInt(100) < ahead) {
          final Given event = nextEvents.remove();
          joiner.event(origin(event), event.key().getBytes(UTF_8), value(event));
        } else {
          final Given label = nextLabels.remove();
          joiner.label(origin(label), label.key().getBytes(UTF_8), label.text());
        }
        if (random.nextInt(10) == 0) {
          joiner.advance(least(nextEvents, nextLabels));
        }
        if (random.nextInt(20) == 0) {
          restart();
        }
      }
      joiner.advance(Long.MAX_VALUE);
    }

    /** Up to which time nothing more will come. */
    private static long least(final Deque<Given> events, final Deque<Given> labels) {
      return LongStream.concat(
              events.stream().mapToLong(Given::time), labels.stream().mapToLong(Given::time))
          .min()
          .orElse(Long.MAX_VALUE);
    }

    private static Origin origin(final Given given) {
      return new Origin(0, given.offset(), given.time());
    }

    private static byte[] value(final Given event) {
      return event.offset() % 3 == 0 ? null : event.text().getBytes(UTF_8);
    }

    void requireCounts(final int seed, final int events, final int labels) {
      assertThat(entries.size()).as("seed %d", seed).isZero();
      assertThat(joiner.pending()).as("seed %d", seed).isZero();
      joined
          .values()
          .forEach(
              j ->
                  assertThat(j.value() == null)
                      .as("seed %d", seed)
                      .isEqualTo(j.event().offset() % 3 == 0));
      assertThat(sum(Arrays.stream(Joined.Outcome.values()).mapToLong(counts::events)))
          .as("seed %d", seed)
          .isEqualTo(events);
      assertThat(sum(Arrays.stream(JoinCounts.Label.values()).mapToLong(counts::labels)))
          .as("seed %d", seed)
          .isEqualTo(labels);
      assertThat(counts.labels(JoinCounts.Label.USED))
          .as("seed %d", seed)
          .isLessThanOrEqualTo(counts.events(Joined.Outcome.LABELED));
      assertThat(sum(LongStream.range(0, JoinCounts.LATE.size()).map(i -> counts.late((int) i))))
          .as("seed %d", seed)
          .isEqualTo(counts.labels(JoinCounts.Label.LATE));
    }

    private static long sum(final LongStream numbers) {
      return numbers.sum();
    }
  }

  @Test
  void label_afterTheWait_isLate() {
    final Played played = new Played(new JoinRules(WAIT, "no", false));
    played.joiner.event(new Origin(0, 0, 0), new byte[] {1}, null);
    played.joiner.advance(WAIT + 1);
    played.joiner.label(new Origin(0, 0, WAIT + 500), new byte[] {1}, "yes");
    assertThat(played.joined.get(0L).outcome()).isEqualTo(Joined.Outcome.DEFAULTED);
    assertThat(played.counts.labels(JoinCounts.Label.LATE)).isOne();
    assertThat(played.counts.late(0)).isOne();
  }

  @Test
  void event_withoutKey_isUnlabeledAtOnce() {
    final Played played = new Played(new JoinRules(WAIT, "no", false));
    played.joiner.event(new Origin(0, 0, 0), null, new byte[0]);
    assertThat(played.joined.get(0L).outcome()).isEqualTo(Joined.Outcome.UNLABELED);
  }

  @Test
  void readTime_oneRecordOfTheFuture_movesNothing() {
    final ReadTime read = new ReadTime();
    read.read(4_000_000_000_000L);
    assertThat(read.time()).isEqualTo(Long.MIN_VALUE);
    for (int i = 0; i < 100; i++) {
      read.read(1000 + i);
    }
    assertThat(read.time()).isEqualTo(1068);
    read.read(4_000_000_000_000L);
    assertThat(read.time()).isEqualTo(1069);
    read.readAll(5000);
    assertThat(read.time()).isEqualTo(5000);
  }

  @Test
  void time_thatCannotBe_isThatOfTheRecordsBefore() {
    final long now = 1_700_000_000_000L;
    assertThat(EventTime.of(now - 5, -1, now)).isEqualTo(now - 5);
    assertThat(EventTime.of(-1, now - 7, now)).isEqualTo(now - 7);
    assertThat(EventTime.of(4_070_908_800_000L, -1, now)).isEqualTo(now);
    assertThat(EventTime.of(-315_619_200_000L, 4_070_908_800_000L, now)).isEqualTo(now);
  }
}
