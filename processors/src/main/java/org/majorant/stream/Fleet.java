package org.majorant.stream;

import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.SerializationException;
import org.majorant.features.Dimensions;
import org.majorant.input.OtherLog;
import org.majorant.log.GapLog;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.RegistryException;
import org.majorant.store.StoreException;
import org.majorant.store.Topics;
import org.majorant.stream.join.JoinSettings;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The models that the processors of an application learn now. Whoever changes them puts another map
 * here, and each processor finds it at its next tick. One property holds: what is wrong with a
 * model pauses that model. What is wrong with a broker, or a registry, is everybody's, and goes to
 * the stream thread; so is all that is wrong where the application has but one model and no other
 * can suffer.
 */
final class Fleet {
  private static final Logger LOG = LoggerFactory.getLogger(Fleet.class);

  private final String application;
  private final boolean alone;
  private final Duration shipInterval;
  private final GapLog log;
  private final Runnable round;
  private final Map<ModelRun, String> paused = new ConcurrentHashMap<>(); // with the reason
  private volatile Map<String, ModelRun> runs = Map.of();
  private volatile Map<ModelRun, Ending> endings = Map.of();
  private volatile double weights; // of all runs
  private volatile int expected = 1;

  /**
   * @param application the consumer group
   * @param alone whether it never has another model
   * @param log tells how many partitions topics have
   * @param round is run when all majorizers are about to begin a turn
   */
  Fleet(
      final String application,
      final boolean alone,
      final Duration shipInterval,
      final GapLog log,
      final Runnable round) {
    this.application = application;
    this.alone = alone;
    this.shipInterval = shipInterval;
    this.log = log;
    this.round = round;
  }

  /** One that has a model alone. */
  static Fleet of(final ModelRun run) {
    final TopologySettings settings = run.settings();
    final Fleet fleet =
        new Fleet(
            LearnerApplication.applicationId(run.spec()),
            true,
            settings.shipInterval(),
            settings.gapLog(),
            () -> {});
    fleet.put(run);
    return fleet;
  }

  String application() {
    return application;
  }

  Duration shipInterval() {
    return shipInterval;
  }

  /** What the models' majorizers may ask brokers only once from now on. */
  void beginRound() {
    round.run();
  }

  /** What is learned, by model; another object when it has changed. */
  Map<String, ModelRun> runs() {
    return runs;
  }

  /**
   * Tells a processor which models have gone, and then which have come, since it looked last.
   *
   * @param seen what it saw then
   * @return what it sees now
   */
  Map<String, ModelRun> follow(
      final Map<String, ModelRun> seen,
      final Consumer<ModelRun> gone,
      final Consumer<ModelRun> come) {
    final Map<String, ModelRun> now = runs;
    if (now != seen) {
      seen.values().stream().filter(run -> now.get(run.model()) != run).forEach(gone);
      now.values().stream().filter(run -> seen.get(run.model()) != run).forEach(come);
    }
    return now;
  }

  /** Learns a model, in place of what was learned under its name. */
  void put(final ModelRun run) {
    change(all -> all.put(run.model(), run));
  }

  /** Learns a model no longer. */
  void remove(final ModelRun run) {
    change(all -> all.remove(run.model(), run));
    paused.remove(run);
    forget(run);
  }

  private synchronized void forget(final ModelRun run) {
    final Map<ModelRun, Ending> all = new HashMap<>(endings);
    all.remove(run);
    endings = all;
  }

  /** That many models are to be learned. */
  void expect(final int models) {
    expected = Math.max(1, models);
  }

  /** How many models are to be learned, 1 or more. */
  int expected() {
    return expected;
  }

  boolean isAlone() {
    return alone;
  }

  /**
   * A model's share of what all may write a second. By the square roots of their lengths, the mean
   * age of what is read is least.
   *
   * @param weight of the model, by {@link #weight}
   */
  double share(final double weight) {
    return weight / Math.max(weight, weights);
  }

  /** The square root of the number of a model's parameters. */
  static double weight(final ModelSpec spec) {
    return Math.sqrt(Dimensions.of(spec).parameters());
  }

  private synchronized void change(final Consumer<Map<String, ModelRun>> change) {
    final Map<String, ModelRun> all = new TreeMap<>(runs);
    change.accept(all);
    weights = all.values().stream().mapToDouble(ModelRun::weight).sum();
    runs = new LinkedHashMap<>(all);
  }

  /** Learns a model no longer, for a reason. */
  void pause(final ModelRun run, final String why) {
    if (paused.putIfAbsent(run, why) == null) {
      LOG.error("{} is paused: {}", run.model(), why);
    }
    change(all -> all.remove(run.model(), run));
  }

  /**
   * How a model ends.
   *
   * @param base the number of the model's last base; the one that tells it has a later one
   * @param rests whether that one knows what the last one knew; else it contains nothing
   */
  record Ending(long base, boolean rests) {}

  /** Learns a model no longer, and has its majorizer write that it has ended. */
  synchronized void end(final ModelRun run, final Ending ending) {
    final Map<ModelRun, Ending> all = new HashMap<>(endings);
    all.put(run, ending);
    endings = all;
    change(models -> models.remove(run.model()));
  }

  /** The models that end, or have ended, and were not forgotten since. */
  Map<ModelRun, Ending> endings() {
    return endings;
  }

  /** Why a model is paused; empty where it is not. */
  Optional<String> paused(final ModelRun run) {
    return Optional.ofNullable(paused.get(run));
  }

  /** A part of a model has failed: the model pauses, unless it is not the model's fault. */
  void failed(final ModelRun run, final Throwable e) {
    if (alone || !isOfModel(e)) {
      if (e instanceof Error error) {
        throw error;
      }
      throw (RuntimeException) e;
    }
    LOG.error("{} failed", run.model(), e);
    pause(run, why(e));
  }

  /** What cannot be written as bytes, or read, is a model's, though Kafka's clients throw it. */
  private static boolean isOfModel(final Throwable e) {
    return causes(e)
        .noneMatch(
            cause ->
                cause instanceof KafkaException && !(cause instanceof SerializationException)
                    || cause instanceof RegistryException
                    || cause instanceof StoreException);
  }

  private static String why(final Throwable e) {
    return causes(e)
        .filter(cause -> cause instanceof CannotLearn || cause instanceof OtherLog)
        .map(Throwable::getMessage)
        .findFirst()
        .or(
            () ->
                causes(e)
                    .reduce((before, last) -> last)
                    .map("it failed (%s): see the log"::formatted))
        .orElseThrow();
  }

  private static Stream<Throwable> causes(final Throwable e) {
    return Stream.iterate(e, Objects::nonNull, Throwable::getCause);
  }

  /** Whether a model's summaries lie on that partition. */
  boolean isHome(final String model, final TopicPartition partition) {
    final int partitions = log.topic(Topics.SUMMARIES).partitions();
    return alone || partitions <= 1 || Topics.home(model, partitions) == partition.partition();
  }

  /** Whether a topic has a partition of that number. */
  boolean has(final TopicPartition partition) {
    return alone || partition.partition() < log.topic(partition.topic()).partitions();
  }

  /**
   * The topics that models learn from. Where none is left but such as end, those of them that are
   * there: what writes that a model has ended runs only beside what reads.
   */
  Collection<String> inputs() {
    final Map<String, ModelRun> learned = runs;
    return learned.isEmpty()
        ? topics(endings.keySet()).filter(topic -> log.topic(topic).partitions() > 0).toList()
        : topics(learned.values()).toList();
  }

  /**
   * The join that is part of the application: that of the only model. In a fleet a model's join is
   * an application of its own.
   */
  Optional<JoinSettings> join() {
    return alone
        ? runs.values().stream().findFirst().map(run -> run.settings().join())
        : Optional.empty();
  }

  private static Stream<String> topics(final Collection<ModelRun> runs) {
    return runs.stream().map(run -> Topics.learned(run.spec())).distinct();
  }
}
