package org.majorant.stream.meters;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.majorant.features.FeatureMoments;
import org.majorant.features.Standardization;
import org.majorant.features.Standardization.ClippedCounts;
import org.majorant.schema.ModelSpec;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * How many numbers were clipped before they were learned. A few are wrong cells; a feature of which
 * many are has left the scale that its first values gave it, and so the log names it, once. Safe
 * for use by many threads.
 */
public final class ClippedMeters {
  private static final Logger LOG = LoggerFactory.getLogger(ClippedMeters.class);

  /** So many features have a counter each; more would be too many for Prometheus. */
  private static final int MOST = 100;

  private static final String ALL = "all";

  private final Map<String, Counter> clipped = new HashMap<>();
  private final Set<String> often = new HashSet<>(); // guarded by itself

  public ClippedMeters(final MeterRegistry registry, final Tags tags, final ModelSpec spec) {
    final List<String> features =
        FeatureMoments.areNeeded(spec)
            ? Standardization.standardizedNames(spec.getFeatures())
            : List.of();
    final boolean each = !features.isEmpty() && features.size() <= MOST;
    for (final String feature : each ? features : List.of(ALL)) {
      clipped.put(
          feature,
          Counter.builder("majorant.values.clipped")
              .description("Numbers that were clipped, because they are far beyond the first ones")
              .tags(tags.and("feature", feature))
              .register(registry));
    }
  }

  /**
   * Takes what a worker has counted.
   *
   * @param counts null: nothing is standardized
   */
  public void add(final ClippedCounts counts) {
    if (counts == null) {
      return;
    }
    counts
        .take()
        .forEach(
            (feature, count) -> clipped.getOrDefault(feature, clipped.get(ALL)).increment(count));
    synchronized (often) {
      final List<String> left =
          counts.often().stream().filter(feature -> !often.contains(feature)).toList();
      if (often.addAll(left)) {
        LOG.warn(
            "more than 1 % of 1,000 examples are clipped, because they are far beyond the first"
                + " ones, by which the scale was chosen, in {}",
            String.join(", ", left));
      }
    }
  }
}
