package org.majorant.stream;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.composite.CompositeMeterRegistry;
import java.lang.management.ManagementFactory;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.IntConsumer;
import org.majorant.growth.SpecHistory;
import org.majorant.input.InputWatch;
import org.majorant.log.HoldLimits;
import org.majorant.log.KafkaGapLog;
import org.majorant.log.SharedLog;
import org.majorant.schema.AppliedSpec;
import org.majorant.schema.JoinedDecoder;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.RegistryWait;
import org.majorant.schema.SchemaRegistry;
import org.majorant.schema.Wish;
import org.majorant.spec.OpenLabels;
import org.majorant.stream.join.JoinMemory;
import org.majorant.stream.join.JoinMeters;
import org.majorant.stream.join.JoinSettings;
import org.majorant.trace.Traces;
import org.majorant.trace.VersionTrace;

/**
 * What belongs to one model of an application: what operators see of it, the watch over its topic,
 * and what its processors need. A model has no thread, no consumer and no topic of its own.
 */
final class ModelParts implements AutoCloseable {
  /** Of the records that a partition's worker holds back, the least. */
  private static final long LEAST_HOLD_BYTES = 64 << 10;

  private final AppliedSpec applied;
  private final ModelRun run;
  private final InputWatch input;
  private final CompletableFuture<Void> ended;
  private final CompositeMeterRegistry meters = new CompositeMeterRegistry();
  private final MeterRegistry all;

  /**
   * What all models of an application have in common.
   *
   * @param client how to reach the brokers
   * @param registry of the schemas of what others read
   * @param schemas the same, whose answers are waited for
   * @param brokers asked about topics at once, and to change them
   * @param log asked once for all
   * @param aside runs turns
   * @param looks runs what is done again and again
   * @param joinMemory of all joins
   * @param registryWait how long threads wait for the registry
   */
  record Shared(
      Map<?, ?> client,
      Fleet fleet,
      InstanceOptions options,
      SchemaRegistry registry,
      SchemaRegistry schemas,
      KafkaGapLog brokers,
      SharedLog log,
      BaseFeeds feeds,
      Executor aside,
      ScheduledExecutorService looks,
      JoinMemory joinMemory,
      RegistryWait registryWait,
      Traces traces,
      MeterRegistry meters) {}

  /**
   * Opens the parts of a model whose bases are followed already.
   *
   * @param expand gives the workers' progress room for so many partitions
   * @param ended completes exceptionally as that of {@link InputWatch}
   */
  ModelParts(
      final AppliedSpec applied,
      final Shared shared,
      final IntConsumer expand,
      final CompletableFuture<Void> ended) {
    this.applied = applied;
    this.ended = ended;
    all = shared.meters();
    meters.add(all);
    final ModelSpec spec = applied.getSpec();
    try {
      final LearningMetrics metrics = new LearningMetrics(meters, spec);
      final BaseFeeds.Feed feed = shared.feeds().of(spec.getModel());
      run =
          new ModelRun(
              SpecHistory.of(applied),
              applied.getIncarnation(),
              settings(applied, shared, feed, metrics));
      input = LearnerTopology.watch(run, shared.log(), expand, shared.looks(), ended);
      feed.measure(metrics);
      JoinMeters.register(meters, run.settings().join());
    } catch (final RuntimeException | Error e) {
      closeMeters();
      throw e;
    }
  }

  private static TopologySettings settings(
      final AppliedSpec applied,
      final Shared shared,
      final BaseFeeds.Feed feed,
      final LearningMetrics metrics) {
    final ModelSpec spec = applied.getSpec();
    final InstanceOptions options = shared.options();
    final int most = options.maxExampleBytes();
    final Fleet fleet = shared.fleet();
    final double weight = Fleet.weight(spec);
    return new TopologySettings(
        fleet.shipInterval(),
        () ->
            JoinedDecoder.of(spec, options.examples().decoder(spec, most, shared.schemas()), most),
        shared.registry(),
        () -> Math.max(1, (long) (fleet.share(weight) * options.outputBytesPerSecond())),
        shared.aside(),
        LearnerConfig.queueBytes(Runtime.getRuntime().maxMemory()) / fleet.expected(),
        ManagementFactory.getThreadMXBean()::getCurrentThreadCpuTime,
        hold(options.hold(), fleet.expected()),
        feed,
        shared.log(),
        metrics,
        new VersionTrace(shared.traces()),
        applied.getWish() == Wish.LEARN ? join(spec, shared) : null);
  }

  /** Makes the topic of joined events, if it is not there; null where events have their labels. */
  private static JoinSettings join(final ModelSpec spec, final Shared shared) {
    final String application = LearnerApplication.applicationId(spec);
    final JoinSettings join =
        JoinSettings.of(
            spec,
            application,
            shared.schemas(),
            shared.brokers().of(application),
            shared.joinMemory(),
            shared.aside());
    shared.log().forget(); // what a model that was deleted has asked of a topic of that name
    return join;
  }

  /** Workers of many models together hold back as much as that of one. */
  private static HoldLimits hold(final HoldLimits one, final int models) {
    return new HoldLimits(
        one.examples(), Math.max(LEAST_HOLD_BYTES, one.bytes() / models), one.longest());
  }

  AppliedSpec applied() {
    return applied;
  }

  ModelRun run() {
    return run;
  }

  /** The spec with the labels that the model knows by now. */
  ModelSpec known() {
    return run.settings()
        .baseFeed()
        .current()
        .map(base -> OpenLabels.knowing(run.spec(), base.head().getLabels()))
        .orElse(run.spec());
  }

  InputWatch input() {
    return input;
  }

  /** As {@link InputWatch} has completed it. */
  CompletableFuture<Void> ended() {
    return ended;
  }

  /** Lets operators see what its application does for it. */
  void measure(final LearnerApplication application, final Fleet fleet) {
    final LearningMetrics metrics = run.settings().metrics();
    metrics.gauge(
        "majorant.ready",
        "1 if this instance can learn now, 0 if something is in its way",
        () -> isReady(application, fleet) ? 1 : 0);
    metrics.gauge(
        "majorant.paused",
        "1 if the model has been paused here, because it failed; others of the fleet go on",
        () -> fleet.paused(run).isPresent() ? 1 : 0);
    metrics.gauge(
        "majorant.input.recreated",
        "1 if the topic is not the log that was learned from, so that the instance has stopped",
        () -> input.isOtherLog() ? 1 : 0);
    metrics.gauge(
        "majorant.lag.records",
        "Records of the instance's partitions that it has not read yet; NaN: it is not ready",
        () -> isReady(application, fleet) ? application.lag(run) + metrics.left() : Double.NaN);
    metrics.gauge(
        "majorant.registry.wait.seconds",
        "How long the instance has waited for the schema registry; 0: it does not wait",
        () -> application.registryWait().toMillis() / 1e3);
  }

  private boolean isReady(final LearnerApplication application, final Fleet fleet) {
    return application.isRunning()
        && fleet.paused(run).isEmpty()
        && application.joinObstacle(run).isEmpty();
  }

  /** Its newest version, where this instance has published one. */
  Optional<LearnerApplication.Published> published() {
    return run.settings()
        .metrics()
        .published()
        .map(head -> new LearnerApplication.Published(applied, head));
  }

  /** Why its topic keeps it from learning, in one line; empty where it does not. */
  Optional<String> obstacle() {
    return input.obstacle();
  }

  @Override
  public void close() {
    input.close();
    closeMeters();
  }

  private void closeMeters() {
    meters.clear();
    meters.remove(all);
  }
}
