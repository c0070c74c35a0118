package org.majorant.join;

import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * One partition of a join: takes events, labels and the time, in any order, and says what becomes
 * of each event, once, and again where a late label corrects it. All that it knows is in the
 * entries, whose changes go through a log, so that it goes on after a crash. For one thread.
 */
public final class Joiner {
  private final JoinRules rules;
  private final Entries entries;
  private final BiConsumer<byte[], byte[]> log;
  private final Consumer<Joined> sink;
  private final JoinCounts counts;

  /**
   * @param entries what waits; from now on changed by the log alone
   * @param log puts an entry under its key, or deletes it where it is null
   * @param sink takes what becomes of an event
   */
  public Joiner(
      final JoinRules rules,
      final Entries entries,
      final BiConsumer<byte[], byte[]> log,
      final Consumer<Joined> sink,
      final JoinCounts counts) {
    this.rules = rules;
    this.entries = entries;
    this.log = log;
    this.sink = sink;
    this.counts = counts;
  }

  /** Events that wait for a label. */
  public long pending() {
    return entries.waitingEvents();
  }

  /** Bytes of what is remembered that lie on disk. */
  public long bytesOnDisk() {
    return entries.spilledBytes();
  }

  /** When the first wait ends; the largest time where nothing waits. */
  public long due() {
    return entries.due();
  }

  /** The time from which what waits longest has waited; the largest where nothing waits. */
  public long oldest() {
    return entries.size() == 0 ? Long.MAX_VALUE : entries.due() - rules.waitMillis();
  }

  /**
   * Takes an event.
   *
   * @param key null: no label can be found, so that it has none at once
   * @param value may be null
   */
  public void event(final Origin origin, final byte[] key, final byte[] value) {
    if (key == null) {
      say(null, value, origin, null);
      return;
    }
    final Entry event = Entry.event(key, origin, origin.time() + rules.waitMillis(), value);
    final Entry label = rules.atEnd() ? null : choose(entries.of(key), event);
    if (label == null) {
      put(event);
    } else {
      decide(event, label);
    }
  }

  /**
   * Takes a label.
   *
   * @param key null: it is the label of no event
   */
  public void label(final Origin origin, final byte[] key, final String text) {
    if (key == null) {
      counts.unreadable();
      return;
    }
    final byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    final Entry label =
        Entry.label(key, origin, Entry.State.WAITING, origin.time() + rules.waitMillis(), bytes);
    final List<Entry> known = entries.of(key);
    final List<Entry> waiting =
        known.stream().filter(e -> e.isWaitingEvent() && rules.match(e, label)).toList();
    if (waiting.isEmpty()) {
      put(
          corrects(label, known) || isOfNoUse(label, known)
              ? label.with(Entry.State.COUNTED, label.due())
              : label);
    } else if (rules.atEnd()) {
      put(label);
    } else {
      Entry used = label;
      for (final Entry event : waiting.stream().sorted(inOrder()).toList()) {
        remove(event);
        used = decide(event, used);
      }
    }
  }

  /** Corrects the events that were given out without the label, and counts it once. */
  private boolean corrects(final Entry label, final List<Entry> known) {
    final List<Entry> open =
        known.stream().filter(event -> rules.corrects(label, event)).sorted(inOrder()).toList();
    open.stream().limit(1).forEach(event -> isLate(label, event));
    open.forEach(event -> correct(label, event));
    return !open.isEmpty();
  }

  /**
   * Gives an event that was given out the label that it should have had; the event as it is now.
   */
  private Entry correct(final Entry label, final Entry event) {
    final String former = event.givenLabel();
    final Entry revised =
        rules.labels().contains(label.label()) ? event.revised(label.label(), rules.last()) : event;
    put(revised);
    if (!label.label().equals(former)) {
      counts.event(Joined.Outcome.REVISED);
      sink.accept(
          new Joined(
              event.joinKey(),
              event.eventValue(),
              event.origin(),
              Joined.Outcome.REVISED,
              label.label(),
              label.origin(),
              waited(event.origin(), label),
              former));
    }
    return revised;
  }

  private static long waited(final Origin event, final Entry label) {
    return Math.max(0, label.time() - event.time());
  }

  /** Counts a label that comes after what it could have been of use for. */
  private boolean isOfNoUse(final Entry label, final List<Entry> known) {
    final Stream<Entry> others = known.stream().filter(e -> e.isLabel() && rules.match(e, label));
    if (others.anyMatch(other -> other.state() == Entry.State.USED)) {
      counts.label(JoinCounts.Label.DUPLICATE);
      return true;
    }
    return known.stream()
        .filter(Entry::isEndedEvent)
        .filter(event -> label.time() >= event.time() - rules.waitMillis())
        .min(inOrder())
        .map(event -> isLate(label, event))
        .orElse(false);
  }

  private boolean isLate(final Entry label, final Entry event) {
    if (event.state() == Entry.State.REVISED && !event.isCorrectable()) {
      counts.label(JoinCounts.Label.DUPLICATE);
    } else {
      counts.late(waited(event.origin(), label), rules.waitMillis());
    }
    return true;
  }

  /**
   * Ends the waits that are over before some time.
   *
   * @param time up to which both topics have been read, and the clock has come
   */
  public void advance(final long time) {
    while (entries.due() < time) {
      final Entry entry = entries.first();
      if (entry.isWaitingEvent()) {
        end(entry);
      } else if (entry.isLabel()) {
        endLabel(entry);
      } else {
        remove(entry);
      }
    }
  }

  private void end(final Entry event) {
    final List<Entry> known = entries.of(event.joinKey());
    final Entry label = choose(known, event);
    if (label != null) {
      log.accept(event.key(), null);
      decide(event, label);
      return;
    }
    say(event.joinKey(), event.text(), event.origin(), null);
    final long until = event.due() + Math.max(rules.waitMillis(), rules.reviseMillis());
    Entry ended =
        rules.reviseMillis() > 0 && event.text() != null
            ? event.given(Entry.State.OPEN, rules.otherwise(), until)
            : event.with(Entry.State.ENDED, until);
    put(ended);
    final List<Entry> late =
        known.stream()
            .filter(e -> e.isLabel() && e.state() == Entry.State.WAITING)
            .filter(e -> e.time() > event.due())
            .sorted(inOrder())
            .toList();
    for (final Entry next : late) {
      isLate(next, ended);
      ended = rules.corrects(next, ended) ? correct(next, ended) : ended;
      put(next.with(Entry.State.COUNTED, next.due()));
    }
  }

  /** A label stays as long as an event that it matches waits. */
  private void endLabel(final Entry label) {
    final long longer =
        entries.of(label.joinKey()).stream()
            .filter(event -> event.isWaitingEvent() && rules.match(event, label))
            .mapToLong(Entry::due)
            .max()
            .orElse(label.due());
    if (longer > label.due()) {
      put(label.with(label.state(), longer));
      return;
    }
    if (label.state() == Entry.State.WAITING) {
      counts.label(JoinCounts.Label.ORPHANED);
    }
    remove(label);
  }

  /** The first label that matches, or the last; null where none does. */
  private Entry choose(final List<Entry> known, final Entry event) {
    final Stream<Entry> labels = known.stream().filter(e -> e.isLabel() && rules.match(e, event));
    return (rules.last() ? labels.max(inOrder()) : labels.min(inOrder())).orElse(null);
  }

  private static Comparator<Entry> inOrder() {
    return Comparator.<Entry>comparingInt(entry -> entry.origin().partition())
        .thenComparingLong(entry -> entry.origin().offset());
  }

  /** Gives an event its label, and counts those that match it, too; the label as it is now. */
  private Entry decide(final Entry event, final Entry label) {
    say(event.joinKey(), event.text(), event.origin(), label);
    if (label.state() == Entry.State.WAITING) {
      counts.label(JoinCounts.Label.USED);
      counts.delay(waited(event.origin(), label));
    }
    final Entry.State state =
        label.state() == Entry.State.COUNTED ? Entry.State.COUNTED : Entry.State.USED;
    final Entry used = label.with(state, Math.max(label.due(), event.time() + rules.waitMillis()));
    put(used);
    for (final Entry other : entries.of(event.joinKey())) {
      if (other.isLabel()
          && other.state() == Entry.State.WAITING
          && rules.match(other, event)
          && !other.origin().equals(label.origin())) {
        counts.label(JoinCounts.Label.DUPLICATE);
        put(other.with(Entry.State.COUNTED, other.due()));
      }
    }
    return used;
  }

  private void say(
      final byte[] key, final byte[] value, final Origin event, final Entry labelOrNull) {
    final Joined.Outcome outcome =
        labelOrNull != null
            ? Joined.Outcome.LABELED
            : key != null && rules.otherwise() != null
                ? Joined.Outcome.DEFAULTED
                : Joined.Outcome.UNLABELED;
    final String text =
        switch (outcome) {
          case LABELED -> labelOrNull.label();
          case DEFAULTED -> rules.otherwise();
          default -> null;
        };
    final Origin origin = labelOrNull == null ? null : labelOrNull.origin();
    final long none = key == null ? 0 : rules.waitMillis();
    final long waited = labelOrNull == null ? none : waited(event, labelOrNull);
    counts.event(outcome);
    sink.accept(new Joined(key, value, event, outcome, text, origin, waited, null));
  }

  private void put(final Entry entry) {
    log.accept(entry.key(), entry.value());
  }

  private void remove(final Entry entry) {
    log.accept(entry.key(), null);
  }
}
