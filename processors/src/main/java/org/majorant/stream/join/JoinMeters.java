package org.majorant.stream.join;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import org.majorant.join.JoinCounts;
import org.majorant.join.Joined;

/** What operators see of a join. */
public final class JoinMeters {
  private final MeterRegistry registry;
  private final Tags tags;
  private final JoinCounts counts;

  private JoinMeters(final MeterRegistry registry, final Tags tags, final JoinCounts counts) {
    this.registry = registry;
    this.tags = tags;
    this.counts = counts;
  }

  /**
   * Registers the meters of a join.
   *
   * @param join null: there is none
   */
  public static void register(final MeterRegistry registry, final JoinSettings join) {
    if (join != null) {
      register(registry, join.spec().getModel(), join.counts(), join.waiting());
    }
  }

  /** Registers the meters of a model's join. */
  public static void register(
      final MeterRegistry registry,
      final String model,
      final JoinCounts counts,
      final Waiting waiting) {
    new JoinMeters(registry, Tags.of("model", model), counts).register(waiting);
  }

  private void register(final Waiting waiting) {
    Gauge.builder("majorant.join.pending.events", waiting, Waiting::pending)
        .description("Events of this instance that wait for their labels")
        .tags(tags)
        .register(registry);
    Gauge.builder("majorant.join.oldest.seconds", waiting, Waiting::oldestSeconds)
        .description("For how long the oldest of what is in the join has been there")
        .tags(tags)
        .register(registry);
    Gauge.builder("majorant.join.disk.bytes", waiting, Waiting::bytesOnDisk)
        .description("What waits and lies on disk, because it is beyond --join-memory")
        .tags(tags)
        .register(registry);
    for (final Joined.Outcome outcome : Joined.Outcome.values()) {
      counter(
          "majorant.join.events",
          "Events whose wait has ended, by its outcome",
          Tags.of("outcome", word(outcome)),
          all -> all.events(outcome));
    }
    for (final JoinCounts.Label what : JoinCounts.Label.values()) {
      counter(
          "majorant.join.labels",
          "Labels by what became of them",
          Tags.of("outcome", word(what)),
          all -> all.labels(what));
    }
    registerDelays();
    counter(
        "majorant.join.passed.over",
        "Events that the spec does not want, which are not joined",
        Tags.empty(),
        JoinCounts::passedOverEvents);
    counter(
        "majorant.join.misdated",
        "Events and labels whose time cannot be",
        Tags.empty(),
        JoinCounts::misdatedRecords);
  }

  private void registerDelays() {
    for (int i = 0; i < JoinCounts.DELAYS.size(); i++) {
      final int bucket = i;
      final Tags within = Tags.of("within", JoinCounts.DELAYS.get(i).within());
      counter(
          "majorant.join.late",
          "Labels that came after the wait of their event, by how late",
          within,
          all -> all.late(bucket));
      counter(
          "majorant.join.delay",
          "Labels in time and late, by how long after their event they came",
          within,
          all -> all.delayed(bucket));
    }
  }

  private static String word(final Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }

  private void counter(
      final String name,
      final String help,
      final Tags own,
      final ToDoubleFunction<JoinCounts> count) {
    FunctionCounter.builder(name, counts, count)
        .description(help)
        .tags(tags.and(own))
        .register(registry);
  }
}
