package org.majorant.join;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/**
 * What became of the events and labels that an instance has joined. Every event is counted once,
 * and once more whenever it is revised, and every label once, when it is first known what becomes
 * of it. Safe for use by many threads.
 */
public final class JoinCounts {
  /** By which delays are counted, ascending; the last one has no end. */
  public static final List<Delay> DELAYS =
      List.of(
          new Delay("1s", 1000),
          new Delay("10s", 10_000),
          new Delay("1m", 60_000),
          new Delay("10m", 600_000),
          new Delay("1h", 3_600_000),
          new Delay("6h", 6 * 3_600_000),
          new Delay("1d", 86_400_000),
          new Delay("7d", 7 * 86_400_000L),
          new Delay("30d", 30 * 86_400_000L),
          new Delay("more", Long.MAX_VALUE));

  /**
   * A bucket of delays, which begins where the one before ends.
   *
   * @param within its end as metrics spell it
   * @param millis its end, which belongs to it
   */
  public record Delay(String within, long millis) {}

  /** What becomes of a label. */
  public enum Label {
    /** An event has it. */
    USED,

    /** The event of its key has another one. */
    DUPLICATE,

    /** It came after the wait of its event, which it may have corrected. */
    LATE,

    /** No event of its key came in time. */
    ORPHANED,

    /** It has no key or no label where the spec says. */
    UNREADABLE
  }

  private final Map<Joined.Outcome, LongAdder> events = adders(Joined.Outcome.class);
  private final Map<Label, LongAdder> labels = adders(Label.class);
  private final List<LongAdder> late = DELAYS.stream().map(end -> new LongAdder()).toList();
  private final List<LongAdder> delays = DELAYS.stream().map(end -> new LongAdder()).toList();
  private final LongAdder misdated = new LongAdder();
  private final LongAdder passedOver = new LongAdder();

  private static <E extends Enum<E>> Map<E, LongAdder> adders(final Class<E> type) {
    final Map<E, LongAdder> adders = new EnumMap<>(type);
    for (final E constant : type.getEnumConstants()) {
      adders.put(constant, new LongAdder());
    }
    return adders;
  }

  void event(final Joined.Outcome outcome) {
    events.get(outcome).increment();
  }

  void label(final Label what) {
    labels.get(what).increment();
  }

  /**
   * A label is the first of its event.
   *
   * @param by milliseconds after the event
   */
  void delay(final long by) {
    delays.get(bucket(by)).increment();
  }

  /**
   * A label is the first of its event, and late.
   *
   * @param by milliseconds after the event
   */
  void late(final long by, final long wait) {
    label(Label.LATE);
    delay(by);
    late.get(bucket(by - wait)).increment();
  }

  private static int bucket(final long by) {
    int bucket = 0;
    while (by > DELAYS.get(bucket).millis) {
      bucket++;
    }
    return bucket;
  }

  /** A label cannot be read. */
  public void unreadable() {
    label(Label.UNREADABLE);
  }

  /** The time of an event or a label cannot be. */
  public void misdated() {
    misdated.increment();
  }

  /** An event is none that the spec wants. */
  public void passedOver() {
    passedOver.increment();
  }

  public long events(final Joined.Outcome outcome) {
    return events.get(outcome).sum();
  }

  public long labels(final Label what) {
    return labels.get(what).sum();
  }

  /** Late labels by {@link #DELAYS}. */
  public long late(final int bucket) {
    return late.get(bucket).sum();
  }

  /** Labels by how long after their event they came, by {@link #DELAYS}. */
  public long delayed(final int bucket) {
    return delays.get(bucket).sum();
  }

  public long passedOverEvents() {
    return passedOver.sum();
  }

  public long misdatedRecords() {
    return misdated.sum();
  }
}
