package org.majorant.stream;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.kafka.KafkaStreamsMetrics;
import io.micrometer.core.instrument.composite.CompositeMeterRegistry;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.apache.kafka.streams.CloseOptions;
import org.apache.kafka.streams.KafkaStreams;
import org.majorant.input.InputWatch;
import org.majorant.log.KafkaGapLog;
import org.majorant.prior.Restriction;
import org.majorant.schema.AvroSerde;
import org.majorant.schema.DeadLetter;
import org.majorant.schema.JoinedDecoder;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.RegistryWait;
import org.majorant.schema.SchemaRegistry;
import org.majorant.store.SnapshotFormat;
import org.majorant.store.Topics;
import org.majorant.stream.join.JoinMeters;
import org.majorant.stream.join.JoinSettings;
import org.majorant.trace.Traces;
import org.majorant.trace.VersionTrace;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One instance of a model's learner: the topology running on Kafka Streams, exactly once. Whatever
 * it opens is noted in the order of opening and closed in the reverse one, also where a later step
 * of its start fails.
 */
public final class LearnerApplication implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(LearnerApplication.class);
  private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(4);

  private final Deque<AutoCloseable> opened = new ArrayDeque<>(); // the last one first
  private final CompletableFuture<Void> ended = new CompletableFuture<>();
  private final RegistryWait registryWait = new RegistryWait();
  private final KafkaBaseFeed feed;
  private final InputWatch input;
  private final KafkaStreams streams;

  private LearnerApplication(
      final Map<?, ?> client,
      final ModelSpec spec,
      final InstanceOptions options,
      final MeterRegistry meters,
      final VersionTrace trace,
      final SchemaRegistry registry) {
    try {
      final MeterRegistry own = ownMeters(meters);
      final LearningMetrics metrics = new LearningMetrics(own, spec);
      final KafkaGapLog log = open(new KafkaGapLog(client, applicationId(spec)));
      final SchemaRegistry schemas = registryWait.on(registry);
      final Executor aside = aside(spec);
      final JoinSettings join =
          JoinSettings.of(spec, applicationId(spec), schemas, log, options.joinMemory(), aside);
      feed = open(KafkaBaseFeed.start(client, spec));
      input = open(LearnerTopology.watch(spec, feed, log, join, ended));
      input.look();
      final TopologySettings settings =
          settings(spec, options, registry, schemas, aside, log, metrics, trace, join);
      streams = LearnerConfig.streams(client, spec, options, settings);
      open(this::leave);
      open(registryWait); // a thread that waits would not end
      final StreamFaults faults = new StreamFaults(spec, options, registryWait, input, ended);
      streams.setUncaughtExceptionHandler(faults);
      open(new KafkaStreamsMetrics(streams)).bindTo(own);
      measure(metrics, spec);
      JoinMeters.register(own, join);
      if (!input.isStopped()) {
        streams.start();
      }
      input.begin(this::leave);
    } catch (final RuntimeException | Error e) {
      close();
      throw e;
    }
  }

  private TopologySettings settings(
      final ModelSpec spec,
      final InstanceOptions options,
      final SchemaRegistry registry,
      final SchemaRegistry schemas,
      final Executor aside,
      final KafkaGapLog log,
      final LearningMetrics metrics,
      final VersionTrace trace,
      final JoinSettings join) {
    final int most = options.maxExampleBytes();
    return new TopologySettings(
        LearnerConfig.SHIP_INTERVAL,
        () -> JoinedDecoder.of(spec, options.examples().decoder(spec, most, schemas), most),
        registry,
        options.outputBytesPerSecond(),
        aside,
        LearnerConfig.queueBytes(Runtime.getRuntime().maxMemory()),
        ManagementFactory.getThreadMXBean()::getCurrentThreadCpuTime,
        options.hold(),
        feed,
        log,
        metrics,
        trace,
        join);
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
      final InstanceOptions options,
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
      final InstanceOptions options,
      final MeterRegistry meters,
      final Traces traces) {
    Restriction.of(spec).requireFeasible();
    final SchemaRegistry registry = SchemaRegistry.of(client);
    SnapshotFormat.models(registry).register();
    AvroSerde.of(DeadLetter.class, registry, Topics.DEAD_LETTERS).register();
    return new LearnerApplication(
        client, spec, options, meters, new VersionTrace(traces), registry);
  }

  private <T extends AutoCloseable> T open(final T part) {
    opened.push(part);
    return part;
  }

  /**
   * A registry of this learner alone, whose meters are in the given one, too, until it is closed:
   * then nobody sees the gauges of a learner that has ended, nor keeps it in memory by them.
   */
  private MeterRegistry ownMeters(final MeterRegistry meters) {
    final CompositeMeterRegistry own = new CompositeMeterRegistry();
    own.add(meters);
    open(
        () -> {
          own.clear();
          own.remove(meters);
        });
    return own;
  }

  /** What runs the majorizer's turns, and questions of joins, beside the stream threads. */
  private Executor aside(final ModelSpec spec) {
    final ExecutorService turns =
        Executors.newCachedThreadPool(
            turn -> {
              final Thread thread = new Thread(turn, "majorant-majorizer-" + spec.getModel());
              thread.setDaemon(true);
              return thread;
            });
    open(turns::shutdownNow);
    return turns;
  }

  /**
   * Completes when it has ended by itself: with the refusal of a broker that does not know this
   * client, or does not let it do what a learner does, where another process has started as the
   * same instance, or where the last base is gone with what it was merged from. Whatever else fails
   * may pass, and is tried again. A learner that has stopped because of its topic goes on to say
   * so; it ends with {@link org.majorant.input.LogAccepted} when it can be started again.
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
   * still calls itself running. Threads that run without a feed of bases learn on what is old. A
   * thread that waits for a schema registry runs as well, as far as Kafka Streams knows.
   */
  public Optional<String> obstacle() {
    return input.obstacle().or(registryWait::obstacle).or(this::streamsObstacle).or(feed::obstacle);
  }

  private Optional<String> streamsObstacle() {
    final KafkaStreams.State state = streams.state();
    if (state != KafkaStreams.State.RUNNING) {
      return Optional.of("Kafka Streams is " + state);
    }
    return streams.metadataForLocalThreads().stream()
        .filter(thread -> !thread.threadState().equals(KafkaStreams.State.RUNNING.name()))
        .findFirst()
        .map(thread -> thread.threadName() + " is " + thread.threadState());
  }

  private void leave() {
    streams.close(
        CloseOptions.groupMembershipOperation(CloseOptions.GroupMembershipOperation.LEAVE_GROUP)
            .withTimeout(CLOSE_TIMEOUT));
  }

  /** Closes all parts, whether or not one of them can be closed. */
  @Override
  public void close() {
    while (!opened.isEmpty()) {
      final AutoCloseable part = opened.pop();
      try {
        part.close();
      } catch (final Exception e) {
        LOG.warn("a part of a learner could not be closed", e);
      }
    }
  }

  private void measure(final LearningMetrics metrics, final ModelSpec spec) {
    metrics.gauge(
        "majorant.ready",
        "1 if this instance can learn now, 0 if something is in its way",
        () -> isRunning() ? 1 : 0);
    metrics.gauge(
        "majorant.input.recreated",
        "1 if the topic is not the log that was learned from, so that the instance has stopped",
        () -> input.isOtherLog() ? 1 : 0);
    metrics.gauge(
        "majorant.lag.records",
        "Records of the instance's partitions that it has not read yet; NaN: it is not ready",
        () -> isRunning() ? lag(topics(spec)) : Double.NaN);
    metrics.gauge(
        "majorant.registry.wait.seconds",
        "How long the instance has waited for the schema registry; 0: it does not wait",
        () -> registryWait.lasts().toMillis() / 1e3);
    feed.measure(metrics);
  }

  private static Set<String> topics(final ModelSpec spec) {
    return spec.getLateLabels() == null
        ? Set.of(spec.getInput())
        : Set.of(spec.getInput(), spec.getLateLabels().getTopic(), Topics.learned(spec));
  }

  /**
   * By the consumers' own count. It stays as it was while no broker answers, and is gone while
   * partitions are assigned anew.
   */
  private double lag(final Set<String> topics) {
    return streams.metrics().values().stream()
        .filter(metric -> metric.metricName().name().equals("records-lag"))
        .filter(metric -> topics.contains(metric.metricName().tags().get("topic")))
        .mapToDouble(metric -> ((Number) metric.metricValue()).doubleValue())
        .filter(lag -> lag > 0) // NaN before the first fetch
        .sum();
  }
}
