package org.majorant.fleet;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ConsumerGroupDescription;
import org.apache.kafka.clients.admin.DescribeConsumerGroupsOptions;
import org.apache.kafka.clients.admin.ListGroupsOptions;
import org.apache.kafka.clients.admin.MemberDescription;
import org.apache.kafka.common.GroupState;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.errors.GroupIdNotFoundException;
import org.majorant.log.KeptAdmin;

/**
 * The consumer groups that have members. All of them come in one answer, since a fleet may match
 * thousands of models. But that answer leaves out those that a client may not see, and a fleet that
 * is not seen must not count as dead: fleets are asked for by name. The group of a model whose
 * labels come late has members wherever it is learned, so that it is asked who they are: it counts
 * only if one of them is a learner of that model alone.
 */
@FunctionalInterface
interface LiveGroups extends AutoCloseable {
  /** How long a broker may take to answer. */
  int TIMEOUT_MILLIS = 10_000;

  /**
   * @param fleets groups that must be known
   * @param joined groups of models whose labels come late
   * @throws KafkaException where a broker does not say it
   */
  Set<String> ask(Set<String> fleets, Set<String> joined);

  @Override
  default void close() {}

  /** Asks brokers; the client stays open. */
  static LiveGroups of(final Admin admin) {
    return (fleets, joined) -> {
      final Set<String> live = new HashSet<>();
      KeptAdmin.answer(admin.listGroups(new ListGroupsOptions().timeoutMs(TIMEOUT_MILLIS)).all())
          .stream()
          .filter(group -> group.groupState().filter(LiveGroups::hasMembers).isPresent())
          .forEach(group -> live.add(group.groupId()));
      final Set<String> asked = new HashSet<>(joined);
      asked.retainAll(live);
      live.removeAll(asked);
      asked.addAll(fleets);
      admin
          .describeConsumerGroups(
              asked, new DescribeConsumerGroupsOptions().timeoutMs(TIMEOUT_MILLIS))
          .describedGroups()
          .forEach(
              (name, group) -> {
                if (hasMembers(group)) {
                  live.add(name);
                }
              });
      return live;
    };
  }

  /**
   * What the members of groups call themselves, by group; without groups that are not there.
   *
   * @throws KafkaException where a broker does not say it
   */
  static Map<String, Set<String>> clients(final Admin admin, final Set<String> groups) {
    final Map<String, Set<String>> clients = new HashMap<>();
    admin
        .describeConsumerGroups(
            groups, new DescribeConsumerGroupsOptions().timeoutMs(TIMEOUT_MILLIS))
        .describedGroups()
        .forEach((name, group) -> clients.put(name, clients(group)));
    return clients;
  }

  private static Set<String> clients(final KafkaFuture<ConsumerGroupDescription> group) {
    try {
      return KeptAdmin.answer(group).members().stream()
          .map(MemberDescription::clientId)
          .collect(Collectors.toSet());
    } catch (final GroupIdNotFoundException e) {
      return Set.of();
    }
  }

  private static boolean hasMembers(final GroupState state) {
    return state != GroupState.EMPTY && state != GroupState.DEAD;
  }

  private static boolean hasMembers(final KafkaFuture<ConsumerGroupDescription> group) {
    try {
      return !KeptAdmin.answer(group).members().stream().allMatch(FleetName::joins);
    } catch (final GroupIdNotFoundException e) {
      return false;
    }
  }
}
