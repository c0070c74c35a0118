package org.majorant.ops.operate;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.errors.TopicExistsException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.majorant.store.Topics;

/**
 * The topics of Majorant and their configuration. Everything that the majorizer reads or writes has
 * one partition, for it is one task a model; replication is the broker's default, unless somebody
 * says more.
 */
public final class TopicPlan {
  private static final String MAX_MESSAGE_BYTES = Integer.toString(20 << 20);

  /** Rounds are of use as long as their summaries are there. */
  private static final Map<String, String> SUMMARIES =
      Map.of(
          TopicConfig.CLEANUP_POLICY_CONFIG,
          TopicConfig.CLEANUP_POLICY_DELETE,
          TopicConfig.RETENTION_MS_CONFIG,
          millis(Duration.ofDays(1)),
          // Retention deletes whole segments: without smaller ones a day could be a week.
          TopicConfig.SEGMENT_MS_CONFIG,
          millis(Duration.ofHours(1)),
          TopicConfig.MAX_MESSAGE_BYTES_CONFIG,
          MAX_MESSAGE_BYTES);

  private static final Map<String, String> DEAD_LETTERS =
      Map.of(
          TopicConfig.CLEANUP_POLICY_CONFIG,
          TopicConfig.CLEANUP_POLICY_DELETE,
          TopicConfig.RETENTION_MS_CONFIG,
          millis(Duration.ofDays(14)),
          TopicConfig.MAX_MESSAGE_BYTES_CONFIG,
          MAX_MESSAGE_BYTES);

  /** The open segment is never compacted: short ones let overwritten slots go within minutes. */
  private static final Map<String, String> SLOTS =
      Map.of(
          TopicConfig.CLEANUP_POLICY_CONFIG,
          TopicConfig.CLEANUP_POLICY_COMPACT,
          TopicConfig.SEGMENT_MS_CONFIG,
          millis(Duration.ofMinutes(1)),
          TopicConfig.SEGMENT_BYTES_CONFIG,
          Integer.toString(64 << 20),
          TopicConfig.MIN_CLEANABLE_DIRTY_RATIO_CONFIG,
          "0.1");

  /** A spec may have thousands of labels, and a record the last 20 specs. */
  private static final Map<String, String> SPECS =
      Map.of(
          TopicConfig.CLEANUP_POLICY_CONFIG,
          TopicConfig.CLEANUP_POLICY_COMPACT,
          TopicConfig.MAX_MESSAGE_BYTES_CONFIG,
          MAX_MESSAGE_BYTES);

  private static final Duration PATIENCE = Duration.ofMinutes(1);
  private static final Duration PAUSE = Duration.ofMillis(50);

  private TopicPlan() {}

  /**
   * A topic of the plan as it is now.
   *
   * @param partitions what it has, whatever was asked for
   * @param created false if it was there already, and is left as it was
   */
  public record Outcome(String topic, int partitions, boolean created) {}

  /** With the topic of examples that specs have where they name none. */
  public static List<Outcome> create(final Admin admin, final int partitions)
      throws ExecutionException, InterruptedException {
    return create(admin, Topics.EXAMPLES, partitions, Optional.empty());
  }

  /**
   * Creates what is missing and leaves what is there, in the plan's order. What was created can be
   * written at once: its leaders answer.
   *
   * @param examples the topic of the examples
   * @param partitions of it
   * @param replicas of each topic that is created; empty: the broker's default
   * @throws ExecutionException with the broker's refusal as its cause
   */
  public static List<Outcome> create(
      final Admin admin,
      final String examples,
      final int partitions,
      final Optional<Short> replicas)
      throws ExecutionException, InterruptedException {
    final List<NewTopic> plan = plan(examples, partitions, replicas);
    final Map<String, KafkaFuture<Void>> creations = admin.createTopics(plan).values();
    final List<Outcome> outcomes = new ArrayList<>();
    for (final NewTopic topic : plan) {
      final boolean created = isCreated(creations.get(topic.name()));
      final int actual = created ? topic.numPartitions() : partitions(admin, topic.name());
      outcomes.add(new Outcome(topic.name(), actual, created));
    }
    final Map<TopicPartition, OffsetSpec> ends = new HashMap<>();
    for (final Outcome outcome : outcomes) {
      for (int p = 0; outcome.created() && p < outcome.partitions(); p++) {
        ends.put(new TopicPartition(outcome.topic(), p), OffsetSpec.latest());
      }
    }
    awaitLeaders(admin, ends);
    return outcomes;
  }

  /**
   * A broker names a leader before that has the partition. A producer that has several requests
   * under way then loses the first: the partition takes the second as its first sequence. And a
   * broker that is busy may not yet know of a topic that its controller has created.
   */
  static void awaitLeaders(final Admin admin, final Map<TopicPartition, OffsetSpec> ends)
      throws ExecutionException, InterruptedException {
    final long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (true) {
      try {
        admin.listOffsets(ends).all().get();
        return;
      } catch (final ExecutionException e) {
        if (!(e.getCause() instanceof UnknownTopicOrPartitionException)
            || System.nanoTime() > deadline) {
          throw e;
        }
        Thread.sleep(PAUSE.toMillis());
      }
    }
  }

  /**
   * Gives the topics that have planned settings, which must all be there, these; partitions stay.
   *
   * @throws ExecutionException with the broker's refusal as its cause
   */
  public static void reconfigure(final Admin admin)
      throws ExecutionException, InterruptedException {
    final Map<ConfigResource, Collection<AlterConfigOp>> changes = new HashMap<>();
    final Map<String, Map<String, String>> planned = settings();
    planned.values().removeIf(Map::isEmpty);
    planned.forEach(
        (topic, settings) ->
            changes.put(
                new ConfigResource(ConfigResource.Type.TOPIC, topic),
                settings.entrySet().stream()
                    .map(s -> new ConfigEntry(s.getKey(), s.getValue()))
                    .map(entry -> new AlterConfigOp(entry, AlterConfigOp.OpType.SET))
                    .toList()));
    admin.incrementalAlterConfigs(changes).all().get();
  }

  /** The topics in the plan's order, each with the settings that are not left to the broker. */
  public static Map<String, Map<String, String>> settings() {
    final Map<String, Map<String, String>> settings = new LinkedHashMap<>();
    plan(Topics.EXAMPLES, 1, Optional.empty())
        .forEach(topic -> settings.put(topic.name(), topic.configs()));
    return settings;
  }

  /** Whether a topic of that name is one of the plan. */
  public static boolean has(final String topic) {
    return settings().containsKey(topic);
  }

  /** Whether it is one of the plan and not for examples. */
  public static boolean isOwn(final String topic) {
    return has(topic) && !topic.equals(Topics.EXAMPLES);
  }

  private static List<NewTopic> plan(
      final String examples, final int partitions, final Optional<Short> replicas) {
    return List.of(
        topic(examples, partitions, replicas, Map.of()),
        topic(Topics.SUMMARIES, 1, replicas, SUMMARIES),
        topic(Topics.ROUNDS, 1, replicas, SUMMARIES),
        topic(Topics.SURROGATES, 1, replicas, SLOTS),
        topic(Topics.MODELS, 1, replicas, SLOTS),
        topic(Topics.DEAD_LETTERS, 1, replicas, DEAD_LETTERS),
        topic(Topics.SPECS, 1, replicas, SPECS));
  }

  private static NewTopic topic(
      final String name,
      final int partitions,
      final Optional<Short> replicas,
      final Map<String, String> config) {
    return new NewTopic(name, Optional.of(partitions), replicas).configs(config);
  }

  private static boolean isCreated(final KafkaFuture<Void> creation)
      throws ExecutionException, InterruptedException {
    try {
      creation.get();
      return true;
    } catch (ExecutionException e) {
      if (e.getCause() instanceof TopicExistsException) {
        return false;
      }
      throw e;
    }
  }

  private static int partitions(final Admin admin, final String topic)
      throws ExecutionException, InterruptedException {
    return admin
        .describeTopics(List.of(topic))
        .topicNameValues()
        .get(topic)
        .get()
        .partitions()
        .size();
  }

  private static String millis(final Duration duration) {
    return Long.toString(duration.toMillis());
  }
}
