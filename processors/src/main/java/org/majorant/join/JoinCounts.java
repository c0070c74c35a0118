package org.majorant.join;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/**
 * What became of the events and labels that an instance has joined. Every event is counted once,
 * and every label once, when it is first known what becomes of it. Safe for use by many threads.
 */
public final class JoinCounts {
  /** Upper ends of how late labels are, milliseconds; the last one has no end. */
  public static final List<Long> LATE =
      List.of(60_000L, 3_600_000L, 86_400_000L, 7 * 86_400_000L, Long.MAX_VALUE);

  /** What becomes of a label. */
  public enum Label {
    /** An event has it. */
    USED,

    /** The event of its key has another one. */
    DUPLICATE,

    /** It came after the wait of its event. */
    LATE,

    /** No event of its key came in time. */
    ORPHANED,

    /** It has no key or no label where the spec says. */
    UNREADABLE
  }

  private final Map<Joined.Outcome, LongAdder> events = adders(Joined.Outcome.class);
  private final Map<Label, LongAdder> labels = adders(Label.class);
  private final List<LongAdder> late = LATE.stream().map(end -> new LongAdder()).toList();
  private final LongAdder misdated = new LongAdder();

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
   * @param by milliseconds after the end of the wait
   */
  void late(final long by) {
    label(Label.LATE);
    int bucket = 0;
    while (by > LATE.get(bucket)) {
      bucket++;
    }
    late.get(bucket).increment();
  }

  /** A label cannot be read. */
  public void unreadable() {
    label(Label.UNREADABLE);
  }

  /** The time of an event or a label cannot be. */
  public void misdated() {
    misdated.increment();
  }

  public long events(final Joined.Outcome outcome) {
    return events.get(outcome).sum();
  }

  public long labels(final Label what) {
    return labels.get(what).sum();
  }

  /** Late labels by {@link #LATE}. */
  public long late(final int bucket) {
    return late.get(bucket).sum();
  }

  public long misdatedRecords() {
    return misdated.sum();
  }
}
