package org.majorant.ops.http.curves;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.majorant.ops.read.Pace;

/**
 * Reads one model's meters once a second, as a row of numbers. Losses and accuracy are means over
 * the examples of the last seconds, and their rate is a {@link Pace}; what nothing is known of is
 * NaN.
 */
public final class LearnerMeters {
  /** The columns of a row; time is in milliseconds since the epoch, losses in nats an example. */
  public static final String[] COLUMNS = {
    "time",
    "examplesPerSecond",
    "logLoss",
    "noChange",
    "classFrequency",
    "accuracy",
    "servedLogLoss",
    "rejected",
    "lost",
    "lag",
    "held",
    "inFlight",
    "kappa",
    "staleness"
  };

  /** Those that grow with time, so that the last of many values tells more than their mean. */
  static final Set<String> LASTING = Set.of("time", "rejected", "lost");

  /** Seconds that means and rates are over. */
  public static final int WINDOW = Pace.WINDOW;

  private final MeterRegistry registry;
  private final String model;
  private final Map<String, Collection<? extends Meter>> found = new HashMap<>();
  private final Pace pace = new Pace();
  private final Deque<Sums> window = new ArrayDeque<>();

  public LearnerMeters(final MeterRegistry registry, final String model) {
    this.registry = registry;
    this.model = model;
  }

  /** What means are over, at one time. */
  private record Sums(
      double scored,
      double logLoss,
      double noChange,
      double classFrequency,
      double correct,
      double served,
      double servedLogLoss) {}

  /** What they say now. */
  public double[] row(final long millis) {
    final Sums now =
        new Sums(
            count("majorant.scored"),
            count("majorant.log.loss.nats"),
            count("majorant.baseline.log.loss.nats", "baseline", "no_change"),
            count("majorant.baseline.log.loss.nats", "baseline", "class_frequency"),
            count("majorant.correct"),
            count("majorant.served.scored"),
            count("majorant.served.log.loss.nats"));
    final Sums first = window.isEmpty() ? now : window.getFirst();
    pace.add(millis, count("majorant.examples"));
    window.add(now);
    if (window.size() > WINDOW) {
      window.remove();
    }
    final double scored = now.scored - first.scored; // 0/0 is NaN: none came
    return new double[] {
      millis,
      pace.perSecond(millis).orElse(Double.NaN),
      (now.logLoss - first.logLoss) / scored,
      (now.noChange - first.noChange) / scored,
      (now.classFrequency - first.classFrequency) / scored,
      (now.correct - first.correct) / scored,
      (now.servedLogLoss - first.servedLogLoss) / (now.served - first.served),
      sum("majorant.rejected"),
      sum("majorant.lost"),
      sum("majorant.lag.records"),
      sum("majorant.held.examples"),
      sum("majorant.in.flight.examples"),
      sum("majorant.merge.kappa"),
      sum("majorant.staleness.versions")
    };
  }

  /** A counter; 0 where the learner has not made it yet. */
  private double count(final String name, final String... tags) {
    final double count = sum(name, tags);
    return Double.isNaN(count) ? 0 : count;
  }

  /** The sum of all meters of a name; NaN where the learner has not made them yet. */
  private double sum(final String name, final String... tags) {
    Collection<? extends Meter> meters = found.getOrDefault(name + List.of(tags), List.of());
    if (meters.isEmpty()) {
      meters = registry.find(name).tag("model", model).tags(tags).meters();
      found.put(name + List.of(tags), meters);
    }
    return meters.isEmpty() ? Double.NaN : meters.stream().mapToDouble(LearnerMeters::value).sum();
  }

  /** Of a gauge or a counter. */
  private static double value(final Meter meter) {
    return meter.measure().iterator().next().getValue();
  }
}
