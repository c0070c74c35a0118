package org.majorant.stream;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.errors.StreamsException;
import org.majorant.log.GapLog;
import org.majorant.log.KafkaGapLog;
import org.majorant.log.KeptAdmin;
import org.majorant.stream.join.JoinSettings;

/** The configuration of Kafka Streams that a learner runs with. */
public final class LearnerConfig {
  static final Duration SHIP_INTERVAL = Duration.ofMillis(100);

  /** Of what nobody asks to be committed: what is shipped, and bases, are committed at once. */
  private static final Duration COMMIT_INTERVAL = Duration.ofSeconds(1);

  /** After so long, partitions that were added to the input are given to a worker. */
  private static final Duration METADATA_AGE = Duration.ofSeconds(10);

  private static final int SESSION_TIMEOUT_MS = 10_000;
  private static final int MAX_REQUEST_BYTES = 20 << 20;

  /** What a thread fetches of its partitions, and learns before it asks for more, about. */
  private static final int WAITING_BYTES = 256 << 10;

  private static final int LEAST_FETCH_BYTES = 64 << 10;
  private static final int MOST_POLL_RECORDS = 500;

  /**
   * Of the buffers that sockets have. Java copies all that is left of a record at each write to a
   * socket: with Kafka's 128 KB, a summary of 14 MB is copied fifty times. A consumer takes up to
   * twice as long for such records with Kafka's 64 KB.
   */
  private static final int SYSTEM_CHOOSES = CommonClientConfigs.SEND_BUFFER_LOWER_BOUND;

  private LearnerConfig() {}

  /**
   * All of it, as Kafka names it.
   *
   * @param partitions of the examples
   */
  public static Map<String, Object> of(
      final Map<?, ?> client,
      final String application,
      final InstanceOptions options,
      final int partitions) {
    final Map<String, Object> config = new HashMap<>();
    client.forEach((name, value) -> config.put(name.toString(), value));
    config.put(StreamsConfig.APPLICATION_ID_CONFIG, application);
    config.put(
        StreamsConfig.PROCESSING_GUARANTEE_CONFIG,
        options.exactlyOnce() ? StreamsConfig.EXACTLY_ONCE_V2 : StreamsConfig.AT_LEAST_ONCE);
    config.put(
        StreamsConfig.adminClientPrefix(AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG),
        KeptAdmin.millis(config));
    config.put(StreamsConfig.COMMIT_INTERVAL_MS_CONFIG, COMMIT_INTERVAL.toMillis());
    config.put(StreamsConfig.STATE_DIR_CONFIG, options.stateDir().toString());
    config.put(StreamsConfig.NUM_STREAM_THREADS_CONFIG, options.threads());
    config.put(StreamsConfig.consumerPrefix(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG), "earliest");
    config.put(
        StreamsConfig.consumerPrefix(ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG), SESSION_TIMEOUT_MS);
    config.put(
        StreamsConfig.consumerPrefix(ConsumerConfig.GROUP_INSTANCE_ID_CONFIG),
        options.instanceId());
    config.put(
        StreamsConfig.mainConsumerPrefix(ConsumerConfig.MAX_PARTITION_FETCH_BYTES_CONFIG),
        fetchBytes(partitions, options.threads()));
    config.put(
        StreamsConfig.mainConsumerPrefix(ConsumerConfig.METADATA_MAX_AGE_CONFIG),
        METADATA_AGE.toMillis());
    config.put(
        StreamsConfig.mainConsumerPrefix(ConsumerConfig.MAX_POLL_RECORDS_CONFIG),
        pollRecords(options, Runtime.getRuntime().maxMemory()));
    config.put(
        StreamsConfig.producerPrefix(ProducerConfig.MAX_REQUEST_SIZE_CONFIG), MAX_REQUEST_BYTES);
    config.put(
        StreamsConfig.producerPrefix(ProducerConfig.BUFFER_MEMORY_CONFIG), 2L * MAX_REQUEST_BYTES);
    config.put(StreamsConfig.producerPrefix(ProducerConfig.SEND_BUFFER_CONFIG), SYSTEM_CHOOSES);
    config.put(StreamsConfig.consumerPrefix(ConsumerConfig.RECEIVE_BUFFER_CONFIG), SYSTEM_CHOOSES);
    return config;
  }

  /**
   * Kafka Streams with this configuration and what a fleet learns now, not started yet.
   *
   * @param sources as {@link LearnerTopology} has them
   * @throws CannotLearn where another process uses the state directory
   */
  static KafkaStreams streams(
      final Map<?, ?> client,
      final Fleet fleet,
      final Set<String> sources,
      final InstanceOptions options,
      final GapLog log) {
    final int partitions = sources.stream().mapToInt(topic -> log.topic(topic).partitions()).sum();
    return open(
        LearnerTopology.of(fleet, sources),
        of(client, fleet.application(), options, partitions),
        options);
  }

  /**
   * Kafka Streams that joins the events and labels of a model of a fleet, on one thread, not
   * started yet.
   *
   * @param application of the fleet, after which the members of the model's group are named: so all
   *     know that they join, and do not learn
   * @throws CannotLearn where another process uses the state directory
   */
  static KafkaStreams join(
      final Map<?, ?> client,
      final String application,
      final JoinSettings join,
      final InstanceOptions options) {
    final Map<String, Object> config = of(client, join.application(), options, join.sources());
    final String instance = options.instanceId();
    config.put(
        StreamsConfig.consumerPrefix(ConsumerConfig.GROUP_INSTANCE_ID_CONFIG),
        instance.startsWith(application) ? instance : application + "-" + instance);
    config.put(StreamsConfig.NUM_STREAM_THREADS_CONFIG, 1);
    return open(LearnerTopology.ofJoin(join), config, options);
  }

  private static KafkaStreams open(
      final Topology topology, final Map<String, Object> config, final InstanceOptions options) {
    try {
      return new KafkaStreams(topology, new StreamsConfig(config));
    } catch (final StreamsException e) { // all that fails here is the lock on the directory
      throw new CannotLearn(
          "another learner keeps its state in %s: name another by --state-dir"
              .formatted(options.stateDir()),
          e);
    }
  }

  /**
   * Bytes of summaries that may wait while the majorizer solves a big model. Workers ship few of
   * them before they hear of a base, so only a flood comes near to it.
   *
   * @param heap bytes
   */
  static long queueBytes(final long heap) {
    return heap / 8;
  }

  /**
   * Bytes of a partition that are fetched at once. The next are asked for when these are learned,
   * so the fewer they are, the more a thread waits for its broker. But a consumer hands out all
   * that it has fetched of one partition before the next, so the majorizer's summaries wait behind
   * what is fetched of the examples: with Kafka's megabyte of small records of each of many
   * partitions, for many seconds.
   *
   * @param partitions of the examples; a thread may have to learn all of them, divided by threads
   */
  static int fetchBytes(final int partitions, final int threads) {
    final int ofThread = (partitions + threads - 1) / threads;
    return Math.max(LEAST_FETCH_BYTES, WAITING_BYTES / Math.max(1, ofThread));
  }

  /**
   * Records that a stream thread takes at once. Each poll costs as much as some ten records, but
   * all of them are in the heap then, and a compressed batch of some KB may unpack to many of the
   * longest: they must not take more than a quarter of it.
   *
   * @param heap bytes
   */
  static int pollRecords(final InstanceOptions options, final long heap) {
    final long room = heap / 4 / Math.max(1, options.maxExampleBytes());
    return (int) Math.max(KafkaGapLog.POLL_RECORDS, Math.min(room, MOST_POLL_RECORDS));
  }
}
