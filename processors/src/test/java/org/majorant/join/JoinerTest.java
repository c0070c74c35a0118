package org.majorant.join;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The join against one that sees all records at once. */
class JoinerTest {
  private static final int WAIT = 1000;
  private static final int ROUNDS = Boolean.getBoolean("majorant.nightly") ? 20_000 : 1000;

  @Test
  void outcomes_whateverTheOrder_areThoseOfTheWholeLogs() {
    for (int seed = 0; seed < ROUNDS; seed++) {
      final Random random = new Random(seed);
      final int keys = 1 + random.nextInt(30);
      final List<PlayedJoin.Given> events = given(random, keys, "e");
      final List<PlayedJoin.Given> labels = given(random, keys, "l");
      final JoinRules rules =
          new JoinRules(WAIT, random.nextBoolean() ? "no" : null, random.nextBoolean());
      final PlayedJoin played = new PlayedJoin(rules);
      played.play(random, events, labels);
      assertThat(played.joined).as("seed %d", seed).hasSameSizeAs(events);
      for (final PlayedJoin.Given event : events) {
        final Joined joined = played.joined.get(event.offset());
        assertThat(joined.label())
            .as("seed %d, %s, %s", seed, event, joined)
            .isEqualTo(label(event, labels, rules));
      }
      played.requireCounts(seed, events.size(), labels.size());
    }
  }

  /** Records in the order of their log, about in the order of time. */
  private static List<PlayedJoin.Given> given(
      final Random random, final int keys, final String text) {
    final List<PlayedJoin.Given> records = new ArrayList<>();
    long time = 0;
    for (int i = random.nextInt(60); i > 0; i--) {
      time += random.nextInt(300);
      final long offset = 2L * records.size();
      records.add(
          new PlayedJoin.Given(
              offset,
              time + random.nextInt(400),
              "k".repeat(1 + random.nextInt(3)) + random.nextInt(keys),
              text + offset));
    }
    return records;
  }

  private static String label(
      final PlayedJoin.Given event, final List<PlayedJoin.Given> labels, final JoinRules rules) {
    final List<String> matching =
        labels.stream()
            .filter(label -> label.key().equals(event.key()))
            .filter(label -> Math.abs(label.time() - event.time()) <= WAIT)
            .map(PlayedJoin.Given::text)
            .toList();
    return matching.isEmpty()
        ? rules.otherwise()
        : matching.get(rules.last() ? matching.size() - 1 : 0);
  }

  /** A model that has seen the clicks of the last hour, and not what was not clicked, is wrong. */
  @Test
  void events_whoseMissingLabelHasAMeaning_comeInTheOrderOfTime_labeledOrNot() {
    final PlayedJoin played = new PlayedJoin(new JoinRules(WAIT, "no", false));
    for (int i = 0; i < 10; i++) {
      played.joiner.event(new Origin(0, i, i), new byte[] {(byte) i}, null);
    }
    for (int i = 0; i < 10; i += 3) {
      played.joiner.label(new Origin(0, i, 10 + i), new byte[] {(byte) i}, "yes");
    }
    for (int i = 0; i < 10; i++) {
      assertThat(played.joined).as("before the end of wait %d", i).hasSize(i);
      played.joiner.advance(WAIT + i + 1);
      assertThat(played.joined.get((long) i).label()).isEqualTo(i % 3 == 0 ? "yes" : "no");
    }
  }

  @Test
  void label_afterTheWait_isLate() {
    final PlayedJoin played = new PlayedJoin(new JoinRules(WAIT, "no", false));
    played.joiner.event(new Origin(0, 0, 0), new byte[] {1}, null);
    played.joiner.advance(WAIT + 1);
    played.joiner.label(new Origin(0, 0, WAIT + 500), new byte[] {1}, "yes");
    assertThat(played.joined.get(0L).outcome()).isEqualTo(Joined.Outcome.DEFAULTED);
    assertThat(played.counts.labels(JoinCounts.Label.LATE)).isOne();
    assertThat(played.counts.late(0)).isOne();
  }

  @Test
  void event_withoutKey_isUnlabeledAtOnce() {
    final PlayedJoin played = new PlayedJoin(new JoinRules(WAIT, "no", false));
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
