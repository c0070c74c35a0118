package org.majorant.stream;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.kafka.KafkaStreamsMetrics;
import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.apache.kafka.streams.CloseOptions;
import org.apache.kafka.streams.KafkaStreams;
import org.majorant.log.TopicMaker;

/**
 * Kafka Streams with the inputs that the models of an application have. The inputs of a topology
 * cannot change, so a model that learns from a topic which nobody has read before has all of it
 * start again; whatever else comes or goes does not.
 */
final class FleetStreams implements AutoCloseable {
  private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(4);

  private final Map<?, ?> client;
  private final ModelParts.Shared shared;
  private final MeterRegistry meters;
  private final Supplier<StreamFaults> faults;
  private volatile Running running; // null while there is nothing to learn
  private boolean closed;

  private record Running(
      KafkaStreams streams, Set<String> inputs, KafkaStreamsMetrics metrics, StreamFaults faults) {}

  /**
   * Does nothing until it is started.
   *
   * @param client how to reach the brokers
   * @param faults makes what hears of threads that fail
   */
  FleetStreams(
      final Map<?, ?> client,
      final ModelParts.Shared shared,
      final MeterRegistry meters,
      final Supplier<StreamFaults> faults) {
    this.client = client;
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
            client, shared.fleet(), sources, shared.join(), shared.options(), shared.log());
    final StreamFaults heard = faults.get();
    streams.setUncaughtExceptionHandler(heard);
    final KafkaStreamsMetrics metrics = new KafkaStreamsMetrics(streams);
    running = new Running(streams, inputs, metrics, heard);
    metrics.bindTo(meters);
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

  /** Why no thread learns, in one line; empty where all do. */
  Optional<String> obstacle() {
    final Running now = running;
    if (now == null) {
      return Optional.of(
          shared.fleet().inputs().isEmpty()
              ? "no model is applied that this fleet may learn: type 'models apply FILE'"
              : "Kafka Streams does not run yet");
    }
    final KafkaStreams.State state = now.streams.state();
    if (state != KafkaStreams.State.RUNNING) {
      return Optional.of("Kafka Streams is " + state);
    }
    return now.streams.metadataForLocalThreads().stream()
        .filter(thread -> !thread.threadState().equals(KafkaStreams.State.RUNNING.name()))
        .findFirst()
        .map(thread -> thread.threadName() + " is " + thread.threadState());
  }

  /**
   * Records of some topics that are not read yet, by the consumers' own count. It stays as it was
   * while no broker answers, and is gone while partitions are assigned anew.
   */
  double lag(final Set<String> topics) {
    final Running now = running;
    return now == null
        ? 0
        : now.streams.metrics().values().stream()
            .filter(metric -> metric.metricName().name().equals("records-lag"))
            .filter(metric -> topics.contains(metric.metricName().tags().get("topic")))
            .mapToDouble(metric -> ((Number) metric.metricValue()).doubleValue())
            .filter(lag -> lag > 0) // NaN before the first fetch
            .sum();
  }

  /** Leaves the group. What ran is known as it was, until something else runs. */
  synchronized void leave() {
    end();
  }

  private void end() {
    final Running now = running;
    if (now != null) {
      now.metrics.close();
      now.streams.close(
          CloseOptions.groupMembershipOperation(CloseOptions.GroupMembershipOperation.LEAVE_GROUP)
              .withTimeout(CLOSE_TIMEOUT));
      now.faults.close();
    }
  }

  @Override
  public synchronized void close() {
    closed = true;
    end();
  }
}
