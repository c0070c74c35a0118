package org.majorant.stream;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.kafka.KafkaStreamsMetrics;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.apache.kafka.streams.CloseOptions;
import org.apache.kafka.streams.KafkaStreams;
import org.majorant.log.TopicMaker;
import org.majorant.store.Topics;
import org.majorant.stream.join.JoinSettings;

/**
 * Kafka Streams with the inputs that the models of an application have. The inputs of a topology
 * cannot change, so a model that learns from a topic which nobody has read before has all of it
 * start again; whatever else comes or goes does not.
 */
final class FleetStreams implements AutoCloseable {
  private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(4);

  private final ModelParts.Shared shared;
  private final MeterRegistry meters;
  private final Supplier<StreamFaults> faults;
  private final Map<ModelRun, Running> joins = new ConcurrentHashMap<>();
  private Map<String, ModelRun> joined = Map.of(); // all models when joins were looked at last
  private volatile Running running; // null while there is nothing to learn
  private boolean closed;

  /**
   * What runs.
   *
   * @param inputs the topics that models learn from
   */
  record Running(
      KafkaStreams streams, Set<String> inputs, KafkaStreamsMetrics metrics, StreamFaults faults)
      implements AutoCloseable {
    /**
     * Has what was opened heard and measured; it is started by its owner.
     *
     * @param faults hears of threads that fail
     */
    static Running of(
        final KafkaStreams streams,
        final Set<String> inputs,
        final MeterRegistry meters,
        final StreamFaults faults) {
      streams.setUncaughtExceptionHandler(faults);
      final KafkaStreamsMetrics metrics = new KafkaStreamsMetrics(streams);
      metrics.bindTo(meters);
      return new Running(streams, inputs, metrics, faults);
    }

    /** Why no thread works, in one line; empty where all do. */
    Optional<String> obstacle() {
      final KafkaStreams.State state = streams.state();
      if (state != KafkaStreams.State.RUNNING) {
        return Optional.of("Kafka Streams is " + state);
      }
      return streams.metadataForLocalThreads().stream()
          .filter(thread -> !thread.threadState().equals(KafkaStreams.State.RUNNING.name()))
          .findFirst()
          .map(thread -> thread.threadName() + " is " + thread.threadState());
    }

    /** Records of some topics that are not read yet. */
    double lag(final Set<String> topics) {
      return streams.metrics().values().stream()
          .filter(metric -> metric.metricName().name().equals("records-lag"))
          .filter(metric -> topics.contains(metric.metricName().tags().get("topic")))
          .mapToDouble(metric -> ((Number) metric.metricValue()).doubleValue())
          .filter(lag -> lag > 0) // NaN before the first fetch
          .sum();
    }

    /** Leaves the group. */
    @Override
    public void close() {
      metrics.close();
      faults.close();
      streams.close(
          CloseOptions.groupMembershipOperation(CloseOptions.GroupMembershipOperation.LEAVE_GROUP)
              .withTimeout(CLOSE_TIMEOUT));
    }
  }

  /**
   * Does nothing until it is started.
   *
   * @param faults makes what hears of threads that fail
   */
  FleetStreams(
      final ModelParts.Shared shared,
      final MeterRegistry meters,
      final Supplier<StreamFaults> faults) {
    this.shared = shared;
    this.meters = meters;
    this.faults = faults;
  }

  /** Whether a model learns from a topic that is not read, or one that is read is not there. */
  boolean isOutOfDate() {
    final Collection<String> wanted = shared.fleet().inputs();
    final Set<String> read = running == null ? Set.of() : running.inputs;
    return !read.containsAll(wanted)
        || read.stream()
            .anyMatch(
                topic -> !wanted.contains(topic) && shared.log().topic(topic).partitions() == 0);
  }

  /**
   * Starts with the inputs that models have now, in place of what ran before.
   *
   * @param learns whether threads are to run, too
   * @throws CannotLearn where another process uses the state directory
   */
  synchronized void start(final boolean learns) {
    end();
    running = null; // what has ended reads nothing, even if its topics are there again
    final Set<String> inputs = Set.copyOf(shared.fleet().inputs());
    if (closed || inputs.isEmpty()) {
      return;
    }
    final Set<String> sources = new TreeSet<>(inputs);
    if (!shared.fleet().isAlone()) { // else the watch over its topic makes room, or says who may
      sources.add(widest(inputs));
    }
    final KafkaStreams streams =
        LearnerConfig.streams(
            shared.client(), shared.fleet(), sources, shared.options(), shared.log());
    running = Running.of(streams, inputs, meters, faults.get());
    if (learns) {
      streams.start();
    }
  }

  /**
   * Makes room for the progress of all workers, and a topic that has as many partitions. Kafka
   * Streams starts only if the widest source has exactly the partitions of the progress, which
   * cannot become fewer; but the input that was the widest may be gone.
   *
   * @return the topic, which has no records
   */
  private String widest(final Set<String> inputs) {
    final String application = shared.fleet().application();
    final String progress = LearnerTopology.workersTopic(application);
    final String width = LearnerTopology.widthTopic(application);
    final int partitions =
        Stream.concat(inputs.stream(), Stream.of(progress, width))
            .mapToInt(topic -> shared.brokers().topic(topic).partitions())
            .max()
            .orElseThrow();
    final TopicMaker topics = new TopicMaker(shared.brokers());
    topics.create(width, partitions, Map.of());
    topics.expand(width, partitions);
    topics.expand(progress, partitions);
    return width;
  }

  /**
   * Joins the events and labels of those models of a fleet that are learned now, and of no others.
   * Each join is an application of its own: so its offsets, and what waits in it, are the model's,
   * whoever reads the same topics, and what fails in it pauses that model.
   */
  synchronized void join() {
    if (!closed) {
      joined = shared.fleet().follow(joined, this::endJoin, this::beginJoin);
    }
  }

  private void beginJoin(final ModelRun run) {
    final JoinSettings join = run.settings().join();
    if (join == null || joins.containsKey(run)) { // begun before another one failed
      return;
    }
    final Fleet fleet = shared.fleet();
    final CompletableFuture<Void> ended = new CompletableFuture<>();
    ended.whenComplete((nothing, e) -> fleet.pause(run, String.valueOf(e.getMessage())));
    try {
      final Running begun =
          Running.of(
              LearnerConfig.join(shared.client(), fleet.application(), join, shared.options()),
              join.topics(),
              meters,
              new StreamFaults(
                  join.application(), shared.options(), shared.registryWait(), why -> {}, ended));
      joins.put(run, begun);
      begun.streams.start();
    } catch (final RuntimeException e) {
      fleet.failed(run, e);
    }
  }

  private void endJoin(final ModelRun run) {
    final Running join = joins.remove(run);
    if (join != null) {
      join.close();
    }
  }

  /** Why a model's events and labels are not joined, in one line; empty where they are. */
  Optional<String> joinObstacle(final ModelRun run) {
    if (shared.fleet().isAlone() || run.settings().join() == null) {
      return Optional.empty();
    }
    return Optional.ofNullable(joins.get(run))
        .map(Running::obstacle)
        .orElse(Optional.of("Kafka Streams does not run yet"))
        .map("its labels are not joined now: %s"::formatted);
  }

  /** Why no thread learns, in one line; empty where all do. */
  Optional<String> obstacle() {
    final Running now = running;
    if (now == null) {
      return Optional.of(
          shared.fleet().inputs().isEmpty()
              ? "no model is applied that this fleet may learn: type 'models apply FILE'"
              : "Kafka Streams does not run yet");
    }
    return now.obstacle();
  }

  /**
   * Records of a model's topics that are not read yet, by the consumers' own count. It stays as it
   * was while no broker answers, and is gone while partitions are assigned anew.
   */
  double lag(final ModelRun run) {
    final Set<String> learned = new TreeSet<>(Set.of(Topics.learned(run.spec())));
    final JoinSettings join = run.settings().join();
    final Running joining = joins.get(run);
    if (join != null && joining == null) { // it is a part of what runs
      learned.addAll(join.topics());
    }
    final Running now = running;
    return (now == null ? 0 : now.lag(learned))
        + (joining == null ? 0 : joining.lag(joining.inputs));
  }

  /** Leaves the group. What ran is known as it was, until something else runs. */
  synchronized void leave() {
    end();
  }

  private void end() {
    final Running now = running;
    if (now != null) {
      now.close();
    }
  }

  @Override
  public synchronized void close() {
    closed = true;
    List.copyOf(joins.keySet()).forEach(this::endJoin);
    end();
  }
}
