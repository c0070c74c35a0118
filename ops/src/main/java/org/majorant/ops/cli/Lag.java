package org.majorant.ops.cli;

import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.TopicPartition;
import org.majorant.schema.ModelHead;
import org.majorant.schema.PartitionOffset;

/** Offsets between a version and the end of its topic, in the partitions that it has learned. */
final class Lag {
  private static final int ANSWER_MILLIS = 2000;

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
    final Map<TopicPartition, Long> learned =
        head.getLineage().stream()
            .collect(
                Collectors.toMap(
                    offset -> new TopicPartition(topic, offset.getPartition()),
                    PartitionOffset::getNext));
    final Map<TopicPartition, OffsetSpec> latest =
        learned.keySet().stream().collect(Collectors.toMap(p -> p, p -> OffsetSpec.latest()));
    try {
      final var options = new ListOffsetsOptions().timeoutMs(ANSWER_MILLIS);
      final var ends = admin.listOffsets(latest, options).all().get();
      return OptionalLong.of(
          learned.entrySet().stream()
              .mapToLong(p -> Math.max(0, ends.get(p.getKey()).offset() - p.getValue()))
              .sum());
    } catch (final ExecutionException e) {
      return OptionalLong.empty();
    }
  }
}
