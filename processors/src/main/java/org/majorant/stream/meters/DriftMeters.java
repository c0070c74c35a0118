package org.majorant.stream.meters;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.majorant.schema.DriftMove;
import org.majorant.tally.DriftDetector;

/** The counters of what has moved in a stream. */
public final class DriftMeters {
  private final Map<String, Counter> moved = new HashMap<>();

  public DriftMeters(final MeterRegistry registry, final Tags tags) {
    for (final String of :
        List.of(
            DriftDetector.LOSS, DriftDetector.SERVED, DriftDetector.LABEL, DriftDetector.FEATURE)) {
      moved.put(
          of,
          Counter.builder("majorant.drift.alarms")
              .description(
                  "Alarms of drift: the loss, or that of what was served, has risen, or the share of a"
                      + " label or a feature moved")
              .tags(tags.and("of", of))
              .register(registry));
    }
  }

  /** A mean has moved. */
  public void add(final DriftMove move) {
    moved.get(move.getOf()).increment();
  }
}
