package org.majorant.ops.cli.spec;

import java.util.List;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.majorant.file.spec.TopicSample;
import org.majorant.log.InputRecord;
import org.majorant.ops.options.ConnectionOptions;
import org.majorant.ops.options.FileOptions;
import org.majorant.ops.options.Usage;
import org.majorant.ops.read.NewestRecords;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** How many of a topic's newest records are looked at, and the reading of them. */
final class NewestOptions {
  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  @Option(
      names = "--records",
      paramLabel = "N",
      defaultValue = "10000",
      description = "How many of a topic's newest records are read, of all partitions together.")
  private int records;

  /**
   * Reads them, and says if there were too many for the memory.
   *
   * @return the oldest first
   */
  List<ConsumerRecord<byte[], byte[]>> read(final ConnectionOptions connection, final String topic)
      throws ExecutionException, InterruptedException {
    Usage.require(command, records >= 1 && records <= 1_000_000, "--records must be 1 to 1000000");
    try (Admin admin = connection.connect()) {
      connection.requireTopics(admin, topic);
    }
    final NewestRecords newest =
        NewestRecords.of(connection.clientProperties(), topic, records, connection.timeout());
    if (!newest.isWhole()) {
      FileOptions.tell(
          command,
          "only %,d records of %s were read, because they are large"
              .formatted(newest.records().size(), topic));
    }
    return newest.records();
  }

  /** Reads them, for whoever does not know Kafka. */
  TopicSample sample(final ConnectionOptions connection, final String topic)
      throws ExecutionException, InterruptedException {
    return new TopicSample(
        topic,
        read(connection, topic).stream()
            .map(
                record ->
                    new TopicSample.Entry(
                        record.key(), record.value(), record.timestamp(), InputRecord.of(record)))
            .toList());
  }
}
