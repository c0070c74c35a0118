package org.majorant.join;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Labels that come after the wait, and correct what was said of their events. */
class RevisedJoinTest {
  private static final int WAIT = 1000;
  private static final int REVISE = 2500;
  private static final int ROUNDS = Boolean.getBoolean("majorant.nightly") ? 20_000 : 1000;
  private static final byte[] KEY = {1};

  /** Keys of one event each, so that which label an event has in the end is known. */
  @Test
  void lastWord_whateverTheOrder_isThatOfTheWholeLogs() {
    for (int seed = 0; seed < ROUNDS; seed++) {
      final Random random = new Random(seed);
      final JoinRules rules =
          new JoinRules(
              WAIT,
              random.nextBoolean() ? "l0" : null,
              random.nextBoolean(),
              1 + random.nextInt(REVISE),
              Set.of("l0", "l1", "l2"));
      final List<PlayedJoin.Given> events = events(random);
      final List<PlayedJoin.Given> labels = labels(random, events.size());
      final PlayedJoin played = new PlayedJoin(rules);
      played.play(random, events, labels);
      assertThat(played.joined).as("seed %d", seed).hasSameSizeAs(events);
      played.requireCounts(seed, events.size(), labels.size());
      for (final PlayedJoin.Given event : events) {
        String said = played.joined.get(event.offset()).label();
        final List<Joined> revised =
            played.revised.stream().filter(j -> j.event().offset() == event.offset()).toList();
        final long known = revised.stream().filter(j -> !j.label().equals("l3")).count();
        assertThat(known).isLessThanOrEqualTo(rules.last() ? labels.size() : 1);
        for (final Joined next : revised) {
          assertThat(next.former()).as("seed %d, %s", seed, next).isEqualTo(said);
          assertThat(next.label()).as("seed %d, %s", seed, next).isNotEqualTo(said);
          assertThat(new String(next.value())).isEqualTo(event.text());
          said = rules.labels().contains(next.label()) ? next.label() : said;
        }
        assertThat(said).as("seed %d, %s", seed, event).isEqualTo(label(event, labels, rules));
      }
    }
  }

  private static List<PlayedJoin.Given> events(final Random random) {
    final List<PlayedJoin.Given> events = new ArrayList<>();
    long time = 0;
    for (int i = random.nextInt(40); i > 0; i--) {
      time += random.nextInt(300);
      final long offset = events.size();
      events.add(new PlayedJoin.Given(offset, time, "k" + offset, "e" + offset));
    }
    return events;
  }

  private static List<PlayedJoin.Given> labels(final Random random, final int events) {
    final List<PlayedJoin.Given> labels = new ArrayList<>();
    long time = 0;
    for (int i = random.nextInt(100); i > 0; i--) {
      time += random.nextInt(100);
      final String key = "k" + random.nextInt(events + 1);
      final String text = "l" + random.nextInt(4);
      labels.add(new PlayedJoin.Given(labels.size(), time + random.nextInt(400), key, text));
    }
    return labels;
  }

  private static String label(
      final PlayedJoin.Given event, final List<PlayedJoin.Given> labels, final JoinRules rules) {
    final List<PlayedJoin.Given> own =
        labels.stream().filter(label -> label.key().equals(event.key())).toList();
    final List<String> inTime =
        own.stream()
            .filter(label -> Math.abs(label.time() - event.time()) <= WAIT)
            .map(PlayedJoin.Given::text)
            .toList();
    final List<String> late =
        own.stream()
            .filter(label -> label.time() - event.time() > WAIT)
            .filter(label -> label.time() - event.time() <= WAIT + rules.reviseMillis())
            .map(PlayedJoin.Given::text)
            .filter(rules.labels()::contains)
            .toList();
    final List<String> counted = inTime.isEmpty() && event.offset() % 3 != 0 ? late : inTime;
    return counted.isEmpty()
        ? rules.otherwise()
        : counted.get(rules.last() ? counted.size() - 1 : 0);
  }

  private static PlayedJoin defaulted(final boolean last) {
    final PlayedJoin played =
        new PlayedJoin(new JoinRules(WAIT, "no", last, REVISE, Set.of("no", "yes", "perhaps")));
    played.joiner.event(new Origin(0, 1, 0), KEY, KEY);
    played.joiner.advance(WAIT + 1);
    return played;
  }

  private static void label(
      final PlayedJoin played, final long offset, final long time, final String text) {
    played.joiner.label(new Origin(0, offset, time), KEY, text);
  }

  @Test
  void firstLateLabel_correctsAndTheNextIsADuplicate() {
    final PlayedJoin played = defaulted(false);
    label(played, 0, 2 * WAIT, "yes");
    label(played, 1, 2 * WAIT + 1, "no");
    label(played, 2, 3 * WAIT + 1, "no");
    assertThat(played.revised).hasSize(1);
    assertThat(played.revised.get(0).former()).isEqualTo("no");
    assertThat(played.revised.get(0).waited()).isEqualTo(2 * WAIT);
    assertThat(played.counts.labels(JoinCounts.Label.LATE)).isOne();
    assertThat(played.counts.labels(JoinCounts.Label.DUPLICATE)).isEqualTo(2);
    assertThat(played.counts.events(Joined.Outcome.REVISED)).isOne();
  }

  @Test
  void eachLateLabel_whereTheLastCounts_corrects() {
    final PlayedJoin played = defaulted(true);
    label(played, 0, 2 * WAIT, "yes");
    label(played, 1, 2 * WAIT + 1, "perhaps");
    assertThat(played.revised).extracting(Joined::former).containsExactly("no", "yes");
    assertThat(played.counts.labels(JoinCounts.Label.LATE)).isEqualTo(2);
  }

  @Test
  void lateLabel_thatIsTheDefault_isCountedAndSaysNothing() {
    final PlayedJoin played = defaulted(false);
    label(played, 0, 2 * WAIT, "no");
    label(played, 1, 2 * WAIT + 1, "yes");
    assertThat(played.revised).isEmpty();
    assertThat(played.counts.labels(JoinCounts.Label.LATE)).isOne();
    assertThat(played.counts.labels(JoinCounts.Label.DUPLICATE)).isOne();
  }

  /** Rules of another day decide about labels, and the event keeps what it was given out with. */
  @Test
  void defaultOfAnotherDay_isNotTakenForTheFormerLabel() {
    final PlayedJoin played = defaulted(false);
    played.restart(new JoinRules(WAIT, null, false, REVISE, Set.of("no", "yes")));
    label(played, 0, 2 * WAIT, "yes");
    assertThat(played.revised).extracting(Joined::former).containsExactly("no");
  }

  @Test
  void revisionTurnedOff_correctsNothing() {
    final PlayedJoin played = defaulted(false);
    played.restart(new JoinRules(WAIT, "no", false));
    label(played, 0, 2 * WAIT, "yes");
    assertThat(played.revised).isEmpty();
    assertThat(played.counts.labels(JoinCounts.Label.LATE)).isOne();
  }

  @Test
  void label_afterAll_isLateAndCorrectsNothing() {
    final PlayedJoin played = defaulted(false);
    label(played, 0, WAIT + REVISE + 1, "yes");
    assertThat(played.revised).isEmpty();
    assertThat(played.counts.labels(JoinCounts.Label.LATE)).isOne();
  }
}
