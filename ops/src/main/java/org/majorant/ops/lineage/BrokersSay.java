package org.majorant.ops.lineage;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.ConsumerGroupDescription;
import org.apache.kafka.clients.admin.MemberDescription;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.GroupState;
import org.apache.kafka.common.TopicPartition;
import org.majorant.ops.lineage.LineageReport.Instance;

/**
 * What brokers said of a topic and of the group that reads it; what they did not say is missing.
 */
final class BrokersSay {
  static final String NOBODY = "no process learns this model now";

  private final Map<Integer, Long> begins = new HashMap<>();
  private final Map<Integer, Long> ends = new HashMap<>();
  private final Map<Integer, Long> positions = new HashMap<>();
  private final Map<Integer, Instance> owners = new HashMap<>();
  private Instance majorizer; // null: not known
  private String noEnd; // why a partition has none
  private String noInstance; // why nobody has a partition, or merges

  /** Where each partition of the topic begins and ends. */
  void offsets(final long[] begins, final long[] ends) {
    for (int partition = 0; partition < ends.length; partition++) {
      this.begins.put(partition, begins[partition]);
      this.ends.put(partition, ends[partition]);
    }
    noEnd = "the topic has no such partition";
  }

  /** Why that is not known. */
  void noOffsets(final String why) {
    noEnd = why;
  }

  /**
   * Up to where the model's own group has read each partition. It has read past markers of
   * transactions and aborted records, which no version learns. A fleet reads on for other models,
   * so that its positions say nothing of one that is behind.
   *
   * @param topic of the examples
   */
  void positions(final Map<TopicPartition, OffsetAndMetadata> committed, final String topic) {
    committed.forEach(
        (partition, offset) -> {
          if (partition.topic().equals(topic) && offset != null) {
            positions.put(partition.partition(), offset.offset());
          }
        });
  }

  /**
   * Who is in the group, and has which partition.
   *
   * @param topic of the examples
   * @param summaries where what all learn of the model is merged
   */
  void members(
      final ConsumerGroupDescription group, final String topic, final TopicPartition summaries) {
    for (final MemberDescription member : group.members()) {
      final Instance instance = instance(member, group.groupId());
      final Collection<TopicPartition> assigned = member.assignment().topicPartitions();
      assigned.stream()
          .filter(partition -> partition.topic().equals(topic))
          .forEach(partition -> owners.put(partition.partition(), instance));
      if (assigned.contains(summaries)) {
        majorizer = instance;
      }
    }
    if (group.members().isEmpty()) {
      noInstance = NOBODY;
    } else if (group.groupState() == GroupState.STABLE) {
      noInstance = "no member of the group %s has it".formatted(group.groupId());
    } else {
      noInstance = "the partitions are being given out (%s)".formatted(group.groupState());
    }
  }

  /** Why that is not known. */
  void noMembers(final String why) {
    noInstance = why;
  }

  /**
   * Kafka Streams adds a thread's number to an instance's id, and {@code learn} puts the group
   * before it.
   */
  private static Instance instance(final MemberDescription member, final String group) {
    final String id =
        member
            .groupInstanceId()
            .map(given -> given.replaceFirst("-\\d+$", ""))
            .map(
                given ->
                    given.startsWith(group + "-") ? given.substring(group.length() + 1) : given)
            .orElse(member.clientId());
    return new Instance(id, member.clientId(), member.host().replaceFirst("^/", ""));
  }

  Map<Integer, Long> ends() {
    return ends;
  }

  /**
   * Up to where a partition's reader is; null: not known. It is not before what was learned.
   *
   * @param learned null: nothing
   */
  Long read(final int partition, final Long learned) {
    return Stream.of(learned == null ? begins.get(partition) : learned, positions.get(partition))
        .filter(Objects::nonNull)
        .max(Long::compare)
        .orElse(null);
  }

  /** The reader has nothing to read before an offset. */
  void nothingBefore(final int partition, final long offset) {
    positions.put(partition, offset);
  }

  Map<Integer, Instance> owners() {
    return owners;
  }

  /** Who has the summaries; null: not known. */
  Instance majorizer() {
    return majorizer;
  }

  /** Why a partition has no end. */
  String noEnd() {
    return noEnd;
  }

  /** Why nobody has a partition, or merges. */
  String noInstance() {
    return noInstance;
  }
}
