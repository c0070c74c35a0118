package org.majorant.stream.meters;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import org.majorant.challenge.Verdict;
import org.majorant.schema.ModelHead;
import org.majorant.schema.ModelSpec;

/** The gauges of how the newest version of a challenger compares with its champion. */
public final class ChallengeMeters {
  private final MeterRegistry registry;
  private final Tags tags;
  private final Supplier<ModelHead> newest;

  /**
   * @param newest gives null before the first version
   */
  public ChallengeMeters(
      final MeterRegistry registry,
      final Tags tags,
      final ModelSpec spec,
      final Supplier<ModelHead> newest) {
    this.registry = registry;
    this.newest = newest;
    this.tags =
        spec.getChallenges() == null ? tags : tags.and(Tags.of("champion", spec.getChallenges()));
    if (spec.getChallenges() != null) {
      gauge("examples", "Examples that were compared with the champion", Verdict::examples);
      gauge("difference", "The champion's mean loss less this model's, nats", Verdict::difference);
      gauge("lower", "Lower bound on the expectation of that difference", Verdict::lower);
      gauge("upper", "Upper bound on the expectation of that difference", Verdict::upper);
    }
  }

  private void gauge(final String of, final String help, final ToDoubleFunction<Verdict> number) {
    Gauge.builder("majorant.challenge." + of, () -> number(newest.get(), number))
        .description(help)
        .tags(tags)
        .register(registry);
  }

  private static double number(final ModelHead head, final ToDoubleFunction<Verdict> number) {
    return head == null || head.getComparison() == null
        ? Double.NaN
        : number.applyAsDouble(Verdict.of(head.getComparison(), head.getSpec()));
  }
}
