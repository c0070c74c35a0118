package org.majorant.stream;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.kafka.KafkaStreamsMetrics;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.FencedInstanceIdException;
import org.apache.kafka.streams.CloseOptions;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.errors.StreamsException;
import org.apache.kafka.streams.errors.StreamsUncaughtExceptionHandler.StreamThreadExceptionResponse;
import org.majorant.json.ValueFormat;
import org.majorant.log.HoldLimits;
import org.majorant.log.KafkaGapLog;
import org.majorant.prior.Restriction;
import org.majorant.schema.AvroSerde;
import org.majorant.schema.DeadLetter;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.SchemaRegistry;
import org.majorant.store.SnapshotFormat;
import org.majorant.store.Topics;
import org.majorant.trace.Traces;
import org.majorant.trace.VersionTrace;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One instance of a model's learner: the topology running on Kafka Streams, exactly once. A thread
 * that fails is replaced, since most failures pass. A broker's refusal does not. Nor does another
 * process that has started as the same instance: both would take the tasks from each other for
 * ever, so the older one ends.
 */
public final class LearnerApplication implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(LearnerApplication.class);
  private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(4);

  private final KafkaBaseFeed feed;
  private final KafkaGapLog log;
  private final ExecutorService aside;
  private final KafkaStreams streams;
  private final KafkaStreamsMetrics streamsMetrics;
  private final CompletableFuture<Void> ended;

  private LearnerApplication(
      final KafkaBaseFeed feed,
      final KafkaGapLog log,
      final ExecutorService aside,
      final KafkaStreams streams,
      final KafkaStreamsMetrics streamsMetrics,
      final CompletableFuture<Void> ended) {
    this.feed = feed;
    this.log = log;
    this.aside = aside;
    this.streams = streams;
    this.streamsMetrics = streamsMetrics;
    this.ended = ended;
  }

  /**
   * How an instance runs.
   *
   * @param stateDir where its process identity is kept
   * @param instanceId static membership, so that a quick restart moves no task
   * @param threads stream threads
   * @param examples how they stand on their topic
   * @param maxExampleBytes longer ones are rejected
   * @param outputBytesPerSecond see {@link TopologySettings}
   * @param hold how much workers hold back
   * @param exactlyOnce false only to measure what it costs: it promises nothing after a crash
   */
  public record Options(
      Path stateDir,
      String instanceId,
      int threads,
      ValueFormat examples,
      int maxExampleBytes,
      long outputBytesPerSecond,
      HoldLimits hold,
      boolean exactlyOnce) {
    /** One thread, examples in Avro up to 1 MB, output up to 5 MB/s. */
    public static Options of(final Path dir, final String instanceId) {
      return new Options(
          dir, instanceId, 1, ValueFormat.AVRO, 1_000_000, 5_000_000, HoldLimits.DEFAULT, true);
    }
  }

  /** Why an instance cannot learn, in one line that says what to do. */
  public static final class CannotLearn extends RuntimeException {
    private static final long serialVersionUID = 1L;

    CannotLearn(final String message, final Throwable cause) {
      super(message, cause);
    }
  }

  /** The consumer group and the prefix of all internal topics. */
  public static String applicationId(final ModelSpec spec) {
    return "majorant-" + spec.getModel();
  }

  /**
   * Starts to learn.
   *
   * @param client how to reach the brokers, and {@code schema.registry.url} for Confluent's wire
   *     format
   * @throws org.majorant.store.StoreException where there is no broker or topic
   * @throws org.majorant.schema.RegistryException where the registry does not take the schemas
   * @throws org.majorant.spec.SpecException where the spec's constraints cannot all hold
   * @throws CannotLearn where another process uses the state directory
   */
  public static LearnerApplication start(
      final Map<?, ?> client,
      final ModelSpec spec,
      final Options options,
      final MeterRegistry meters) {
    return start(client, spec, options, meters, Traces.NONE);
  }

  /**
   * The same with traces.
   *
   * @param traces where versions' traces go
   */
  public static LearnerApplication start(
      final Map<?, ?> client,
      final ModelSpec spec,
      final Options options,
      final MeterRegistry meters,
      final Traces traces) {
    Restriction.of(spec).requireFeasible();
    final SchemaRegistry registry = SchemaRegistry.of(client);
    SnapshotFormat.models(registry).register();
    AvroSerde.of(DeadLetter.class, registry, Topics.DEAD_LETTERS).register();
    final KafkaBaseFeed feed = KafkaBaseFeed.start(client, spec);
    final KafkaGapLog log = new KafkaGapLog(client, applicationId(spec));
    final ExecutorService aside = Executors.newCachedThreadPool(task -> daemon(task, spec));
    final LearningMetrics metrics = new LearningMetrics(meters, spec);
    final TopologySettings settings =
        new TopologySettings(
            LearnerConfig.SHIP_INTERVAL,
            () -> options.examples().decoder(spec, options.maxExampleBytes(), registry),
            registry,
            options.outputBytesPerSecond(),
            aside,
            LearnerConfig.queueBytes(Runtime.getRuntime().maxMemory()),
            ManagementFactory.getThreadMXBean()::getCurrentThreadCpuTime,
            options.hold(),
            feed,
            log,
            metrics,
            new VersionTrace(traces));
    final CompletableFuture<Void> ended = new CompletableFuture<>();
    final KafkaStreams streams = streams(client, spec, options, settings);
    streams.setUncaughtExceptionHandler(fault -> answer(fault, spec, options, ended));
    final KafkaStreamsMetrics streamsMetrics = new KafkaStreamsMetrics(streams);
    streamsMetrics.bindTo(meters);
    final LearnerApplication learner =
        new LearnerApplication(feed, log, aside, streams, streamsMetrics, ended);
    learner.measure(metrics, spec);
    streams.start();
    return learner;
  }

  private static Thread daemon(final Runnable turns, final ModelSpec spec) {
    final Thread thread = new Thread(turns, "majorant-majorizer-" + spec.getModel());
    thread.setDaemon(true);
    return thread;
  }

  private static KafkaStreams streams(
      final Map<?, ?> client,
      final ModelSpec spec,
      final Options options,
      final TopologySettings settings) {
    final int partitions = settings.gapLog().partitions(spec.getInput());
    final StreamsConfig config =
        new StreamsConfig(LearnerConfig.of(client, spec, options, partitions));
    try {
      return new KafkaStreams(LearnerTopology.of(spec, settings), config);
    } catch (final StreamsException e) { // all that fails here is the lock on the directory
      throw new CannotLearn(
          "another learner keeps its state in %s: name another by --state-dir"
              .formatted(options.stateDir()),
          e);
    }
  }

  private static StreamThreadExceptionResponse answer(
      final Throwable fault,
      final ModelSpec spec,
      final Options options,
      final CompletableFuture<Void> ended) {
    final Optional<RuntimeException> lasting = lasting(fault, options);
    if (lasting.isPresent()) {
      ended.completeExceptionally(lasting.get());
      return StreamThreadExceptionResponse.SHUTDOWN_CLIENT;
    }
    LOG.error("stream thread of {} failed and is replaced", spec.getModel(), fault);
    return StreamThreadExceptionResponse.REPLACE_THREAD;
  }

  /** The reason for which a thread failed, if the next one would fail for it, too. */
  private static Optional<RuntimeException> lasting(final Throwable fault, final Options options) {
    for (Throwable cause = fault; cause != null; cause = cause.getCause()) {
      if (cause instanceof FencedInstanceIdException) {
        return Optional.of(
            new CannotLearn(
                "another learner has started as instance %s: give each its own --instance-id"
                    .formatted(options.instanceId()),
                fault));
      }
      if (cause instanceof AuthorizationException
          || cause instanceof AuthenticationException
          || cause instanceof CannotLearn) {
        return Optional.of((RuntimeException) cause);
      }
    }
    return Optional.empty();
  }

  /**
   * Completes when it has ended by itself: with the refusal of a broker that does not know this
   * client, or does not let it do what a learner does, where another process has started as the
   * same instance, or where the last base is gone with what it was merged from. Whatever else fails
   * may pass, and is tried again.
   */
  public CompletableFuture<Void> ended() {
    return ended;
  }

  /** Whether every task of this instance runs, and bases reach it. */
  public boolean isRunning() {
    return obstacle().isEmpty();
  }

  /**
   * Why this instance does not learn now, in one line; empty when it does. A thread runs only when
   * all its tasks are restored; while a thread that failed is replaced, Kafka Streams as a whole
   * still calls itself running. Threads that run without a feed of bases learn on what is old.
   */
  public Optional<String> obstacle() {
    final KafkaStreams.State state = streams.state();
    if (state != KafkaStreams.State.RUNNING) {
      return Optional.of("Kafka Streams is " + state);
    }
    return streams.metadataForLocalThreads().stream()
        .filter(thread -> !thread.threadState().equals(KafkaStreams.State.RUNNING.name()))
        .findFirst()
        .map(thread -> thread.threadName() + " is " + thread.threadState())
        .or(feed::obstacle);
  }

  @Override
  public void close() {
    streams.close(
        CloseOptions.groupMembershipOperation(CloseOptions.GroupMembershipOperation.LEAVE_GROUP)
            .withTimeout(CLOSE_TIMEOUT));
    aside.shutdownNow();
    feed.close();
    log.close();
    streamsMetrics.close();
  }

  private void measure(final LearningMetrics metrics, final ModelSpec spec) {
    metrics.gauge(
        "majorant.ready",
        "1 if this instance can learn now, 0 if something is in its way",
        () -> isRunning() ? 1 : 0);
    metrics.gauge(
        "majorant.lag.records",
        "Records of the instance's partitions that it has not read yet; NaN: it is not ready",
        () -> isRunning() ? lag(spec.getInput()) : Double.NaN);
    feed.measure(metrics);
  }

  /**
   * By the consumers' own count. It stays as it was while no broker answers, and is gone while
   * partitions are assigned anew.
   */
  private double lag(final String topic) {
    return streams.metrics().values().stream()
        .filter(metric -> metric.metricName().name().equals("records-lag"))
        .filter(metric -> topic.equals(metric.metricName().tags().get("topic")))
        .mapToDouble(metric -> ((Number) metric.metricValue()).doubleValue())
        .filter(lag -> lag > 0) // NaN before the first fetch
        .sum();
  }
}
