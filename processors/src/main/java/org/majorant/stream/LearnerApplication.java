package org.majorant.stream;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.composite.CompositeMeterRegistry;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.majorant.growth.SpecHistory;
import org.majorant.log.KafkaGapLog;
import org.majorant.log.SharedLog;
import org.majorant.prior.Restriction;
import org.majorant.schema.AppliedSpec;
import org.majorant.schema.AvroSerde;
import org.majorant.schema.DeadLetter;
import org.majorant.schema.ModelHead;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.RegistryWait;
import org.majorant.schema.SchemaRegistry;
import org.majorant.store.SnapshotFormat;
import org.majorant.store.Topics;
import org.majorant.stream.join.JoinMemory;
import org.majorant.trace.Traces;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One instance of an application that learns models: the topology running on Kafka Streams, exactly
 * once. It learns one model, or, as a fleet, all models that are applied to it, which may change
 * while it runs. Whatever it opens is noted in the order of opening and closed in the reverse one,
 * also where a later step of its start fails.
 */
public final class LearnerApplication implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(LearnerApplication.class);

  private static final long LOOK_MILLIS = 500; // about as soon what is applied is learned

  /** Turns of models run at the same time; questions of joins wait for brokers beside them. */
  private static final int LEAST_ASIDE = 4;

  private final Deque<AutoCloseable> opened = new ArrayDeque<>(); // the last one first
  private final CompletableFuture<Void> ended = new CompletableFuture<>();
  private final RegistryWait waiting = new RegistryWait();
  private final Fleet fleet;
  private final FleetModels models;
  private final SharedLog log;
  private final BaseFeeds feeds;
  private final FleetStreams streams;

  private LearnerApplication(
      final Map<?, ?> client,
      final String application,
      final Supplier<SortedMap<String, AppliedSpec>> applied,
      final boolean alone,
      final InstanceOptions options,
      final MeterRegistry meters,
      final Traces traces,
      final SchemaRegistry registry) {
    try {
      final MeterRegistry own = ownMeters(meters);
      final KafkaGapLog brokers = open(new KafkaGapLog(client, application));
      log = new SharedLog(brokers);
      fleet = new Fleet(application, alone, LearnerConfig.SHIP_INTERVAL, log, log::forget);
      final ScheduledExecutorService looks = looks(application);
      final ExecutorService aside = aside(application);
      final SchemaRegistry schemas = waiting.on(registry);
      final JoinMemory joins = new JoinMemory(options.joinMemory());
      final Collection<AppliedSpec> first = alone ? applied.get().values() : List.of();
      final List<SpecHistory> known = first.stream().map(SpecHistory::of).toList();
      feeds = open(BaseFeeds.start(client, brokers::reread, known));
      final ModelParts.Shared shared =
          new ModelParts.Shared(
              client, fleet, options, registry, schemas, brokers, log, feeds, aside, looks, joins,
              waiting, traces, meters);
      models = open(new FleetModels(shared, applied, this));
      streams =
          open(
              new FleetStreams(
                  shared,
                  own,
                  () -> new StreamFaults(application, options, waiting, models::found, ended)));
      open(waiting); // a thread that waits would not end
      models.look();
      streams.start(!models.isStopped());
      looks.scheduleWithFixedDelay(this::look, LOOK_MILLIS, LOOK_MILLIS, TimeUnit.MILLISECONDS);
    } catch (final RuntimeException | Error e) {
      close();
      throw e;
    }
  }

  /** The consumer group of a model that is learned alone, and the prefix of internal topics. */
  public static String applicationId(final ModelSpec spec) {
    return "majorant-" + spec.getModel();
  }

  /**
   * Starts to learn one model.
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
    return start(client, SpecHistory.of(spec), options, meters, Traces.NONE);
  }

  /** The same of a spec that may have grown, with where versions' traces go. */
  public static LearnerApplication start(
      final Map<?, ?> client,
      final SpecHistory history,
      final InstanceOptions options,
      final MeterRegistry meters,
      final Traces traces) {
    final ModelSpec spec = history.spec();
    Restriction.of(spec).requireFeasible();
    final SortedMap<String, AppliedSpec> only = new TreeMap<>();
    only.put(spec.getModel(), FleetModels.only(history));
    return new LearnerApplication(
        client, applicationId(spec), () -> only, true, options, meters, traces, registry(client));
  }

  /**
   * Starts to learn all models that are applied, now or later.
   *
   * @param group the consumer group of the fleet
   * @param applied what it is to learn; asked again and again
   */
  public static LearnerApplication start(
      final Map<?, ?> client,
      final String group,
      final Supplier<SortedMap<String, AppliedSpec>> applied,
      final InstanceOptions options,
      final MeterRegistry meters,
      final Traces traces) {
    return new LearnerApplication(
        client, group, applied, false, options, meters, traces, registry(client));
  }

  private static SchemaRegistry registry(final Map<?, ?> client) {
    final SchemaRegistry registry = SchemaRegistry.of(client);
    SnapshotFormat.models(registry).register();
    AvroSerde.of(DeadLetter.class, registry, Topics.DEAD_LETTERS).register();
    return registry;
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

  /** What runs the majorizers' turns, and questions of joins, beside the stream threads. */
  private ExecutorService aside(final String application) {
    final int most = Math.max(LEAST_ASIDE, Runtime.getRuntime().availableProcessors());
    final ExecutorService turns =
        Executors.newFixedThreadPool(most, daemon("majorant-majorizer-" + application));
    open(turns::shutdownNow);
    return turns;
  }

  private ScheduledExecutorService looks(final String application) {
    final ScheduledExecutorService all =
        Executors.newSingleThreadScheduledExecutor(daemon("majorant-input-" + application));
    open(all::shutdownNow);
    return all;
  }

  private static ThreadFactory daemon(final String name) {
    return task -> {
      final Thread thread = new Thread(task, name);
      thread.setDaemon(true);
      return thread;
    };
  }

  private void look() {
    try {
      log.forget();
      models.look();
      if (!fleet.isAlone()) {
        streams.join();
        if (streams.isOutOfDate()) {
          streams.start(true);
        }
      }
    } catch (final RuntimeException e) {
      LOG.warn("{}: what is applied cannot be learned now", fleet.application(), e);
    }
  }

  /**
   * Completes when it has ended by itself: with the refusal of a broker that does not know this
   * client, or does not let it do what a learner does, where another process has started as the
   * same instance, or where the last base is gone with what it was merged from. Whatever else fails
   * may pass, and is tried again. A learner of one model that has stopped because of its topic goes
   * on to say so; it ends with {@link org.majorant.input.LogAccepted} when it can be started again.
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
    return models.obstacle().or(waiting::obstacle).or(streams::obstacle).or(feeds::obstacle);
  }

  /** Each model that is applied, and why it is not learned now; empty where it is. */
  public SortedMap<String, Optional<String>> states() {
    return models.states();
  }

  /**
   * A version that an instance has published.
   *
   * @param applied what was applied of the model when it was learned
   */
  public record Published(AppliedSpec applied, ModelHead newest) {}

  /** The newest version of each model of which this instance has published one. */
  public List<Published> published() {
    return models.published();
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

  /** How long a thread has waited for the schema registry. */
  Duration registryWait() {
    return waiting.lasts();
  }

  /** As {@link FleetStreams#lag}. */
  double lag(final ModelRun run) {
    return streams.lag(run);
  }

  /** As {@link FleetStreams#joinObstacle}. */
  Optional<String> joinObstacle(final ModelRun run) {
    return streams.joinObstacle(run);
  }

  /** Ends Kafka Streams, which can be started again. */
  void leave() {
    streams.leave();
  }
}
