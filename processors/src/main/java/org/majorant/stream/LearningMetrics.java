package org.majorant.stream;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import org.apache.kafka.common.TopicPartition;
import org.majorant.features.Standardization.ClippedCounts;
import org.majorant.majorize.Refusal;
import org.majorant.merge.Base;
import org.majorant.schema.DriftMove;
import org.majorant.schema.ModelHead;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.Rejection;
import org.majorant.schema.Tally;
import org.majorant.stream.meters.ChallengeMeters;
import org.majorant.stream.meters.ClippedMeters;
import org.majorant.stream.meters.DriftMeters;
import org.majorant.stream.meters.MemberMeters;
import org.majorant.stream.meters.SliceMeters;
import org.majorant.stream.meters.TallyMeters;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What operators see of one model. Every meter exists from the start; counters start at 0. */
public final class LearningMetrics {
  private static final Logger LOG = LoggerFactory.getLogger(LearningMetrics.class);

  private final MeterRegistry registry;
  private final Tags tags;
  private final TallyMeters tallies;
  private final Counter summaryBytes;
  private final Counter gaps;
  private final Counter publishFailures;
  private final Timer step;
  private final Map<Rejection, Counter> rejected;
  private final Map<Refusal, Counter> refused;
  private final Counter overrun;
  private final Counter relearned;
  private final Counter deleted;
  private final DriftMeters drift;
  private final ClippedMeters clipped;
  private final SliceMeters slices;
  private final Map<TopicPartition, Long> held = new ConcurrentHashMap<>();
  private final Map<TopicPartition, Long> inFlight = new ConcurrentHashMap<>();
  private final Map<TopicPartition, Long> left = new ConcurrentHashMap<>();
  private final Map<TopicPartition, Long> unseen = new ConcurrentHashMap<>();
  private volatile double kappa = 1;
  private volatile long staleness;
  private volatile double absorbed;
  private final AtomicReference<ModelHead> newest = new AtomicReference<>();

  /**
   * @param spec of the model
   */
  public LearningMetrics(final MeterRegistry registry, final ModelSpec spec) {
    this.registry = registry;
    tags = Tags.of("model", spec.getModel());
    tallies = new TallyMeters(registry, tags, spec.getLabels());
    summaryBytes = counter("majorant.summary.bytes", "Bytes of summaries shipped");
    gaps =
        counter(
            "majorant.lineage.gap", "Summaries refused because offsets before them are missing");
    publishFailures = counter("majorant.publish.failures", "Merges that could not be solved");
    step =
        Timer.builder("majorant.step")
            .description("Time to merge and solve a base")
            .tags(tags)
            .register(registry);
    rejected = counters("majorant.rejected", "Examples sent to the dead letters", Rejection.class);
    refused =
        counters("majorant.summaries.refused", "Summaries that were not merged", Refusal.class);
    overrun = counter("majorant.overrun.examples", "Examples learned beyond the quota in flight");
    relearned = counter("majorant.relearned", "Ranges that could not be learned as a whole");
    deleted =
        counter(
            "majorant.summaries.deleted",
            "Offsets of the summaries topic that retention deleted before they were merged");
    drift = new DriftMeters(registry, tags);
    clipped = new ClippedMeters(registry, tags, spec);
    slices = new SliceMeters(registry, tags);
    gaugeMerges();
    gaugeVersions();
    new MemberMeters(registry, tags, spec, newest::get);
    new ChallengeMeters(registry, tags, spec, newest::get);
  }

  /** A counter for each of some reasons. */
  private <E extends Enum<E>> Map<E, Counter> counters(
      final String name, final String help, final Class<E> reasons) {
    final Map<E, Counter> counters = new EnumMap<>(reasons);
    for (final E reason : reasons.getEnumConstants()) {
      final Tags with = tags.and("reason", reason.name().toLowerCase(Locale.ROOT));
      counters.put(reason, Counter.builder(name).description(help).tags(with).register(registry));
    }
    return counters;
  }

  private void gaugeMerges() {
    sum("majorant.held.examples", "Examples that the quota holds back at this instance", held);
    sum(
        "majorant.in.flight.examples",
        "Examples that this instance learned and the last base does not contain",
        inFlight);
    sum(
        "majorant.unseen.paths",
        "Paths of the spec that none of the first 1,000 events of a partition had, nor any later",
        unseen);
    gauge("majorant.merge.kappa", "Damping of the merge: 1 adds, more averages", () -> kappa);
    gauge(
        "majorant.staleness.versions",
        "Most bases by which a summary of the last merge was behind",
        () -> staleness);
    gauge(
        "majorant.absorbed.mass.ratio",
        "Share of the curvature's trace that no row keeps",
        () -> absorbed);
  }

  private void gaugeVersions() {
    gauge(
        "majorant.objective",
        "Mean loss after the last mini-batch's steps, with the prior, nats",
        newest(ModelHead::getObjective));
    gauge("majorant.bound", "The objective's quadratic bound, nats", newest(ModelHead::getBound));
    gauge(
        "majorant.bound.slack.min",
        "Least of bound - objective over all steps, nats",
        newest(head -> head.getTally().getSlackMin()));
    gauge("majorant.model.version", "Newest published version", newest(ModelHead::getVersion));
    gauge(
        "majorant.model.age.seconds",
        "Age of the newest version",
        newest(head -> (System.currentTimeMillis() - head.getCreated()) / 1e3));
    gauge(
        "majorant.step.norm",
        "Length of the parameters' last change",
        newest(ModelHead::getStepNorm));
  }

  void shipped(final Tally tally, final List<String> labels, final int bytes) {
    tallies.add(tally, labels);
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

  void overrun(final int examples) {
    overrun.increment(examples);
  }

  void relearned() {
    relearned.increment();
  }

  void deletedSummaries(final long offsets) {
    deleted.increment(offsets);
  }

  /**
   * What waits at a partition.
   *
   * @param examples that it holds back
   * @param underway that it has learned, and no base contains
   * @param offsets that were delivered, and that it has yet to read again from the log
   */
  void waiting(
      final TopicPartition partition,
      final long examples,
      final long underway,
      final long offsets) {
    held.put(partition, examples);
    inFlight.put(partition, underway);
    left.put(partition, offsets);
  }

  /** Offsets of all partitions that were delivered, and are yet to be read again from the log. */
  long left() {
    return sum(left);
  }

  /** Paths that the spec names and no event of a partition had: the first time, in the log. */
  void unseen(final TopicPartition partition, final List<String> paths) {
    final Long before = unseen.put(partition, (long) paths.size());
    if (!paths.isEmpty() && (before == null || before == 0)) {
      LOG.warn(
          "{}: no event had {}, which the spec names: is it misspelled?",
          partition,
          String.join(", ", paths));
    }
  }

  /**
   * What a worker has clipped.
   *
   * @param counts null: nothing is standardized
   */
  void clipped(final ClippedCounts counts) {
    clipped.add(counts);
  }

  /**
   * A base was solved.
   *
   * @param stalest most bases by which a summary in it was behind
   * @param nanos that it took
   */
  void merged(final Base base, final long stalest, final long nanos) {
    kappa = base.head().getKappa();
    staleness = stalest;
    absorbed = base.state().absorbedMassRatio();
    step.record(nanos, TimeUnit.NANOSECONDS);
  }

  /** A mean has moved. */
  void drifted(final DriftMove move) {
    drift.add(move);
  }

  /** A step gave nothing to publish. */
  void failed() {
    publishFailures.increment();
  }

  void published(final ModelHead head) {
    newest.set(head);
    slices.published(head.getTally());
  }

  /** The newest version that was published here. */
  Optional<ModelHead> published() {
    return Optional.ofNullable(newest.get());
  }

  private Counter counter(final String name, final String help) {
    return Counter.builder(name).description(help).tags(tags).register(registry);
  }

  /**
   * What the instance looks up when it is asked.
   *
   * @param value called on any thread
   */
  void gauge(final String name, final String help, final Supplier<Number> value) {
    gauge(name, help, Tags.empty(), value);
  }

  private void gauge(
      final String name, final String help, final Tags own, final Supplier<Number> value) {
    Gauge.builder(name, value).description(help).tags(tags.and(own)).register(registry);
  }

  /**
   * What a part of the instance counts itself.
   *
   * @param part is not kept alive by this
   * @param count called on any thread
   */
  <T> void counter(
      final String name, final String help, final T part, final ToDoubleFunction<T> count) {
    FunctionCounter.builder(name, part, count).description(help).tags(tags).register(registry);
  }

  private void sum(final String name, final String help, final Map<?, Long> parts) {
    gauge(name, help, () -> sum(parts));
  }

  private static long sum(final Map<?, Long> parts) {
    return parts.values().stream().mapToLong(Long::longValue).sum();
  }

  /** A number of the newest version; 0 before the first. */
  private Supplier<Number> newest(final ToDoubleFunction<ModelHead> value) {
    return () -> {
      final ModelHead head = newest.get();
      return head == null ? 0.0 : value.applyAsDouble(head);
    };
  }
}
