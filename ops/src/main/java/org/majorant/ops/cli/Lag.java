package org.majorant.ops.cli;

import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.majorant.ops.lineage.TopicOffsets;
import org.majorant.schema.ModelHead;
import org.majorant.schema.PartitionOffset;

/** Offsets between a version and the end of its topic, in the partitions that it has learned. */
final class Lag {
  private final Admin admin;

  Lag(final Admin admin) {
    this.admin = admin;
  }

  /**
   * @return empty where the broker does not say, or the version is learned from no topic
   */
  OptionalLong of(final ModelHead head) throws InterruptedException {
    if (head.getLineage().isEmpty()) {
      return OptionalLong.empty();
    }
    final String topic = head.getSpec().getInput();
    final Map<Integer, Long> learned =
        head.getLineage().stream()
            .collect(Collectors.toMap(PartitionOffset::getPartition, PartitionOffset::getNext));
    try {
      final Map<Integer, Long> ends =
          TopicOffsets.ask(admin, topic, learned.keySet(), OffsetSpec.latest()).get();
      return OptionalLong.of(
          learned.entrySet().stream()
              .mapToLong(p -> Math.max(0, ends.get(p.getKey()) - p.getValue()))
              .sum());
    } catch (final ExecutionException e) {
      return OptionalLong.empty();
    }
  }
}
