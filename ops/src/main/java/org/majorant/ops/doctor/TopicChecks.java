package org.majorant.ops.doctor;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.common.TopicPartitionInfo;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.majorant.ops.operate.MissingTopics;
import org.majorant.ops.operate.TopicPlan;
import org.majorant.store.Topics;

/** Checks whether the topics of {@link TopicPlan} exist and are configured as planned. */
public final class TopicChecks {
  /** With others, records are lost or refused; the rest only costs disk or time. */
  private static final Set<String> VITAL =
      Set.of(TopicConfig.CLEANUP_POLICY_CONFIG, TopicConfig.MAX_MESSAGE_BYTES_CONFIG);

  private final Admin admin;
  private final String options;

  /**
   * @param options that a command to type needs to reach the brokers; with a space before, or empty
   */
  public TopicChecks(final Admin admin, final String options) {
    this.admin = admin;
    this.options = options;
  }

  /** One finding a topic, in the plan's order. */
  public List<Finding> all() throws ExecutionException, InterruptedException {
    final List<Finding> findings = new ArrayList<>();
    for (final Map.Entry<String, Map<String, String>> planned : TopicPlan.settings().entrySet()) {
      findings.add(examine(planned.getKey(), planned.getValue()));
    }
    return findings;
  }

  private Finding examine(final String topic, final Map<String, String> planned)
      throws ExecutionException, InterruptedException {
    try {
      if (MissingTopics.of(admin, List.of(topic)).isEmpty()) {
        return compare(topic, planned);
      }
      final String mend = "ops/majorant topics create" + options;
      return switch (topic) {
        case Topics.EXAMPLES ->
            Finding.warn(topic, "not there; specs that name another input do without it", mend);
        case Topics.SPECS -> Finding.warn(topic, "not there; only fleets need it", mend);
        default -> Finding.fail(topic, "not there", mend);
      };
    } catch (final ExecutionException e) {
      if (e.getCause() instanceof TopicAuthorizationException) {
        return Finding.fail(topic, e.getCause().getMessage(), Finding.RIGHTS);
      }
      throw e;
    }
  }

  private Finding compare(final String topic, final Map<String, String> planned)
      throws ExecutionException, InterruptedException {
    final List<TopicPartitionInfo> described =
        admin.describeTopics(List.of(topic)).allTopicNames().get().get(topic).partitions();
    final int partitions = described.size();
    if (partitions != 1 && !topic.equals(Topics.EXAMPLES)) {
      return Finding.fail(
          topic,
          "%d partitions, not 1".formatted(partitions),
          "delete it, with what it holds, and ops/majorant topics create" + options);
    }
    final ConfigResource resource = new ConfigResource(ConfigResource.Type.TOPIC, topic);
    final Config config = admin.describeConfigs(List.of(resource)).all().get().get(resource);
    final List<String> differences = new ArrayList<>();
    boolean vital = false;
    for (final Map.Entry<String, String> setting : planned.entrySet()) {
      final String name = setting.getKey();
      final String value = config.get(name).value();
      if (!suffices(name, value, setting.getValue())) {
        differences.add("%s is %s, not %s".formatted(name, value, setting.getValue()));
        vital |= VITAL.contains(name);
      }
    }
    final Optional<String> behind = behind(described);
    if (differences.isEmpty() && behind.isPresent()) {
      return Finding.warn(topic, behind.get(), "start the brokers that are down");
    }
    if (differences.isEmpty()) {
      final String plural = partitions == 1 ? "" : "s";
      return Finding.ok(topic, "%d partition%s, as planned".formatted(partitions, plural));
    }
    differences.sort(null);
    final String finding = String.join(", ", differences);
    final String mend = "ops/majorant topics create --reconfigure" + options;
    return vital ? Finding.fail(topic, finding, mend) : Finding.warn(topic, finding, mend);
  }

  /** What one broker more that fails could take away; empty where all replicas are in sync. */
  static Optional<String> behind(final List<TopicPartitionInfo> partitions) {
    return partitions.stream()
        .filter(partition -> partition.isr().size() < partition.replicas().size())
        .map(
            partition ->
                "partition %d has %d of %d replicas in sync"
                    .formatted(
                        partition.partition(), partition.isr().size(), partition.replicas().size()))
        .findFirst();
  }

  private static boolean suffices(final String name, final String value, final String planned) {
    return name.equals(TopicConfig.MAX_MESSAGE_BYTES_CONFIG)
        ? Long.parseLong(value) >= Long.parseLong(planned)
        : value.equals(planned);
  }
}
