package org.majorant.fleet;

import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.GroupProtocol;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.majorant.store.Topics;

/**
 * An instance of a fleet that lives: a member of the fleet's second group, and who asks for the
 * groups of others. Kafka Streams has no members while a fleet has no model, or begins again
 * because one has come with a topic of its own; two fleets would then disagree on who has what. So
 * this member stays as long as the process. It reads nothing. For one thread.
 */
final class FleetMember implements LiveGroups {
  private static final Duration POLL = Duration.ofMillis(100);
  private static final Duration CLOSE = Duration.ofSeconds(2);
  private static final int SESSION_MILLIS = 10_000;

  private final Admin admin;
  private final LiveGroups groups;
  private final Consumer<byte[], byte[]> consumer;

  private FleetMember(final Admin admin, final Consumer<byte[], byte[]> consumer) {
    this.admin = admin;
    this.consumer = consumer;
    groups = LiveGroups.of(admin);
  }

  /**
   * Joins when the groups are asked for.
   *
   * @param client how to reach the brokers
   * @param instance what the member calls itself
   */
  static FleetMember of(final Map<?, ?> client, final FleetName fleet, final String instance) {
    final Map<String, Object> config = new HashMap<>();
    client.forEach((name, value) -> config.put(name.toString(), value));
    final Admin admin = Admin.create(config);
    config.remove(ConsumerConfig.GROUP_INSTANCE_ID_CONFIG);
    config.put(ConsumerConfig.CLIENT_ID_CONFIG, instance);
    config.put(ConsumerConfig.GROUP_ID_CONFIG, fleet.members());
    config.put(ConsumerConfig.GROUP_PROTOCOL_CONFIG, GroupProtocol.CLASSIC.name());
    config.put(ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG, SESSION_MILLIS);
    config.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
    config.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "latest");
    config.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false);
    final ByteArrayDeserializer bytes = new ByteArrayDeserializer();
    final Consumer<byte[], byte[]> consumer = new KafkaConsumer<>(config, bytes, bytes);
    consumer.subscribe(List.of(Topics.SPECS), pausing(consumer));
    return new FleetMember(admin, consumer);
  }

  private static ConsumerRebalanceListener pausing(final Consumer<byte[], byte[]> consumer) {
    return new ConsumerRebalanceListener() {
      @Override
      public void onPartitionsAssigned(final Collection<TopicPartition> partitions) {
        consumer.pause(partitions);
      }

      @Override
      public void onPartitionsRevoked(final Collection<TopicPartition> partitions) {
        // nothing was read of them
      }
    };
  }

  @Override
  public Set<String> ask(final Set<String> fleets, final Set<String> joined) {
    consumer.poll(POLL);
    return groups.ask(fleets, joined);
  }

  /** Leaves the group. */
  @Override
  public void close() {
    consumer.close(CloseOptions.timeout(CLOSE));
    admin.close(Duration.ZERO);
  }
}
