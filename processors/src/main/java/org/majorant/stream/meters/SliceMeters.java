package org.majorant.stream.meters;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.majorant.schema.Tally;
import org.majorant.tally.SliceTable;

/**
 * The gauges of the newest version's slices: examples and the sum of their losses by value, at most
 * {@value SliceTable#SHOWN} of a slice with the rest as one. A value that is no more among them has
 * no gauges any more. Safe for use by many threads.
 */
public final class SliceMeters {
  private final MeterRegistry registry;
  private final Tags tags;
  private final Map<Place, Gauges> gauges = new HashMap<>(); // guarded by this

  private record Place(String slice, String value) {}

  /** What a value has now, and where it is read. */
  private static final class Gauges {
    private final List<Meter> meters = new ArrayList<>();
    private volatile SliceTable.Row row;
  }

  public SliceMeters(final MeterRegistry registry, final Tags tags) {
    this.registry = registry;
    this.tags = tags;
  }

  /** Takes the tally of a version. */
  public synchronized void published(final Tally tally) {
    final Set<Place> gone = new HashSet<>(gauges.keySet());
    for (final SliceTable table : SliceTable.of(tally)) {
      for (final SliceTable.Row row : table.values()) {
        final Place place = new Place(table.feature(), row.value());
        gauges.computeIfAbsent(place, this::register).row = row;
        gone.remove(place);
      }
    }
    gone.forEach(place -> gauges.remove(place).meters.forEach(registry::remove));
  }

  private Gauges register(final Place place) {
    final Gauges of = new Gauges();
    final Tags own = tags.and("slice", place.slice, "value", place.value);
    of.meters.add(
        Gauge.builder("majorant.slice.examples", () -> of.row.examples())
            .description("Examples by the value of a feature, since the value was first counted")
            .tags(own)
            .register(registry));
    of.meters.add(
        Gauge.builder("majorant.slice.loss.nats", () -> of.row.examples() * of.row.loss())
            .description("Progressive losses of these, cut off at a bound, nats")
            .tags(own)
            .register(registry));
    return of;
  }
}
