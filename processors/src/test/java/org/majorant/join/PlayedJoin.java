package org.majorant.join;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.LongStream;

/** A join that is told all, with its waits ended and its process restarted now and then. */
final class PlayedJoin {
  /** A record of one of the two logs. */
  record Given(long offset, long time, String key, String text) {}

  private final JoinRules rules;
  final JoinCounts counts = new JoinCounts();
  private final Map<ByteBuffer, byte[]> changelog = new HashMap<>();
  final Map<Long, Joined> joined = new HashMap<>(); // by the event, at first
  final List<Joined> revised = new ArrayList<>();
  private Entries entries;
  Joiner joiner;

  PlayedJoin(final JoinRules rules) {
    this.rules = rules;
    restart();
  }

  void restart() {
    restart(rules);
  }

  /** Goes on with other rules. */
  void restart(final JoinRules rules) {
    entries = new Entries(Path.of("target"));
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
    if (next.outcome() == Joined.Outcome.REVISED) {
      revised.add(next);
    } else {
      assertThat(joined.put(next.event().offset(), next)).isNull();
    }
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
        .isEqualTo(events + revised.size());
    assertThat(sum(Arrays.stream(JoinCounts.Label.values()).mapToLong(counts::labels)))
        .as("seed %d", seed)
        .isEqualTo(labels);
    assertThat(counts.labels(JoinCounts.Label.USED))
        .as("seed %d", seed)
        .isLessThanOrEqualTo(counts.events(Joined.Outcome.LABELED));
    assertThat(sum(LongStream.range(0, JoinCounts.DELAYS.size()).map(i -> counts.late((int) i))))
        .as("seed %d", seed)
        .isEqualTo(counts.labels(JoinCounts.Label.LATE));
    assertThat(sum(LongStream.range(0, JoinCounts.DELAYS.size()).map(i -> counts.delayed((int) i))))
        .as("seed %d", seed)
        .isEqualTo(counts.labels(JoinCounts.Label.LATE) + counts.labels(JoinCounts.Label.USED));
  }

  private static long sum(final LongStream numbers) {
    return numbers.sum();
  }
}
