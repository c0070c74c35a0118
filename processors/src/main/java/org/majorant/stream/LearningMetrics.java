package org.majorant.stream;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.ToDoubleFunction;
import org.apache.kafka.common.TopicPartition;
import org.majorant.schema.ModelHead;
import org.majorant.schema.Rejection;
import org.majorant.schema.SurrogateHead;
import org.majorant.schema.Tally;

/** What operators see of one model. Every meter exists from the start; counters start at 0. */
public final class LearningMetrics {
  private final MeterRegistry registry;
  private final Tags tags;
  private final Counter examples;
  private final Counter scored;
  private final Counter correct;
  private final Counter logLoss;
  private final Counter noChange;
  private final Counter classFrequency;
  private final Counter summaryBytes;
  private final Counter gaps;
  private final Map<Rejection, Counter> rejected = new EnumMap<>(Rejection.class);
  private final Map<Refusal, Counter> refused = new EnumMap<>(Refusal.class);
  private final Counter overrun;
  private final Map<TopicPartition, Long> held = new ConcurrentHashMap<>();
  private final Map<TopicPartition, Long> inFlight = new ConcurrentHashMap<>();
  private volatile double kappa = 1;
  private final AtomicReference<ModelHead> newest = new AtomicReference<>();

  public LearningMetrics(final MeterRegistry registry, final String model) {
    this.registry = registry;
    tags = Tags.of("model", model);
    examples = counter("majorant.examples", "Labeled examples learned");
    scored = counter("majorant.scored", "Weight of the examples scored before they were learned");
    correct = counter("majorant.correct", "Weight of those whose most probable label was right");
    logLoss = counter("majorant.log.loss.nats", "Progressive log-loss, nats");
    noChange = baseline("no_change");
    classFrequency = baseline("class_frequency");
    summaryBytes = counter("majorant.summary.bytes", "Bytes of summaries shipped");
    gaps = counter("majorant.lineage.gap", "Summaries refused because offsets before them miss");
    for (final Rejection reason : Rejection.values()) {
      final String label = reason.name().toLowerCase(Locale.ROOT);
      rejected.put(
          reason,
          Counter.builder("majorant.rejected")
              .description("Examples sent to the dead letters")
              .tags(tags.and("reason", label))
              .register(registry));
    }
    for (final Refusal reason : Refusal.values()) {
      refused.put(
          reason,
          Counter.builder("majorant.summaries.refused")
              .description("Summaries that were not merged")
              .tags(tags.and("reason", reason.name().toLowerCase(Locale.ROOT)))
              .register(registry));
    }
    overrun = counter("majorant.overrun.examples", "Examples learned beyond the quota in flight");
    sum("majorant.held.examples", "Examples that the quota holds back at this instance", held);
    sum(
        "majorant.in.flight.examples",
        "Examples that this instance learned and the last base does not contain",
        inFlight);
    Gauge.builder("majorant.merge.kappa", () -> kappa)
        .description("Damping of the merge: 1 adds, more averages")
        .tags(tags)
        .register(registry);
    gauge(
        "majorant.objective",
        "Mean loss after the last mini-batch's steps, with the prior, nats",
        ModelHead::getObjective);
    gauge("majorant.bound", "The objective's quadratic bound, nats", ModelHead::getBound);
    gauge(
        "majorant.bound.slack.min",
        "Least of bound - objective over all steps, nats",
        head -> head.getTally().getSlackMin());
    gauge("majorant.model.version", "Newest published version", ModelHead::getVersion);
    gauge(
        "majorant.model.age.seconds",
        "Age of the newest version",
        head -> (System.currentTimeMillis() - head.getCreated()) / 1e3);
    gauge("majorant.step.norm", "Length of the parameters' last change", ModelHead::getStepNorm);
  }

  void shipped(final Tally tally, final int bytes) {
    examples.increment(tally.getExamples());
    scored.increment(tally.getWeight());
    correct.increment(tally.getCorrect());
    logLoss.increment(tally.getLogLoss());
    noChange.increment(tally.getNoChangeLogLoss());
    classFrequency.increment(tally.getClassFrequencyLogLoss());
    summaryBytes.increment(bytes);
  }

  void rejected(final Rejection reason) {
    rejected.get(reason).increment();
  }

  void refused(final Refusal reason) {
    refused.get(reason).increment();
    if (reason == Refusal.GAP) {
      gaps.increment();
    }
  }

  void overrun() {
    overrun.increment();
  }

  /** What a partition holds back, and has in flight. */
  void held(final TopicPartition partition, final long examples, final long underway) {
    held.put(partition, examples);
    inFlight.put(partition, underway);
  }

  void merged(final SurrogateHead head) {
    kappa = head.getKappa();
  }

  void published(final ModelHead head) {
    newest.set(head);
  }

  private Counter counter(final String name, final String help) {
    return Counter.builder(name).description(help).tags(tags).register(registry);
  }

  private void sum(final String name, final String help, final Map<?, Long> parts) {
    Gauge.builder(name, () -> parts.values().stream().mapToLong(Long::longValue).sum())
        .description(help)
        .tags(tags)
        .register(registry);
  }

  private Counter baseline(final String name) {
    return Counter.builder("majorant.baseline.log.loss.nats")
        .description("Progressive log-loss of a predictor that a model must beat, nats")
        .tags(tags.and("baseline", name))
        .register(registry);
  }

  private void gauge(
      final String name, final String help, final ToDoubleFunction<ModelHead> value) {
    Gauge.builder(
            name,
            () -> {
              final ModelHead head = newest.get();
              return head == null ? 0 : value.applyAsDouble(head);
            })
        .description(help)
        .tags(tags)
        .register(registry);
  }
}
