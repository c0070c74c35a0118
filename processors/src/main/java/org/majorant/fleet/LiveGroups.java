package org.majorant.fleet;

import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ConsumerGroupDescription;
import org.apache.kafka.clients.admin.DescribeConsumerGroupsOptions;
import org.apache.kafka.clients.admin.ListGroupsOptions;
import org.apache.kafka.common.GroupState;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.errors.GroupIdNotFoundException;
import org.majorant.log.KafkaGapLog;

/**
 * The consumer groups that have members. All of them come in one answer, since a fleet may match
 * thousands of models. But that answer leaves out those that a client may not see, and a fleet that
 * is not seen must not count as dead: fleets are asked for by name.
 */
@FunctionalInterface
interface LiveGroups extends AutoCloseable {
  /** How long a broker may take to answer. */
  int TIMEOUT_MILLIS = 10_000;

  /**
   * @param fleets groups that must be known
   * @throws KafkaException where a broker does not say it
   */
  Set<String> ask(Set<String> fleets);

  @Override
  default void close() {}

  /** Asks brokers; the client stays open. */
  static LiveGroups of(final Admin admin) {
    return fleets -> {
      final Set<String> live = new HashSet<>();
      KafkaGapLog.answer(admin.listGroups(new ListGroupsOptions().timeoutMs(TIMEOUT_MILLIS)).all())
          .stream()
          .filter(group -> group.groupState().filter(LiveGroups::hasMembers).isPresent())
          .forEach(group -> live.add(group.groupId()));
      for (final Map.Entry<String, KafkaFuture<ConsumerGroupDescription>> fleet :
          admin
              .describeConsumerGroups(
                  fleets, new DescribeConsumerGroupsOptions().timeoutMs(TIMEOUT_MILLIS))
              .describedGroups()
              .entrySet()) {
        if (hasMembers(fleet.getValue())) {
          live.add(fleet.getKey());
        }
      }
      return live;
    };
  }

  private static boolean hasMembers(final GroupState state) {
    return state != GroupState.EMPTY && state != GroupState.DEAD;
  }

  private static boolean hasMembers(final KafkaFuture<ConsumerGroupDescription> group) {
    try {
      return !KafkaGapLog.answer(group).members().isEmpty();
    } catch (final GroupIdNotFoundException e) {
      return false;
    }
  }
}
